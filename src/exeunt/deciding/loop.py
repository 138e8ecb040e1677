"""Decisions → deeds: run, ask decide() what next, do that, until nothing is left to do.

The loop itself neither runs anything nor sleeps: it is a generator of what is to be
done, a run or a pause, so that a thread and a coroutine go through the same steps.

decide() is the only judge. All that is added here is a cap: how long somebody may have
us wait, and how often one call may fail before nobody makes it any more.
"""

from __future__ import annotations

import os

from ..model.actions import Action
from ..model.codes import ExitCode
from ..model.row import Certainty, Verdict
from ..process.request import changed
from ._answers import Answers
from ._attempted import Course
from ._redirect import unasked
from ._rows import Rows
from .call_words import with_cursor, without_etag
from .called import Attempt, Called
from .called_file import called_file
from .decide import decide
from .decision import Decision
from .hooks import Cancelled
from .policy import FAILURE_WINDOW
from .surfaced import surfaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TypeVar

    from ..dialects.reading import Reading
    from ..model.words import Why
    from ..process.completed import Completed
    from ..process.request import Request
    from ..store.programs import ProgramFile
    from .hooks import Hook, Hooks, Pace
    from .memory import Memory
    from .policy import Policy

    T = TypeVar("T")
    # A request and why it is run, which is answered by its record; or a pause.
    Deed = tuple[Request, Why] | float
    Deeds = Generator[Deed, Completed | None, T]

BAD = (Verdict.FAILED, Verdict.UNKNOWN)
HIDDEN = "***"  # what stands for a secret in what a command said
CANCELLED = Decision(
    Action.STOP,
    "K22",
    "It was cancelled, and nothing is done instead.",
    certainty=Certainty.DECLARED,
)


class Loop:
    """One call, from its first attempt to what is left for the caller."""

    def __init__(  # noqa: PLR0913 - who has a say in it
        self,
        request: Request,
        policy: Policy,
        hooks: Hooks,
        memory: Memory,
        pace: Pace,
        begins: int | None = None,
        file: ProgramFile | None = None,
    ) -> None:
        self.course: Course = Course(request, file)
        self.policy = policy
        self.hooks = hooks
        self.memory = memory
        self.pace = pace
        self.begins = begins  # where the file does that each run reads
        self.answers: Answers = Answers(memory)
        self.failures: int = 0  # of this very call lately, by whoever made it
        self.waited: float = 0.0  # seconds, before the next attempt
        self.attempts: list[Attempt] = []
        self.warnings: list[str] = []
        self.last: Completed | None = None
        self.rows: Rows = Rows(memory)

    def run(self) -> Deeds[Called]:
        """Go on until there is nothing that the loop itself may do."""
        try:
            return self.called((yield from self.settle()))
        except Cancelled:
            return self.called(CANCELLED)

    def settle(self) -> Deeds[Decision]:
        """Run and obey, until a decision is for somebody else."""
        self.recall()
        while (refusal := (yield from self.refusal())) is None:
            done, reading, decision = yield from self.attempt()
            if not (yield from self.obey(done, reading, decision)):
                return decision
        self.rows.refuse(self.course, self.unmade(refusal), refusal)
        return refusal

    # -- before a run

    def recall(self) -> None:
        """Call what a command has moved to, if that is known and still vouched for."""
        course, file = self.course, self.course.file
        if file is None:
            return
        course.manifest = course.manifest or self.memory.manifest(file)
        called = course.words
        moved = self.memory.moved(file, called[1:])
        if moved is None:
            return
        number, new = moved
        if new[0] == file.path:
            new = called[0], *new[1:]
        elif self.policy.may_follow != "any":
            return
        words = unasked(self.policy.may_follow, called, new, course.evidence)
        if words is not None:
            undo = f"exeunt journal redirects --forget {number}"
            self.lead(words, f" for good, which {undo} forgets")
            course.turn_to(words, "remembered")

    def refusal(self) -> Deeds[Decision | None]:
        """Say why the call is not made, if it is not: it fails too often, or a hold."""
        name = self.course.name
        self.failures = self.memory.failures(name, FAILURE_WINDOW)
        most = max(self.policy.max_failures, self.policy.max_attempts)
        if self.failures >= most:
            because = f"It failed {self.failures} times in ten minutes."
            allowed = f"exeunt journal reset {name} allows the call again."
            return give_up("E37", f"{because} {allowed}")
        waited, key = 0.0, self.course.key
        while left := self.memory.held(key):
            if waited + left > self.policy.max_wait:
                because = "Its program is on hold for longer than the policy allows."
                ended = f"exeunt journal release {key} ends the hold."
                return give_up("E14", f"{because} {ended}", wait=left)
            seconds = self.pace.stretched(left)
            self.tell(f"waiting {seconds:.3g} s, for as long as {key} is on hold")
            waited += yield from self.wait(seconds)
        return None

    # -- a run

    def attempt(self) -> Deeds[tuple[Completed, Reading, Decision]]:
        """Run the call, and decide; the journal has a row from before it starts."""
        course = self.course
        course.turn += 1
        row = self.rows.begin(course)
        try:
            request = self.rows.request(course, row)
            done = self.last = yield from self.perform(request)
        except BaseException:
            self.memory.finish(row, "cancelled", {})
            raise
        reading = done.reading
        decision = self.judge(done, reading)
        self.rows.finish(row, done, reading, decision)
        self.note(done, reading, decision)
        return done, reading, decision

    def perform(self, request: Request) -> Deeds[Completed]:
        """Have a request run, and return its record."""
        if self.begins is not None and isinstance(request.stdin, int):
            os.lseek(request.stdin, self.begins, os.SEEK_SET)
        done = yield request, self.course.why
        if done is None:
            msg = "a run is answered by its record"
            raise TypeError(msg)
        return done

    def judge(self, done: Completed, reading: Reading) -> Decision:
        """Ask what to do, with all that was done about this call so far."""
        if done.status == "cancelled":
            return CANCELLED
        history = self.course.history(
            reading,
            pages=len(self.answers.pages) + 1,
            uncached=self.answers.is_missing(reading, self.course),
        )
        waiting = done.status == "waiting_for_input"
        policy = self.policy
        if done.status == "unkillable":  # a second one would run beside it
            policy = policy.replace(idempotent=False, retry_on=())
        return decide(reading, history, policy, waiting=waiting)

    def note(self, done: Completed, reading: Reading, decision: Decision) -> None:
        """Keep what must be known before the next run, by us or by anybody."""
        words = done.command, *done.args
        ended = done.status, done.exit_code, reading.name, done.duration_ms, done.log
        self.attempts.append(
            Attempt(self.course.why, words, self.waited, *ended, decision)
        )
        self.waited = 0.0
        self.warnings += [w for w in surfaced(reading) if w not in self.warnings]
        # What was cancelled or has moved is no failure; a success wipes them out.
        failed = reading.verdict in BAD
        apart = decision is CANCELLED or decision.action is Action.FOLLOW_REDIRECT
        if (failed and not apart) or (self.failures and not failed):
            self.memory.note(self.course.name, failed=failed)
        if reading.code is ExitCode.RATE_LIMITED:
            # As for a first time: even if we give up, others are to wait.
            pause = decide(reading).wait_seconds
            self.memory.hold(self.course.key, pause, decision.because)

    # -- after a run

    def obey(
        self, done: Completed, reading: Reading, decision: Decision
    ) -> Deeds[bool]:
        """Do what was decided, as far as it is ours; tell whether a run follows."""
        self.answers.take(reading, decision, self.course)
        match decision.action:
            case Action.RETRY:
                return (yield from self.retry(done, decision))
            case Action.NEXT_PAGE:
                return self.turn_page(reading)
            case Action.FOLLOW_REDIRECT:
                return self.follow(reading, decision)
            case Action.REFRESH_CREDENTIALS | Action.ACQUIRE_CREDENTIALS | Action.PAY:
                return (yield from self.ask(done, decision))
            case _:
                return False

    def retry(self, done: Completed, decision: Decision) -> Deeds[bool]:
        """Make the call again; one that is not to be repeated as it is, otherwise."""
        if decision.repeat_identical:
            return (yield from self.again("retry", decision))
        words, etag = without_etag(self.course.words)
        if done.ok:  # what nobody has kept
            if etag is not None:
                self.course.turn_to(words, "without_etag")
            return etag is not None
        longer = self.course.give_longer()
        return longer and (yield from self.again("longer", decision))

    def again(self, why: Why, decision: Decision) -> Deeds[bool]:
        """Make the call once more, after the pause that was decided on."""
        self.course.why = why
        seconds = self.pace.stretched(decision.wait_seconds)
        turn = f"attempt {self.course.turn + 1} of {self.policy.max_attempts}"
        pause = f" in {seconds:.3g} s" if seconds else ""
        self.tell(f"{turn}{pause}: {decision.because}")
        yield from self.wait(seconds)
        return True

    def turn_page(self, reading: Reading) -> bool:
        """Ask for the next page."""
        cursor = reading.envelope.meta.get("cursor") if reading.envelope else None
        if self.course.is_line or not isinstance(cursor, str):
            return False
        self.course.cursors.add(cursor)
        self.course.turn_to(with_cursor(self.course.words, cursor), "page")
        return True

    def follow(self, reading: Reading, decision: Decision) -> bool:
        """Run what a redirect says; one for good is on the disk by then."""
        course, words = self.course, decision.command
        moved = reading.envelope.redirect if reading.envelope is not None else None
        if words is None or moved is None:
            return False
        may = self.policy.may_follow
        old, new = course.words, unasked(may, course.words, words, course.evidence)
        if new is None:
            self.warnings += why_not_unasked(course, may)
            return False
        if self.course.hides and any(HIDDEN in word for word in new):
            self.warnings.append("the redirect has a secret in it, and is not followed")
            return False
        if moved.permanent and not self.remember(old, new):
            return False
        self.lead(new, "")
        self.course.redirected = True
        self.course.turn_to(new, "redirect")
        return True

    def remember(self, old: tuple[str, ...], new: tuple[str, ...]) -> bool:
        """Note where a call moved for good; one that has a secret in it is not kept."""
        if self.course.shown(old) != old:
            self.warnings.append("the call has a secret in it, so its move is not kept")
            return True
        if self.course.file is not None and self.move(self.course.file, old, new):
            return True
        why = self.memory.error or "nobody can tell which file was called"
        self.warnings.append(f"the redirect was not kept, so not followed: {why}")
        return False

    def move(
        self, file: ProgramFile, old: tuple[str, ...], new: tuple[str, ...]
    ) -> bool:
        """Put on the disk where the commands of a file went, and to which program."""
        there = called_file(changed(self.course.request, words=new))
        program = new[0] if there is None else there.path
        return self.memory.move(file, old[1:], (program, *new[1:]))

    def ask(self, done: Completed, decision: Decision) -> Deeds[bool]:
        """Have the caller do what only it can, then make the call again."""
        hooks, course = self.hooks, self.course
        known: dict[Action, tuple[Hook | None, Why]] = {
            Action.REFRESH_CREDENTIALS: (hooks.refresh, "refreshed"),
            Action.ACQUIRE_CREDENTIALS: (hooks.credentials, "credentials"),
            Action.PAY: (hooks.pay, "paid"),
        }
        hook, why = known[decision.action]
        got = hook(done, decision) if hook is not None else None
        if got is None or got is False:
            return False
        if got is not True:
            course.set_variables(got)
        course.refreshed |= decision.action is Action.REFRESH_CREDENTIALS
        course.paid |= decision.action is Action.PAY
        return (yield from self.again(why, decision))

    # -- the rest

    def wait(self, seconds: float) -> Deeds[float]:
        """Let time pass, if any is to; return how much it was."""
        if seconds:
            yield seconds
        self.waited += seconds
        return seconds

    def tell(self, what: str) -> None:
        """Say what happens between two runs to whoever wants to know."""
        if self.hooks.progress is not None:
            self.hooks.progress(what)

    def lead(self, words: tuple[str, ...], why: str) -> None:
        """Say that another command is run than was called; nobody is led in silence."""
        what = f"it moved{why}: running {' '.join(self.course.shown(words))}"
        self.tell(what)
        if self.hooks.progress is None:
            self.warnings.append(what)

    def called(self, decision: Decision) -> Called:
        """Put together what became of the call."""
        error = self.memory.error
        trouble = () if error is None else (f"nothing is remembered: {error}",)
        return Called(
            self.last or self.unmade(decision),
            decision,
            tuple(self.attempts),
            tuple(self.answers.pages),
            (*self.warnings, *self.memory.notices, *trouble),
            self.answers.last,
        )

    def unmade(self, decision: Decision) -> Completed:
        """Make the record of a call that was not made."""
        from ..process.unwatched import unstarted  # few are given up

        command, *args = self.course.shown(self.course.words)
        return unstarted(decision.because).replace(command=command, args=tuple(args))


def why_not_unasked(course: Course, may_follow: str) -> list[str]:
    """Say what a redirect lacks to be followed, where its caller would have it so."""
    if may_follow == "no" or course.file is None:
        return []
    if course.evidence is not None:
        return ["the redirect is not followed: the manifest does not vouch for it"]
    (program,) = course.shown(course.words[:1])
    how = f"exeunt manifest {program} takes what may vouch for it"
    return [f"the redirect is not followed: {how}"]


def give_up(rule: str, because: str, *, wait: float = 0) -> Decision:
    """Leave a call to somebody else, without making it."""
    return Decision(
        Action.ESCALATE,
        rule,
        because,
        wait_seconds=wait,
        certainty=Certainty.DECLARED,
    )
