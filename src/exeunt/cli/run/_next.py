"""A run that is over → its record, with what to do next.

The runner knows nothing of decisions; this is where the two meet.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.completed import Completed

# What decide() says of a plain success: written out, as its reading is in the runner,
# since finding out costs more than starting Python. A test compares it.
PLAIN_NEXT: dict[str, Any] = {
    "action": "proceed",
    "rule": "E3",
    "because": "It is done.",
    "wait_seconds": 0,
    "repeat_identical": False,
    "command": None,
    "certainty": "convention",
    "anomalies": [],
}
# What to do about a wrong call of exeunt itself.
MISUSE_NEXT: dict[str, Any] = {
    **PLAIN_NEXT,
    "action": "fix_input",
    "rule": "S13",
    "because": "It never ran, so nothing was changed.",
    "certainty": "declared",
}


# What to do about a command that was started and left alone, and about one that asks.
DETACHED_NEXT: dict[str, Any] = {
    **PLAIN_NEXT,
    "rule": "S13",
    "because": "It runs on by itself, as was asked for.",
    "certainty": "declared",
}
ASKING_NEXT: dict[str, Any] = {
    **DETACHED_NEXT,
    "action": "answer_prompt",
    "rule": "S10",
    "because": "It waits for an answer, and goes on when it gets one.",
}


def with_next(done: Completed) -> dict[str, Any]:
    """Return a run's record with the decision about it."""
    said, reading = done.recorded()
    if done.session is not None:
        return {**said, "next": about_session(done.session, done.status)}
    if reading is None:
        return {**said, "next": dict(PLAIN_NEXT)}
    from ...deciding.decide import decide  # for what is not plain
    from ...deciding.policy import History

    waiting = done.status == "waiting_for_input"
    decision = decide(reading, History(program=done.command), waiting=waiting)
    if decision.command is not None:  # a redirect, in the command's own words
        said["untrusted"].append("next.command")
    return {**said, "next": decision.as_dict()}


def about_session(session: str, status: object) -> dict[str, Any]:
    """Say what to do about a command that still runs: anything but to call it again."""
    asks = status == "waiting_for_input"
    call = ["exeunt", "session", "send" if asks else "wait", session]
    return {**(ASKING_NEXT if asks else DETACHED_NEXT), "command": call}


def refused(detail: str, *, misuse: bool) -> dict[str, Any]:
    """Return the record of a run that never began: a wrong call, or a bug of ours."""
    from ...process.completed import MISUSE  # as it says
    from ...process.flow import unstarted

    said = with_next(unstarted(detail))
    if not misuse:
        return said
    return {**said, "reading": dict(MISUSE), "next": dict(MISUSE_NEXT)}
