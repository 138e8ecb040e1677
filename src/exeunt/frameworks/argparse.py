"""An ArgumentParser → Host. The handler is what `set_defaults(func=...)` names."""

from __future__ import annotations

import sys

from ..leaving.handler import call_handler, contract_of, from_exit, from_return

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Origin, Outcome


PATH = "__exeunt_path__"  # where a parse leaves the path of the parser it chose


def host(app: Any, func: str) -> ArgparseHost:
    """Take a parser as it is."""
    return ArgparseHost(app, func)


class Rejected(Exception):
    """The parser's error(), before it prints and exits."""

    def __init__(self, parser: Any, message: str) -> None:
        super().__init__(message)
        self.parser = parser
        self.cause: BaseException | None = (
            sys.exception()
        )  # the parser calls error() while it handles one


class ArgparseHost:
    """A parser, its subparsers, and the handlers that they name."""

    def __init__(self, app: Any, func: str) -> None:
        self.app = app
        self.func = func

    def owns_option(self, name: str, words: Sequence[str] | None = None) -> bool:
        """Tell whether the app, or the command that words name, has that option."""
        return any(
            name in action.option_strings
            for path, parser in walk(self.app, ())
            if words is None or set(path.split()) <= set(words)
            for action in parser._actions  # noqa: SLF001 - argparse has no public list
        )

    def invoke(
        self,
        program: str,  # noqa: ARG002 - a parser has its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        with Rejecting(walk(self.app, ())):
            try:
                return self.parse_and_call(words, run)
            except Rejected as error:
                return self.rejected(error, run)

    def parse_and_call(self, words: Sequence[str], run: Run) -> Outcome[Any] | None:
        """Parse, then call what the namespace names."""
        from argparse import ArgumentError  # the author has imported it

        try:
            namespace = self.app.parse_args(list(words))
        except ArgumentError as error:  # a parser with exit_on_error=False
            raise Rejected(self.app, str(error)) from error
        except SystemExit as error:
            return None if not error.code else from_exit(error.code, run)
        path = namespace.__dict__.pop(PATH, "")
        handler = getattr(namespace, self.func, None)
        if handler is None:
            self.app.print_help()
            return None
        value = call_handler(
            handler,
            path,
            contract_of(handler),
            run,
            (namespace,),
            namespace.__dict__,
        )
        is_number = type(value) is int
        return from_exit(value, run) if is_number else from_return(value, run)

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if run.shown is not None:
            try:
                run.shown.parser.error(str(run.shown))
            except SystemExit:
                return
        text = f"{self.app.prog}: error: {failed.error.message}"
        print(text, file=sys.stderr)  # noqa: T201 - as argparse does

    def commands(self) -> Iterator[CommandInfo]:
        """Describe every command and group, for the manifest."""
        from ._describe_argparse import describe  # only when asked

        return describe(self.app, self.func)

    def rejected(self, error: Rejected, run: Run) -> Failed:
        """Make an outcome of a usage error."""
        from ..leaving.classify import from_rejection  # for an error
        from ..model.detail import ErrorDetail  # the same

        run.shown = error
        message = str(error)
        code, fix = usage_code(message), None
        if code == "INVALID_CHOICE" and is_command(error):
            code, known = "UNKNOWN_COMMAND", commands_of(error.parser)
            fix = nearest(message.partition("invalid choice: '")[2], known)
        elif code == "UNKNOWN_OPTION":
            known = [n for _, p in walk(self.app, ()) for n in options_of(p)]
            fix = nearest(message.partition(": ")[2], known)
        detail = ErrorDetail(code, message, suggestion=fix)
        return from_rejection(detail, run, origin_of(error))


class Rejecting:
    """Parsers whose error() raises and that tell their path, for the time of a call."""

    def __init__(self, found: Iterator[tuple[str, Any]]) -> None:
        self.found: dict[int, tuple[str, Any, Any]] = {}
        for path, parser in found:  # one may stand in two places
            own = parser.__dict__.get("error")
            self.found.setdefault(id(parser), (path, parser, own))

    def __enter__(self) -> None:
        for path, parser, _ in self.found.values():
            parser.error = rejector(parser)
            parser._defaults[PATH] = path  # noqa: SLF001 - a parse copies it

    def __exit__(self, *_raised: object) -> None:
        for _, parser, own in self.found.values():
            del parser.error, parser._defaults[PATH]  # noqa: SLF001 - as above
            if own is not None:
                parser.error = own


def rejector(parser: Any) -> Any:
    """Make an error() that raises instead of exiting."""

    def error(message: str) -> NoReturn:
        raise Rejected(parser, message)

    return error


def walk(parser: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Visit a parser and all below it, each once; aliases are other names of one."""
    yield " ".join(path), parser
    seen: set[int] = set()
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list
        choices: Any = getattr(action, "choices", None)
        if not hasattr(action, "_parser_class") or not hasattr(choices, "items"):
            continue
        for name, below in choices.items():
            if id(below) not in seen:
                seen.add(id(below))
                yield from walk(below, (*path, name))


def usage_code(message: str) -> str:
    """Name a usage error; argparse has no classes for them, only English."""
    starts = {
        "unrecognized arguments: -": "UNKNOWN_OPTION",
        "unrecognized arguments": "UNEXPECTED_ARGUMENT",
        "the following arguments are required": "MISSING_ARGUMENT",
        "one of the arguments": "MISSING_ARGUMENT",
    }
    for start, code in starts.items():
        if message.startswith(start):
            return code
    if "invalid choice" in message:
        return "INVALID_CHOICE"
    return "INVALID_ARGUMENT" if message.startswith("argument ") else "USAGE"


def origin_of(error: Rejected) -> Origin:
    """Tell an author's check of a value from the parser's own."""
    context = error.cause.__context__ if error.cause is not None else None
    return "validator" if type(context).__name__ == "ArgumentTypeError" else "parser"


def is_command(error: Rejected) -> bool:
    """Tell whether the choice that was rejected is that of a subcommand."""
    from argparse import _get_action_name  # how its messages name it

    name = getattr(error.cause, "argument_name", None)
    return any(name == _get_action_name(action) for action in subcommands(error.parser))


def subcommands(parser: Any) -> list[Any]:
    """Return the actions of a parser that choose a subcommand."""
    found = parser._actions  # noqa: SLF001 - argparse has no public list
    return [action for action in found if hasattr(action, "_parser_class")]


def commands_of(parser: Any) -> list[str]:
    """Name the subcommands of a parser."""
    return [name for action in subcommands(parser) for name in action.choices]


def options_of(parser: Any) -> list[str]:
    """Name the options of a parser."""
    found = parser._actions  # noqa: SLF001 - argparse has no public list
    return [name for action in found for name in action.option_strings]


def nearest(text: str, known: list[str]) -> str | None:
    """Suggest the name that was probably meant by the first word of a text."""
    from ..errors import closest  # on the way to an error

    near = closest(text.partition("'")[0].split(" ")[0].partition("=")[0], known)
    return f"did you mean {near}?" if near else None
