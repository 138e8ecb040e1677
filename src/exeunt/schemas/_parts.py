"""Small pieces → schemas: the shapes that several of them share."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from enum import Enum
    from typing import Any

    Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}


def obj(
    properties: Schema, required: tuple[str, ...] | None = None, *, closed: bool = False
) -> Schema:
    """Describe an object; without `required`, every property is."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if required is None else required),
        "additionalProperties": not closed,
    }


def member(kind: type[Enum], *, nullable: bool = False) -> Schema:
    """Describe a value of an enum, by its wire names."""
    values: list[Any] = [item.value for item in kind]
    return {"enum": [*values, None] if nullable else values}


def nullable(shape: Schema) -> Schema:
    """Allow null beside a shape."""
    return {"oneOf": [{"type": "null"}, shape]}


def described(shape: Schema, text: str) -> Schema:
    """Add a sentence to a shape."""
    return {**shape, "description": text}
