"""A result that cannot be said → the failure that is said instead."""

from __future__ import annotations

from ..errors import ExeuntError, UnserialisableError
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail
from ..model.outcome import Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Said = tuple[int, bytes, bytes]  # as leave() says it


def say_unsayable(
    error: ExeuntError,
    instead: Callable[[ExeuntError], Failed] | None,
    say: Callable[[Failed], Said],
) -> Said:
    """Say why there is no result; what was done may be unsayable, too."""
    try:
        return say((instead or unsayable)(error))
    except ExeuntError:
        return say(unsayable(error))


def known(error: Exception) -> ExeuntError:
    """Make one of our own errors of whatever kept a result from being said."""
    if isinstance(error, ExeuntError):
        return error
    msg = f"the result could not be said: {type(error).__name__}"
    return UnserialisableError(msg, fix="return less, or a simpler value")


def unsayable(error: ExeuntError) -> Failed:
    """Tell the caller that the program had a result, but none that can be said."""
    fix = error.fix or None
    detail = ErrorDetail(error.error_code, error.message, suggestion=fix)
    return Failed(ExitCode.GENERAL_ERROR, detail)
