"""A keeper, and what it owes → whether it does its duty, is made to, or is given up.

A command may stop its keeper, freeze it, trace it, or take from it what it needs. So
the keeper says when it begins to end a command, and its last word has a time, too. Who
is late and stopped is continued, then freed from what stops it; who still owes its word
is given up, and the caller ends the tree.
"""

from __future__ import annotations

from time import monotonic

from ..tree import KILL, is_zombie, namespace, revive, send, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .reasons import Report

LATE, AGAIN = 0.3, 0.1  # seconds until a keeper that says nothing is looked at
SELDOM, GENTLE = 0.5, 2  # seconds without a need, and how often it is just continued
PROMPT = 0.8  # seconds that the word of a keeper may take which is stopped, or not seen
SLOW = 10.0  # and of one that is seen to run: the machine is busy
KILL_WAIT = 3.0  # seconds from KILL to giving up
STANDS = {"T", "t", ""}  # what a process does that does nothing, as far as is seen


class Watch:
    """What the keeper of one run owes to its caller, and since when."""

    def __init__(self, report: Report, patience: float) -> None:
        self.report = report
        self.patience = patience  # the command's, from TERM to KILL
        self.looks_at: float = 0.0
        self.deadline: float | None = None
        self.owed_at: float | None = None  # since when a word is due
        self.asked: bool = False  # the word that it has begun to end the command
        self.settles: bool = False  # the last word is owed
        self.revived: int = 0
        self.group: str = ""  # that keeper and command share

    def begin(self, timeout: float | None) -> None:
        """Note when the run has begun, and what its limit is."""
        started = self.report.started_at
        self.looks_at = started + LATE
        self.deadline = None if timeout is None else started + timeout

    def know(self, keeper: str, where: str, group: str) -> None:
        """Note the keeper's number, if it is one of a process that we see, too."""
        self.group = group
        if int(where) == namespace():
            self.report.keeper = int(keeper)

    def lift(self) -> None:
        """Note that there is no limit any more."""
        self.deadline = None

    def ask(self) -> None:
        """Note that the keeper was asked to end the command."""
        now = monotonic()
        self.looks_at = min(self.looks_at, now + LATE)
        if not self.asked:
            self.asked, self.owed_at = True, now

    def answer(self) -> None:
        """Note that it ends the command: the last word comes when patience is over."""
        self.asked, self.owed_at = True, monotonic() + self.patience + KILL_WAIT

    def is_expired(self, now: float) -> bool:
        """Tell whether the command's time is up."""
        return self.deadline is not None and now >= self.deadline

    def look(self, now: float, stage: str) -> bool:
        """Have a keeper go on that was stopped; return whether it is to be given up."""
        runs = stage in {"starting", "running", "ending"}
        if runs and not self.asked and self.is_expired(now):
            self.asked, self.owed_at = True, self.deadline
        elif stage == "draining":
            self.owed_at = None  # the streams are waited for, and that has an end
        elif stage == "settling" and not self.settles:
            self.settles = True
            self.answer()
        late = self.deadline is not None and now >= self.deadline + LATE
        due = late or stage != "running" or is_zombie(self.report.pid)
        harshly = self.revived >= GENTLE and (late or stage != "starting")
        wait = LATE if due else SELDOM
        if due and revive(self.report.keeper, harshly=harshly):
            self.revived, wait = self.revived + 1, AGAIN
            if harshly:
                self.force(late=late)
        self.looks_at = now + wait
        if self.deadline is not None and not late:
            self.looks_at = min(self.looks_at, self.deadline + LATE)
        if self.owed_at is None:
            return False
        owed = now - self.owed_at
        self.looks_at = min(self.looks_at, max(now + AGAIN, self.owed_at + PROMPT))
        stands = owed >= PROMPT and state_of(self.report.keeper) in STANDS
        return stands or owed >= SLOW

    def force(self, *, late: bool) -> None:
        """Note that a command was ended past its keeper, which cannot say why."""
        report = self.report
        if report.status is None:
            report.forced = report.asked or ("deadline" if late else None)

    def give_up(self, now: float) -> None:
        """Kill the keeper: its tree comes to who launched it, if there is no group."""
        self.force(late=self.is_expired(now))
        if self.report.keeper > 1:
            send(self.report.keeper, KILL)

    def end_group(self) -> None:
        """End who shares a group with a keeper that has no last word, and itself."""
        if not self.group:
            return
        from ..cgroups import MANY, kill, remove  # few have one

        if kill(self.group) and remove(self.group, MANY):
            self.report.proof = "cgroup"

    def tidy(self) -> None:
        """Remove the group of a run that is over."""
        if self.group:
            from ..cgroups import remove

            remove(self.group)
