"""Reading → what to do next, in one sentence, and the fields that say it."""

from __future__ import annotations

from ..dialects._row import Answer
from ..ending import Signaled
from ..outcome._actions import Action
from ..outcome._codes import ExitCode, Retryable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..dialects._reading import Reading
    from ..runner._completed import Completed

# Used where a table's row leads elsewhere than the model's own advice.
SENTENCES = {
    Action.PROCEED: "Go on.",
    Action.RETRY: "Wait, then repeat the call.",
    Action.FIX_INPUT: "Correct the call; the same call fails again.",
    Action.FIX_PRECONDITION: "Put right what the message names, then call again.",
    Action.INSPECT_STATE: "Look at the output and at the state before you repeat it.",
    Action.INSTALL_TOOL: "Install the tool, or correct its name or PATH.",
    Action.ESCALATE: "Stop and report it; repeating will not help.",
    Action.STOP: "Stop.",
}


ANSWERED = {
    Answer.NO: "Go on: the answer is no, which is not an error.",
    Answer.FINDINGS: "Read what it found and go on: it did its job.",
}


def explained(reading: Reading) -> dict[str, Any]:
    """Return a reading under the names that `explain` has on the wire."""
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
        "action": reading.action.value,
        "advice": advice(reading),
        "certainty": reading.certainty.value,
        "source": reading.source,
        "anomalies": [anomaly.value for anomaly in reading.anomalies],
    }
    if reading.tool is not None:
        data["tool"] = reading.tool
    if isinstance(reading.ending, Signaled):
        data["signal"] = reading.ending.name
    return data


def advice(reading: Reading) -> str:
    """Say what to do next: the model's own advice where the table agrees with it."""
    code = reading.code
    if reading.answer is not None:
        return ANSWERED[reading.answer]
    if not isinstance(code, ExitCode):
        return SENTENCES[reading.action]
    enveloped = reading.dialect.startswith("agent-spec")
    model_knows = code is not ExitCode.GENERAL_ERROR or enveloped
    if reading.action is code.action and model_knows and not reading.anomalies:
        return code.advice
    return SENTENCES.get(reading.action, code.advice)


def in_a_line(done: Completed) -> str:
    """Say in one line how a run ended, what that means, and what to do."""
    reading = done.reading
    program = done.command if done.line is None else "the line"
    how = {
        "timed_out": "ended by us: its time was up",
        "idle": "ended by us: it was silent too long",
        "cancelled": "ended by us: cancelled",
        "waiting_for_input": "ended by us: it waits for an answer",
        "unkillable": done.detail or "",
        "signaled": f"killed by {done.signal}",
    }.get(done.status, f"{done.exit_code}: {reading.meaning}")
    if done.session is not None:
        goes_on = "waits for an answer" if done.waiting else "runs on"
        then = f"exeunt session {'send' if done.waiting else 'wait'} {done.session}"
        return f"exeunt: {program} {goes_on} · {then}"
    waits = done.status == "waiting_for_input"
    then = "Give it one with --input." if waits else advice(reading)
    return f"exeunt: {program} {how} · {then}"


RETRY_WORDS = {
    Retryable.YES: "yes",
    Retryable.NO: "no",
    Retryable.DEPENDS: "depends",
    Retryable.AFTER_FIX: "after the cause is resolved",
}
