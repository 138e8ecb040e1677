"""A run that is over, or never began → its record, with the next decision.

`process` makes the record and knows nothing of decisions; this file adds `next`, and
prints the two. A run without --json loads nothing of it.
"""

from __future__ import annotations

import os

from ._end import OURS, after, begin, complain, die_by, preserved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.completed import Completed
    from ...process.request import Request
    from ..argv import Options

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


def record(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run, and print one record."""
    from ...process.flow import Running  # not for who decides about one

    with Running(request, warnings=warnings) as running:
        done = begin(running).wait()
    code = say(with_next(done), done.exit_code, options)
    after(running)
    if done.status == "cancelled" and running.signal:
        return die_by(running.signal)
    number = preserved(options, done.status, done.exit_code)
    return die_by(number) if number else code


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
    from ...process.unwatched import unstarted

    said = with_next(unstarted(detail))
    if not misuse:
        return said
    return {**said, "reading": dict(MISUSE), "next": dict(MISUSE_NEXT)}


def say(said: dict[str, Any], code: int, options: Options) -> int:
    """Print a record, alone or as an envelope; return the number to leave with."""
    from ...model.json import dumps  # as above

    if "--brief" in options:
        from ...deciding.brief import brief  # for who asks

        said = brief(said)
    elif "--envelope" in options:
        said = enveloped(said)
    trouble = write_out((dumps(said) + "\n").encode("ascii"))
    if trouble:
        complain(f"the record could not be written: {trouble}")
        return code or OURS
    return code


def write_out(data: bytes, number: int = 1) -> str:
    """Write to stdout, all of it; say what went wrong, if something did."""
    rest = memoryview(data)
    try:
        while rest:
            try:
                rest = rest[os.write(number, rest) :]
            except BlockingIOError:  # a parent made it so, and its reader is slow
                import select  # rarely needed

                select.select((), (number,), ())
    except BrokenPipeError:
        pass  # who read has seen enough
    except OSError as error:
        return error.strerror or "it failed"
    return ""


# -- the record in an envelope: a failure has no data, so there it stands in meta.run


# What a caller is warned of who reads `ok`, which is only the exit code (R2).
BAD = ("unknown", "failed")
PARTED = {
    True: "it exited with 0, but that is no success: see meta.verdict and meta.next",
    False: "its number is no 0, but it is done or answers: see meta.verdict",
}


def enveloped(record: dict[str, Any]) -> dict[str, Any]:
    """Wrap a record."""
    from ...model.said import SCHEMA_VERSION  # for an envelope alone

    ok = record["exit_code"] == 0
    verdict = record["reading"].get("verdict")
    parts = verdict is not None and ok is (verdict in BAD)
    place = "data" if ok else "meta.run"
    meta: dict[str, Any] = {
        "duration_ms": record["duration_ms"],
        "schema_version": SCHEMA_VERSION,
        "exit_code": record["exit_code"],
        "verdict": verdict,
        "next": record["next"],
        "untrusted": [f"{place}.{name}" for name in record["untrusted"]],
    }
    if record["next"]["command"] is not None:
        meta["untrusted"].append("meta.next.command")
    return {
        "ok": ok,
        "data": record if ok else None,
        "error": None if ok else error_of(record),
        "warnings": [*record["warnings"], *([PARTED[ok]] if parts else [])],
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
