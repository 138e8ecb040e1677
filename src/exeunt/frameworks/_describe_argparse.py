"""An ArgumentParser → CommandInfo of it and of each parser below it."""

from __future__ import annotations

from ..leaving.handler import contract_of
from ..manifest.contract import Contract
from ..manifest.info import (
    NOTHING,
    CommandInfo,
    ParamInfo,
    first_sentence,
    format_of,
    long_name,
    wire_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

SKIPPED = ("_HelpAction", "_VersionAction", "_SubParsersAction")
COUNTED = "_CountAction"
REPEATED = ("_AppendAction", "_AppendConstAction", "_ExtendAction", COUNTED)
ALL = ("*", "+", "...", "A...")  # the last two: the rest of the words
SUPPRESS = "==SUPPRESS=="  # what argparse itself compares with


def describe(app: Any, func: str) -> Iterator[CommandInfo]:
    """Describe a parser and all below it, each command once."""
    yield from below(app, func, (), (), app.description)


def below(
    parser: Any, func: str, path: tuple[str, ...], aliases: tuple[str, ...], text: Any
) -> Iterator[CommandInfo]:
    """Describe a parser, then its subparsers; other names of one are aliases."""
    actions = list(parser._actions)  # noqa: SLF001 - argparse has no public list
    branches = [a for a in actions if type(a).__name__ == "_SubParsersAction"]
    yield info(parser, func, path, aliases, text)
    for action in branches:
        found: dict[int, tuple[Any, list[str]]] = {}
        for name, child in action.choices.items():
            found.setdefault(id(child), (child, []))[1].append(name)
        helps = {
            choice.dest: choice.help
            for choice in action._choices_actions  # noqa: SLF001 - the only place
        }
        for child, (main, *others) in found.values():
            said = child.description or helps.get(main)
            yield from below(child, func, (*path, main), tuple(others), said)


def info(
    parser: Any, func: str, path: tuple[str, ...], aliases: tuple[str, ...], text: Any
) -> CommandInfo:
    """Describe one parser."""
    handler = parser.get_default(func)
    actions = list(parser._actions)  # noqa: SLF001 - argparse has no public list
    group = any(type(a).__name__ == "_SubParsersAction" for a in actions)
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
        group=group,
        exits_by_number=True,
    )


def param(action: Any, parser: Any) -> ParamInfo:
    """Describe an option or an argument."""
    kind = type(action).__name__
    names = action.option_strings
    shape = values(action)
    default = parser.get_default(action.dest)
    if default is None or default == SUPPRESS or shape.get("nargs") in ALL:
        default = default or NOTHING
    if default == SUPPRESS:
        default = NOTHING
    if shape["type"] == "boolean":
        default = False if kind == "_StoreFalseAction" else bool(default or False)
    negatives = [n for n in names if n.startswith("--no-")]
    positive = [n for n in names if n not in negatives] or names
    needed = action.required and shape.get("nargs") not in {"*", "?"}
    return ParamInfo(
        long_name(positive) if names else action.dest,
        positive,
        required=bool(needed),
        description=words(action, parser),
        default=default,
        multiple=kind in REPEATED,
        negatives=negatives if positive is not names else (),
        hidden=action.help == SUPPRESS,
        **shape,
    )


def values(action: Any) -> dict[str, Any]:
    """Describe which values an action takes, and how many of them."""
    kind = type(action).__name__
    if action.nargs == 0 or kind == "BooleanOptionalAction":
        return {"type": "boolean"}
    item = "enum" if action.choices is not None else wire_type(action.type)
    if item == "boolean":  # type=bool takes any text for true
        item = "string"
    shape: dict[str, Any] = {
        "enum_values": [str(choice) for choice in action.choices or ()],
        "limits": format_of(action.type),
        "nargs": 1 if action.nargs is None else action.nargs,
    }
    if shape["nargs"] in ALL:
        shape["nargs"] = "+" if action.nargs in {"+", "A..."} else "*"
    many = isinstance(action.nargs, int) or action.nargs in ALL or kind in REPEATED
    return shape | ({"type": "array", "items": item} if many else {"type": item})


def words(action: Any, parser: Any) -> str:
    """Write the help text, its %(default)s and the like filled in."""
    if not action.help or action.help == SUPPRESS:
        return ""
    filled: str = parser._get_formatter()._expand_help(action)  # noqa: SLF001 - as --help
    return filled
