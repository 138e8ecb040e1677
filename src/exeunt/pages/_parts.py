"""A command → the pieces of its page: its call, its options, its exit codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import dumps

from ..manifest.confirmed import DESTRUCTIVE, YES, wants_yes
from ..manifest.model import CommandPromise, Fields, ParamPromise
from ._markdown import bullets, code, line, prose, table
from ._program import Program, shown

DANGER = {
    "safe": "changes nothing",
    "mutating": "changes things",
    DESTRUCTIVE: "destroys things",
}
SILENT = ("", "false", "[]", "{}")  # defaults that go without saying
LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "format": "a",
}
SAID = {True: "yes", False: "no", None: "–"}


NOTHING: Mapping[str, str] = {}


def words(
    program: Program,
    command: CommandPromise,
    *,
    optional: bool,
    more: Mapping[str, str] = NOTHING,
) -> str:
    """Write the call of a command, with a word in capitals for each value.

    More words may stand behind those of each command on the way, by its path.
    """
    parts = [program.call]
    for path in ("", *ways(command)):
        on_way = program.manifest.command(path)
        parts += [path.rpartition(".")[2]] if path else []
        parts += own_words(on_way, optional=optional)
        own = path == command.path
        parts += [YES] if own and wants_yes(command) else []
        parts += [more[path]] if path in more else []
    return " ".join(parts)


def ways(command: CommandPromise) -> list[str]:
    """List the paths of a command and of the groups that hold it, outermost first."""
    names = command.words
    return [".".join(names[:depth]) for depth in range(1, len(names) + 1)]


def own_words(command: CommandPromise | None, *, optional: bool) -> list[str]:
    """Write what a command takes itself: arguments, then options."""
    if command is None:
        return []
    found = shown(command.params)
    wanted = [written(param) for param in found if param.required]
    others = [f"[{written(param)}]" for param in found if not param.required]
    return wanted + (others if optional else [])


def written(param: ParamPromise) -> str:
    """Write a parameter in its place."""
    return " ".join(filter(None, [*param.spellings[:1], value_of(param)]))


def value_of(param: ParamPromise) -> str:
    """Write what stands for the value of a parameter; a switch has none."""
    kind = param.type or "string"
    if param.is_option and kind == "boolean":
        return ""
    stem = (kind if param.is_option and kind != "enum" else param.name) or "value"
    value = stem.upper().replace("-", "_").replace(" ", "_")
    many = kind == "array" or plain(param, "nargs") in ("*", "+")
    return f"{value}…" if many else value


def params(found: Iterable[ParamPromise]) -> str:
    """List options or arguments, each with what holds for it."""
    return bullets(map(described, found))


def described(param: ParamPromise) -> str:
    """Describe one option or argument."""
    value = value_of(param)
    forms = param.spellings[1:] if value else param.spellings
    first = code(written(param)) if value else ""
    known = ", ".join(filter(None, [first, *(code(form) for form in forms)]))
    notes = [f"{words} {code(said)}" if said else words for words, said in noted(param)]
    held = f" ({', '.join(notes)})" if notes else ""
    about = param.text("description")
    return f"{known}{held}{f': {prose(about)}' if about else ''}"


def noted(param: ParamPromise) -> list[tuple[str, str]]:
    """List what else a caller must know of a parameter: a word, and maybe a value."""
    notes = [("required", "")] if param.required else []
    notes += [("one of", " ".join(param.choices))] if param.choices else []
    notes += [("in any case", "")] if param.ignore_case else []
    notes += [("a computed default", "")] if "default" in param.computed else []
    default = plain(param, "default")
    notes += [("default", default)] if default not in SILENT else []
    for limit, words in LIMITS.items():
        notes += [(words, plain(param, limit))] if limit in param.raw else []
    notes += [("or", spelling) for spelling in param.texts("negatives")]
    notes += [("or from", variable) for variable in param.texts("env")]
    notes += [("may be repeated", "")] if param.flag("multiple") else []
    notes += [("a secret", "")] if param.sensitive else []
    return notes


def plain(fields: Fields, name: str) -> str:
    """Return any value as a caller would write it."""
    value: object = fields.raw.get(name)
    if isinstance(value, str) or value is None:
        return value or ""
    return dumps(value, sort_keys=True)


def exits(command: CommandPromise) -> str:
    """Lay out what a command may end with."""
    if not command.exits:
        return ""
    return table(
        ("code", "name", "means", "may be repeated", "effects"),
        (
            (
                str(number),
                prose(one.name),
                " ".join(filter(None, [prose(one.description), errors(one.errors)])),
                SAID[one.retryable],
                prose(one.effects) or "–",
            )
            for number, one in sorted(command.exits.items())
        ),
    )


def errors(names: tuple[str, ...]) -> str:
    """Name the error codes that stand under an exit code."""
    return f"(error.code: {', '.join(map(prose, names))})" if names else ""


def foot(program: Program, made: str) -> str:
    """Say of which contract a page is, and that it is not written by hand."""
    name, contract = line(program.call), program.manifest
    version, etag = contract.version or "unknown", contract.etag or ""
    dialect = program.dialect or "of an unknown dialect"
    return (
        f"Written from the contract of {code(name)} {prose(version)} "
        f"({prose(dialect)}, etag {code(etag)}) "
        f"by {code(f'exeunt manifest --format {made}')}. "
        "Change the program, not this page."
    )
