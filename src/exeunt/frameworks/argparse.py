"""An ArgumentParser → Host. The handler is what `set_defaults(func=...)` names."""

from __future__ import annotations

import sys
from argparse import ArgumentError

from ..leaving.handler import call_handler, contract_of, from_exit, from_return
from ._parsers import Parsers, subcommands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Origin, Outcome
    from ._parsers import Rejection

USAGE_CODES = {  # how a message begins → a stable name: argparse has no classes
    "unrecognized arguments: -": "UNKNOWN_OPTION",
    "unrecognized arguments": "UNEXPECTED_ARGUMENT",
    "the following arguments are required": "MISSING_ARGUMENT",
    "one of the arguments": "MISSING_ARGUMENT",
}


def host(app: Any, func: str) -> ArgparseHost:
    """Take a parser as it is, if it names what is to be called."""
    handlers = [parser.get_default(func) for _, parser in walk(app, ())]
    if not any(map(callable, handlers)):
        from ..errors import DeclarationError  # on the way to an error

        msg = f"no command of the parser {app.prog} names its handler as {func}"
        way = f"set_defaults({func}=…), or adopt the function that parses: adopt(main)"
        raise DeclarationError(msg, fix=way)
    return ArgparseHost(app, func)


class ArgparseHost:
    """A parser, its subparsers, and the handlers that they name."""

    def __init__(self, app: Any, func: str) -> None:
        self.app = app
        self.func = func

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has that option."""
        return any(
            name in options_of(parser)
            for path, parser in walk(self.app, ())
            if set(path.split()) <= set(words)
        )

    def invoke(
        self,
        program: str,  # noqa: ARG002 - a parser has its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        met = Parsers(run, self.func)
        met.start()
        try:
            return parse_and_call(self, met, words, run)
        finally:
            met.stop()

    def rejected(self, error: Rejection, run: Run) -> Failed:
        """Make an outcome of a usage error."""
        return rejection(error, self.app, run)

    def bare(self) -> object:
        """Parse and call, as a main() would that does nothing else."""
        namespace = self.app.parse_args()
        handler = getattr(namespace, self.func, None)
        value = handler(namespace) if handler else self.app.print_help()
        return value if is_number(value) else None

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if run.shown is not None:
            return  # the parser has said it
        text = f"{self.app.prog}: error: {failed.error.message}"
        print(text, file=sys.stderr)  # noqa: T201 - as argparse does

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:  # noqa: ARG002
        """Describe every command and group, or each that is loaded already: all are."""
        from ._describe_argparse import below  # when the app is described

        return below(self.app, self.func, (), (), self.app.description)


def parse_and_call(
    host: ArgparseHost, met: Parsers, words: Sequence[str], run: Run
) -> Outcome[Any] | None:
    """Parse, then call what the namespace names."""
    try:
        namespace = host.app.parse_args(list(words))
    except (SystemExit, ArgumentError) as end:  # the second with exit_on_error=False
        said = met.why(getattr(end, "code", 1), end)
        if said is not None:
            return host.rejected(said, run)
        if not isinstance(end, SystemExit):
            raise
        return from_exit(end.code, run) if end.code else None
    handler = getattr(namespace, host.func, None)
    if handler is None:
        return incomplete(met.chosen, run)
    path, declared = path_of(host.app, met.chosen), contract_of(handler)
    params, value = namespace.__dict__, None
    try:
        value = call_handler(handler, path, declared, run, (namespace,), params)
        said = met.why(value)
    except SystemExit as end:
        said = met.why(end.code, end)
        if said is None:
            raise
    if said is not None:
        return host.rejected(said, run)
    return from_exit(value, run) if is_number(value) else from_return(value, run)


def is_number(value: object) -> bool:
    """Tell whether a handler returned an exit number: an IntEnum is, a truth is not."""
    return isinstance(value, int) and value.__class__ is not bool


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


def path_of(root: Any, chosen: Any) -> str:
    """Return the path of the parser that was reached."""
    return next((path for path, parser in walk(root, ()) if parser is chosen), "")


def walk(parser: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Visit a parser and all below it, each once; aliases are other names of one."""
    yield " ".join(path), parser
    seen: set[int] = set()
    for action in subcommands(parser):
        for name, below in action.choices.items():
            if id(below) not in seen:
                seen.add(id(below))
                yield from walk(below, (*path, name))


def options_of(parser: Any) -> list[str]:
    """Name the options of a parser."""
    found = parser._actions  # noqa: SLF001 - argparse has no public list
    return [name for action in found for name in action.option_strings]


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
