"""What is known without running anything → explained, decided, remembered."""

from __future__ import annotations

from time import time

from ..deciding.advice import explained as explain_reading
from ..deciding.decide import decide
from ..deciding.policy import History
from ..errors import ExeuntError, InputError
from ..model.ending import HIGHEST_STATUS, LAST_SIGNAL, from_shell
from ..reading.read import read
from ._words import spoken, trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dialects.reading import Reading
    from .results import Decided, Explained, Remembered

HOUR = 3600.0  # seconds
MOST = 1_000_000  # rows, and hours, that are asked for
ROW = (
    *("id", "name", "argv", "cwd", "verdict", "why", "exit_code", "status"),
    *("seconds", "started", "log"),
)


def explained(exit_code: int, command: str | None) -> Explained:
    """Tell what an exit code means."""
    try:
        said = explain_reading(reading_of(exit_code, command, None))
    except ExeuntError as error:
        return {"error": trouble(error)}
    found: Explained = {
        "name": said["name"],
        "meaning": said["meaning"],
        "verdict": said["verdict"],
        "side_effects": said["side_effects"],
        "next": f"{said['action']}: {said['advice']}",
        "certainty": said["certainty"],
        "source": said["source"],
    }
    if said["retryable"]:
        found["retryable"] = said["retryable"]
    return found


def decided(exit_code: int, command: str | None, output: str | None) -> Decided:
    """Tell what to do about an ending."""
    try:
        said = decide(reading_of(exit_code, command, output), History()).as_dict()
    except ExeuntError as error:
        return {"error": trouble(error)}
    found: Decided = {
        "action": said["action"],
        "rule": said["rule"],
        "because": said["because"],
        "repeat_identical": said["repeat_identical"],
        "certainty": said["certainty"],
    }
    if said["wait_seconds"]:
        found["wait_seconds"] = said["wait_seconds"]
    if said["command"]:
        found["command"] = said["command"]
    return found


def reading_of(exit_code: int, command: str | None, output: str | None) -> Reading:
    """Read the ending of a command line."""
    if not -LAST_SIGNAL <= exit_code <= HIGHEST_STATUS:
        msg = f"{exit_code} is not an exit code: a process reports 0 to 255"
        raise InputError(msg, fix="give a number in that range, or -9 for signal 9")
    document = (output or "").encode("utf-8", "replace")
    return read(from_shell(exit_code), document, line=command or None)


def remembered(failed: bool, hours: float | None, limit: int) -> Remembered:
    """List what was run lately."""
    from ..journal.rows import Rows  # loads SQLite

    if not (0 < limit <= MOST and 0 <= (hours or 0) <= MOST):
        msg = f"hours and limit are numbers up to {MOST}, and limit is at least 1"
        return {"runs": [], "error": {"code": "INVALID_INPUT", "message": msg}}
    try:
        rows = Rows.open()
    except ExeuntError as error:
        return {"runs": [], "error": trouble(error)}
    try:
        since = None if hours is None else time() - hours * HOUR
        found = [
            rows.row(run) for run in rows.asked(failed=failed, since=since, limit=limit)
        ]
    except ExeuntError as error:
        return {"runs": [], "error": trouble(error)}
    finally:
        rows.close()
    return {"runs": [spoken({name: row[name] for name in ROW}) for row in found]}
