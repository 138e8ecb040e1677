"""Parameters of a framework → what is said of them in the same way for several.

Only discovery loads this.
"""

from __future__ import annotations

from enum import Enum

from ..manifest.contract import Contract
from ..manifest.info import (
    NOTHING,
    CommandInfo,
    ParamInfo,
    bare,
    element,
    format_of,
    wire_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
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
# Names of members of enums that stand for nothing.
MARKS = {"UNSET", "NOTSET", "MISSING", "NOTGIVEN", "UNDEFINED", "NODEFAULT", "SENTINEL"}
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


def loaded(
    names: Iterable[str], get: Callable[[str], Any], path: tuple[str, ...]
) -> tuple[list[tuple[str, Any]], list[CommandInfo]]:
    """Get commands by their names; those that fail to load are said to."""
    found: list[tuple[str, Any]] = []
    broken: list[CommandInfo] = []
    for name in names:
        try:
            command = get(name)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it runs
            broken.append(unloaded((*path, name), error))
        else:
            found += [(name, command)] if command is not None else []
    return found, broken


def described(
    describe: Callable[[], list[ParamInfo]], name: str, spellings: Sequence[str]
) -> list[ParamInfo]:
    """Describe a parameter; of one that cannot be, say its name alone."""
    try:
        return describe()
    except Exception:  # noqa: BLE001 - an author's own type, or annotation
        return [ParamInfo(name, spellings)]


def typed(param: Any) -> dict[str, Any]:
    """Describe the values of a parameter that has a type of Click's."""
    kind = param.type
    members = getattr(kind, "types", None)
    item: Wire = wire(kind)
    words = choices(kind)
    shape: dict[str, Any] = {
        "limits": limits(kind),
        "enum_values": words,
        "ignore_case": bool(words) and not getattr(kind, "case_sensitive", True),
    }
    if members is not None:  # a tuple: each place has its own type
        kinds: set[Wire] = {wire(member) for member in members}
        item = kinds.pop() if len(kinds) == 1 else "string"
        shape["limits"] = {"places": [wire(member) for member in members]}
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
        "ignore_case": bool(words) and not descriptor.parameter_info.case_sensitive,
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


def word_of(member: Enum, words: Collection[str]) -> Any:
    """Return what is typed for a default that is a member of an enum, or nothing.

    A member that no word stands for only marks that nothing was typed.
    """
    for said in (member.value, member.name, str(member)):
        if isinstance(said, str | int) and str(said) in words:
            return said
    is_mark = member.name.replace("_", "").upper() in MARKS
    is_plain = isinstance(member, str | int | float)
    return member.value if is_plain and not words and not is_mark else NOTHING


def ignores_case(transform: Any, kind: Any) -> bool:
    """Tell whether the names of an enum are taken in any case."""
    is_enum = isinstance(kind, type) and issubclass(kind, Enum)
    return is_enum and callable(transform) and transform("A") == transform("a")


def known_default(param: Any, words: Collection[str]) -> Any:
    """Return the default of a parameter of Click's, unless the call makes it."""
    default = param.default
    if callable(default):
        return NOTHING
    if isinstance(default, Enum):
        default = word_of(default, words)
    elif default is None:
        default = NOTHING
    if getattr(param, "is_flag", False) or getattr(param, "count", False):
        return default is not NOTHING and bool(default)
    return default


def wire(kind: Any) -> Wire:
    """Name a type of Click's; an author's own may have no name."""
    return TYPES.get(getattr(kind, "name", ""), "string")


def limits(kind: Any) -> dict[str, Any]:
    """Say which numbers and which texts are good."""
    found = bounds(kind)
    name = getattr(kind, "name", "")
    if name in FORMATS:
        found["format"] = FORMATS[name]
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


def unloaded(path: tuple[str, ...], error: BaseException) -> CommandInfo:
    """Describe a command that exists, but fails to load."""
    said = f"Cannot be loaded: {type(error).__name__}"
    return CommandInfo(" ".join(path), Contract(), description=said)
