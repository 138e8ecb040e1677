"""Reading → the fields of `explain`, and the advice of one sentence for a person."""

from __future__ import annotations

from ..dialects.reading import sentence
from ..model.codes import Retryable
from ..model.ending import SHELL_SIGNAL_BASE, Exited, Signaled, signal_name
from ..model.row import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..dialects.reading import Reading
    from ..model.actions import Action
    from ..process.completed import Completed

WHY = {
    "timed_out": "its time was up",
    "idle": "it was silent too long",
    "cancelled": "cancelled",
    "waiting_for_input": "it waits for an answer",
}
MINUTE = 60  # seconds; tenths of a second say nothing beyond
ANSWERED = {
    Answer.NO: "Go on: the answer is no, which is not an error.",
    Answer.FINDINGS: "Read what it found and go on: it did its job.",
}


def explained(reading: Reading) -> dict[str, Any]:
    """Return a reading under the names that `explain` has on the wire."""
    action, advice = advised(reading)
    data: dict[str, Any] = {
        "dialect": reading.dialect,
        "code": reading.number,
        "name": reading.name,
        "group": reading.group,
        "meaning": reading.meaning,
        "retryable": reading.retryable.value if reading.retryable else None,
        "repeat_identical": reading.repeat_identical,
        "side_effects": reading.effects.value,
        "answer": reading.answer.value if reading.answer else None,
        "verdict": reading.verdict.value,
        "action": action.value,
        "advice": advice,
        "certainty": reading.certainty.value,
        "source": reading.source,
        "anomalies": [anomaly.value for anomaly in reading.anomalies],
    }
    if reading.tool is not None:
        data["tool"] = reading.tool
    if isinstance(reading.ending, Signaled):
        data["signal"] = reading.ending.name
    return data


def advised(reading: Reading, *, waiting: bool = False) -> tuple[Action, str]:
    """Decide for whoever asks, and say it in a sentence."""
    plain = is_plain(reading) and not waiting
    action = reading.action if plain else decided(reading, waiting=waiting)
    return action, in_a_sentence(reading, action)


def is_plain(reading: Reading) -> bool:
    """Tell a row of a dialect with nothing else said, where the rules add nothing.

    They cost a tenth of `explain 11`; a test compares every row of every dialect.
    """
    silent = reading.envelope is None and not reading.anomalies
    return silent and isinstance(reading.ending, Exited) and reading.dialect != "atlas"


def decided(reading: Reading, *, waiting: bool) -> Action:
    """Decide as if all were allowed: each sentence says on which condition it is."""
    from .decide import decide  # as above
    from .policy import Policy

    everything = Policy(may_pay=True, may_follow="any")
    return decide(reading, policy=everything, waiting=waiting).action


def in_a_sentence(reading: Reading, action: Action) -> str:
    """Say an action, or what an answer is."""
    if reading.answer is not None:
        return ANSWERED[reading.answer]
    return sentence(reading, action)


def in_a_line(done: Completed) -> str:
    """Say in one line how a run ended, what that means, and what to do."""
    reading = done.reading
    if done.session is not None:
        goes_on = "waits for an answer" if done.waiting else "runs on"
        then = f"exeunt session {'send' if done.waiting else 'wait'} {done.session}"
        return f"exeunt: {named(done)} {goes_on} · {then}"
    waits = done.status == "waiting_for_input"
    _, advice = advised(reading, waiting=waits)
    if done.status == "unkillable":
        how = done.detail or ""
    elif done.signal is not None and done.status == "signaled":
        how = f"killed by {done.signal}"
    else:
        how = f"{done.exit_code}: {reading.meaning}"
    said = end_of(done) or f"exeunt: {named(done)} {how}"
    return f"{said} · {advice}"


def end_of(done: Completed) -> str:
    """Say that exeunt ended a run: why, when, and how many processes with it."""
    if done.status not in WHY:
        return ""
    seconds = done.duration_ms / 1000
    after = f"{seconds:.{1 if seconds < MINUTE else 0}f} s"
    if done.status == "timed_out" and done.limit is not None:
        after = f"{done.limit:g} s"  # what came after it was ours
    why = WHY[done.status]
    if done.status == "cancelled":
        why = f"{why} by {signal_name(done.exit_code - SHELL_SIGNAL_BASE)}"
    killed = done.cleanup.killed
    many = f"{killed} process{'' if killed == 1 else 'es'}"
    with_it = f", with {many}" if killed else ""
    return f"exeunt: {named(done)} ended by us after {after}{with_it}: {why}"


def named(done: Completed) -> str:
    """Name what was run: a program, or a line."""
    return done.command if done.line is None else "the line"


def oddities(names: list[str]) -> str:
    """Say what did not add up."""
    if not names:
        return ""
    from ..model.anomaly import MEANINGS, Anomaly  # rarely shown

    return "; ".join(f"{name}: {MEANINGS[Anomaly(name)]}" for name in names)


RETRY_WORDS = {
    Retryable.YES: "yes",
    Retryable.NO: "no",
    Retryable.DEPENDS: "depends",
    Retryable.AFTER_FIX: "after the cause is resolved",
}
