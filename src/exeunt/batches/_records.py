"""A run's record → the bytes that a batch's file keeps of it, and back.

What is usual is left out: most jobs are plain successes that said nothing, and there
may be a million of them.
"""

from __future__ import annotations

from ..deciding.decision import Decision
from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.json import dumps, loads
from ..model.row import Certainty
from ..model.stage import Stage
from ..process.completed import ON_THE_WIRE, PLAIN_SUCCESS, Cleanup, Completed
from ..terminal.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..dialects.reading import Reading
    from .job import Job

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
UNSEEN = -1  # the wait status of a command that nobody saw end by itself
SIGNAL_BASE = 128


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


def restored(data: bytes, job: Job) -> tuple[Completed, Decision | None]:
    """Return the record of a job that another process ran, and what was decided."""
    record = loads(whole(data).decode("ascii"))
    fields = {name: record.get(name) for name in ON_THE_WIRE}
    cleanup, stages, waiting = record["cleanup"], record["stages"], record["waiting"]
    fields |= {
        "args": tuple(record["args"]),
        "warnings": tuple(record["warnings"]),
        "cleanup": Cleanup(
            cleanup["killed"], cleanup["left"], cleanup["proof"], tuple(cleanup["pids"])
        ),
        "stages": stages and tuple([stage_of(one) for one in stages]),
        "waiting": waiting and Waiting(**waiting),
        "wait_status": wait_status(record),
        "line": job.shell,
        "limit": job.timeout,
        **dict.fromkeys(("document", "dialect", "manifest"), None),
        "unmask": False,
    }
    said = record["next"]
    if said is not None:
        said["action"], said["certainty"] = (
            Action(said["action"]),
            Certainty(said["certainty"]),
        )
        said["command"] = said["command"] and tuple(said["command"])
        said["anomalies"] = tuple([Anomaly(one) for one in said["anomalies"]])
    return Completed(**fields), None if said is None else Decision(**said)


def stage_of(said: dict[str, Any]) -> Stage:
    """Return a command of a line."""
    return Stage(tuple(said["words"]), said["status"], said["hidden"])


def wait_status(record: dict[str, Any]) -> int:
    """Return what the kernel said of a command, as far as its record tells."""
    if record["status"] == "exited":
        return int(record["exit_code"]) << 8
    if record["status"] == "signaled":
        return int(record["exit_code"]) - SIGNAL_BASE
    return UNSEEN
