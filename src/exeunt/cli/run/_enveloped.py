"""A run's record → the same as an envelope: five keys, `ok` read off the number.

A failure has no data, so there the record stands in meta.run.
"""

from __future__ import annotations

from ...model.envelope import SCHEMA_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def enveloped(record: dict[str, Any]) -> dict[str, Any]:
    """Wrap a record."""
    ok = record["exit_code"] == 0
    place = "data" if ok else "meta.run"
    meta: dict[str, Any] = {
        "duration_ms": record["duration_ms"],
        "schema_version": SCHEMA_VERSION,
        "exit_code": record["exit_code"],
        "untrusted": [f"{place}.{name}" for name in record["untrusted"]],
    }
    return {
        "ok": ok,
        "data": record if ok else None,
        "error": None if ok else error_of(record),
        "warnings": record["warnings"],
        "meta": meta if ok else {**meta, "run": record},
    }


def error_of(record: dict[str, Any]) -> dict[str, Any]:
    """Say in an envelope's words why a run is no success."""
    reading = record["reading"]
    answer = reading["answer"]
    started = record["status"] not in {"not_found", "not_executable", "internal_error"}
    error = {
        "code": f"ANSWER_{answer.upper()}" if answer else reading["name"],
        "message": record["detail"] or reading["meaning"],
        "retryable": reading["retryable"] == "yes"
        and reading["side_effects"] == "none",
        "phase": "execution" if started else "validation",
    }
    wrong_call = reading["phase"] == "validation"  # then the reading knows better
    if record["status"] not in {"exited", "signaled"} and not wrong_call:
        error["code"] = record["status"].upper()
    return error
