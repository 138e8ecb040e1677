"""A program's commands → the schema of its manifest."""

from __future__ import annotations

from . import entry
from ._parts import FLAG, TEXT, TEXTS, described, obj

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DANGERS = ["safe", "mutating", "destructive"]
TYPES = ["string", "integer", "number", "boolean", "array", "enum"]


def make() -> dict[str, Any]:
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


def command() -> dict[str, Any]:
    """Describe one command and its contract."""
    example = obj({"description": TEXT, "command": TEXT})
    return obj(
        {
            "description": TEXT,
            "aliases": TEXTS,
            "danger_level": {"enum": DANGERS},
            "flags": {"type": "object", "additionalProperties": flag()},
            "exit_codes": {
                "type": "object",
                "propertyNames": {"pattern": "^[0-9]{1,3}$"},
                "additionalProperties": entry.make(),
            },
            "output_schema": {"type": "object"},
            "output_formats": TEXTS,
            "examples": {"type": "array", "items": example},
            "subcommands": TEXTS,
        },
        ("description", "danger_level", "flags", "exit_codes"),
    )


def flag() -> dict[str, Any]:
    """Describe one option of a command."""
    return obj(
        {
            "type": {"enum": TYPES},
            "required": FLAG,
            "description": TEXT,
            "default": {},
            "enum_values": TEXTS,
            "short": {**TEXT, "maxLength": 1},
        },
        ("type", "required", "description"),
    )
