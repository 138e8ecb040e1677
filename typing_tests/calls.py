"""A call takes what a run takes, and hooks that say yes, no, or variables."""

from typing import assert_type

from exeunt import Attempt, Called, Completed, Decision, Hooks, Pace, Policy, call


def no_token(_: Completed, __: Decision) -> None:
    """Have none."""


def token(_: Completed, __: Decision) -> dict[str, str]:
    """Have one."""
    return {"TOKEN": "abcd"}


def number(_: Completed, __: Decision) -> int:
    """Say nothing that a loop could use."""
    return 3


def made() -> Called:
    """Call, with and without what is optional."""
    hooks = Hooks(refresh=token, credentials=no_token, progress=print)
    assert_type(call(["git", "fetch"]), Called)
    assert_type(call(["git"], hooks=hooks, store=False, pace=Pace(), timeout=3), Called)
    call(["git"], policy=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    call(["git"], store=True)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    call(["git"], timeuot=3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Hooks(refresh=number)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    return call(["git"], policy=Policy(idempotent=True))


def looked_at(called: Called) -> None:
    """Look at every field."""
    assert_type(called.ok, bool)
    assert_type(called.completed, Completed)
    assert_type(called.decision, Decision)
    assert_type(called.attempts, tuple[Attempt, ...])
    assert_type(called.warnings, tuple[str, ...])
