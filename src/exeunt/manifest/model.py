"""A manifest's JSON → Manifest: its commands, and what each takes and promises.

Each record is a view of one object of the document. What is not of the kind that it
must be reads as if it were not there, so that other people's manifests can be read;
reader.py names all of that, or refuses it.
"""

from __future__ import annotations

from ..dialects.declared import Declared
from ..dialects.detect import SWAPPED, generation
from ..errors import DeclarationError
from ..model.codes import Effects, ExitCode
from ..model.document import is_object, mapping
from ..model.entry import declare
from ..model.envelope import is_array
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..model.entry import Code
    from ..model.row import Row

    Json = Mapping[str, Any]

SAFE = "safe"
# What the spec calls what stands at these numbers; of the two one alone has effects.
EXCHANGED = {
    Effects.NONE.value: ExitCode.ARG_ERROR.name,
    Effects.PARTIAL.value: ExitCode.PARTIAL_FAILURE.name,
}
NAN = float("nan")  # in place of a number, where none is said
LARGEST_KEY = len("255")  # digits of an exit code


class Fields(Record):
    """The fields of one object, each read as the kind that it must be."""

    raw: Json

    def text(self, name: str, otherwise: str = "") -> str:
        """Return a text."""
        value: object = self.raw.get(name)
        return value if isinstance(value, str) else otherwise

    def flag(self, name: str) -> bool:
        """Tell whether something is said to hold."""
        return self.raw.get(name) is True

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = listed(self.raw.get(name))
        return tuple([item for item in found if isinstance(item, str)])

    def number(self, name: str, otherwise: float) -> float:
        """Return a number; NaN is none."""
        value: object = self.raw.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return otherwise
        return value if value == value else otherwise  # noqa: PLR0124 - NaN is not

    def object(self, name: str) -> dict[str, Any]:
        """Return an object."""
        return mapping(self.raw.get(name))

    def objects(self, name: str) -> dict[str, dict[str, Any]]:
        """Return an object of objects."""
        return {key: mapping(item) for key, item in self.object(name).items()}

    def listed(self, name: str) -> list[Fields]:
        """Return a list of objects."""
        return [Fields(mapping(item)) for item in listed(self.raw.get(name))]


@final
class ParamPromise(Fields):
    """An option or an argument: how it is written, and which values it takes."""

    name: str
    _: KW_ONLY
    is_option: bool

    @property
    def type(self) -> str:
        """The name of the type of its values."""
        return self.text("type")

    @property
    def required(self) -> bool:
        """Whether a call must have it."""
        return self.flag("required")

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it takes; none, if it takes others."""
        return self.texts("enum_values")

    @property
    def ignore_case(self) -> bool:
        """Whether its words are taken in any case."""
        return self.flag("ignore_case")

    @property
    def computed(self) -> tuple[str, ...]:
        """The fields that another machine or moment has otherwise."""
        return self.texts("computed")

    def takes(self, word: str) -> bool:
        """Tell whether it takes a word, by its own rule of case."""
        if self.ignore_case:
            return word.lower() in {choice.lower() for choice in self.choices}
        return word in self.choices

    @property
    def spellings(self) -> tuple[str, ...]:
        """The forms of an option, without those that negate it; none of an argument."""
        if not self.is_option:
            return ()
        short = self.text("short")
        usual = (f"--{self.name}", *([f"-{short}"] if short else []))
        return self.texts("spellings") or usual

    @property
    def long(self) -> str:
        """The first long form of an option."""
        found = self.spellings
        return next((form for form in found if form.startswith("--")), found[0])

    @property
    def default(self) -> Any:
        """What holds without it; None, too, where nothing is said."""
        return self.raw.get("default")

    @property
    def least(self) -> float | None:
        """The smallest number that it takes, if that is said."""
        least = self.number("minimum", NAN)
        return None if least is NAN else least

    @property
    def count(self) -> int:
        """How many values stand in one place; 1 where that varies."""
        count: object = self.raw.get("nargs")
        return count if type(count) is int and count else 1

    @property
    def sensitive(self) -> bool:
        """Whether its value is a secret."""
        return self.flag("sensitive")


@final
class ExitPromise(Fields):
    """What a command promises where it ends with one exit code."""

    key: str  # the number, as it is written

    @property
    def name(self) -> str:
        """The name of the code; empty, if it is not said."""
        return self.text("name")

    @property
    def description(self) -> str:
        """When the command ends like this."""
        return self.text("description")

    @property
    def retryable(self) -> bool | None:
        """Whether the call may be made again, if that is said."""
        said: object = self.raw.get("retryable")
        return said if isinstance(said, bool) else None

    @property
    def effects(self) -> str:
        """The word for what was done; empty, if it is not said."""
        return self.text("side_effects")

    @property
    def errors(self) -> tuple[str, ...]:
        """The values of error.code that stand under this exit code."""
        return self.texts("errors")

    def declared(self, rows: Mapping[int, Row]) -> Declared | None:
        """Return what may be believed of it; nothing, if nobody may declare it."""
        number = number_of(self.key)
        code = None if number is None else self.code(number, rows)
        if number is None or code is None:
            return None
        return Declared(number, code, self.raw)

    def code(self, number: int, rows: Mapping[int, Row]) -> Code | None:
        """Return the code that is meant: the model's, or the command's own."""
        row = rows.get(number)
        if row is not None:
            return row.code
        for name in (self.name, f"EXIT_{number}"):
            try:
                return declare(name, number, sysexits=True)
            except DeclarationError:
                continue
        return None


@final
class CommandPromise(Fields):
    """One command: what a caller passes, and what it gets back."""

    path: str  # dotted; empty: the program itself

    @property
    def words(self) -> list[str]:
        """The words that call it."""
        return self.path.split(".") if self.path else []

    @property
    def description(self) -> str:
        """What it is for."""
        return self.text("description")

    @property
    def danger(self) -> str:
        """safe, mutating or destructive; empty, if it is not said."""
        return self.text("danger_level")

    @property
    def declared_danger(self) -> str:
        """The danger that somebody has declared; empty, if nobody has."""
        return "" if self.flag("danger_assumed") else self.danger

    @property
    def is_safe(self) -> bool:
        """Whether it says that it changes nothing."""
        return self.danger == SAFE

    @property
    def is_group(self) -> bool:
        """Whether it only holds other commands."""
        return bool(self.raw.get("subcommands"))

    @property
    def hidden(self) -> bool:
        """Whether the help leaves it out."""
        return self.flag("hidden")

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names for its last word."""
        return self.texts("aliases")

    @property
    def formers(self) -> dict[str, object]:
        """Its former paths, and whether each has moved for good."""
        return {
            one.text("path"): one.raw.get("permanent")
            for one in self.listed("renamed_from")
            if isinstance(one.raw.get("path"), str)
        }

    @property
    def options(self) -> dict[str, ParamPromise]:
        """Its options by name."""
        return {
            name: ParamPromise(flag, name, is_option=True)
            for name, flag in self.objects("flags").items()
        }

    @property
    def arguments(self) -> list[ParamPromise]:
        """Its arguments in order."""
        return [
            ParamPromise(one.raw, one.text("name"), is_option=False)
            for one in self.listed("arguments")
        ]

    @property
    def params(self) -> list[ParamPromise]:
        """Its arguments, then its options."""
        return [*self.arguments, *self.options.values()]

    @property
    def needs(self) -> bool:
        """Whether it cannot be called without a value."""
        return any(param.required for param in self.params)

    @property
    def output(self) -> str:
        """What it prints: json, raw or prose."""
        return self.text("output") or "json"

    @property
    def output_schema(self) -> dict[str, Any]:
        """The schema of its data; empty, if it says nothing of them."""
        return self.object("output_schema")

    @property
    def reads_stdin(self) -> bool:
        """Whether it says that it takes what is piped in; agent-spec@1.6 alone can."""
        return bool(self.raw.get("stdin_input"))

    @property
    def exit_codes(self) -> dict[str, ExitPromise]:
        """What it may end with, by number as it is written."""
        said = self.object("exit_codes").items()
        return {key: ExitPromise(mapping(one), key) for key, one in said}

    @property
    def exits(self) -> dict[int, ExitPromise]:
        """What it may end with, by number; what is no number or says nothing is not."""
        said = self.object("exit_codes").items()
        return {
            number: ExitPromise(one, key)
            for key, one in said
            if (number := number_of(key)) is not None and is_object(one)
        }

    def declared(self, rows: Mapping[int, Row]) -> dict[int, Declared]:
        """Return what may be believed of its exit codes, by number."""
        found = [promise.declared(rows) for promise in self.exits.values()]
        return {said.number: said for said in found if said is not None}


@final
class Manifest(Fields):
    """What a program says of itself: its commands, and the dialect of their codes."""

    @property
    def schema_version(self) -> object:
        """The version of the manifest's own format."""
        return self.raw.get("schema_version")

    @property
    def version(self) -> str:
        """The version of the program; empty, if it is not said."""
        return self.text("framework_version")

    @property
    def etag(self) -> str | None:
        """What changes with the commands, and only then."""
        etag: object = self.raw.get("etag")
        return etag if isinstance(etag, str) else None

    @property
    def signals(self) -> dict[str, int]:
        """What a caller sees of it, by the signal that has cancelled it."""
        said = self.object("signals").items()
        return {name: number for name, number in said if type(number) is int}

    @property
    def commands(self) -> dict[str, CommandPromise]:
        """Every command by its dotted path."""
        said = self.objects("commands")
        return {path: CommandPromise(entry, path) for path, entry in said.items()}

    @property
    def dialect(self) -> str | None:
        """The dialect of its exit codes: by its name, or by what 2 and 3 are called."""
        named: object = self.raw.get("dialect")
        if isinstance(named, str):
            return named
        tables = [command.exits for command in self.commands.values()]
        found = [(n, table[n]) for table in tables for n in SWAPPED if n in table]
        by_name = [(n, promise.name) for n, promise in found]
        by_effects = [(n, EXCHANGED.get(promise.effects, "")) for n, promise in found]
        for names in (by_name, by_effects):
            speakers = {
                generation(ExitCode[name], number)
                for number, name in names
                if name in EXCHANGED.values()
            }
            if speakers:  # a manifest that speaks with two tongues tells nothing
                return speakers.pop() if len(speakers) == 1 else None
        return None

    def command(self, path: str) -> CommandPromise | None:
        """Return the command at a path."""
        said = self.object("commands")
        return CommandPromise(mapping(said[path]), path) if path in said else None

    def alone(self, path: str) -> Manifest:
        """Return the manifest of one of the commands alone."""
        return Manifest(
            {**self.raw, "commands": {path: self.objects("commands")[path]}}
        )


def number_of(key: object) -> int | None:
    """Return the exit code that a key of a manifest is."""
    text = str(key)
    short = len(text) <= LARGEST_KEY and text.isascii() and text.isdigit()
    return int(text) if short else None


def listed(value: object) -> list[Any]:
    """Return a list, or an empty one in place of anything else."""
    return value if is_array(value) else []
