"""A reason not to go on → Failure: what a handler, or the call itself, ends with."""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.done import refuse
from ..model.entry import check_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..model.entry import Code


class Failure(BaseException):
    """A handler's fail(). Not an Exception, so that `except Exception` lets it pass."""

    def __init__(self, code: Code, error: ErrorDetail) -> None:
        super().__init__(error.message)
        self.code = code
        self.error = error


def failure(
    exit_code: Code, message: str, code: str | None, said: Mapping[str, Any]
) -> Failure:
    """Make the end of a command that its author has named."""
    named = check_code(exit_code)
    if named is ExitCode.SUCCESS:
        refuse("SUCCESS is not a failure", "return the data")
    if (said["redirect"] is not None) is not (named is ExitCode.REDIRECTED):
        msg = "a redirect belongs to REDIRECTED, and to it alone"
        refuse(msg, "pass redirect=exeunt.Redirect(command, …)")
    return Failure(named, ErrorDetail(code or named.name, message, **said))


def unnamed(option: str) -> Failure:
    """Refuse a call that asks for fields and names none."""
    message = f"{option} needs the names of fields: {option} id,owner.name"
    detail = ErrorDetail("MISSING_ARGUMENT", message, phase=Phase.VALIDATION)
    return Failure(ExitCode.ARG_ERROR, detail)


def unconfirmed(command: str) -> Failure:
    """Refuse a command that destroys something, if nobody has confirmed it."""
    return Failure(
        ExitCode.PRECONDITION,
        ErrorDetail(
            "CONFIRMATION_REQUIRED",
            f"{command or 'the command'} destroys something and was not confirmed",
            phase=Phase.VALIDATION,
            suggestion="pass --yes if you mean it",
        ),
    )
