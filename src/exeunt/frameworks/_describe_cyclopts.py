"""A Cyclopts App → CommandInfo, and all below it.

Nothing is described before it is asked for, and what cannot be described does not keep
the rest from being so. Only discovery loads this, and a call that was rejected.
"""

from __future__ import annotations

from enum import Enum

from ..leaving.handler import contract_of
from ..manifest.contract import Contract
from ..manifest.info import (
    NOTHING,
    CommandInfo,
    Later,
    ParamInfo,
    bare,
    element,
    first_sentence,
    format_of,
    long_name,
    wire_type,
)
from ._describe import described, each_once, ignores_case, loaded, word_of
from ._tokens import arguments_of, is_open

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


def owns(app: Any, name: str, words: Sequence[str]) -> bool:
    """Tell whether a command that words name has that option, or takes any."""
    _, apps, _ = app.parse_commands(list(words))
    known = [argument for found in apps for argument in arguments_of(found) or ()]
    return any(name in argument.names or is_open(argument) for argument in known)


def names_in(app: Any, load: bool) -> list[str]:
    """Name the commands of an app without its flags: all, or those that are loaded."""
    names = [name for name in app if not name.startswith("-")]
    if load:
        return names
    get = app._get_item  # noqa: SLF001 - which alone loads none
    return [n for n in names if getattr(get(n), "is_resolved", True)]


def below(
    app: Any, path: tuple[str, ...], aliases: tuple[str, ...], load: bool
) -> Iterator[CommandInfo]:
    """Describe an app, then its commands; other names of one are aliases."""
    names, broken = loaded(names_in(app, load), app.__getitem__, path)
    found = each_once(names)
    yield info(app, path, aliases, bool(found))
    yield from broken
    for child, (main, *others) in found:
        yield from below(child, (*path, main), tuple(others), load)


def info(
    app: Any, path: tuple[str, ...], aliases: tuple[str, ...], group: bool
) -> CommandInfo:
    """Describe one app."""
    handler = app.default_command
    params = Later(lambda: [p for a in arguments_of(app) or () for p in one(a)])
    return CommandInfo(
        " ".join(path),
        contract_of(handler) or Contract(),
        description=first_sentence(app.help or getattr(handler, "__doc__", None)),
        aliases=aliases,
        hidden=not app.show,
        flags=Later(lambda: [p for p in params if p.spellings]),
        arguments=Later(lambda: [p for p in params if not p.spellings]),
        handler=handler,
        group=group,
        exits_by_number=True,
    )


def one(argument: Any) -> list[ParamInfo]:
    """Describe an argument; one that cannot be takes a text."""
    names = [name for name in argument.names if name.startswith("-")]
    name = long_name(names) if names else argument.name.lstrip("-")
    spelt = names if argument.index is None else ()
    return described(lambda: list(param(argument)), name, spelt)


def param(argument: Any) -> Iterator[ParamInfo]:
    """Describe an option or an argument; one that only holds others is none."""
    if not argument.parse or argument.children:
        return
    negatives = set(argument.negatives)
    names = [n for n in argument.names if n.startswith("-") and n not in negatives]
    positional = argument.index is not None
    if not names and not positional:
        return
    shape = values(argument)
    many = shape["type"] == "array" or argument.is_var_positional()
    default = default_of(argument)
    if shape["type"] == "boolean" and default is NOTHING and not argument.required:
        default = False
    common: dict[str, Any] = {
        "required": bool(argument.required),
        "description": argument.parameter.help or "",
        "default": default,
        "env": argument.parameter.env_var or (),
        "hidden": not argument.show,
    }
    if positional:
        shape |= {"nargs": place(argument, many), "multiple": False}
        if shape["type"] == "boolean":
            shape |= {"type": "enum", "enum_values": ("true", "false")}
        name = argument.name.lstrip("-")
        yield ParamInfo(name, **common, **shape)
        return
    yield ParamInfo(
        long_name(names), names, negatives=tuple(negatives), **common, **shape
    )


def values(argument: Any) -> dict[str, Any]:
    """Describe which values an argument takes, and how many of them."""
    count, repeated = argument.token_count()
    hint = bare(argument.hint)
    if argument.is_flag() if callable(argument.is_flag) else not count:
        return {"type": "boolean", "multiple": bool(argument.parameter.count)}
    words = choices(argument)
    item = element(hint)
    kind = "enum" if words else wire_type(item)
    limited = format_of(item) | limits(argument)
    shape: dict[str, Any] = {
        "enum_values": words or (),
        "ignore_case": ignores_case(argument.parameter.name_transform, item),
        "limits": limited,
    }
    if repeated or count != 1:
        nargs = 1 if repeated and count == 1 else count
        many = {"type": "array", "items": kind, "nargs": nargs}
        return shape | many | {"multiple": repeated}
    return shape | {"type": kind}


def default_of(argument: Any) -> Any:
    """Return the default as it would be typed."""
    default = argument.field_info.default
    if argument.required or getattr(default, "__name__", "") == "_empty":
        return NOTHING
    if isinstance(default, Enum):
        transform = argument.parameter.name_transform
        name = transform(default.name) if callable(transform) else default.name
        return name if name in choices(argument) else word_of(default, ())
    return default


def place(argument: Any, many: bool) -> int | str:
    """Say how many words an argument takes where it stands."""
    count, rest = argument.token_count()
    if rest or many:
        return "+" if argument.required else "*"
    return int(count) if argument.required else "?"


def limits(argument: Any) -> dict[str, Any]:
    """Say which numbers are good, where the framework's own validator knows it."""
    words = {"gte": "minimum", "lte": "maximum"}
    words |= {"gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
    found: dict[str, Any] = {}
    for validator in argument.parameter.validator or ():
        for name, word in words.items():
            limit = getattr(validator, name, None)
            if isinstance(limit, (int, float)):
                found[word] = limit
    return found


def choices(argument: Any) -> tuple[str, ...]:
    """List the words that an enum or a literal takes."""
    found = argument.get_choices(force=True)
    return tuple(str(word) for word in found or ())
