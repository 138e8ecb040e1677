"""A command → how it is asked for JSON, as far as that is declared."""

from __future__ import annotations

from ..dialects.dialect import has_five_keys
from ..manifest.model import CommandPromise
from ._parts import ways
from ._program import Program

ASKING = "--output json"  # in dialects that have the envelope


def asked(program: Program, command: CommandPromise) -> dict[str, str]:
    """Return the words that ask for JSON, by the path of the command that takes them.

    It is the command's own option, or that of the nearest group; or the dialect's.
    """
    declared = declares_any(program)
    for path in reversed(["", *ways(command)]):
        owner = program.manifest.command(path)
        found = "" if owner is None else option_of(owner)
        if found:
            return {path: found}
    usual = has_five_keys(program.dialect) and command.output == "json"
    free = "output" not in command.options
    return {command.path: ASKING} if usual and free and not declared else {}


def declares_any(program: Program) -> bool:
    """Tell whether any command declares how it is asked."""
    return any(option_of(command) for command in program.every.values())


def option_of(command: CommandPromise) -> str:
    """Return the words of a command's own option, if it has one."""
    for name in ("output", "format"):
        option = command.options.get(name)
        if option is not None and "json" in option.choices:
            return f"{option.long} json"
    option = command.options.get("json")
    takes_none = option is not None and option.type == "boolean"
    return option.long if option is not None and takes_none else ""


def same(program: Program) -> str:
    """Return what asks for JSON behind every command; empty, if they differ."""
    found = {tuple(asked(program, one).items()) for one in program.commands}
    paths = {one.path for one in program.commands}
    words = {word for way in found for _, word in way}
    own = {path for way in found for path, _ in way}
    return words.pop() if len(words) == 1 and own == paths else ""


def said(program: Program) -> str:
    """Say how to ask: the same for every command, or as it is shown with each."""
    words = same(program)
    if words:
        return f"Add `{words}` to every call."
    if any(asked(program, command) for command in program.commands):
        return (
            "The calls below ask for it, each in its place; "
            "where one does not, how to ask is not declared."
        )
    return ""
