"""A Click-like app → CommandInfo of each command and group below it."""

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
COMPLETION = {"--install-completion", "--show-completion"}  # that Typer adds


def describe(app: Any) -> Iterator[CommandInfo]:
    """Describe an app and all below it, each command once."""
    yield from below(app, (), (), None)


def below(
    command: Any, path: tuple[str, ...], aliases: tuple[str, ...], parent: Any
) -> Iterator[CommandInfo]:
    """Describe a command, then its subcommands; other names of one are aliases."""
    name = path[-1] if path else command.name
    context = command.context_class(command, info_name=name, parent=parent)
    yield info(command, path, aliases, context)
    if not hasattr(command, "list_commands"):
        return
    found: dict[int, tuple[Any, list[str]]] = {}
    for name in command.list_commands(context):
        try:
            child = command.get_command(context, name)
        except Exception as error:  # noqa: BLE001 - a lazy command; it may be broken
            yield unloaded((*path, name), error)
            continue
        if child is not None:
            found.setdefault(id(child), (child, []))[1].append(name)
    for child, names in found.values():
        main = child.name if child.name in names else names[0]
        others = tuple(name for name in names if name != main)
        yield from below(child, (*path, main), others, context)


def unloaded(path: tuple[str, ...], error: Exception) -> CommandInfo:
    """Describe a command that exists, but fails to load."""
    said = f"Cannot be loaded: {type(error).__name__}"
    return CommandInfo(" ".join(path), Contract(), description=said)


def info(
    command: Any, path: tuple[str, ...], aliases: tuple[str, ...], context: Any
) -> CommandInfo:
    """Describe one command."""
    params = [p for p in command.params if is_input(p)]
    options = [p for p in params if p.param_type_name == "option"]
    group = hasattr(command, "list_commands")
    runs = not group or getattr(command, "invoke_without_command", False)
    return CommandInfo(
        " ".join(path),
        contract_of(command, command.callback) or Contract(),
        description=first_sentence(command.short_help or command.help),
        aliases=aliases,
        hidden=bool(command.hidden),
        flags=[option(param, context) for param in options],
        arguments=[argument(p, context) for p in params if p not in options],
        handler=command.callback if runs else None,
        group=group,
    )


def is_input(param: Any) -> bool:
    """Tell what a command reads from what replaces it: --version, completion."""
    replaces = param.is_eager and not param.expose_value
    return not replaces and not COMPLETION & set(param.opts)


def option(param: Any, context: Any) -> ParamInfo:
    """Describe an option; what takes no value is boolean to a caller."""
    shape: dict[str, Any] = values(param)
    default = default_of(param)
    if param.is_flag or param.count:
        shape = {"type": "boolean"}
        default = bool(default) if default is not NOTHING else False
    prompted = bool(param.prompt) and param.prompt_required
    return ParamInfo(
        long_name(param.opts),
        param.opts,
        required=bool(param.required or (prompted and default is NOTHING)),
        description=param.help or "",
        default=default,
        multiple=bool(param.multiple or param.count),
        negatives=param.secondary_opts,
        env=variables(param, context),
        hidden=bool(param.hidden),
        sensitive=bool(param.hide_input),
        **shape,
    )


def argument(param: Any, context: Any) -> ParamInfo:
    """Describe an argument."""
    shape = values(param)
    if param.nargs < 0:
        shape["nargs"] = "+" if param.required else "*"
    elif not param.required:
        shape["nargs"] = "?"
    return ParamInfo(
        param.name or "",
        required=bool(param.required),
        description=getattr(param, "help", None) or "",
        default=default_of(param),
        env=variables(param, context),
        hidden=bool(getattr(param, "hidden", False)),
        **shape,
    )


def values(param: Any) -> dict[str, Any]:
    """Describe which values a parameter takes, and how many of them."""
    if not hasattr(param, "type"):
        return annotated(param)
    kind = param.type
    members = getattr(kind, "types", None)
    item = TYPES.get(kind.name, "string")
    shape: dict[str, Any] = {"limits": limits(kind), "enum_values": choices(kind)}
    if members is not None:  # a tuple: each place has its own type
        kinds = {TYPES.get(member.name, "string") for member in members}
        item = kinds.pop() if len(kinds) == 1 else "string"
        shape["limits"] = {"places": [TYPES.get(m.name, "string") for m in members]}
    if param.nargs != 1 or getattr(param, "multiple", False):
        return shape | {"type": "array", "items": item, "nargs": param.nargs}
    return shape | {"type": item}


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
    if param.nargs != 1 or getattr(param, "multiple", False):
        return shape | {"type": "array", "items": kind, "nargs": param.nargs}
    return shape | {"type": kind}


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


def default_of(param: Any) -> Any:
    """Return a default that is known before the call; None is how Click says none."""
    default = param.default
    unset = default is None or type(default).__name__ == "Sentinel"
    return NOTHING if unset or callable(default) else default


def variables(param: Any, context: Any) -> list[str]:
    """Name the environment variables that a parameter is read from."""
    if param.envvar:
        return [param.envvar] if isinstance(param.envvar, str) else list(param.envvar)
    prefix = context.auto_envvar_prefix
    own = getattr(param, "allow_from_autoenv", False) and prefix and param.name
    return [f"{prefix}_{param.name.upper()}"] if own else []
