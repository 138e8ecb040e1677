"""How a command ended, or what is broken about its envelope → Decision.

These come first: where there was no exit, or no sound envelope, no code promises
anything.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.codes import ExitCode
from ..model.ending import Exited, Signaled, TimedOut, Unstarted
from ._repeated import growing, listed, twice_is_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._evidence import Evidence
    from .decision import Decision


def waits_for_an_answer(e: Evidence) -> Decision | None:
    """S10: it was ended because it asked for what nobody had told it."""
    if not e.waiting:
        return None
    return e.decide(
        Action.ANSWER_PROMPT, "S10", "It waits for an answer; call again with one."
    )


def ended_otherwise(e: Evidence) -> Decision | None:
    """S13, K9: it never ran, ran out of time, or a signal ended it."""
    match e.ending:
        case Exited():
            return None
        case Unstarted():
            return e.decide(e.action, "S13", "It never ran, so nothing was changed.")
        case TimedOut():
            return ran_out_of_time(e)
        case Signaled():
            if e.code is not ExitCode.GENERAL_ERROR and not e.ending.certain:
                return None  # 128+n, which its table knows as a number of its own
            return twice_is_once(e) or e.decide(
                Action.INSPECT_STATE,
                "K9",
                "A signal ended it somewhere on its way; look how far it got.",
            )


def ran_out_of_time(e: Evidence) -> Decision:
    """Give it longer where that is safe; the same limit would end it again."""
    if e.policy.idempotent:
        return e.decide(
            Action.RETRY,
            "S13",
            "Its time ran out, and doing it twice is safe: give it longer.",
            wait=growing(e),
        )
    return e.decide(
        Action.INSPECT_STATE,
        "S13",
        "Its time ran out somewhere on its way; look how far it got.",
    )


DAMAGE = {
    Anomaly.BOTH_NULL: (
        Action.ESCALATE,
        "R28",
        "The envelope has neither data nor an error.",
    ),
    Anomaly.MISSING_ERROR: (
        Action.INSPECT_STATE,
        "R27",
        "The envelope has no key error: as for code 1, look before you go on.",
    ),
    Anomaly.DUPLICATE_KEYS: (
        Action.INSPECT_STATE,
        "R27",
        "A key stands twice in the envelope, so readers differ on what it is.",
    ),
}


def damaged(e: Evidence) -> Decision | None:
    """R27, R28: the envelope breaks its own shape: nothing in it, or a key amiss."""
    return e.decide_by(DAMAGE)


def doubted(e: Evidence) -> Decision | None:
    """K28: a failure was hidden, or is one of the endings that give the code."""
    if Anomaly.HIDDEN_FAILURE in e.anomalies:
        because = "A command of the line failed, and the line went on; look at that."
        return e.decide(Action.INSPECT_STATE, "K28", because)
    if e.doubtful and not e.policy.idempotent:
        because = "It may have done its job, and it may have failed; look which it is."
        return e.decide(Action.INSPECT_STATE, "K28", because)
    return None


RULES_OF_ENDINGS = (waits_for_an_answer, listed, ended_otherwise, damaged, doubted)
