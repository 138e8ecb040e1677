"""What Click rejected, or a handler raised of its errors → an outcome, and a way on."""

from __future__ import annotations

from ..errors import did_you_mean
from ..leaving.boundary import raiser
from ..leaving.classify import from_error, from_rejection, from_tables, truthful

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..leaving.run import Run
    from ..model.outcome import Failed, Origin

CLICK_ERROR = "CLICK_ERROR"  # a ClickException that means no code
USAGE_CODES = {  # the framework's own class → a stable name
    "NoSuchOption": "UNKNOWN_OPTION",
    "NoSuchCommand": "UNKNOWN_COMMAND",
    "MissingParameter": "MISSING_ARGUMENT",
    "NoArgsIsHelpError": "MISSING_COMMAND",
    "BadParameter": "INVALID_ARGUMENT",
    "BadOptionUsage": "INVALID_OPTION",
    "BadArgumentUsage": "INVALID_ARGUMENT",
}
FRAMEWORKS = ("click", "typer")
NEAR = "__exeunt_near__"  # where an unknown command's error has what was meant, or None


def rejection(error: Any, run: Run, *, usage: bool) -> Failed:
    """Make an outcome of a usage error, or of an error that a handler raised."""
    run.shown = error
    if usage:
        fix, origin = suggestion(error), origin_of(error)
        return from_rejection(usage_code(error), message_of(error), run, origin, fix)
    found = from_tables(error, run)
    if found is None:
        number, message = error.exit_code, message_of(error)
        found = from_error(number, CLICK_ERROR, message, run)
    return truthful(found, run)


def note_near(error: Any, group: Any, context: Any, word: str) -> None:
    """Note on an unknown command's error which one was probably meant."""
    setattr(error, NEAR, near(group, context, word))


def near(group: Any, context: Any, word: str) -> str | None:
    """Return the subcommand that was probably meant, if the group can name its own."""
    try:
        return did_you_mean(word, group.list_commands(context))
    except Exception:  # noqa: BLE001 - a lazy group's own; the command is unknown anyway
        return None


def abort(error: BaseException, run: Run) -> Failed:
    """Make an outcome of Abort: input that nobody gave, or a person's no."""
    from ..leaving.asked import aborted  # few are

    run.shown, run.former = error, 1  # Click's own number for it
    return aborted(run)


def usage_code(error: Any) -> str:
    """Name a usage error in a stable way, by the framework's own class."""
    for kind in type(error).__mro__:
        if kind.__name__ in USAGE_CODES:
            return USAGE_CODES[kind.__name__]
    if error.message.startswith("Got unexpected extra argument"):
        return "UNEXPECTED_ARGUMENT"
    return "UNKNOWN_COMMAND" if hasattr(error, NEAR) else "USAGE"


def message_of(error: Any) -> str:
    """Return an error's message; not the whole help page that one of them is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return "a command is missing"
    return str(error.format_message()) or type(error).__name__


def suggestion(error: Any) -> str | None:
    """Return the option or command that was probably meant."""
    possible = getattr(error, "possibilities", None)
    if possible:
        return f"did you mean {', '.join(sorted(possible))}?"
    unknown = usage_code(error) == "UNKNOWN_COMMAND"
    return getattr(error, NEAR, None) if unknown else None


def origin_of(error: BaseException) -> Origin:
    """Tell an author's check of a value from the framework's own, by who raised it."""
    framework = raiser(error).partition(".")[0] in FRAMEWORKS
    return "parser" if framework else "validator"
