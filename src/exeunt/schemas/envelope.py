"""ResponseEnvelope → its schema: five keys, the same for success and failure."""

from __future__ import annotations

from ..model.detail import Phase
from ..model.reason import Reason
from ._parts import COUNT, FLAG, TEXT, TEXTS, described, member, nullable, obj

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def make() -> dict[str, Any]:
    """Describe an envelope of the default dialect."""
    envelope = obj(
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
        **envelope,
        "if": {"properties": {"ok": {"const": True}}},
        "then": {"properties": {"error": {"type": "null"}}},
        "else": failed,
    }


def error() -> dict[str, Any]:
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


def meta() -> dict[str, Any]:
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
