"""An action is one of sixteen, and a match over it is checked."""

from typing import assert_never, assert_type

from exeunt import (
    Action,
    Anomaly,
    Certainty,
    Decision,
    History,
    Policy,
    Reading,
    decide,
)


def made(reading: Reading) -> Decision:
    """Decide, with and without what is optional."""
    assert_type(decide(reading), Decision)
    assert_type(decide(reading, History(2), Policy(may_follow="any")), Decision)
    decide(reading, Policy())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    decide(reading, waiting="yes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Policy(may_follow="sometimes")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    History("2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    return decide(reading)


def looked_at(found: Decision) -> None:
    """Look at every field."""
    assert_type(found.action, Action)
    assert_type(found.rule, str)
    assert_type(found.wait_seconds, float)
    assert_type(found.command, tuple[str, ...] | None)
    assert_type(found.certainty, Certainty)
    assert_type(found.anomalies, tuple[Anomaly, ...])


def is_over(action: Action) -> bool:
    """Look at every action."""
    match action:
        case Action.PROCEED | Action.USE_CACHED | Action.STOP | Action.ESCALATE:
            return True
        case (
            Action.RETRY
            | Action.FOLLOW_REDIRECT
            | Action.NEXT_PAGE
            | Action.REVIEW_FINDINGS
        ):
            return False
        case Action.FIX_INPUT | Action.FIX_PRECONDITION | Action.NARROW_QUERY:
            return False
        case Action.REFRESH_CREDENTIALS | Action.ACQUIRE_CREDENTIALS | Action.PAY:
            return False
        case Action.INSPECT_STATE | Action.ANSWER_PROMPT | Action.INSTALL_TOOL:
            return False
        case _:
            assert_never(action)


def forgetful(action: Action) -> bool:
    """Forget nearly all of them."""
    match action:
        case Action.PROCEED:
            return True
        case _:
            assert_never(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
