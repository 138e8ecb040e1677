"""A batch and its limits → jobs claimed, run, decided and ended: one puller.

Any number of pullers may work on one batch, in any number of processes; each drives its
runs in one thread. It is decided here in which order things happen to a job:

    claimed     on the disk, before anything starts
    noted       which place it starts in, on the lease
    run, and judged by the loop that call() goes through
    ended       on the disk, before its place has another job; then it is told
"""

from __future__ import annotations

import os
from heapq import heappop, heappush
from time import localtime, monotonic, strftime, time

from ..deciding.hooks import Hooks, Pace
from ..deciding.memory import Memory
from ..errors import ExeuntError
from ..process.keeper import ORPHANED
from ..process.ready import ready
from ..process.request import Request, changed
from ..process.run import SideBySide, start
from ._adding import SAFE
from ._beat import Beat
from ._tables import CANCEL, PAUSE, RUN, STOP
from ._work import Shared, Work, request_of
from .finished import FINAL, Finished
from .limits import Limits
from .turns import End

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

    from ..deciding.policy import Policy
    from ..process.capture import Outlet
    from ..process.completed import Completed
    from ..process.flow import Running
    from ..sessions.kept import Kept
    from ..store.holds import Hold
    from ._owner import Owner
    from ._tables import State
    from .job import Job
    from .queue import Queue, Turn
    from .turns import Claim

    Outlets = Callable[[int, Job], Mapping[str, Outlet] | None]

LOOK = 1.0  # seconds between two looks at what others do to the jobs,
OFTEN = 0.5  # and at what they want of all pullers
NOTED = 1000  # failures of a run that leave a line for the journal, at most
TICK = 0.2  # seconds between two calls of `tick`, at most
SOON = 0.1  # seconds until it is looked again for room, or for what is just ending
ALONE = Hooks()


class Slot:
    """One of the places that jobs run in, with the one that it has now."""

    def __init__(self, place: int, line: int, claim: Claim, job: Job) -> None:
        self.place = place  # 0 once its command asks
        self.line = line  # of the lease
        self.claim = claim
        self.job = job
        self.work: Work | None = None
        self.session: Kept | None = None  # that its command goes on in
        self.running: Running | None = None
        self.next: Request | None = None  # what follows at once
        self.done: Completed | None = None
        self.kept: bool = False  # its keeper is noted
        self.began: float = 0.0  # seconds since 1970


class Puller:
    """Claims jobs of a batch and runs them, until there are none left."""

    def __init__(  # noqa: PLR0913 - who has a say in it
        self,
        queue: Queue,
        limits: Limits | None = None,
        *,
        hooks: Hooks = ALONE,
        pace: Pace | None = None,
        outlets: Outlets | None = None,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.queue = queue
        self.limits: Limits = limits or Limits()
        self.policy: Policy = self.limits.policy
        self.hooks = hooks
        self.pace: Pace = pace or Pace()
        self.outlets = outlets
        self.tick = tick
        self.memory: Shared = Shared(Memory(None))
        self.why: str = ""  # nothing is claimed now
        self.ended: int = 0  # jobs, in this run,
        self.failed: int = 0  # and of them
        self.halted: bool = False  # enough have ended as `halt` says
        self.cancelled: bool = False  # the batch, by somebody
        self.draining: bool = False
        self.ending: int = 0  # how often it was asked to end all trees
        self.told: int = 0  # how often they were told
        self.over: bool = False
        self.free: list[int] = [*range(1, self.limits.at_once + 1)]
        self.lines: list[int] = []  # of the lease, that are free again
        self.most: int = 0  # lines that were ever used
        self.asking: dict[str, Slot] = {}  # answered by sessions, in no place
        self.slots: dict[Running, Slot] = {}
        self.ends: list[tuple[Slot, End]] = []
        self.look_at: float = 0.0  # when there may be something to claim,
        self.wish_at: float = 0.0  # and when it is looked what is wanted
        self.started_at: float = 0.0
        self.runs: SideBySide = SideBySide((), self.limits.at_once)
        self.runs.more = False
        self.owner: Owner = queue.enlist(self.limits.at_once + 1)
        self.beat: Beat = Beat(self.owner.lease)
        self.runs.epoll.register(self.beat.fileno(), 1)
        self.recover()

    # -- whoever runs it

    def run(self) -> Iterator[Finished]:
        """Yield each attempt as it has ended, until there is nothing to do."""
        try:
            while not self.over:
                yield from self.step(self.due())
        finally:
            self.close()

    async def run_async(self) -> AsyncIterator[Finished]:
        """Do the same in a coroutine."""
        try:
            while not self.over:
                for one in self.step(0):
                    yield one
                if not self.over:
                    await ready(self.runs.epoll.fileno(), self.due())
        finally:
            self.close()

    def drain(self) -> None:
        """Claim no more, and finish what runs; a signal handler may call it."""
        self.draining = True
        self.beat.wake()

    def end(self) -> None:
        """Claim no more, and end what runs; asked again, at once."""
        self.draining = True
        self.ending += 1
        self.beat.wake()

    # -- one step

    def due(self) -> float | None:
        """Return in how many seconds a step is due even if nothing happens."""
        times = [self.runs.due(), None if self.tick is None else TICK]
        if self.ends:
            return 0.0
        at = self.wish_at
        if not self.draining and self.free:
            at = min(at, self.look_at)
        times.append(max(0.0, at - monotonic()))
        return min((t for t in times if t is not None), default=LOOK)

    def step(self, limit: float | None) -> Iterator[Finished]:
        """Write what has ended, claim and start what may start, and wait a little."""
        if self.tick is not None:
            self.tick()
        self.obey()
        yield from self.exchange()
        if self.over:
            return
        for running in self.runs.ended(min(limit or 0.0, self.due() or 0.0)):
            self.judge(self.slots.pop(running), running.wait())
        self.beat.heard()
        self.look_around()

    def obey(self) -> None:
        """End what runs, as often as that was asked for."""
        if self.beat.lost and not self.ending:
            self.end()  # others take us for gone
        if monotonic() >= self.wish_at:
            self.heed(self.queue.wish)
        while self.told < min(self.ending, 2):
            self.told += 1
            for running in self.slots:
                running.cancel()

    def exchange(self) -> Iterator[Finished]:
        """Have a turn at the file: ends are written, jobs claimed; then start them."""
        places = 0 if self.draining else self.allowed()
        if not self.ends and not places:
            self.over = self.draining and not self.slots
            return
        written, turn = self.write(places)
        self.heed(turn.wish)
        if self.draining and turn.claims:  # somebody said so meanwhile
            self.queue.turn(self.owner, [unbegun(claim) for claim in turn.claims])
        else:
            for claim in turn.claims:
                self.begin(claim)
        if places and len(turn.claims) < places and turn.wish == RUN:
            self.idle()
        for slot, end in written:
            yield self.finished(slot, end)

    def write(self, places: int = 0) -> tuple[list[tuple[Slot, End]], Turn]:
        """Write what has ended; what cannot be written is kept for another try."""
        if self.draining:  # nothing goes on at once
            self.ends = [(slot, later(end)) for slot, end in self.ends]
        if self.cancelled:
            self.ends = [(slot, cancelled(end)) for slot, end in self.ends]
        ends = [end for _, end in self.ends]
        per_key = self.limits.per_key
        turn = self.queue.turn(self.owner, ends, places, per_key=per_key)
        written, self.ends = self.ends, []
        stale = {id(end) for end in turn.stale}
        for slot, end in written:
            if end.state == "doing" and id(end) not in stale and slot.next is not None:
                slot.claim = end.claim.replace(attempt=end.claim.attempt + 1)
                if slot.work is not None:
                    slot.work.claim = slot.claim
                self.start(slot, slot.next)
            else:
                self.let_go(slot)
        return [(slot, end) for slot, end in written if id(end) not in stale], turn

    def heed(self, wish: str) -> None:
        """Do what somebody wants of all pullers."""
        self.wish_at = monotonic() + OFTEN
        self.cancelled = wish == CANCEL
        if wish in {CANCEL, STOP} and not self.ending:
            self.end()
        if wish == PAUSE:
            self.why, self.look_at = "paused", monotonic() + LOOK

    def allowed(self) -> int:
        """Return how many jobs may be claimed now."""
        now = monotonic()
        if now < self.look_at and not self.ends:
            return 0
        if not self.limits.room:
            self.why, self.look_at = "the machine is busy", now + LOOK
            return 0
        if self.limits.delay:
            wait = self.started_at + self.limits.delay - now
            if wait > 0:
                self.look_at = max(self.look_at, now + wait)
                return 0
            return min(1, len(self.free))
        return len(self.free) + sum(end.state != "doing" for _, end in self.ends)

    def idle(self) -> None:
        """Find out why nothing more was claimed, and when to look again."""
        now, due = monotonic(), self.queue.next_due()
        counts = self.queue.counts()
        held = self.queue.holds.list() if due is not None else []
        others = counts.doing - len(self.slots) - len(self.ends)
        if others > 0:
            self.recover()
        self.look_at = now + min(LOOK, LOOK if due is None else max(due, SOON))
        self.why = "" if due is None else why_waits(due, held)
        left = counts.todo + counts.waiting if self.limits.wait else 0
        left += len(self.asking) if self.limits.wait else 0
        if not (left or others > 0 or self.slots or self.ends):
            self.over = True

    def recover(self) -> None:
        """See to the jobs of pullers that are gone."""
        self.queue.recover(
            self.owner,
            idempotent=self.limits.idempotent,
            attempts=self.limits.attempts,
        )

    # -- one job

    def begin(self, claim: Claim) -> None:
        """Start a job in a free place."""
        place = heappop(self.free)
        job = claim.job.at(place)
        policy = self.policy
        if job.effects in SAFE:
            policy = policy.replace(idempotent=True)
        slot = Slot(place, self.new_line(), claim, job)
        self.started_at = monotonic()
        try:
            request = request_of(job, self.limits, self.queue.cwd)
        except ExeuntError as error:  # two options that no job can have together
            self.put(slot, End(claim, "failed", why=str(error)))
            return
        hooks, memory, pace = self.hooks, self.memory, self.pace
        slot.work = Work(claim, request, policy, hooks, memory, pace)
        self.follow(slot, slot.work.begin())

    def new_line(self) -> int:
        """Return a line of the lease in which nothing is written that still counts."""
        if not self.lines:
            self.lines.append(self.most)
            self.most += 1
        return heappop(self.lines)

    def let_go(self, slot: Slot) -> None:
        """Free the place of a job, and its line unless its command goes on."""
        if slot.place:
            heappush(self.free, slot.place)
        slot.place = 0
        if slot.session is None:
            heappush(self.lines, slot.line)

    def follow(self, slot: Slot, what: Request | End) -> None:
        """Start what is run, or keep how it ended for the next turn."""
        if isinstance(what, Request):
            self.start(slot, what)
        else:
            self.put(slot, what)

    def put(self, slot: Slot, end: End) -> None:
        """Keep an end for the next turn."""
        self.ends.append((slot, end))
        if end.state in FINAL:
            self.count(end.state)
        if end.state == "failed" and slot.running is not None and self.failed <= NOTED:
            note(slot.running, self.queue.name)

    def start(self, slot: Slot, request: Request) -> None:
        """Start a run of a job; that it is about to start is noted before."""
        slot.next, slot.kept, slot.began = None, False, time()
        self.owner.note(slot.line, slot.claim.number, slot.claim.attempt)
        given = None
        if self.outlets is not None:
            given = self.outlets(slot.claim.number, slot.job)
        asks = slot.job.pty and self.limits.keep > 0
        running = start(request, outlets=given, lets_ask=asks)
        slot.running = running
        if running.finished:
            self.judge(slot, running.wait())
        else:
            self.slots[running] = slot
            self.runs.add(running)

    def look_around(self) -> None:
        """Note who ends each command, should we be gone; see to those that ask."""
        for running, slot in [*self.slots.items()]:
            if not slot.kept and running.report.pid:
                slot.kept = True
                claim, report = slot.claim, running.report
                who = report.keeper, report.pid
                self.owner.note(slot.line, claim.number, claim.attempt, *who)
            dialogue = running.streams.dialogue
            if dialogue is not None and dialogue.stuck and running.lets_ask:
                self.keep(running, slot)
        for name, slot in [*self.asking.items()]:
            if slot.session is not None and not slot.session.runs:
                del self.asking[name]
                self.answered(slot)

    def keep(self, running: Running, slot: Slot) -> None:
        """Have a session answer a command that asks; its place is free."""
        from ..sessions.kept import Kept  # threads, for few

        dialogue = running.streams.dialogue
        waiting = dialogue.waiting if dialogue is not None else None
        prompt = waiting.prompt if waiting is not None else ""
        try:
            session = Kept(running, keep=self.limits.keep, ended=self.beat.wake)
        except (ExeuntError, OSError):
            running.lets_ask = False
            running.stop("question")  # nobody can answer it
            return
        self.runs.remove(running)
        del self.slots[running]
        slot.session, self.asking[session.name] = session, slot
        if slot.work is not None:
            self.put(slot, slot.work.asking(session.name, prompt))

    def answered(self, slot: Slot) -> None:
        """See how a command has ended that a session has answered."""
        session, slot.session = slot.session, None
        done = None if session is None else session.supervisor.done
        if done is not None:
            self.judge(slot, done)
        elif slot.work is not None:
            self.put(slot, slot.work.lost())

    def judge(self, slot: Slot, done: Completed) -> None:
        """Find out what a run that is over means for its job."""
        slot.done = done
        if slot.work is None:
            return
        what = slot.work.go_on(done)
        if isinstance(what, Request):
            slot.next = what
            what = slot.work.again()
        self.put(slot, what if slot.place else later(what))

    def count(self, state: State) -> None:
        """Count how jobs have ended, and stop where that is enough."""
        self.ended += 1
        self.failed += state != "done"
        halt = self.limits.halt
        if halt is not None and halt.is_reached(self.ended, self.failed):
            self.draining = self.halted = True
            self.ending = max(self.ending, int(halt.when == "now"))

    def finished(self, slot: Slot, end: End) -> Finished:
        """Tell how an attempt ended."""
        done = slot.done
        seconds = 0.0 if done is None else done.duration_ms / 1000
        return Finished(
            slot.job,
            end.state,
            number=slot.claim.number,
            attempts=end.claim.attempt,
            record=done,
            decision=None if slot.work is None else slot.work.decision,
            why=end.why,
            started=slot.began or time(),
            seconds=seconds,
        )

    # -- the end

    def close(self) -> None:
        """End what still runs, write what is known of it, and let go of the lease."""
        if self.owner.pid != os.getpid():
            return  # a fork of it has no say
        self.draining = True
        try:
            for _ in ("soon", "at once"):
                until = monotonic() + ORPHANED
                for running in self.slots:
                    running.cancel()
                while self.slots and (left := until - monotonic()) > 0:
                    due = self.runs.due()
                    for running in self.runs.ended(
                        left if due is None else min(due, left)
                    ):
                        self.judge(self.slots.pop(running), running.wait())
            for slot in self.asking.values():
                if slot.session is not None:
                    slot.session.end()
            self.look_around()
            if self.ends:
                self.write()
        finally:
            self.runs.__exit__()
            self.beat.stop()
            self.queue.leave(self.owner)


def why_waits(due: float, holds: Sequence[Hold]) -> str:
    """Say why nothing is claimed that is there to do."""
    for hold in sorted(holds, key=lambda hold: hold.until):
        return (
            f"{hold.key} is on hold until {strftime('%H:%M:%S', localtime(hold.until))}"
        )
    return f"the next is due in {due:.3g} s"


def unbegun(claim: Claim) -> End:
    """Give a job back that was claimed and has not begun."""
    return End(claim, "todo", course=claim.course, uncounted=True)


def note(running: Running, name: str) -> None:
    """Leave a line for the journal, as any other run does.

    What is done leaves none: a million of them would push out all else there.
    """
    request = changed(running.request, journal=True, kind="batch", name=name)
    if request.is_noted:
        from ..process.capture import redactor_for  # loaded by then
        from ..process.noted import Noted

        noted = Noted(request, running.report, redactor_for(request))
        noted.append(running.logged or {}, running.left)


def cancelled(end: End) -> End:
    """Have a job not done again that would be: nobody wants it any more."""
    if end.state in {"todo", "waiting"}:
        return end.replace(state="cancelled", pause=None)
    return end


def later(end: End) -> End:
    """Have another attempt follow when somebody claims it, not at once."""
    return end.replace(state="waiting", pause=0.0) if end.state == "doing" else end
