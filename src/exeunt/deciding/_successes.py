"""A success → Decision, by whether its data may be used and is all there."""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.codes import ExitCode
from ..model.row import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._evidence import Evidence
    from .decision import Decision


def succeeded(e: Evidence) -> Decision | None:
    """The first that applies to a success, and for any other code nothing."""
    if e.code is not ExitCode.SUCCESS:
        return None
    return e.decide_by(CONTRADICTIONS) or unchanged(e) or incomplete(e) or done(e)


def unchanged(e: Evidence) -> Decision | None:
    """R31: an etag hit sends the caller to what it has kept."""
    if not e.not_modified:
        return None
    if e.history.uncached:
        return e.decide(
            Action.RETRY,
            "R31",
            "Nothing has changed, but nothing was kept either: call without the etag.",
        )
    return e.decide(
        Action.USE_CACHED, "R31", "Nothing has changed since it was last asked for."
    )


# K5, R27: 0 beside an error or another number, or without its envelope.
CONTRADICTIONS = {
    Anomaly.ERROR_AT_SUCCESS: (
        Action.INSPECT_STATE,
        "K5",
        "It exited with 0 and reports an error; a pipe may have lost its number.",
    ),
    Anomaly.CODE_MISMATCH: (
        Action.INSPECT_STATE,
        "K5",
        "It exited with 0 and names another number; a pipe may have lost that.",
    ),
    Anomaly.NO_ENVELOPE: (
        Action.INSPECT_STATE,
        "R27",
        "It exited with 0, but what came is not the envelope that was promised.",
    ),
}


def incomplete(e: Evidence) -> Decision | None:
    """R30, K20: data that was cut is no basis for anything."""
    if not e.truncated:
        return None
    if e.cursor is None:
        because = "The data was cut, and no cursor leads to the rest."
    elif e.cursor == e.history.cursor:
        because = "The data was cut, and the cursor leads back to this page."
    elif e.history.pages >= e.policy.max_pages:
        because = "There are more pages than the policy allows."
    else:
        return e.decide(
            Action.NEXT_PAGE,
            "R30",
            "The data was cut; conclude nothing before every page is there.",
        )
    return e.decide(Action.NARROW_QUERY, "K20", because)


def done(e: Evidence) -> Decision:
    """E3, K5, R26, R40: go on, with whatever should be passed up."""
    if e.verdict in NOT_GOOD:
        because = "It exited with 0, but that may not be the command's own number."
        return e.decide(Action.INSPECT_STATE, "K5", because)
    if e.verdict is Verdict.FINDINGS:
        because = "It did its job, and found something: look at that first."
        return e.decide(Action.REVIEW_FINDINGS, "E3", because)
    if e.answer is not None:
        rule, because = "E3", "It did its job; the number is its answer."
    elif Anomaly.OK_EXIT_CONFLICT in e.anomalies:
        rule, because = "R26", "It exited with 0, and ok may be stale."
    elif e.warned:
        rule, because = "R40", "It is done; pass its warnings up."
    else:
        rule, because = "E3", "It is done."
    return e.decide(Action.PROCEED, rule, because)


NOT_GOOD = (Verdict.UNKNOWN, Verdict.FAILED)
RULES_OF_SUCCESSES = (succeeded,)
