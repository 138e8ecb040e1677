"""The record of a run → the same without what is usual, for a reader who pays by word.

A field that is left out has the value that is its usual one here, which its schema
calls the default; or it is a digest, or what the caller has said, or what another
field of the record says. What a list holds is left as it is.
"""

from __future__ import annotations

from ..process.completed import RECORD_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USUAL: dict[str, Any] = {
    "stdout": "",
    "stderr": "",
    "duration_ms": 0,
    "timed_out": False,
    "schema_version": RECORD_VERSION,
    "status": "exited",
    "source": "child",
    "signal": None,
    "detail": None,
    "streams": "split",
    "log": None,
    "stderr_log": None,
    "left_log": None,
    "log_error": None,
    "total_bytes": 0,
    "omitted_bytes": 0,
    "omitted_lines": 0,
    "invalid_bytes": 0,
    "folded": 0,
    "binary": False,
    "masked": 0,
    "untrusted": [],
    "input_unsent_bytes": None,
    "environment": {},
    "screen": None,
    "waiting": None,
    "session": None,
    "stages": None,
    "warnings": [],
    "replayed": False,
}
USUAL_CLEANUP: dict[str, Any] = {
    "killed": 0,
    "left": 0,
    "proof": "subreaper",
    "pids": [],
}
USUAL_READING: dict[str, Any] = {
    "retryable": None,
    "side_effects": "unknown",
    "answer": None,
    "phase": None,
    "dialect": "shell",
    "source": "POSIX XCU 2.8.2; bash(1)",
    "anomalies": [],
}
USUAL_NEXT: dict[str, Any] = {
    "wait_seconds": 0,
    "repeat_identical": False,
    "command": None,
}
DIGESTS = ("sha256", "stderr_sha256")
GIVEN = ("command", "args")  # the caller's own words
# Of a decision, what the reading says as well.
REPEATED = ("certainty", "anomalies")


def brief(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without what is usual."""
    apart = (*DIGESTS, *GIVEN, "cleanup", "reading", "next")
    told = {name: record[name] for name in record if name not in apart}
    found = unusual(told, USUAL)
    cleanup = unusual(record["cleanup"], USUAL_CLEANUP)
    if cleanup:
        found["cleanup"] = cleanup
    reading, decision = record["reading"], record["next"]
    number = {"code": record["exit_code"]}
    found["reading"] = unusual(reading, {**USUAL_READING, **number})
    same = {name: reading[name] for name in REPEATED}
    found["next"] = unusual(decision, {**USUAL_NEXT, **same})
    return found


def unusual(told: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that do not have their usual value; 0 is not false here."""
    return {
        name: value
        for name, value in told.items()
        if name not in usual
        or value != usual[name]
        or isinstance(value, bool) is not isinstance(usual[name], bool)
    }
