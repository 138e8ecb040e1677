"""Parameters of a framework → what is said of them in the same way for several.

Only discovery loads this.
"""

from __future__ import annotations

from enum import Enum

from ..manifest.contract import Contract
from ..manifest.info import CommandInfo, bare, element, format_of, wire_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..manifest.info import Wire

# Click's own names of its types; every other one is text to a caller.
TYPES: dict[str, Wire] = {
    "integer": "integer",
    "integer range": "integer",
    "float": "number",
    "float range": "number",
    "boolean": "boolean",
    "choice": "enum",
}
FORMATS = {
    "uuid": "uuid",
    "datetime": "date-time",
    "path": "path",
    "filename": "path",
    "file": "path",
    "directory": "path",
}


def each_once(named: Iterable[tuple[str, Any]]) -> list[tuple[Any, list[str]]]:
    """List each command once, with all of its names: the others are aliases."""
    found: dict[int, tuple[Any, list[str]]] = {}
    for name, command in named:
        found.setdefault(id(command), (command, []))[1].append(name)
    return list(found.values())


def typed(param: Any) -> dict[str, Any]:
    """Describe the values of a parameter that has a type of Click's."""
    kind = param.type
    members = getattr(kind, "types", None)
    item: Wire = TYPES.get(kind.name, "string")
    shape: dict[str, Any] = {"limits": limits(kind), "enum_values": choices(kind)}
    if members is not None:  # a tuple: each place has its own type
        kinds: set[Wire] = {TYPES.get(m.name, "string") for m in members}
        item = kinds.pop() if len(kinds) == 1 else "string"
        shape["limits"] = {"places": [TYPES.get(m.name, "string") for m in members]}
    return arranged(param, item, shape)


def annotated(param: Any) -> dict[str, Any]:
    """Describe the values of a parameter that knows its annotation (Typer 0.27)."""
    descriptor = param.type_descriptor
    parsed = getattr(descriptor.parameter_info, "parser", None)
    item: Any = str if parsed else element(bare(descriptor.annotation))
    words: list[str] = []
    members: Any = getattr(item, "__members__", None)
    if members:  # an Enum
        words = [str(member.value) for member in members.values()]
    elif getattr(item, "__args__", None):  # a Literal
        words = [str(word) for word in item.__args__]
    kind: Wire = "enum" if words else wire_type(item)
    shape: dict[str, Any] = {
        "enum_values": words,
        "limits": format_of(item) | bounds(param),
    }
    return arranged(param, kind, shape)


def arranged(param: Any, item: Wire, shape: dict[str, Any]) -> dict[str, Any]:
    """Say whether a parameter takes one value or several."""
    if param.nargs != 1 or getattr(param, "multiple", False):
        return shape | {"type": "array", "items": item, "nargs": param.nargs}
    return shape | {"type": item}


def choices(kind: Any) -> list[str]:
    """List the words that a choice takes."""
    found = getattr(kind, "choices", ())
    return [c.name if isinstance(c, Enum) else str(c) for c in found]


def limits(kind: Any) -> dict[str, Any]:
    """Say which numbers and which texts are good."""
    found = bounds(kind)
    if kind.name in FORMATS:
        found["format"] = FORMATS[kind.name]
    if getattr(kind, "formats", None):
        found["formats"] = list(kind.formats)
    return found or format_of(getattr(kind, "func", None))


def bounds(kind: Any) -> dict[str, Any]:
    """Say between which numbers a value must be."""
    found: dict[str, Any] = {}
    for name, word in (("min", "minimum"), ("max", "maximum")):
        limit = getattr(kind, name, None)
        if limit is not None:
            excluded = getattr(kind, f"{name}_open", False)
            found[f"exclusive{word.title()}" if excluded else word] = limit
    return found


def variables(param: Any, context: Any) -> list[str]:
    """Name the environment variables that a parameter is read from."""
    if param.envvar:
        return [param.envvar] if isinstance(param.envvar, str) else list(param.envvar)
    prefix = context.auto_envvar_prefix
    own = getattr(param, "allow_from_autoenv", False) and prefix and param.name
    return [f"{prefix}_{param.name.upper()}"] if own else []


def unloaded(path: tuple[str, ...], error: Exception) -> CommandInfo:
    """Describe a command that exists, but fails to load."""
    said = f"Cannot be loaded: {type(error).__name__}"
    return CommandInfo(" ".join(path), Contract(), description=said)
