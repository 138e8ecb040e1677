"""A call → what a tool answers: a few fields, and only those that say something."""

# No `from __future__ import annotations`: what may be left out is read at run time.
from typing import Any, Literal, NotRequired, TypedDict

Verdict = Literal["done", "no", "findings", "failed", "unknown"]


class Trouble(TypedDict):
    """Why a call was not carried out: a wrong word, a rule, no room."""

    code: str  # BUSY, FORBIDDEN, INVALID_INPUT, UNKNOWN_SESSION and so on
    message: str
    fix: NotRequired[str]


class Result(TypedDict):
    """How a command ended, or how far it has come.

    `verdict` is there when it has ended; until then, `session` names it.
    """

    output: str
    exit_code: NotRequired[int]
    verdict: NotRequired[Verdict]
    status: NotRequired[str]  # but for `exited`: running, waiting_for_input, timed_out
    signal: NotRequired[str]
    prompt: NotRequired[str]  # what it asks
    secret: NotRequired[bool]  # and does not echo
    next: NotRequired[str]  # what it means, and what to do
    session: NotRequired[str]
    log: NotRequired[str]  # the file that has what is left out
    omitted_bytes: NotRequired[int]
    warnings: NotRequired[list[str]]
    error: NotRequired[Trouble]


class Explained(TypedDict):
    """What the exit code of a command means."""

    name: NotRequired[str]
    meaning: NotRequired[str]
    verdict: NotRequired[Verdict]
    retryable: NotRequired[str]
    side_effects: NotRequired[str]
    next: NotRequired[str]
    certainty: NotRequired[str]
    source: NotRequired[str]
    error: NotRequired[Trouble]


class Decided(TypedDict):
    """What to do about an ending, and by which rule."""

    action: NotRequired[str]
    rule: NotRequired[str]
    because: NotRequired[str]
    wait_seconds: NotRequired[float]
    repeat_identical: NotRequired[bool]
    command: NotRequired[list[str]]
    certainty: NotRequired[str]
    error: NotRequired[Trouble]


class Remembered(TypedDict):
    """Runs of the journal, the newest first."""

    runs: list[dict[str, Any]]
    error: NotRequired[Trouble]
