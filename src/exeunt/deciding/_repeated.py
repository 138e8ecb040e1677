"""What the caller lets be repeated → Decision: by its list, or since twice is once.

It is decided here what `retry_on` and `idempotent` repeat, and what they never do: what
says itself that it is no use, what was cancelled, and what may be half done.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.codes import ExitCode, Retryable
from ..model.ending import Exited, Signaled, TimedOut, from_shell
from ..model.row import Certainty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._evidence import Evidence
    from .decision import Decision

USUAL_PAUSE = 1.0  # seconds (K8)
LONGEST_PAUSE = 300.0  # between attempts (E39)
DOUBLINGS = 9  # from one second; then it is more than the longest

CANCELLED = "CANCELLED"  # the error.code of what was asked to end
KEYS = (2, 3)  # SIGINT, SIGQUIT: a person ended it from the keyboard
SPOKEN = (Certainty.DECLARED, Certainty.ENVELOPE)
UNREAD = (Certainty.CONVENTION, Certainty.GUESS)
# What no second call mends. Where nobody knows what a number means, it may be this.
HOPELESS = (
    ExitCode.PARTIAL_FAILURE,
    ExitCode.ARG_ERROR,
    ExitCode.AUTH_REQUIRED,
    ExitCode.PAYMENT_REQUIRED,
    ExitCode.REDIRECTED,
)
NUMBERS = frozenset(code.value for code in HOPELESS)
UNKNOWABLE = (
    Anomaly.RESERVED_CODE,
    Anomaly.CODE_OUT_OF_RANGE,
    Anomaly.DIALECT_UNCLEAR,
)
REPEATED = (ExitCode.GENERAL_ERROR, ExitCode.TIMEOUT)


def listed(e: Evidence) -> Decision | None:
    """R34: an ending that the caller has listed is repeated as it is."""
    if not e.policy.retry_on or not is_listed(e) or is_final(e):
        return None
    if e.code is ExitCode.PARTIAL_FAILURE and e.certainty in SPOKEN:
        return None
    because = "The caller lists this ending among those that are repeated."
    wait = pause(e, growing(e))
    return e.decide(Action.RETRY, "R34", because, wait=wait, repeat=True)


def is_listed(e: Evidence) -> bool:
    """Tell whether an ending is on the caller's list, by its number or by its kind."""
    wanted, ending = e.policy.retry_on, e.ending
    if ending.shell_code in wanted:
        return True
    if isinstance(ending, TimedOut):
        return ("idle" if ending.idle else "timeout") in wanted
    if signal_of(e):
        return "signal" in wanted
    return e.code is ExitCode.TIMEOUT and "timeout" in wanted


def twice_is_once(e: Evidence) -> Decision | None:
    """E40, E41, K9: a failure of no known kind, where twice is once."""
    if not e.policy.idempotent or e.code not in REPEATED or is_final(e):
        return None
    unread = e.certainty in UNREAD and e.ending.shell_code in NUMBERS
    ruled_out = e.certainty in SPOKEN and e.retryable is Retryable.NO
    if unread or ruled_out or any(one in UNKNOWABLE for one in e.anomalies):
        return None
    rule = "K9" if signal_of(e) else "E41" if e.code is ExitCode.TIMEOUT else "E40"
    because = "It failed somewhere on its way, and doing it twice is safe."
    wait = pause(e, growing(e))
    return e.decide(Action.RETRY, rule, because, wait=wait, repeat=True)


def is_final(e: Evidence) -> bool:
    """Tell whether nobody may repeat it: it says no itself, or it was cancelled."""
    if e.said_retryable is False or e.error_code == CANCELLED:
        return True
    return signal_of(e) in KEYS


def signal_of(e: Evidence) -> int:
    """Return the signal that ended it, also by a shell's word; 0 if there was none."""
    if isinstance(e.ending, Exited):
        likely = from_shell(e.ending.shell_code)
        return likely.signal if isinstance(likely, Signaled) else 0
    return e.ending.signal if isinstance(e.ending, Signaled) else 0


def pause(e: Evidence, usual: float) -> float:
    """Return the pause that the other side asks for, or the usual one."""
    if e.delay is None or Anomaly.DELAY_WITHOUT_RETRYABLE in e.anomalies:
        return usual
    return e.delay


def growing(e: Evidence) -> float:
    """Say how long to wait after so many attempts: twice as long each time."""
    before = min(max(e.history.attempts - 1, 0), DOUBLINGS)
    return min(USUAL_PAUSE * (1 << before), LONGEST_PAUSE)
