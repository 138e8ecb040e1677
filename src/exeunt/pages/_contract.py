"""A manifest → the commands that a page tells of, or what is wrong with it.

A field that is absent says nothing; one of another kind than it must be is refused
with its place, since a page that leaves it out would be wrong.
"""

from __future__ import annotations

from ..errors import InputError
from ..manifest.contract import DANGERS
from ..manifest.reader import manifest_dialect, number_of
from ..manifest.writer import UNKNOWN_DANGER
from ..model.envelope import is_array, is_object
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, NoReturn

    Json = Mapping[str, Any]


@final
class Param(Record):
    """An option or an argument, as a caller writes it."""

    name: str
    spellings: tuple[str, ...]  # of an option, the long one first
    value: str  # what stands for its value; a switch has none
    required: bool
    notes: tuple[tuple[str, str], ...]  # what else holds: a word, and its value if any
    description: str

    def __init__(self, name: str, entry: Json, where: str, *, is_option: bool) -> None:
        said = Fields(entry, where)
        short = said.text("short")
        usual = (f"--{name}", *([f"-{short}"] if short else []))
        kind = said.text("type", "string")
        is_switch = is_option and kind == "boolean"
        stem = (name if not is_option or kind == "enum" else kind) or "value"
        value = stem.upper().replace("-", "_").replace(" ", "_")
        if said.plain("nargs") in ("*", "+") or kind == "array":
            value += "…"
        self._fill(
            name,
            (said.texts("spellings") or usual) if is_option else (),
            "" if is_switch else value,
            said.flag("required"),
            notes_of(said),
            said.text("description"),
        )


def notes_of(said: Fields) -> tuple[tuple[str, str], ...]:
    """List what else a caller must know of a parameter."""
    notes: list[tuple[str, str]] = []
    choices = said.texts("enum_values")
    notes += [("one of", " ".join(choices))] if choices else []
    default = said.plain("default")
    notes += [("default", default)] if default not in SILENT else []
    for limit, words in LIMITS.items():
        notes += [(words, said.plain(limit))] if limit in said.entry else []
    notes += [("or", spelling) for spelling in said.texts("negatives")]
    notes += [("or from", variable) for variable in said.texts("env")]
    notes += [("may be repeated", "")] if said.flag("multiple") else []
    notes += [("a secret", "")] if said.flag("sensitive") else []
    return tuple(notes)


SILENT = ("", "false", "[]", "{}")  # defaults that go without saying
LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "format": "a",
}


@final
class Exit(Record):
    """A number that a command may end with, and what that promises."""

    number: int
    name: str
    description: str
    retryable: bool | None
    effects: str
    errors: tuple[str, ...]

    def __init__(self, number: int, entry: Json, where: str) -> None:
        said = Fields(entry, where)
        self._fill(
            number,
            said.text("name"),
            said.text("description"),
            said.flag("retryable") if "retryable" in entry else None,
            said.text("side_effects"),
            said.texts("errors"),
        )


@final
class Promised(Record):
    """A command: what a caller passes, and what it gets back."""

    path: str
    said: Fields
    danger: str
    options: tuple[Param, ...]
    arguments: tuple[Param, ...]
    exits: tuple[Exit, ...]
    examples: tuple[tuple[str, str], ...]  # a call, and what it is for

    def __init__(self, path: str, entry: Json) -> None:
        where = f"commands.{path}" if path else 'commands[""]'
        said = Fields(entry, where)
        danger = said.text("danger_level", UNKNOWN_DANGER)
        if danger not in DANGERS:
            said.refuse("none of " + ", ".join(DANGERS), "danger_level")
        exits = said.objects("exit_codes")
        for key in exits:
            if number_of(key) is None:
                said.refuse("no exit code", f"exit_codes.{key}")
        self._fill(
            path,
            said,
            danger,
            tuple(
                Param(name, flag, f"{where}.flags.{name}", is_option=True)
                for name, flag in said.objects("flags").items()
                if flag.get("hidden") is not True
            ),
            tuple(
                Param(one.text("name"), one.entry, one.where, is_option=False)
                for one in said.listed("arguments")
                if one.entry.get("hidden") is not True
            ),
            tuple(
                Exit(int(key), exits[key], f"{where}.exit_codes.{key}")
                for key in sorted(exits, key=int)
            ),
            tuple(
                (one.text("command"), one.text("description"))
                for one in said.listed("examples")
            ),
        )

    @property
    def is_group(self) -> bool:
        """Tell whether it only holds others."""
        return bool(self.said.texts("subcommands"))


@final
class Program(Record):
    """A program by its manifest, and the words that call it."""

    call: str
    version: str
    dialect: str  # empty where it cannot be told
    etag: str
    every: dict[str, Promised]
    manifest: Json

    def __init__(self, call: str, manifest: Json) -> None:
        said = Fields(manifest, "")
        commands = said.objects("commands")
        self._fill(
            call,
            said.text("framework_version", "unknown"),
            manifest_dialect(manifest) or "",
            said.text("etag"),
            {path: Promised(path, entry) for path, entry in sorted(commands.items())},
            manifest,
        )

    @property
    def listed(self) -> list[Promised]:
        """List what its help would list: commands, and groups that take something."""
        return [
            command
            for command in self.every.values()
            if not command.said.flag("hidden")
            and (command.options or command.arguments or not command.is_group)
        ]

    @property
    def commands(self) -> list[Promised]:
        """List what can be called."""
        return [command for command in self.listed if not command.is_group]

    @property
    def description(self) -> str:
        """Say what the program is for, if it does."""
        root = self.every.get("")
        return root.said.text("description") if root else ""

    def called(self, command: Promised) -> str:
        """Write a command as a caller does, without options and arguments."""
        return " ".join([self.call, *command.path.split(".")]).strip()


@final
class Fields(Record):
    """The fields of one object, each of the kind that it must be."""

    entry: Json
    where: str

    def text(self, name: str, otherwise: str = "") -> str:
        """Return a text."""
        value: object = self.entry.get(name)
        if not isinstance(value, str | None):
            self.refuse("no text", name)
        return otherwise if value is None else value

    def flag(self, name: str) -> bool:
        """Return whether something holds."""
        value: object = self.entry.get(name)
        if not isinstance(value, bool | None):
            self.refuse("neither true nor false", name)
        return value is True

    def plain(self, name: str) -> str:
        """Return any value as a caller would write it."""
        value: object = self.entry.get(name)
        if isinstance(value, str) or value is None:
            return value or ""
        from json import dumps  # loaded: it was parsed

        return dumps(value, sort_keys=True)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        items = self.array(name)
        if not all(isinstance(item, str) for item in items):
            self.refuse("no list of texts", name)
        return tuple(items)

    def objects(self, name: str) -> dict[str, dict[str, Any]]:
        """Return an object of objects."""
        value: object = self.entry.get(name, {})
        if not is_object(value):
            self.refuse("no object", name)
        for key, item in value.items():
            if not is_object(item):
                self.refuse("no object", f"{name}.{key}")
        return value

    def numbers(self, name: str) -> dict[str, int]:
        """Return an object of whole numbers."""
        value: object = self.entry.get(name, {})
        if not is_object(value) or any(type(one) is not int for one in value.values()):
            self.refuse("no object of numbers", name)
        return value

    def listed(self, name: str) -> list[Fields]:
        """Return a list of objects."""
        found: list[Fields] = []
        for index, item in enumerate(self.array(name)):
            place = f"{name}[{index}]"
            if not is_object(item):
                self.refuse("no object", place)
            found.append(Fields(item, f"{self.where}.{place}"))
        return found

    def array(self, name: str) -> list[Any]:
        """Return a list."""
        value: object = self.entry.get(name, [])
        if not is_array(value):
            self.refuse("no list", name)
        return value

    def refuse(self, what: str, name: str) -> NoReturn:
        """Say which part of a manifest is not what it must be."""
        place = f"{self.where}.{name}" if self.where else name
        error = InputError(
            f"the manifest is broken: {place} is {what}",
            fix="see exeunt schema manifest for what it must be",
        )
        error.error_code = "INVALID_MANIFEST"
        raise error
