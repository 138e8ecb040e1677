"""What Cyclopts rejected → an outcome, with a stable name and a way on."""

from __future__ import annotations

from ..errors import did_you_mean
from ..leaving.classify import from_rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..leaving.run import Run
    from ..model.outcome import Failed, Origin

USAGE_CODES = {
    "UnknownOptionError": "UNKNOWN_OPTION",
    "UnknownCommandError": "UNKNOWN_COMMAND",
    "UnusedCliTokensError": "UNEXPECTED_ARGUMENT",
    "MissingArgumentError": "MISSING_ARGUMENT",
    "CombinedShortOptionError": "UNKNOWN_OPTION",
    "RepeatArgumentError": "INVALID_ARGUMENT",
    "CoercionError": "INVALID_ARGUMENT",
    "ValidationError": "INVALID_ARGUMENT",
}


def rejection(error: Any, run: Run) -> Failed:
    """Make an outcome of a usage error."""
    run.shown = not run.begun  # parse_args() has printed it
    fix, origin = suggestion(error), origin_of(error)
    return from_rejection(usage_code(error), message_of(error), run, origin, fix)


def usage_code(error: Any) -> str:
    """Name a usage error in a stable way, by the framework's own class."""
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return next((USAGE_CODES[kind] for kind in kinds if kind in USAGE_CODES), "USAGE")


def message_of(error: Any) -> str:
    """Return an error's message; one that a handler made may know no argument."""
    try:
        return str(error)
    except NotImplementedError:
        return getattr(error, "exception_message", "") or type(error).__name__


def suggestion(error: Any) -> str | None:
    """Return the option or the command that was probably meant."""
    token = getattr(error, "token", None)
    if type(error).__name__ == "UnknownOptionError" and token is not None:
        arguments = getattr(error, "argument_collection", None) or ()
        known = [name for argument in arguments for name in argument.names]
        return did_you_mean(token.keyword or "", known)
    if type(error).__name__ == "UnknownCommandError" and error.unused_tokens:
        return did_you_mean(error.unused_tokens[0], list(error.app or ()))
    return None


def origin_of(error: Any) -> Origin:
    """Tell an author's check of a value from the framework's own."""
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return "validator" if "ValidationError" in kinds else "parser"
