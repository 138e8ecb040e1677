"""The fields of a manifest, one table for each of its objects → its JSON Schema.

The reader's complaints, the fields that a closed dialect keeps and those that a
comparison knows are made from the same tables.
"""

from __future__ import annotations

from ..model.document import is_object
from ..model.envelope import is_array
from ..model.schema import FLAG, TEXT, TEXTS, described, entry, obj
from ..record import KW_ONLY, Record, final
from .contract import DANGERS, OUTPUTS, STABILITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model.schema import Schema

    Judge = Callable[[object], str]

TYPES = ["string", "integer", "number", "boolean", "array", "enum"]


@final
class Field(Record):
    """One field: what is wrong with a value, what its objects hold, its schema."""

    name: str
    judge: Judge  # says what is wrong; nothing, if nothing is
    schema: Schema | None = None  # of what exeunt writes; None: it is only read
    _: KW_ONLY
    inside: tuple[Field, ...] = ()  # the fields of the objects in it
    needed: bool = False  # the schema requires it
    in_spec: bool = False  # agent-spec@1.6, whose schema is closed, has it, too


def names(fields: tuple[Field, ...]) -> set[str]:
    """Return the names of fields."""
    return {field.name for field in fields}


def described_by(
    fields: tuple[Field, ...], *, without: tuple[str, ...] = (), every: bool = False
) -> Schema:
    """Describe an object by its fields; every one is required, or what is needed."""
    shown = [f for f in fields if f.schema is not None and f.name not in without]
    needed = tuple(field.name for field in shown if field.needed or every)
    return obj({field.name: field.schema for field in shown}, needed)


# -- what may stand in a field


def anything(value: object) -> str:  # noqa: ARG001 - as every judge
    """Take any value."""
    return ""


def text(value: object) -> str:
    """Take a text, or null for none."""
    return "" if isinstance(value, str | None) else "no text"


def danger(value: object) -> str:
    """Take a word for what a command may do."""
    known = value is None or value in DANGERS
    return text(value) or ("" if known else "none of " + ", ".join(DANGERS))


def flag(value: object) -> str:
    """Take true or false, or null for neither."""
    return "" if isinstance(value, bool | None) else "neither true nor false"


def number(value: object) -> str:
    """Take a number."""
    good = isinstance(value, int | float) and not isinstance(value, bool)
    return "" if good else "no number"


def items(value: object) -> str:
    """Take a list."""
    return "" if is_array(value) else "no list"


def texts(value: object) -> str:
    """Take a list of texts."""
    good = is_array(value) and all(isinstance(item, str) for item in value)
    return items(value) or ("" if good else "no list of texts")


def fields(value: object) -> str:
    """Take an object."""
    return "" if is_object(value) else "no object"


def numbers(value: object) -> str:
    """Take an object of whole numbers."""
    good = is_object(value) and all(type(one) is int for one in value.values())
    return "" if good else "no object of numbers"


# -- the objects of a manifest

COUNT: Schema = {"type": "integer", "minimum": 1}
NUMBER: Schema = {"type": "number"}
VALUE = (
    Field("name", text, TEXT, needed=True),  # of an argument; an option's is its key
    Field("type", text, {"enum": TYPES}, needed=True, in_spec=True),
    Field("required", flag, FLAG, needed=True, in_spec=True),
    Field("description", text, TEXT, needed=True, in_spec=True),
    Field("default", anything, {}, in_spec=True),
    Field("computed", texts,
          described(TEXTS, "the fields that another machine or moment has otherwise: "
                           "they are left out, and are not compared")),
    Field("enum_values", texts, TEXTS, in_spec=True),
    Field("ignore_case", flag, described(FLAG, "enum_values are taken in any case")),
    Field("short", text, {**TEXT, "maxLength": 1}, in_spec=True),
    Field("spellings", texts,
          described(TEXTS, "where --NAME and its short form are not all")),
    Field("items", text, described({"enum": TYPES}, "the type of an array's items")),
    Field("nargs", anything,
          described({"oneOf": [COUNT, {"enum": ["?", "*", "+"]}]},
                    "values in one place, where it is not one")),
    Field("places", items, described({"type": "array", "items": {"enum": TYPES}},
                                     "where their types differ")),
    Field("multiple", flag, described(FLAG, "the option itself may be repeated")),
    Field("negatives", texts, described(TEXTS, "the forms that switch it off")),
    Field("env", texts, described(TEXTS, "the variables that it is read from")),
    Field("minimum", number, NUMBER),
    Field("maximum", number, NUMBER),
    Field("exclusiveMinimum", number, NUMBER),
    Field("exclusiveMaximum", number, NUMBER),
    Field("format", text, TEXT),
    Field("formats", texts, TEXTS),
    Field("hidden", flag, FLAG),
    Field("sensitive", flag, FLAG),
    Field("requires", anything),
    Field("conflicts", anything),
    Field("stability", text),
)  # fmt: skip
ENTRY = entry()
EXIT = (
    Field("name", text, ENTRY["properties"]["name"], in_spec=True),
    Field("description", text, ENTRY["properties"]["description"], in_spec=True),
    Field("retryable", flag, ENTRY["properties"]["retryable"], in_spec=True),
    Field("side_effects", text, ENTRY["properties"]["side_effects"], in_spec=True),
    Field("errors", texts,
          described(TEXTS, "values of error.code that callers may branch on")),
    Field("stability", text),
)  # fmt: skip
EXAMPLE = (Field("description", text, TEXT), Field("command", text, TEXT))
FORMER = (Field("path", text, TEXT), Field("permanent", flag, FLAG))
OPTIONS: Schema = {
    "type": "object",
    "additionalProperties": described_by(VALUE, without=("name",)),
}
ARGUMENTS: Schema = {"type": "array", "items": described_by(VALUE)}
EXITS: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^[0-9]{1,3}$"},
    "additionalProperties": {
        **ENTRY,
        "properties": {f.name: f.schema for f in EXIT if f.schema is not None},
    },
}
PROMOTES = described(
    {"type": "object", "additionalProperties": {"type": "integer"}},
    "states of the result that end with a code of their own",
)
CANCELLED: Schema = {
    "type": "object",
    "propertyNames": {"pattern": "^SIG[A-Z0-9]+$"},
    "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 255},
}
FORMERS: Schema = {"type": "array", "items": described_by(FORMER, every=True)}
EXAMPLES: Schema = {"type": "array", "items": described_by(EXAMPLE, every=True)}
COMMAND = (
    Field("description", text, TEXT, needed=True, in_spec=True),
    Field("aliases", texts, TEXTS, in_spec=True),
    Field("hidden", flag, FLAG),
    Field("partial", flag, described(FLAG, "it hands words on: there may be more")),
    Field("danger_level", danger, {"enum": list(DANGERS)}, needed=True, in_spec=True),
    Field("danger_assumed", flag, described(FLAG, "nobody has declared the danger")),
    Field("flags", fields, OPTIONS, inside=VALUE, needed=True, in_spec=True),
    Field("arguments", items, described(ARGUMENTS, "by position, in their order"),
          inside=VALUE),
    Field("exit_codes", fields, EXITS, inside=EXIT, needed=True, in_spec=True),
    Field("output", text, {"enum": list(OUTPUTS)}),
    Field("output_schema", fields, described({"type": "object"}, "of data, on success"),
          in_spec=True),
    Field("output_formats", texts, TEXTS, in_spec=True),
    Field("promotes", numbers, PROMOTES),
    Field("renamed_from", items, FORMERS, inside=FORMER),
    Field("required_scopes", texts, TEXTS),
    Field("stability", text, {"enum": list(STABILITIES)}),
    Field("timeout_seconds", number, {"type": "number", "exclusiveMinimum": 0}),
    Field("examples", items, EXAMPLES, inside=EXAMPLE, in_spec=True),
    Field("subcommands", texts, TEXTS, in_spec=True),
    Field("replacement", text),
    Field("requires", anything),
    Field("conflicts", anything),
)  # fmt: skip
MANIFEST = (
    Field("schema_version", anything, {**TEXT, "pattern": r"^\d+\.\d+$"}, needed=True),
    Field("framework_version", text, TEXT, needed=True),
    Field("dialect", text, described(TEXT, "the table that every exit code is of")),
    Field("signals", numbers, described(CANCELLED, "what a caller sees of a program "
          "that one of these has cancelled")),
    Field("etag", text, described(TEXT, "changes with the commands, and only then"),
          needed=True),
    Field("commands", fields,
          {"type": "object", "additionalProperties": described_by(COMMAND)},
          inside=COMMAND, needed=True),
)  # fmt: skip


def manifest() -> Schema:
    """Describe a manifest: a flat map from dotted paths to commands."""
    return {"title": "Manifest", **described_by(MANIFEST)}
