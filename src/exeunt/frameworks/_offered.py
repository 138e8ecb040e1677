"""A copy of a Click command, and our options in a call → what its parser makes of them.

The parser learns of ours for one call, and of none that the command has itself. Help,
usage and the parameters are as they were: only the parser knows, and it tells the run.
"""

from __future__ import annotations

from ..leaving.handler import contract_of
from ..leaving.mode import CHOOSING, MODES, SHAPES, YES, is_it, without_ours
from ..leaving.run import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

    from ..leaving.run import Run


class Own:
    """One of our options, as a parser of Click's keeps any."""

    _flag_needs_value = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.dest = f"__exeunt{name}__"


class Offering:
    """Our options, offered to the parser of each command on the way."""

    def __init__(self, exceptions: ModuleType, run: Run) -> None:
        self.exceptions = exceptions
        self.run = run
        self.all: Sequence[str] = run.offered

    def to(self, seen: Any) -> None:
        """Have the copy of a command take those options that it has not itself."""
        names = offered(seen, self.all, self.run)
        self.run.offered = names
        if not names:
            if not hasattr(seen, "resolve_command"):
                self.run.settle()  # before a group's callback says anything
            return
        make, parse = seen.make_parser, seen.parse_args

        def make_parser(context: Any) -> Any:
            known = options_of(seen, context)
            owns = [Own(name) for name in names if name not in known]
            return self.extended(make(context), context, owns)

        def parse_args(context: Any, words: Any) -> Any:
            if words and is_all_ours(words, names):
                seen.make_parser(context).parse_args(list(words))
                words = []  # as if none had been given: many a command shows its help
            return parse(context, words)

        seen.make_parser, seen.parse_args = make_parser, parse_args

    def extended(self, parser: Any, context: Any, owns: Sequence[Own]) -> Any:
        """Add our options to a parser; what it finds of them goes to the run alone."""
        for own in owns:
            action = "append_const" if own.name == YES else "append"
            parser.add_option(own, [own.name], own.dest, action=action, const="")
        parse = parser.parse_args

        def parse_args(args: Any) -> tuple[Any, Any, Any]:
            values, rest, order = parse(args)
            for own in owns:
                for value in values.pop(own.dest, ()):
                    self.take(own.name, value, context)
            return values, rest, [found for found in order if found not in owns]

        parser.parse_args = parse_args
        return parser

    def take(self, name: str, value: str, context: Any) -> None:
        """Take an option, or refuse it as the parser would have without us."""
        if name in MODES and value not in SHAPES:
            raise self.exceptions.NoSuchOption(name, ctx=context)
        self.run.take(name, value)


def is_all_ours(words: Sequence[str], names: Sequence[str]) -> bool:
    """Tell whether a command was given options of ours and their values alone."""
    theirs = [name for name in (*CHOOSING, YES) if name not in names]
    return not without_ours(words) and not any(
        is_it(word, name) for word in words for name in theirs
    )


def offered(command: Any, names: Sequence[str], run: Run) -> list[str]:
    """Choose which of our options a command may be offered."""
    if passes_on(command):
        return []
    known = options_of(command)
    found = [name for name in names if name not in known]
    if YES in found:
        declared = whole(contract_of(command, command.callback), run.defaults)
        if declared is None or declared.danger != "destructive":
            found.remove(YES)
    return found


def passes_on(command: Any) -> bool:
    """Tell whether a command passes the options of another program on to it."""
    settings = getattr(command, "context_settings", {})
    return bool(
        getattr(command, "ignore_unknown_options", False)
        or settings.get("ignore_unknown_options")
        or any(
            param.nargs == -1
            and type(getattr(param, "type", None)).__name__ == "UnprocessedParamType"
            for param in getattr(command, "params", ())
        )
    )


def options_of(command: Any, context: Any = None) -> set[str]:
    """Name every option of a command."""
    has_more = context is not None and hasattr(command, "get_params")
    params = command.get_params(context) if has_more else command.params
    return {name for param in params for name in (*param.opts, *param.secondary_opts)}
