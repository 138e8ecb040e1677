"""What a parser of argparse rejected → an outcome, with a stable name and a way on."""

from __future__ import annotations

from ._parsers import options_of, subcommands, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..leaving.run import Run
    from ..model.outcome import Failed, Origin
    from ._rejection import Rejection

USAGE_CODES = {  # how a message begins → a stable name: argparse has no classes
    "unrecognized arguments: -": "UNKNOWN_OPTION",
    "unrecognized arguments": "UNEXPECTED_ARGUMENT",
    "the following arguments are required": "MISSING_ARGUMENT",
    "one of the arguments": "MISSING_ARGUMENT",
}


def rejection(error: Rejection, app: Any, run: Run) -> Failed:
    """Make an outcome of what a parser, or a handler by its error(), rejects."""
    from ..leaving.classify import from_rejection  # on the way to an error

    run.shown = error
    fix, origin = suggestion(error, app), origin_of(error)
    return from_rejection(usage_code(error), message_of(error), run, origin, fix)


def incomplete(parser: Any, run: Run) -> Failed:
    """Refuse a call that names no command, with the help of the parser it reached."""
    from ..leaving.classify import from_rejection  # on the way to an error

    commands = [name for found in subcommands(parser) for name in found.choices]
    if not commands:
        from ..errors import DeclarationError

        msg = f"the command {parser.prog} has no handler"
        raise DeclarationError(msg, fix="set_defaults(func=…) on its parser")
    if not run.as_json:
        parser.print_help()
        run.shown = parser
    fix = f"name one of {', '.join(commands)}"
    message = f"{parser.prog} needs a command"
    return from_rejection("MISSING_COMMAND", message, run, "parser", fix)


def usage_code(error: Rejection) -> str:
    """Name a usage error; argparse has no classes for them, only English."""
    message = message_of(error)
    for start, code in USAGE_CODES.items():
        if message.startswith(start):
            return code
    if "invalid choice" in message:
        return "UNKNOWN_COMMAND" if is_command(error) else "INVALID_CHOICE"
    return "INVALID_ARGUMENT" if message.startswith("argument ") else "USAGE"


def message_of(error: Rejection) -> str:
    """Return an error's message."""
    return error.message


def suggestion(error: Rejection, app: Any) -> str | None:
    """Return the option or command that was probably meant."""
    code, message = usage_code(error), message_of(error)
    if code == "UNKNOWN_COMMAND":
        known = [n for a in subcommands(error.parser) for n in a.choices]
        word = message.partition("invalid choice: '")[2]
    elif code == "UNKNOWN_OPTION":
        known = [name for _, parser in walk(app, ()) for name in options_of(parser)]
        word = message.partition(": ")[2]
    else:
        return None
    from ..errors import did_you_mean

    first = word.partition("'")[0].split(" ")[0].partition("=")[0]
    return did_you_mean(first, known)


def origin_of(error: Rejection) -> Origin:
    """Tell an author's check of a value from the parser's own."""
    context = error.cause.__context__ if error.cause is not None else None
    return "validator" if type(context).__name__ == "ArgumentTypeError" else "parser"


def is_command(error: Rejection) -> bool:
    """Tell whether the choice that was rejected is that of a subcommand."""
    from argparse import _get_action_name  # how its messages name it

    name = getattr(error.cause, "argument_name", None)
    return any(name == _get_action_name(action) for action in subcommands(error.parser))
