"""Codes, entries and envelopes → their JSON Schemas (draft-07), made from the code.

Here, too, are the pieces that the schemas of other rooms are made of.
"""

from __future__ import annotations

from .codes import Effects, ExitCode
from .detail import Phase, Reason
from .entry import MAX_DESCRIPTION, RANGES

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


def envelope() -> Schema:
    """Describe an envelope of the default dialect."""
    shape = obj(
        {
            "ok": described(FLAG, "whether the exit code is 0"),
            "data": described(
                {"type": ["object", "array", "null"]}, "the result; null on failure"
            ),
            "error": nullable(error()),
            "warnings": TEXTS,
            "meta": meta(),
        },
        closed=True,
    )
    failed = {"properties": {"data": {"type": "null"}, "error": {"type": "object"}}}
    return {
        "title": "ResponseEnvelope",
        **shape,
        "if": {"properties": {"ok": {"const": True}}},
        "then": {"properties": {"error": {"type": "null"}}},
        "else": failed,
    }


def error() -> Schema:
    """Describe error: why the command failed."""
    redirect = obj(
        {"command": TEXT, "permanent": FLAG, "reason": member(Reason)},
        ("command", "permanent"),
        closed=True,
    )
    return obj(
        {
            "code": described(
                {**TEXT, "pattern": "^[A-Z][A-Z0-9_]*$"}, "what callers branch on"
            ),
            "message": described(TEXT, "for people; never parsed"),
            "detail": TEXT,
            "retryable": FLAG,
            "retry_after": described(COUNT, "seconds; only with retryable: true"),
            "phase": member(Phase),
            "suggestion": TEXT,
            "redirect": redirect,
        },
        ("code", "message"),
    )


def meta() -> Schema:
    """Describe meta: about the call; more keys may come."""
    return obj(
        {
            "duration_ms": COUNT,
            "request_id": TEXT,
            "schema_version": {**TEXT, "pattern": r"^\d+\.\d+$"},
            "dialect": described(TEXT, "the table that the exit code is of"),
            "exit_code": described(
                COUNT, "what the process ends with, as a shell says it"
            ),
            "not_modified": FLAG,
            "truncated": FLAG,
            "cursor": TEXT,
            "partial": described({}, "what was done before the failure"),
        },
        ("duration_ms",),
    )


def exit_code() -> Schema:
    """Describe the fourteen codes."""
    codes = list(ExitCode)
    return {
        "title": "ExitCode",
        "type": "integer",
        "enum": [code.value for code in codes],
        "x-enum-varnames": [code.name for code in codes],
        "x-enum-descriptions": [code.meaning for code in codes],
        "x-groups": {
            group: [code.value for code in codes if code.group == group]
            for group in dict.fromkeys(code.group for code in codes)
        },
        "x-code-ranges": {f"{low}-{high}": owner for low, high, owner, _ in RANGES},
        "x-retryable": [code.retryable and code.retryable.value for code in codes],
        "x-side-effects": [code.effects.value for code in codes],
        "x-actions": [code.action.value for code in codes],
    }


def entry() -> Schema:
    """Describe what a command promises for one of its codes."""
    known = [effects.value for effects in Effects if effects is not Effects.UNKNOWN]
    shape = obj(
        {
            "name": described(TEXT, "the code's constant; for 79-125 always there"),
            "description": described(
                {**TEXT, "minLength": 1, "maxLength": MAX_DESCRIPTION},
                "when the command ends like this",
            ),
            "retryable": described(FLAG, "whether the call may be made again"),
            "side_effects": {"enum": known},
        },
        ("description", "retryable", "side_effects"),
        closed=True,
    )
    return {
        "title": "ExitCodeEntry",
        **shape,
        "if": {"properties": {"retryable": {"const": True}}, "required": ["retryable"]},
        "then": {"properties": {"side_effects": {"const": Effects.NONE.value}}},
    }
