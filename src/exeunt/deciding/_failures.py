"""A failure → Decision: what must change before the next call, if one may follow.

In order: what no call can mend, what the caller must change, what may be repeated, and
then the table.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.codes import Effects, ExitCode, Retryable
from ._redirect import follow
from ._repeated import USUAL_PAUSE, growing, pause, twice_is_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._evidence import Evidence
    from .decision import Decision

RATE_PAUSE = 60.0  # after 11, unless it says so (E38)

# Kinds of failure that pass by themselves.
PASSING = (ExitCode.TIMEOUT, ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE)


def final(e: Evidence) -> Decision | None:
    """E5, E27: no call helps, whoever says otherwise: half done, or never allowed."""
    if e.code is ExitCode.PARTIAL_FAILURE:
        because = "Some of it was done; look at what, then decide."
        return e.decide(Action.INSPECT_STATE, "E5", because)
    if e.code is ExitCode.PERMISSION_DENIED:
        because = "The credentials are good, but do not allow it."
        return e.decide(Action.ESCALATE, "E27", because)
    return None


def moved(e: Evidence) -> Decision | None:
    """R37, R38, R39: the command is another one now."""
    return follow(e) if e.code is ExitCode.REDIRECTED else None


def unknown_to_them(e: Evidence) -> Decision | None:
    """R35, R36, K3: the credentials are the trouble, and error.code says which."""
    if e.code is not ExitCode.AUTH_REQUIRED:
        return None
    if e.error_code == "TOKEN_EXPIRED" and not e.history.refreshed:
        return e.decide(
            Action.REFRESH_CREDENTIALS,
            "R35",
            "The token has expired; with a fresh one the call may be made once more.",
            wait=pause(e, 0),
        )
    if e.error_code == "TOKEN_EXPIRED":
        rule, because = "R35", "The fresh token counts as expired too: get another."
    elif e.error_code in ("TOKEN_INVALID", "TOKEN_MISSING"):
        rule, because = "R36", "Without new credentials no call can succeed."
    else:
        rule, because = "K3", "It wants credentials and does not say what is wrong."
    return e.decide(Action.ACQUIRE_CREDENTIALS, rule, because)


def unpaid(e: Evidence) -> Decision | None:
    """K19, E36: nobody pays unasked, or twice, or for what is ruled out."""
    if e.code is not ExitCode.PAYMENT_REQUIRED:
        return None
    if e.ruled_out:
        return e.decide(
            Action.ESCALATE, "E36", "The envelope says that paying will not help."
        )
    if not e.policy.may_pay:
        because = "It wants to be paid, and the policy does not allow it."
    elif e.history.paid:
        because = "It was paid, and wants to be paid again."
    else:
        return e.decide(
            Action.PAY, "E12", "It wants to be paid, and the policy allows it."
        )
    return e.decide(Action.ESCALATE, "K19", because)


def no_such_tool(e: Evidence) -> Decision | None:
    """S13: the program itself is missing."""
    if e.action is not Action.INSTALL_TOOL:
        return None
    return e.decide(
        Action.INSTALL_TOOL, "S13", "The program is not installed, or not on PATH."
    )


def to_be_fixed(e: Evidence) -> Decision | None:
    """E6, E7, E8, K23: the caller must change the call, or the world, first.

    A corrected call needs no pause (R32). What is not there can be made, where the
    envelope says so.
    """
    if e.code is ExitCode.ARG_ERROR:
        because = "The input was refused; as it stands it will be again."
        return e.decide(Action.FIX_INPUT, "E6", because)
    if e.code is ExitCode.PRECONDITION:
        because = "Something that it needs is not so yet; nothing was changed."
        return e.decide(Action.FIX_PRECONDITION, "E7", because, wait=pause(e, 0))
    if e.code is ExitCode.NOT_FOUND and e.retryable is Retryable.AFTER_FIX:
        because = "What the call names can be made first."
        return e.decide(Action.FIX_PRECONDITION, "E8", because)
    return None


def passing(e: Evidence) -> Decision | None:
    """E14, E15, E28, E31, K6: it may be repeated, and that harms nothing."""
    open_ = e.retryable is Retryable.DEPENDS and e.code in PASSING
    if e.retryable is not Retryable.YES and not open_:
        return None
    if e.effects is Effects.NONE:
        return repeat(e)
    if e.policy.idempotent:
        return e.decide(
            Action.RETRY,
            "E41",
            "Some of it may have been done, and doing it twice is safe.",
            wait=pause(e, growing(e)),
            repeat=True,
        )
    return e.decide(
        Action.INSPECT_STATE,
        "E40" if e.code is ExitCode.GENERAL_ERROR else "E41",
        "Some of it may have been done; look before you repeat it.",
    )


def repeat(e: Evidence) -> Decision:
    """Repeat what has changed nothing, by the clause that sets the pause."""
    hinted = e.delay is not None
    match e.code:
        case ExitCode.RATE_LIMITED:
            rule = "E14" if hinted else "E38"
            because = "Too many calls; this one was not carried out."
        case ExitCode.UNAVAILABLE:
            rule = "E15" if hinted else "E39"
            because = "A service is down for the moment, and nothing was changed."
        case ExitCode.TIMEOUT:
            rule, because = "E28", "Time ran out, and nothing can have been changed."
        case ExitCode():
            rule, because = "K6", "It says that the same call may succeed later."
        case _:
            rule, because = "E31", "Its declaration says that it may be repeated."
    return e.decide(
        Action.RETRY, rule, because, wait=pause(e, usual_pause(e)), repeat=True
    )


def ruled_out(e: Evidence) -> Decision | None:
    """E36, E57: nothing was changed, and repeating this very call will not help."""
    passes = e.code in PASSING or not isinstance(e.code, ExitCode)
    if not passes or e.effects is not Effects.NONE:
        return None
    if e.said_retryable is False:
        rule, because = "E36", "The envelope says that repeating it will not help."
    else:
        rule, because = "E57", "Its own table says that repeating it will not help."
    return e.decide(Action.ESCALATE, rule, because)


# By what did not add up about the number, then by the code.
BY_ANOMALY = {
    Anomaly.RESERVED_CODE: ("E29", "The number is reserved, so nobody can know it."),
    Anomaly.UNDECLARED_CODE: ("E31", "The number is the command's, and undeclared."),
    Anomaly.CODE_OUT_OF_RANGE: ("E33", "No exit status has this number."),
    Anomaly.UNKNOWN_CODE: ("E4", "The table does not have this number."),
    Anomaly.DIALECT_UNCLEAR: ("E40", "Two tables read this number in opposite ways."),
}
BY_CODE = {
    ExitCode.GENERAL_ERROR: ("E40", "It failed in a way that may have left traces."),
    ExitCode.NOT_FOUND: ("E8", "What the call names does not exist."),
    ExitCode.CONFLICT: ("E9", "It exists already, or has changed meanwhile."),
    ExitCode.TIMEOUT: ("E41", "Time ran out; some of it may have been done."),
}
OWN_CODE = ("E31", "The command has declared what this number means; read that.")
ON_LEAVE = (Action.RETRY, Action.PAY, Action.FOLLOW_REDIRECT)  # not by a table alone


def by_table(e: Evidence) -> Decision:
    """E2: what the table says, and nothing that only a rule may allow."""
    action = Action.INSPECT_STATE if e.action in ON_LEAVE else e.action
    for anomaly in e.anomalies:
        if anomaly in BY_ANOMALY:
            return e.decide(action, *BY_ANOMALY[anomaly])
    code = e.code
    if not isinstance(code, ExitCode):
        return e.decide(action, *OWN_CODE)
    rule, because = BY_CODE.get(code, ("E2", code.meaning))
    return e.decide(action, rule, because)


def usual_pause(e: Evidence) -> float:
    """Say how long to wait where nobody says so (K8)."""
    if e.code is ExitCode.RATE_LIMITED:
        return RATE_PAUSE
    if e.code is ExitCode.UNAVAILABLE:
        return growing(e)
    return USUAL_PAUSE


RULES_OF_FAILURES = (
    final,
    moved,
    unknown_to_them,
    unpaid,
    no_such_tool,
    to_be_fixed,
    passing,
    twice_is_once,
    ruled_out,
)
