"""A Click command → CommandInfo, and all below it.

Nothing is described before it is asked for, and what cannot be described does not keep
the rest from being so. Only discovery loads this, and a call that was rejected.
"""

from __future__ import annotations

from ..leaving.handler import contract_of
from ..manifest.contract import Contract
from ..manifest.info import CommandInfo, Later, ParamInfo, first_sentence, long_name
from ._describe import (
    annotated,
    described,
    each_once,
    known_default,
    loaded,
    typed,
    variables,
)
from ._offered import options_of, passes_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

COMPLETION = {"--install-completion", "--show-completion"}  # that Typer adds


def owns(command: Any, name: str, words: Sequence[str]) -> bool:
    """Tell whether a command that words name has that option, or takes any."""
    return any(name in options_of(c) or passes_on(c) for c in named(command, words))


def named(command: Any, words: Sequence[str]) -> Iterator[Any]:
    """Visit the commands that words name, and load no other."""
    contexts: list[Any] = []
    rest = list(words)
    try:
        while command is not None:
            yield command
            word = loose(command, rest)
            if word is None or not hasattr(command, "list_commands"):
                return
            contexts.append(context_of(command, command.name, (contexts or [None])[-1]))
            command = command.get_command(contexts[-1], word)
    finally:
        for context in reversed(contexts):
            context.close()


def loose(command: Any, rest: list[str]) -> str | None:
    """Take the first word that is no option of a command, nor the value of one."""
    valued = {
        name: param.nargs
        for param in command.params
        if param.param_type_name == "option" and not (param.is_flag or param.count)
        for name in (*param.opts, *param.secondary_opts)
    }
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            return word
        if word in valued:
            del rest[: valued[word]]
    return None


def context_of(command: Any, name: str | None, parent: Any) -> Any:
    """Make the context that a command would have, which whoever asked closes."""
    settings = command.context_settings
    return command.context_class(command, info_name=name, parent=parent, **settings)


def below(
    command: Any,
    path: tuple[str, ...],
    aliases: tuple[str, ...],
    parent: Any,
    load: bool,
) -> Iterator[CommandInfo]:
    """Describe a command, then its subcommands; other names of one are aliases."""
    context = context_of(command, path[-1] if path else command.name, parent)
    try:
        yield info(command, path, aliases, context)
        if not hasattr(command, "list_commands"):
            return
        there = getattr(command, "commands", {})  # of a lazy group, those that are not
        names = command.list_commands(context) if load else list(there)
        found, broken = loaded(
            names,
            lambda name: command.get_command(context, name) if load else there[name],
            path,
        )
        yield from broken
        for child, names in each_once(found):
            main = child.name if child.name in names else names[0]
            others = tuple(name for name in names if name != main)
            yield from below(child, (*path, main), others, context, load)
    finally:
        context.close()


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
        flags=Later(lambda: [i for p in options for i in one(p, context)]),
        arguments=Later(
            lambda: [i for p in params if p not in options for i in one(p, context)]
        ),
        handler=command.callback if runs else None,
        group=group,
    )


def one(found: Any, context: Any) -> list[ParamInfo]:
    """Describe a parameter; one that cannot be takes a text."""
    spellings = found.opts if found.param_type_name == "option" else ()
    name = long_name(spellings) if spellings else found.name or ""
    return described(lambda: [param(found, context)], name, spellings)


def is_input(param: Any) -> bool:
    """Tell what a command reads from what replaces it: --version, completion."""
    is_switch = getattr(param, "is_flag", False)
    replaces = param.is_eager and not param.expose_value and is_switch
    return not replaces and not COMPLETION & set(param.opts)


def param(found: Any, context: Any) -> ParamInfo:
    """Describe an option or an argument; what takes no value is boolean to a caller."""
    shape: dict[str, Any] = values(found)
    default = default_of(found, shape["enum_values"])
    common: dict[str, Any] = {
        "computed": callable(found.default),
        "description": getattr(found, "help", None) or "",
        "env": variables(found, context),
        "hidden": bool(getattr(found, "hidden", False)),
    }
    if found.param_type_name != "option":
        if found.nargs < 0:
            shape["nargs"] = "+" if found.required else "*"
        elif not found.required:
            shape["nargs"] = "?"
        common |= {"required": bool(found.required), "default": default}
        return ParamInfo(found.name or "", **common, **shape)
    if found.is_flag or found.count:
        shape = {"type": "boolean"}
    # Nobody answers where there is no terminal, whatever the default is.
    prompted = bool(found.prompt) and found.prompt_required
    return ParamInfo(
        long_name(found.opts),
        found.opts,
        required=bool(found.required or prompted),
        default=default,
        multiple=bool(found.multiple or found.count),
        negatives=found.secondary_opts,
        sensitive=bool(found.hide_input),
        **common,
        **shape,
    )


def values(found: Any) -> dict[str, Any]:
    """Describe which values a parameter takes, and how many of them."""
    return typed(found) if hasattr(found, "type") else annotated(found)


def default_of(found: Any, words: Sequence[str]) -> Any:
    """Return a default that is known before the call; None is how Click says none."""
    return known_default(found, words)
