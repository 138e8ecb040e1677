"""A row of a batch → what is told of it: a dict in the names on the wire, or a line."""

from __future__ import annotations

from time import gmtime, strftime

from ...model.json import loads
from ...secrets.variables import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...batches.queue import Queue, Row

FROM_RECORD = (
    *("status", "exit_code", "signal", "detail", "log", "warnings"),
    "cleanup",
)
FROM_READING = ("verdict", "meaning", "side_effects")
RESOLVABLE = ("doubt", "held", "moved")
TAIL = 2000  # characters of each stream


def as_dict(row: Row, batch: str) -> dict[str, Any]:
    """Tell of one job, as far as it came."""
    record: dict[str, Any] = loads(row.record.decode("ascii")) if row.record else {}
    reading: dict[str, Any] = record.get("reading") or {}
    job = row.job
    said: dict[str, Any] = {
        "id": job.id or str(row.number),
        "number": row.number,
        "kind": "batch",
        "state": row.state,
        "argv": argv_of(row, record),
        "cwd": job.cwd,
        "attempts": row.attempt,
        "started": moment(row.began),
        "ended": moment(row.ended),
        "seconds": None if not record else record.get("duration_ms", 0) / 1000,
        "due": row.due,
        "verdict": None,
        "why": row.why,
    }
    if not record:
        said["verdict"] = "unknown" if row.state == "doubt" else None
    said |= {name: record[name] for name in FROM_RECORD if name in record}
    said |= {name: reading[name] for name in FROM_READING if name in reading}
    said["session"] = row.session or record.get("session")
    if said["why"] is None and row.state == "failed":
        said["why"] = reading.get("name")
    if row.state in RESOLVABLE:
        said["resolve"] = f"exeunt batch resolve {batch} {said['id']} done"
    return said


def argv_of(row: Row, record: dict[str, Any]) -> list[str]:
    """Return the words of a job, without its secrets."""
    job = row.job
    if job.shell is not None:
        return list(without((job.shown,)))
    if record.get("command"):
        return [record["command"], *record.get("args", ())]
    return [word.replace("\0", "{%}") for word in without(job.words)]


def with_output(row: Row, batch: str) -> dict[str, Any]:
    """Tell of one job with the end of what it said, and what was decided."""
    record: dict[str, Any] = loads(row.record.decode("ascii")) if row.record else {}
    output = {
        name: record.get(name, "")[-TAIL:].splitlines() for name in ("stdout", "stderr")
    }
    return as_dict(row, batch) | {"next": record.get("next"), "output": output}


def moment(seconds: float | None) -> str | None:
    """Write a moment as UTC."""
    if seconds is None:
        return None
    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(seconds))


def status_of(queue: Queue, some: int) -> dict[str, Any]:
    """Tell how far a batch is, and of the jobs that somebody may want to see to."""
    from ...batches.alive import running  # leases are looked at

    counts = queue.counts()
    found: list[dict[str, Any]] = []
    for row in queue.rows("doing", "waiting", "held", "moved", "doubt"):
        if len(found) == some:
            break
        found.append(as_dict(row, queue.name))
    return {
        "name": queue.name,
        "total": counts.total,
        **counts.as_fields(),
        "wanted": queue.wish,
        "run_by": list(running(queue)),
        "jobs": found,
    }
