"""A record → the fields of a Result, and what to do next in a sentence."""

from __future__ import annotations

import re
from shlex import join

from ..deciding.advice import advised, in_a_line
from ..model.row import Verdict
from ..reading.recorded import read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..errors import ExeuntError
    from ..process.completed import Completed
    from ..sessions.state import SessionState
    from .results import Result, Trouble

FEW = 3  # commands that are named
PREFIX = "exeunt: "
GOES_ON = re.compile(r"process(?:es go| goes) on")
SPEAKING = (Verdict.FAILED, Verdict.UNKNOWN)


def ended(done: Completed, output: str, omitted: int) -> Result:
    """Tell how a run ended."""
    said: Result = {"output": output, "exit_code": done.exit_code}
    verdict = done.verdict
    if verdict is not None:
        said["verdict"] = verdict.value
    if done.status != "exited":
        said["status"] = done.status
    if done.signal is not None and done.status == "signaled":
        said["signal"] = done.signal
    if verdict is None or verdict in SPEAKING:
        said["next"] = unheard(done) or unstarted(done) or line_of(done)
    return with_rest(said, omitted, done.log, [*done.warnings, *running_on(done)])


def line_of(done: Completed) -> str:
    """Say how a command ended, and what is next."""
    return in_a_line(done).removeprefix(PREFIX)


def unstarted(done: Completed) -> str:
    """Say why a command was never started, where its number does not."""
    if done.status != "internal_error" or not done.detail:
        return ""
    _, advice = advised(done.reading)
    return f"{done.detail} · {advice}"


def running_on(done: Completed) -> list[str]:
    """Name the processes that a command has left, unless a warning does."""
    left = done.cleanup.left
    if not left or any(GOES_ON.search(one) for one in done.warnings):
        return []
    pids = ", ".join(map(str, done.cleanup.pids[:FEW]))
    return [f"{left} process{'es go' if left > 1 else ' goes'} on: {pids}"]


def unheard(done: Completed) -> str:
    """Name the commands of a line whose failure its number hides."""
    found = [
        f"{join(stage.words)} ended with {stage.status} and the line went on"
        for stage in done.stages or ()
        if stage.hidden and stage.status
    ]
    if not found:
        return ""
    more = f" (and {len(found) - FEW} more)" if len(found) > FEW else ""
    _, advice = advised(done.reading)
    return f"{'; '.join(found[:FEW])}{more} · {advice}"


def told(state: SessionState, output: str, omitted: int) -> Result:
    """Tell how a session is, or how its command ended."""
    said: Result = {"output": output}
    name = state.session
    if not state.ended:
        said["status"], said["session"] = state.status, name
        if state.waiting is not None:
            said["prompt"] = str(state.waiting["prompt"])
            said["next"] = f"send the answer to session {name}"
            if state.waiting["kind"] == "secret":
                said["secret"] = True
        else:
            said["next"] = f"it runs on; wait for session {name}"
        return with_rest(said, omitted, state.log, [])
    if state.exit_code is not None:
        said["exit_code"] = state.exit_code
    if state.status != "exited":
        said["status"] = state.status
    if state.signal is not None:
        said["signal"] = state.signal
    record = state.record
    if record is None:  # its supervisor was killed
        said["verdict"] = "unknown"
        said["next"] = state.detail or "nobody saw it end; look at what it has done"
        return with_rest(said, omitted, state.log, [])
    said["exit_code"] = int(record["exit_code"])
    reading, waiting = read_record(record)
    said["verdict"] = reading.verdict.value
    if reading.verdict in SPEAKING:
        _, advice = advised(reading, waiting=waiting)
        said["next"] = f"{reading.meaning} · {advice}"
    return with_rest(said, omitted, state.log, list(record.get("warnings") or ()))


def with_rest(
    said: Result, omitted: int, log: str | None, warnings: list[str]
) -> Result:
    """Add what is left out, where the rest is, and what the caller should know."""
    if omitted:
        said["omitted_bytes"] = omitted
        if log is not None:
            said["log"] = log
    if warnings:
        said["warnings"] = warnings
    return said


def trouble(error: ExeuntError) -> Trouble:
    """Say why a call was not carried out."""
    said: Trouble = {"code": error.error_code, "message": error.message}
    if error.fix:
        said["fix"] = error.fix
    return said


def spoken(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing."""
    return {name: value for name, value in fields.items() if value not in SILENT}


SILENT: tuple[Any, ...] = (None, [], (), "", {})
