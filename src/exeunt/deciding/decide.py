"""Reading, History, Policy → Decision: the first rule that applies has the word.

Pure: nothing is run, waited for, read from a file, or taken from a message's text.
"""

from __future__ import annotations

from ..model.actions import Action
from ._endings import RULES_OF_ENDINGS
from ._evidence import Evidence
from ._failures import RULES_OF_FAILURES, by_table
from ._successes import RULES_OF_SUCCESSES
from .policy import CAREFUL, FIRST_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..dialects.reading import Reading
    from .decision import Decision
    from .policy import History, Policy

    Rule = Callable[[Evidence], Decision | None]

# Tried in this order. What nobody may relax comes before what an envelope says, an
# explicit no before a yes, and the table last: it has a word on everything.
RULES: tuple[Rule, ...] = (
    *RULES_OF_ENDINGS,
    *RULES_OF_SUCCESSES,
    *RULES_OF_FAILURES,
)


def decide(
    reading: Reading,
    history: History = FIRST_TIME,
    policy: Policy = CAREFUL,
    *,
    waiting: bool = False,
) -> Decision:
    """Say what to do next, by which rule, and why.

    `waiting`: the command was ended because it waited for an answer.
    """
    evidence = Evidence(reading, history, policy, waiting=waiting)
    for rule in RULES:
        found = rule(evidence)
        if found is not None:
            return within_limits(found, evidence)
    return within_limits(by_table(evidence), evidence)


def calls_again(action: Action) -> bool:
    """Tell whether the same call follows, once the world has changed or time passed."""
    match action:
        case (
            Action.RETRY
            | Action.FIX_INPUT
            | Action.FIX_PRECONDITION
            | Action.REFRESH_CREDENTIALS
            | Action.ACQUIRE_CREDENTIALS
            | Action.PAY
            | Action.ANSWER_PROMPT
            | Action.INSTALL_TOOL
        ):
            return True
        case (
            Action.PROCEED
            | Action.REVIEW_FINDINGS
            | Action.USE_CACHED
            | Action.NEXT_PAGE
            | Action.NARROW_QUERY
            | Action.FOLLOW_REDIRECT
            | Action.INSPECT_STATE
            | Action.ESCALATE
            | Action.STOP
        ):
            return False


AGAIN = frozenset(action for action in Action if calls_again(action))


def within_limits(found: Decision, evidence: Evidence) -> Decision:
    """Return a decision that the policy still has attempts and patience for."""
    policy, attempts = evidence.policy, evidence.history.attempts
    if found.action not in AGAIN:
        return found
    # A corrected call is another one; only sent again as it was, it is the same.
    another = found.action is Action.FIX_INPUT and attempts <= 1
    if attempts >= policy.max_attempts and not another:
        return evidence.decide(
            Action.ESCALATE, "E37", "This call has had all its attempts."
        )
    if found.wait_seconds > policy.max_wait:
        return evidence.decide(
            Action.ESCALATE,
            "E14",
            "The pause that is asked for is longer than the policy allows.",
            wait=found.wait_seconds,
        )
    return found
