"""An ArgumentParser → Host. The handler is what `set_defaults(func=...)` names."""

from __future__ import annotations

import sys
from argparse import ArgumentError

from ..errors import did_you_mean
from ..leaving.handler import call_handler, contract_of, from_exit, from_return
from ..leaving.mode import scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, NoReturn

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo, ParamInfo
    from ..model.outcome import Failed, Origin, Outcome

PATH = "__exeunt_path__"  # where a parse leaves the path of the parser it chose
USAGE_CODES = {  # how a message begins → a stable name: argparse has no classes
    "unrecognized arguments: -": "UNKNOWN_OPTION",
    "unrecognized arguments": "UNEXPECTED_ARGUMENT",
    "the following arguments are required": "MISSING_ARGUMENT",
    "one of the arguments": "MISSING_ARGUMENT",
}
SKIPPED = ("_HelpAction", "_VersionAction", "_SubParsersAction")
COUNTED = "_CountAction"
REPEATED = ("_AppendAction", "_AppendConstAction", "_ExtendAction", COUNTED)
ALL = ("*", "+", "...", "A...")  # the last two: the rest of the words
SUPPRESS = "==SUPPRESS=="  # what argparse itself compares with


def host(app: Any, func: str) -> ArgparseHost:
    """Take a parser as it is."""
    return ArgparseHost(app, func)


class Rejected(Exception):
    """The parser's error(), before it prints and exits."""

    exit_code = 2  # what it exits with

    def __init__(self, parser: Any, message: str) -> None:
        super().__init__(message)
        self.parser = parser
        # The parser calls error() while it handles one.
        self.cause: BaseException | None = sys.exception()


class ArgparseHost:
    """A parser, its subparsers, and the handlers that they name."""

    def __init__(self, app: Any, func: str) -> None:
        self.app = app
        self.func = func

    def owns_option(self, name: str, words: Sequence[str] | None = None) -> bool:
        """Tell whether the app, or the command that words name, has that option."""
        return any(
            name in options_of(parser)
            for path, parser in walk(self.app, ())
            if words is None or set(path.split()) <= set(words)
        )

    def invoke(
        self,
        program: str,  # noqa: ARG002 - a parser has its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        words = scan(words, run, self.owns_option)
        with Rejecting(walk(self.app, ())):
            try:
                return parse_and_call(self.app, self.func, words, run)
            except Rejected as error:
                return self.rejected(error, run)

    def rejected(self, error: Rejected, run: Run) -> Failed:
        """Make an outcome of a usage error."""
        from ..leaving.classify import from_rejection  # on the way to an error

        run.shown = error
        fix, origin = suggestion(error, self.app), origin_of(error)
        return from_rejection(usage_code(error), message_of(error), run, origin, fix)

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if run.shown is not None:
            try:
                run.shown.parser.error(str(run.shown))
            except SystemExit:
                return
        text = f"{self.app.prog}: error: {failed.error.message}"
        print(text, file=sys.stderr)  # noqa: T201 - as argparse does

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:  # noqa: ARG002
        """Describe every command and group, or each that is loaded already: all are."""
        return below(self.app, self.func, (), (), self.app.description)


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
            del parser.error
            parser._defaults.pop(PATH, None)  # noqa: SLF001 - a call within took it
            if own is not None:
                parser.error = own


def rejector(parser: Any) -> Any:
    """Make an error() that raises instead of exiting."""

    def error(message: str) -> NoReturn:
        raise Rejected(parser, message)

    return error


def parse_and_call(
    app: Any, func: str, words: Sequence[str], run: Run
) -> Outcome[Any] | None:
    """Parse, then call what the namespace names."""
    try:
        namespace = app.parse_args(list(words))
    except ArgumentError as error:  # a parser with exit_on_error=False
        raise Rejected(app, str(error)) from error
    except SystemExit as error:
        return None if not error.code else from_exit(error.code, run)
    path = namespace.__dict__.pop(PATH, "")
    handler = getattr(namespace, func, None)
    if handler is None:
        app.print_help()
        return None
    declared, params = contract_of(handler), namespace.__dict__
    value = call_handler(handler, path, declared, run, (namespace,), params)
    is_number = type(value) is int
    return from_exit(value, run) if is_number else from_return(value, run)


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


def usage_code(error: Rejected) -> str:
    """Name a usage error; argparse has no classes for them, only English."""
    message = str(error)
    for start, code in USAGE_CODES.items():
        if message.startswith(start):
            return code
    if "invalid choice" in message:
        return "UNKNOWN_COMMAND" if is_command(error) else "INVALID_CHOICE"
    return "INVALID_ARGUMENT" if message.startswith("argument ") else "USAGE"


def message_of(error: Rejected) -> str:
    """Return an error's message."""
    return str(error)


def suggestion(error: Rejected, app: Any) -> str | None:
    """Return the option or command that was probably meant."""
    code, message = usage_code(error), str(error)
    if code == "UNKNOWN_COMMAND":
        known = [n for a in subcommands(error.parser) for n in a.choices]
        word = message.partition("invalid choice: '")[2]
    elif code == "UNKNOWN_OPTION":
        known = [name for _, parser in walk(app, ()) for name in options_of(parser)]
        word = message.partition(": ")[2]
    else:
        return None
    first = word.partition("'")[0].split(" ")[0].partition("=")[0]
    return did_you_mean(first, known)


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


def below(
    parser: Any, func: str, path: tuple[str, ...], aliases: tuple[str, ...], text: Any
) -> Iterator[CommandInfo]:
    """Describe a parser, then its subparsers; other names of one are aliases."""
    from ._describe import each_once  # when the app is described

    yield info(parser, func, path, aliases, text)
    for action in subcommands(parser):
        helps = {
            choice.dest: choice.help
            for choice in action._choices_actions  # noqa: SLF001 - the only place
        }
        for child, (main, *others) in each_once(action.choices.items()):
            said = child.description or helps.get(main)
            yield from below(child, func, (*path, main), tuple(others), said)


def info(
    parser: Any, func: str, path: tuple[str, ...], aliases: tuple[str, ...], text: Any
) -> CommandInfo:
    """Describe one parser."""
    from ..manifest.contract import Contract  # when the app is described
    from ..manifest.info import CommandInfo, first_sentence

    handler = parser.get_default(func)
    actions = list(parser._actions)  # noqa: SLF001 - argparse has no public list
    params = [a for a in actions if type(a).__name__ not in SKIPPED]
    return CommandInfo(
        " ".join(path),
        contract_of(handler) or Contract(),
        description=first_sentence(text or getattr(handler, "__doc__", None)),
        aliases=aliases,
        hidden=text == SUPPRESS,
        flags=[param(a, parser) for a in params if a.option_strings],
        arguments=[param(a, parser) for a in params if not a.option_strings],
        handler=handler,
        group=bool(subcommands(parser)),
        exits_by_number=True,
    )


def param(action: Any, parser: Any) -> ParamInfo:
    """Describe an option or an argument."""
    from ..manifest.info import ParamInfo, long_name  # when the app is described

    kind = type(action).__name__
    names = action.option_strings
    shape = values(action)
    negatives = [n for n in names if n.startswith("--no-")]
    positive = [n for n in names if n not in negatives] or names
    needed = action.required and shape.get("nargs") not in {"*", "?"}
    return ParamInfo(
        long_name(positive) if names else action.dest,
        positive,
        required=bool(needed),
        description=words(action, parser),
        default=default_of(action, parser, shape),
        multiple=kind in REPEATED,
        negatives=negatives if positive is not names else (),
        hidden=action.help == SUPPRESS,
        **shape,
    )


def values(action: Any) -> dict[str, Any]:
    """Describe which values an action takes, and how many of them."""
    from ..manifest.info import format_of, wire_type  # when the app is described
    from ._typed import any_case, choices

    kind = type(action).__name__
    if action.nargs == 0 or kind == "BooleanOptionalAction":
        return {"type": "boolean"}
    taken = choices(action)
    item = "enum" if taken is not None else wire_type(action.type)
    if item == "boolean":  # type=bool takes any text for true
        item = "string"
    shape: dict[str, Any] = {
        "enum_values": list(taken or ()),
        "ignore_case": any_case(action, taken or {}),
        "limits": format_of(action.type),
        "nargs": 1 if action.nargs is None else action.nargs,
    }
    if shape["nargs"] in ALL:
        shape["nargs"] = "+" if action.nargs in {"+", "A..."} else "*"
    many = isinstance(action.nargs, int) or action.nargs in ALL or kind in REPEATED
    return shape | ({"type": "array", "items": item} if many else {"type": item})


def default_of(action: Any, parser: Any, shape: Mapping[str, Any]) -> Any:
    """Return a default that is known before the call."""
    from enum import Enum  # when the app is described

    from ..manifest.info import NOTHING
    from ._typed import default_word

    default = parser.get_default(action.dest)
    if isinstance(default, Enum):
        default = default_word(action, default)
    if default is None or default == SUPPRESS or shape.get("nargs") in ALL:
        default = default or NOTHING
    if default == SUPPRESS:
        default = NOTHING
    if shape["type"] == "boolean":
        stored = type(action).__name__ == "_StoreFalseAction"
        default = False if stored else bool(default or False)
    return default


def words(action: Any, parser: Any) -> str:
    """Write the help text, its %(default)s and the like filled in."""
    if not action.help or action.help == SUPPRESS:
        return ""
    filled: str = parser._get_formatter()._expand_help(action)  # noqa: SLF001 - as --help
    return filled
