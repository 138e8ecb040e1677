"""A command → the pieces of its page: its call, its options, its exit codes."""

from __future__ import annotations

from ._markdown import bullets, code, line, prose, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._contract import Param, Program, Promised

DESTRUCTIVE = "destructive"
CONFIRMED = "--yes"
DANGER = {
    "safe": "changes nothing",
    "mutating": "changes things",
    DESTRUCTIVE: f"destroys things, and wants {CONFIRMED}",
}
SAID = {True: "yes", False: "no", None: "–"}


def words(program: Program, command: Promised, *, optional: bool) -> str:
    """Write the call of a command, with a word in capitals for each value."""
    parts = [program.call, *own_words(program.every.get(""), optional=optional)]
    names = command.path.split(".") if command.path else []
    for depth, name in enumerate(names, 1):
        parts.append(name)
        if depth < len(names):
            group = program.every.get(".".join(names[:depth]))
            parts += own_words(group, optional=optional)
    if command.path:
        parts += own_words(command, optional=optional)
    parts += [CONFIRMED] if command.danger == DESTRUCTIVE else []
    return " ".join(parts)


def own_words(command: Promised | None, *, optional: bool) -> list[str]:
    """Write what a command takes itself: arguments, then options."""
    if command is None:
        return []
    wanted = [
        written(param)
        for param in (*command.arguments, *command.options)
        if param.required
    ]
    others = [
        f"[{written(param)}]"
        for param in (*command.arguments, *command.options)
        if not param.required and optional
    ]
    return wanted + others


def written(param: Param) -> str:
    """Write a parameter in its place."""
    return " ".join(filter(None, [*param.spellings[:1], param.value]))


def params(found: Iterable[Param]) -> str:
    """List options or arguments, each with what holds for it."""
    return bullets(map(described, found))


def described(param: Param) -> str:
    """Describe one option or argument."""
    forms = param.spellings[1:] if param.value else param.spellings
    first = code(written(param)) if param.value else ""
    shown = ", ".join(filter(None, [first, *(code(form) for form in forms)]))
    notes = [
        f"{words} {code(value)}" if value else words for words, value in param.notes
    ]
    if param.required:
        notes.insert(0, "required")
    held = f" ({', '.join(notes)})" if notes else ""
    return (
        f"{shown}{held}{f': {prose(param.description)}' if param.description else ''}"
    )


def exits(command: Promised) -> str:
    """Lay out what a command may end with."""
    if not command.exits:
        return ""
    return table(
        ("code", "name", "means", "may be repeated", "effects"),
        (
            (
                str(one.number),
                prose(one.name),
                " ".join(filter(None, [prose(one.description), errors(one.errors)])),
                SAID[one.retryable],
                prose(one.effects) or "–",
            )
            for one in command.exits
        ),
    )


def errors(names: tuple[str, ...]) -> str:
    """Name the error codes that stand under an exit code."""
    return f"(error.code: {', '.join(map(prose, names))})" if names else ""


def foot(program: Program, made: str) -> str:
    """Say of which contract a page is, and that it is not written by hand."""
    name = line(program.call)
    dialect = program.dialect or "of an unknown dialect"
    return (
        f"Written from the contract of {code(name)} {prose(program.version)} "
        f"({prose(dialect)}, etag {code(program.etag)}) "
        f"by {code(f'exeunt manifest --format {made}')}. "
        "Change the program, not this page."
    )
