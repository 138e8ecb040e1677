"""A run's record → the bytes that a batch's file keeps of it, and back.

What is usual is left out: most jobs are plain successes that said nothing, and there
may be a million of them.
"""

from __future__ import annotations

from ..model.json import dumps, loads
from ..process.completed import PLAIN_SUCCESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..deciding.decision import Decision
    from ..dialects.reading import Reading
    from ..process.completed import Completed

NOTHING_SAID = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
USUAL: dict[str, Any] = {
    "stdout": "",
    "stderr": "",
    "exit_code": 0,
    "timed_out": False,
    "args": [],
    "status": "exited",
    "source": "child",
    **dict.fromkeys(("signal", "detail", "log", "stderr_log", "left_log"), None),
    "streams": "split",
    "log_error": None,
    "sha256": NOTHING_SAID,
    "stderr_sha256": NOTHING_SAID,
    **dict.fromkeys(("total_bytes", "omitted_bytes", "omitted_lines"), 0),
    **dict.fromkeys(("invalid_bytes", "folded", "masked"), 0),
    "binary": False,
    **dict.fromkeys(("input_unsent_bytes", "screen", "session", "stages"), None),
    "environment": {},
    "cleanup": {"killed": 0, "left": 0, "proof": "subreaper", "pids": []},
    "warnings": [],
    "waiting": None,
    "untrusted": [],
    "reading": PLAIN_SUCCESS,
    "next": {
        "action": "proceed",
        "rule": "E3",
        "because": "It is done.",
        "wait_seconds": 0,
        "repeat_identical": False,
        "command": None,
        "certainty": "convention",
        "anomalies": [],
    },
}
ABSENT = object()


def packed(
    done: Completed, reading: Reading | None, decision: Decision | None
) -> bytes:
    """Write a run's record, with what was decided; without a reading it is plain."""
    record = done.facts()
    record["reading"] = PLAIN_SUCCESS if reading is None else reading.as_dict()
    record["next"] = None if decision is None else decision.as_dict()
    kept = {n: v for n, v in record.items() if v != USUAL.get(n, ABSENT)}
    return dumps(kept).encode("ascii")


def whole(data: bytes) -> bytes:
    """Return the record as exeunt writes one anywhere else."""
    return dumps({**USUAL, **loads(data.decode("ascii"))}).encode("ascii")
