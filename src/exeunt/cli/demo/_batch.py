"""A batch, played → what became of its jobs: a rate limit, a question, a kill."""

from __future__ import annotations

import os
from time import monotonic

from ...errors import SessionError
from ...model.json import dumps, loads
from ...process.run import start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...process.flow import Running
    from ._play import Stage

NAME, FILE = "night", "jobs.jsonl"
TRIED = "test -e tried || { : > tried; exit 75; }"
JOBS: tuple[dict[str, object], ...] = (
    {"id": "push", "argv": ["notes", "push"]},
    {"id": "flaky", "shell": TRIED},
    {"id": "delete", "argv": ["notes", "delete", "1"], "pty": True},
    {"id": "read", "shell": "read -r line < play.txt"},
    {"id": "publish", "argv": ["notes", "publish"], "priority": -1},
)
TOLD = {
    "push": "was asked to wait; what calls another program went on",
    "flaky": "failed in a way that may be repeated, and was",
    "delete": "asked a question, was held, and went on when it was answered",
    "publish": "ran when exeunt was killed: it may have sent something",
}
SERVER = ("busy",)
CALL = ("batch", "--name", NAME, "--jobs", "2", "--retry-on", "75", FILE)
RESUME = ("batch", "--resume", NAME)
RESOLVE = ("batch", "resolve", NAME, "publish", "done")
PATIENCE = 40.0  # seconds that it may take on a busy machine
PACE = 0.05  # seconds between two looks
KILL = 9


def play_batch(stage: Stage) -> dict[str, Any]:
    """Run the jobs, answer the question, kill exeunt, go on, and settle the doubt."""
    lines = "".join(f"{dumps(job)}\n" for job in JOBS)
    place = stage.set_scene("batch", SERVER, {FILE: lines})
    with start(stage.call(place, *CALL, env={"NOTES_PAUSE": "1"})) as running:
        asked = status_when(stage, running, lambda found: found["held"])
        (question,) = [job for job in asked["jobs"] if job["state"] == "held"]
        answer = ("session", "send", question["session"], "y")
        stage.ask(*answer)
        status_when(stage, running, lambda found: found["done"] == len(JOBS) - 1)
        os.kill(running.report.pid, KILL)
        running.wait()
    rows = {job["id"]: job for job in stage.ask("batch", "show", NAME)["data"]["rows"]}
    done = start(stage.call(place, *RESUME, "--json")).wait()
    stage.ask(*RESOLVE)
    counts = stage.ask("batch", "status", NAME)["data"]
    return {
        "command": ["exeunt", *CALL],
        "jobs": [
            {"told": told, **{name: rows[job][name] for name in ("id", "attempts")}}
            for job, told in TOLD.items()
        ],
        "answered": ["exeunt", *answer],
        "resumed": {
            "command": ["exeunt", *RESUME],
            "status": done.status,
            "exit_code": done.exit_code,
            "said": loads(done.stdout)["error"]["message"],
        },
        "resolved": ["exeunt", *RESOLVE],
        "counts": {name: counts[name] for name in ("total", "done", "doubt")},
    }


def status_when(
    stage: Stage, running: Running, holds: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Ask how far the batch is until it is so far; the run goes on meanwhile."""
    until = monotonic() + PATIENCE
    while monotonic() < until and not running.finished:
        running.step(PACE)
        try:
            found: dict[str, Any] = stage.ask("batch", "status", NAME)["data"]
        except SessionError:
            continue  # it is not there yet
        if holds(found):
            return found
    msg = "the batch did not come so far"
    fix = "play it again when the machine has less to do"
    raise SessionError(msg, fix=fix, error_code="SILENT")
