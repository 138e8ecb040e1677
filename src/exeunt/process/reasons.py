"""Why a run ended → its status, the exit code of `exeunt run`, and a sentence.

It is decided here that a deadline is `timed_out` and 124, a command that does not exist
127, and a signal 128 and its number. A command that ended by itself has no reason: its
wait status says it all.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Status = Literal[
        "exited",
        "signaled",
        "timed_out",
        "idle",
        "cancelled",
        "waiting_for_input",
        "detached",
        "not_found",
        "not_executable",
        "unkillable",
        "internal_error",
    ]
    Verdict = tuple[Status, int, str | None]

STILL_RAN = 124  # exeunt returned while the command still ran: GNU timeout's number
OURS = 125  # a failure of exeunt, a wrong call too
SIGNAL_BASE = 128
SIGTERM = 15
LOST = "the process that kept the command was killed"


class Deadline:
    """The command had not ended when its time was up."""

    status: Status = "timed_out"
    code: int = STILL_RAN
    detail: str | None = None


class Silence:
    """The command wrote nothing for too long, or nobody answered it for too long."""

    status: Status = "idle"
    code: int = STILL_RAN
    detail: str | None = None


class Question:
    """The command waits for an answer that nobody has."""

    status: Status = "waiting_for_input"
    code: int = STILL_RAN
    detail: str | None = None


class Cancelled:
    """The caller wanted the command to end, perhaps because a signal told it to."""

    status: Status = "cancelled"
    detail: str | None = None

    def __init__(self, signal: int = 0) -> None:
        self.signal = signal
        self.code: int = SIGNAL_BASE + (signal or SIGTERM)


class NoStart:
    """The command never ran: why, in the keeper's word and in a sentence."""

    def __init__(self, why: str, detail: str) -> None:
        self.status: Status = "internal_error"
        self.code: int = OURS
        self.detail: str | None = detail
        if why == "not_found":
            self.status, self.code = "not_found", 127
        elif why == "not_executable":
            self.status, self.code = "not_executable", 126


class LostKeeper:
    """The keeper was killed, so that nobody has seen how the command ended."""

    status: Status = "internal_error"
    code: int = OURS
    detail: str | None = LOST


if TYPE_CHECKING:
    Stop = Deadline | Silence | Question | Cancelled  # the keeper ended the command
    Reason = Stop | NoStart | LostKeeper


def verdict(reason: Reason | None, status: int, left: int) -> Verdict:
    """Return the status, the exit code, and a sentence where exeunt has to explain.

    `status` is the wait status of the command, `left` how many of its processes the
    keeper could not end.
    """
    if reason is None:
        return ended(status)
    if left and isinstance(reason, Deadline | Silence | Cancelled):
        text = f"{left} of its processes could not be killed"
        return "unkillable", STILL_RAN, text
    return reason.status, reason.code, reason.detail


def ended(status: int) -> Verdict:
    """Say how a command ended by itself; a negative status is one that nobody saw."""
    if status < 0:
        return "internal_error", OURS, LOST
    signal = status & 0x7F
    if signal:
        return "signaled", SIGNAL_BASE + signal, None
    return "exited", status >> 8 & 0xFF, None


def reason_of(word: str, asked: Stop | None) -> Stop | None:
    """Return why the keeper ended a command: its own word, and what it was asked.

    A command that ended before the keeper could end it has no reason, whatever was
    asked; a deadline may come before what was asked.
    """
    if word == "-":
        return None
    if isinstance(asked, Question):
        return asked
    if word == "cancelled":
        return asked if isinstance(asked, Cancelled) else Cancelled()
    return Silence() if word == "idle" else Deadline()
