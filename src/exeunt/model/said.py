"""Outcome → the document of the five keys, and the line of JSON that it is.

A success is said with this alone: no record of an envelope is made for it, no code and
no table is loaded.
"""

from __future__ import annotations

from .done import Done, expect, refuse
from .json import calm, dumps, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .detail import ErrorDetail
    from .outcome import Outcome

    Parts = tuple[Any, ErrorDetail | None, tuple[str, ...]]

KEYS = ("ok", "data", "error", "warnings", "meta")
SCHEMA_VERSION = "1.0"


def in_a_line(
    outcome: Outcome[object],
    dialect: str,
    exit_code: int,
    duration_ms: int,
    request_id: str | None = None,
) -> str:
    """Write the envelope of an outcome as one line, with its dialect and its number."""
    document = say(outcome, duration_ms, request_id)
    stamp(document, dialect, exit_code)
    return line(document)


def say(
    outcome: Outcome[object], duration_ms: int, request_id: str | None
) -> dict[str, Any]:
    """Make the document of the envelope alone: it names no code, so it loads none."""
    check_call(duration_ms, request_id)
    parts = parts_of(outcome)
    meta = {
        "duration_ms": duration_ms,
        "request_id": request_id,
        "schema_version": SCHEMA_VERSION,
        **outcome.meta(),
    }
    return keys(*parts, written(meta))


def check_call(duration_ms: object, request_id: object) -> None:
    """Refuse what meta could not say about the call."""
    if type(duration_ms) is not int or duration_ms < 0:
        from ..errors import is_count  # of another kind, and hardly ever one

        if not is_count(duration_ms):
            msg = f"duration_ms is a whole number of milliseconds, not {duration_ms!r}"
            refuse(msg, "round it down")
    expect("request_id", request_id, str | None, "a text")


def parts_of(outcome: Outcome[object]) -> Parts:
    """Make what stands in an envelope beside the code and the meta."""
    if isinstance(outcome, Done):
        data = None if outcome.not_modified else wrap(outcome.data)
        return data, None, outcome.warnings
    from .failure import complete, warned  # on the way to an error
    from .outcome import Failed

    expect("the outcome", outcome, Failed, "an exeunt.Done or exeunt.Failed")
    return None, complete(outcome), warned(outcome)


def keys(
    data: Any,
    error: ErrorDetail | None,
    warnings: tuple[str, ...],
    meta: dict[str, Any],
) -> dict[str, Any]:
    """Write the five keys in their order."""
    return {
        "ok": error is None,
        "data": data,
        "error": error.as_dict() if error else None,
        "warnings": list(warnings),
        "meta": meta,
    }


def written(fields: dict[str, Any]) -> dict[str, Any]:
    """Write the fields of a meta that say something, and then what is extra."""
    extra = fields.pop("extra")
    said = {n: v for n, v in fields.items() if v is not None and v is not False}
    return {**said, **extra}


def wrap(data: object) -> Any:
    """Make data an object or a list: None becomes {}, a scalar {"value": ...}."""
    if isinstance(data, (dict, list)):
        return data  # pyright: ignore[reportUnknownVariableType]
    if data is None:
        return {}
    reduced = plain(data)
    return reduced if isinstance(reduced, (dict, list)) else {"value": reduced}  # pyright: ignore[reportUnknownVariableType]


def stamp(document: dict[str, Any], dialect: str, exit_code: int) -> None:
    """Repeat the exit code in meta, beside its dialect: a copied text keeps both."""
    document["meta"] |= {"dialect": dialect, "exit_code": exit_code}


def line(document: dict[str, Any]) -> str:
    """Write a document as one line; nothing in it acts, unless its meta says `raw`."""
    raw = "meta" in document and document["meta"].get("raw") is True
    return (dumps if raw else calm)(document) + "\n"
