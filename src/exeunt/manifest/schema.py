"""A program's commands → the schema of its manifest."""

from __future__ import annotations

from ..model.schema import FLAG, TEXT, TEXTS, described, entry, obj
from .contract import DANGERS, OUTPUTS, STABILITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.schema import Schema

TYPES = ["string", "integer", "number", "boolean", "array", "enum"]


def manifest() -> Schema:
    """Describe a manifest: a flat map from dotted paths to commands."""
    return {
        "title": "Manifest",
        **obj(
            {
                "schema_version": {**TEXT, "pattern": r"^\d+\.\d+$"},
                "framework_version": TEXT,
                "dialect": described(TEXT, "the table that every exit code is of"),
                "etag": described(TEXT, "changes with the commands, and only then"),
                "commands": {"type": "object", "additionalProperties": command()},
            },
            ("schema_version", "framework_version", "etag", "commands"),
        ),
    }


def command() -> Schema:
    """Describe one command and its contract."""
    example = obj({"description": TEXT, "command": TEXT})
    argument = param({"name": TEXT}, ("name",))
    former = obj({"path": TEXT, "permanent": FLAG})
    return obj(
        {
            "description": TEXT,
            "aliases": TEXTS,
            "hidden": FLAG,
            "danger_level": {"enum": list(DANGERS)},
            "flags": {"type": "object", "additionalProperties": param({}, ())},
            "arguments": described(
                {"type": "array", "items": argument}, "by position, in their order"
            ),
            "exit_codes": {
                "type": "object",
                "propertyNames": {"pattern": "^[0-9]{1,3}$"},
                "additionalProperties": exit_code(),
            },
            "output": {"enum": list(OUTPUTS)},
            "output_schema": described({"type": "object"}, "of data, on success"),
            "output_formats": TEXTS,
            "promotes": described(
                {"type": "object", "additionalProperties": {"type": "integer"}},
                "states of the result that end with a code of their own",
            ),
            "renamed_from": {"type": "array", "items": former},
            "required_scopes": TEXTS,
            "stability": {"enum": list(STABILITIES)},
            "timeout_seconds": {"type": "number", "exclusiveMinimum": 0},
            "examples": {"type": "array", "items": example},
            "subcommands": TEXTS,
        },
        ("description", "danger_level", "flags", "exit_codes"),
    )


def exit_code() -> Schema:
    """Describe an entry, with the error codes that stand under it."""
    made = entry()
    errors = described(TEXTS, "values of error.code that callers may branch on")
    return {**made, "properties": {**made["properties"], "errors": errors}}


def param(more: Schema, required: tuple[str, ...]) -> Schema:
    """Describe one option or argument of a command."""
    count = {"type": "integer", "minimum": 1}
    return obj(
        {
            **more,
            "type": {"enum": TYPES},
            "required": FLAG,
            "description": TEXT,
            "default": {},
            "enum_values": TEXTS,
            "short": {**TEXT, "maxLength": 1},
            "spellings": described(
                TEXTS, "where --NAME and its short form are not all"
            ),
            "items": described({"enum": TYPES}, "the type of an array's items"),
            "nargs": described(
                {"oneOf": [count, {"enum": ["?", "*", "+"]}]},
                "values in one place, where it is not one",
            ),
            "places": described(
                {"type": "array", "items": {"enum": TYPES}}, "where their types differ"
            ),
            "multiple": described(FLAG, "the option itself may be repeated"),
            "negatives": described(TEXTS, "the forms that switch it off"),
            "env": described(TEXTS, "the variables that it is read from"),
            "minimum": {"type": "number"},
            "maximum": {"type": "number"},
            "exclusiveMinimum": {"type": "number"},
            "exclusiveMaximum": {"type": "number"},
            "format": TEXT,
            "formats": TEXTS,
            "hidden": FLAG,
            "sensitive": FLAG,
        },
        (*required, "type", "required", "description"),
    )
