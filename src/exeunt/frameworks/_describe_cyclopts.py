"""A Cyclopts App → CommandInfo of it and of each app below it."""

from __future__ import annotations

from enum import Enum

from ..leaving.handler import contract_of
from ..manifest.contract import Contract
from ..manifest.info import (
    NOTHING,
    CommandInfo,
    ParamInfo,
    bare,
    element,
    first_sentence,
    format_of,
    long_name,
    wire_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def describe(app: Any) -> Iterator[CommandInfo]:
    """Describe an app and all below it, each command once."""
    yield from below(app, (), ())


def below(
    app: Any, path: tuple[str, ...], aliases: tuple[str, ...]
) -> Iterator[CommandInfo]:
    """Describe an app, then its commands; other names of one are aliases."""
    found: dict[int, tuple[Any, list[str]]] = {}
    for name in app:
        if not name.startswith("-"):
            child = app[name]
            found.setdefault(id(child), (child, []))[1].append(name)
    yield info(app, path, aliases, bool(found))
    for child, (main, *others) in found.values():
        yield from below(child, (*path, main), tuple(others))


def info(
    app: Any, path: tuple[str, ...], aliases: tuple[str, ...], group: bool
) -> CommandInfo:
    """Describe one app."""
    handler = app.default_command
    params: list[ParamInfo] = []
    if handler is not None:
        params = [p for a in app.assemble_argument_collection() for p in param(a)]
    return CommandInfo(
        " ".join(path),
        contract_of(handler) or Contract(),
        description=first_sentence(app.help or getattr(handler, "__doc__", None)),
        aliases=aliases,
        hidden=not app.show,
        flags=[p for p in params if p.spellings],
        arguments=[p for p in params if not p.spellings],
        handler=handler,
        group=group,
        exits_by_number=True,
    )


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


def place(argument: Any, many: bool) -> int | str:
    """Say how many words an argument takes where it stands."""
    count, rest = argument.token_count()
    if rest or many:
        return "+" if argument.required else "*"
    return int(count) if argument.required else "?"


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
    shape: dict[str, Any] = {"enum_values": words or (), "limits": limited}
    if repeated or count != 1:
        nargs = 1 if repeated and count == 1 else count
        many = {"type": "array", "items": kind, "nargs": nargs}
        return shape | many | {"multiple": repeated}
    return shape | {"type": kind}


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


def default_of(argument: Any) -> Any:
    """Return the default as it would be typed."""
    default = argument.field_info.default
    if argument.required or getattr(default, "__name__", "") == "_empty":
        return NOTHING
    if isinstance(default, Enum):
        transform = argument.parameter.name_transform
        return transform(default.name) if callable(transform) else default.name
    return default
