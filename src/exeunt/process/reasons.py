"""What a keeper says → Report: why a run ended, its status, and its exit code.

It is decided here that a deadline is `timed_out` and 124, a command that does not exist
127, and a signal 128 and its number. A command that ended by itself has no reason: its
wait status says it all.
"""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from ..model.words import Status

    Verdict = tuple[Status, int, str | None]
    Stop = Literal[  # why the keeper ends a command:
        "deadline",  # its time was up
        "silence",  # it wrote nothing for too long, or nobody answered its question
        "question",  # it waits for an answer that nobody has
        "cancelled",  # the caller wanted it to end, perhaps because of a signal
    ]
    NoStart = Literal["not_found", "not_executable", "failed"]
    Reason = Stop | NoStart | Literal["keeper lost", "lease lost"]
    Said = Literal["started", "ended", "ended alone", "last word"]

STILL_RAN = 124  # exeunt returned while the command still ran: GNU timeout's number
OURS = 125  # a failure of exeunt, a wrong call too
SIGNAL_BASE = 128
KILL = 9
VERDICTS: Mapping[Reason, tuple[Status, int]] = {
    "deadline": ("timed_out", STILL_RAN),
    "silence": ("idle", STILL_RAN),
    "question": ("waiting_for_input", STILL_RAN),
    "cancelled": ("cancelled", SIGNAL_BASE + 15),  # by TERM, if by no other signal
    "not_found": ("not_found", 127),
    "not_executable": ("not_executable", 126),
    "failed": ("internal_error", OURS),
    "keeper lost": ("internal_error", OURS),
    "lease lost": ("cancelled", SIGNAL_BASE + 15),
}
STOPPED = {"deadline", "silence", "question", "cancelled", "lease lost"}
NO_STARTS: Mapping[str, NoStart] = {
    "not_found": "not_found",
    "not_executable": "not_executable",
}
LOST = "the process that kept the command was killed"
UNRENEWED = "others took it for gone: its lease could not be renewed, so it was ended"


class Report:
    """What the keeper has said of a command, in the lines that keeper.py lists."""

    def __init__(self) -> None:
        self.pid: int = 0
        self.keeper: int = 0  # its pid
        self.proof: str = "best_effort"
        self.status: int | None = None  # the wait status; -1 if nobody has seen it
        self.asked: Stop | None = None  # what the keeper was asked to end it for
        self.reason: Reason | None = None  # why it ended, if not by itself
        self.forced: Stop | None = None  # why its host ended it, past the keeper
        self.lost: bool = False  # the keeper went, or was given up
        self.signal: int = 0  # that it was cancelled for
        self.detail: str | None = None  # why it did not start, in a sentence
        self.killed: int = 0
        self.left: int = 0
        self.pids: tuple[int, ...] = ()  # of those that are left
        self.heard: str = ""  # of the commands of a line, as the keeper writes it
        self.started_at: float = 0.0
        self.ended_at: float = 0.0

    def note(self, line: str, signal: int) -> Said:
        """Note a line; return what happened.

        `signal` is the one that had the caller ask the keeper to end the command.
        """
        what, _, rest = line.partition(" ")
        if what == "S":
            pid, self.proof = rest.split()
            self.pid = int(pid)
            return "started"
        if what == "E":
            status, others = rest.split()
            self.end(int(status))
            return "ended alone" if others == "0" else "ended"
        if what == "D":
            killed, left, word, pids = rest.split()
            self.killed, self.left = int(killed), int(left)
            self.pids = () if pids == "-" else tuple(map(int, pids.split(",")))
            self.reason = reason_of(word, self.asked) or self.forced
            self.signal = signal if self.reason == "cancelled" else 0
            if self.reason == "lease lost":
                self.detail = UNRENEWED
        else:
            why, _, detail = rest.partition(" ")
            self.fail(why, detail)
        return "last word"

    def fail(self, why: str, detail: str) -> None:
        """Note that the command did not start, or that the keeper has a bug."""
        self.reason = NO_STARTS.get(why, "failed")
        self.detail = detail
        self.end(KILL if self.pid else -1)

    def lose(self, signal: int) -> Said:
        """Note that the keeper has no last word: it was killed, or given up.

        Who was to end the command anyway has ended it, by another way.
        """
        self.lost, self.proof = True, "best_effort"
        self.reason = self.forced or "keeper lost"
        self.signal = signal if self.forced == "cancelled" else 0
        self.detail = None if self.forced else LOST
        self.end(KILL)  # whoever got the tree has ended it
        return "last word"

    def leave(self, pids: Sequence[int]) -> None:
        """Note which processes run on, as far as whoever ended them knows."""
        self.left, self.pids = len(pids), tuple(pids)

    def end(self, status: int) -> None:
        """Note how the command has ended, and that it was now."""
        if self.status is None:
            self.status, self.ended_at = status, monotonic()

    @property
    def was_stopped(self) -> bool:
        """Whether the keeper ended the command, and not the command itself."""
        return self.reason in STOPPED

    @property
    def never_ran(self) -> bool:
        """Whether it is known that the command was not started."""
        no_start = self.reason == "failed" or self.reason in NO_STARTS
        return no_start and not self.pid

    @property
    def is_orphaned(self) -> bool:
        """Whether the command was left without a keeper."""
        return self.lost or (self.reason == "failed" and self.pid > 0)

    def verdict(self) -> Verdict:
        """Return the status, the exit code, and a sentence where one is needed."""
        if self.reason is None:
            return ended(self.status or 0)
        if self.left and self.was_stopped and self.reason != "question":
            text = f"{self.left} of its processes could not be killed"
            return "unkillable", STILL_RAN, text
        status, code = VERDICTS[self.reason]
        return status, SIGNAL_BASE + self.signal if self.signal else code, self.detail

    def duration_ms(self) -> int:
        """Return for how long it ran; what never began ran for no time."""
        now = self.ended_at or monotonic()
        return int((now - (self.started_at or now)) * 1000)


def ended(status: int) -> Verdict:
    """Say how a command ended by itself; a negative status is one that nobody saw."""
    if status < 0:
        return "internal_error", OURS, LOST
    signal = status & 0x7F
    if signal:
        return "signaled", SIGNAL_BASE + signal, None
    return "exited", status >> 8 & 0xFF, None


def reason_of(word: str, asked: Stop | None) -> Reason | None:
    """Return why the keeper ended a command: its own word, and what it was asked.

    A command that ended before the keeper could end it has no reason, whatever was
    asked; a deadline may come before what was asked.
    """
    if word == "-":
        return None
    if word == "lease":
        return "lease lost"
    if asked == "question":
        return asked
    if word == "cancelled":
        return "cancelled"
    return "silence" if word == "idle" else "deadline"
