"""The record that another process has kept → Completed, and what was decided."""

from __future__ import annotations

from ..deciding.decision import Decision
from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.json import loads
from ..model.row import Certainty
from ..model.stage import Stage
from ..process.completed import ON_THE_WIRE, Cleanup, Completed
from ..terminal.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .job import Job

UNSEEN = -1  # the wait status of a command that nobody saw end by itself
SIGNAL_BASE = 128


def restored(data: bytes, job: Job) -> tuple[Completed, Decision | None]:
    """Return the record of a job that another process ran, and what was decided."""
    record = loads(data.decode("ascii"))
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
