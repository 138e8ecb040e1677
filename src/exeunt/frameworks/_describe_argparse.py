"""A parser of argparse → what is said of it and of those below it.

Only discovery loads this.
"""

from __future__ import annotations

from ..leaving.handler import contract_of
from ._parsers import hands_on, subcommands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..manifest.info import CommandInfo, ParamInfo

SKIPPED = ("_HelpAction", "_VersionAction", "_SubParsersAction")
COUNTED = "_CountAction"
REPEATED = ("_AppendAction", "_AppendConstAction", "_ExtendAction", COUNTED)
ALL = ("*", "+", "...", "A...")  # the last two: the rest of the words
SUPPRESS = "==SUPPRESS=="  # what argparse itself compares with


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
        partial=hands_on(parser),
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
