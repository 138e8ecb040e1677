"""Request → Flow: a run under way, one descriptor to wait for, one step to take.

A flow never blocks but in step(), so one thread can drive hundreds of them. It ends
when the command has ended and its streams have, or a moment later, whoever holds them.
"""

from __future__ import annotations

import os
import select
from time import monotonic, monotonic_ns

from ._stdio import Stdio, close, pipe, why_not
from ._task import task_for
from .keeper import CANCEL, GONE, IDLE, LEAVE, LIFT, NOW, REAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

    from ..terminal.dialogue import Dialogue
    from ..terminal.terminal import Terminal
    from ._recording import Recording
    from ._stdio import Connect
    from ._task import Task
    from .capture import Capture, Outlet
    from .request import Request

    Kept = Literal["", "waiting", "detached"]
    Launch = Callable[[Task, Sequence[int], int, int], None]

QUIET = 0.1  # seconds of silence after the end that mean: no more will come
DRAIN = 0.5  # seconds after the end that a held pipe is read at most
PATIENCE = 5.0  # seconds that a reader of ours may sleep after a deadline
REST = 0.001  # seconds between two looks at a congested log
LONG = 86_400.0  # epoll takes no more than 24 days; a day is a fine bound
TERM, KILL = 15, 9  # the wait status of a command that such a signal ended


class Flow:
    """One run: what is known of it, and what is to be done next."""

    finished: bool = True  # until there is something to do

    def __init__(self, request: Request) -> None:
        self.request = request
        self.owner: int = os.getpid()  # a fork of it has the pipes, but not the say
        self.captures: dict[str, Capture] = {}
        self.epoll: Any = None
        self.orders: int = -1
        self.words: int = -1
        self.heard: bytes = b""  # an incomplete line of the keeper
        self.paused: set[Capture] = set()  # not read until our readers catch up
        self.waiting: set[Outlet] = set()  # with data for a reader that is slow
        self.pid: int = 0
        self.proof: str = "best_effort"
        self.failure: tuple[str, str] | None = None  # why it never ran
        self.status: int | None = None  # the leader's wait status
        self.reason: str = ""  # why it was ended, if it was: the keeper's word
        self.stopping: str = ""  # what we have told the keeper to end it for
        self.signal: int = 0  # the signal that had us cancel
        self.lenient: float = 0.0  # seconds that what it left has to end by itself
        self.killed: int = 0
        self.left: int = 0
        self.pids: list[int] = []
        self.lost: bool = False  # the keeper died
        self.done: bool = False  # the keeper has said its last word
        self.finished = False
        self.answered: bool = False
        self.ours: dict[str, str | None] = {}  # what we changed in the environment
        self.started_ns: int = 0
        self.ended_ns: int = 0
        self.ended_at: float = 0.0
        self.heard_at: float = 0.0
        self.congested_for: float = 0.0
        self.terminal: Terminal | None = None
        self.dialogue: Dialogue | None = None  # what is typed at it
        self.recording: Recording | None = None  # of what it shows
        self.size: tuple[int, int] | None = request.size
        self.deserted: set[Capture] = set()  # nobody has their terminals open
        self.patient: bool = False  # what waits for an answer is not ended for it
        self.kept: Kept = ""  # we return, and it goes on: as what

    def start(self, launch: Launch, connect: Connect, stdin: int) -> None:
        """Open the pipes and have a keeper take over the command."""
        opened: list[int] = []
        try:
            orders, self.orders = pipe(opened)
            self.words, words = pipe(opened)
            stdio = Stdio(self.request, self.size, connect, stdin, opened)
            self.captures, self.terminal = stdio.captures, stdio.terminal
            self.dialogue, self.recording = stdio.dialogue, stdio.recording
            self.epoll = select.epoll()
            self.started_ns = monotonic_ns()
            self.heard_at = monotonic()
            task, self.ours = task_for(self.request, self.terminal)
            launch(task, stdio.theirs, orders, words)
            if self.stopping:
                self.order(CANCEL)  # a signal came before there was anybody to tell
            for descriptor in {orders, words, *stdio.theirs[1:]}:
                opened.remove(descriptor)
                os.close(descriptor)
            stdio.forget()
            os.set_blocking(self.words, False)
            self.epoll.register(self.words, select.EPOLLIN)
            for capture in self.captures.values():
                self.epoll.register(capture.descriptor, select.EPOLLIN)
        except BaseException:
            self.order(GONE)
            for descriptor in opened:
                close(descriptor)
            if self.epoll is not None:
                self.epoll.close()
            self.captures.clear()
            self.orders = self.words = -1
            self.finished = True
            raise

    def fileno(self) -> int:
        """Return the descriptor that is readable when a step would do something."""
        return int(self.epoll.fileno())

    def wait(self) -> None:
        """Go on to the end."""
        while not self.finished:
            self.step(None)

    def due(self) -> float | None:
        """Return in how many seconds a step is due even if nothing happens."""
        now = monotonic()
        times: list[float] = []
        if self.request.idle is not None and self.status is None and not self.stopping:
            times.append(self.heard_at + self.request.idle - now)
        if self.dialogue is not None and self.status is None and not self.stopping:
            times.append(self.dialogue.due())
        if self.status is None or (self.answered and not self.done):
            pass  # the keeper speaks next
        elif not (self.waiting or self.paused):
            times.append(self.drained_at() - now)
        elif self.done and self.reason:
            times.append(self.ended_at + PATIENCE - now)
        if any(capture.rests for capture in self.paused):
            times.append(REST)
        return min(max(0.0, min(times)), LONG) if times else None

    def step(self, limit: float | None) -> bool:
        """Wait for something to happen, at most so long; return whether all is over."""
        due = self.due()
        waits = [time for time in (due, limit) if time is not None]
        before = monotonic()
        for descriptor, _ in self.epoll.poll(min(waits) if waits else None):
            if descriptor == self.words:
                self.listen()
            for capture in self.captures.values():
                if capture.open and descriptor == capture.descriptor:
                    self.take(capture)
            for outlet in [o for o in self.waiting if o.descriptor == descriptor]:
                self.send(outlet)
        if self.paused:
            now = monotonic()
            self.congested_for += now - before
            self.heard_at = now  # it is we who are silent
            self.resume()
        self.consider()
        return self.finished

    def take(self, capture: Capture) -> None:
        """Read from a stream, unless whoever reads us cannot follow."""
        if capture.read():
            self.heard_at = monotonic()
        if capture.deserted:
            self.leave(capture)
        self.await_reader(capture)
        if capture in self.deserted or not capture.open:
            return
        if capture.congested and capture not in self.paused:
            self.paused.add(capture)
            self.epoll.unregister(capture.descriptor)

    def leave(self, capture: Capture) -> None:
        """See to a terminal that nobody has open: a command that runs may open it."""
        if capture not in self.deserted:
            self.deserted.add(capture)
            self.epoll.unregister(capture.descriptor)
        if self.status is not None:
            capture.close()

    def await_reader(self, capture: Capture) -> None:
        """Have us told when a slow reader of ours is ready for more."""
        outlet = capture.outlet
        if outlet is not None and outlet.pending and outlet not in self.waiting:
            self.epoll.register(outlet.descriptor, select.EPOLLOUT)
            self.waiting.add(outlet)

    def send(self, outlet: Outlet) -> None:
        """Pass on what has waited for a slow reader."""
        outlet.flush()
        if outlet.pending:
            return
        self.dismiss(outlet)
        if outlet.gone:
            for capture in self.captures.values():
                if capture.outlet is outlet:
                    capture.close()  # the command learns it as it would without us

    def dismiss(self, outlet: Outlet) -> None:
        """Wait no longer for a reader of ours."""
        if outlet in self.waiting:
            self.waiting.discard(outlet)
            self.epoll.unregister(outlet.descriptor)

    def resume(self) -> None:
        """Let paused streams go on once their readers have caught up."""
        for capture in [c for c in self.paused if not (c.open and c.congested)]:
            self.paused.discard(capture)
            if capture.open:
                self.epoll.register(capture.descriptor, select.EPOLLIN)

    def listen(self) -> None:
        """Hear the keeper."""
        try:
            data = os.read(self.words, 65_536)
        except BlockingIOError:
            return
        *lines, self.heard = (self.heard + data).split(b"\n")
        for line in lines:
            self.note(line.decode("utf-8", "surrogateescape"))
        if not data:
            self.epoll.unregister(self.words)
            if not self.done:
                self.lost = self.done = self.answered = True
                self.end(KILL)  # as all that it had started, by whoever got it
                self.proof = "best_effort"
                self.rescue()

    def note(self, line: str) -> None:
        """Note one thing that the keeper says."""
        what, _, rest = line.partition(" ")
        if what == "S":
            pid, self.proof = rest.split()
            self.pid = int(pid)
            if self.dialogue is not None:
                self.dialogue.start(self.pid)
        elif what == "F":
            why, _, detail = rest.partition(" ")
            self.failure = why, detail
            self.done = True
            self.end(KILL if self.pid else None)
            if self.pid:
                self.rescue()  # a bug of ours, after it had started
        elif what == "E":
            status, others = rest.split()
            self.end(int(status))
            self.answered = others == "0"
        elif what == "D":
            killed, left, reason, pids = rest.split()
            self.killed, self.left = int(killed), int(left)
            self.reason = "" if reason == "-" else reason
            self.pids = [] if pids == "-" else [int(pid) for pid in pids.split(",")]
            self.done = self.answered = True

    def end(self, status: int | None) -> None:
        """The command has ended, or never ran."""
        if self.status is None:
            self.status = -1 if status is None else status
            self.ended_ns = monotonic_ns()
            self.ended_at = monotonic()

    def consider(self) -> None:
        """See what the time has come for."""
        now = monotonic()
        idle = self.request.idle
        if self.status is None:
            if idle is not None and not self.stopping and now >= self.heard_at + idle:
                self.give_up()
            if self.dialogue is not None and not self.stopping:
                self.talk(self.dialogue, now)
            return
        for capture in [c for c in self.deserted if c.open]:
            self.take(capture)  # the rest, if there is any
        if self.is_patient(now) and (self.paused or now < self.drained_at()):
            return
        if not self.answered and now >= self.ended_at + self.lenient:
            self.answered = True
            self.order(REAP if self.request.reap else LEAVE)
        if self.done and not (self.has_more() and self.is_patient(now)):
            self.finish()

    def talk(self, dialogue: Dialogue, now: float) -> None:
        """Type what is wanted; end what waits for an answer that nobody has."""
        for capture in [c for c in self.deserted if c.open and dialogue.due() == 0]:
            capture.deserted = False
            self.deserted.discard(capture)
            self.epoll.register(capture.descriptor, select.EPOLLIN)  # once more
        dialogue.consider(now)
        if dialogue.stuck and not self.patient:
            self.stopping = "waiting"
            self.order(CANCEL)

    def is_patient(self, now: float) -> bool:
        """Tell whether readers of ours are waited for: after a deadline, not for ever.

        Who stopped reading may sleep as long as it likes otherwise, as with any filter.
        """
        return not (self.done and self.reason and now >= self.ended_at + PATIENCE)

    def drained_at(self) -> float:
        """Return when the streams count as ended: now, if they have."""
        if not any(capture.open for capture in self.captures.values()):
            return 0.0
        silent = max(self.heard_at, self.ended_at) + QUIET
        return min(silent, self.ended_at + DRAIN + self.congested_for)

    def has_more(self) -> bool:
        """Tell whether our own readers still have to be given something."""
        for capture in self.captures.values():
            if capture.open and capture not in self.paused:
                self.take(capture)  # written before the end, and still there
        if not self.paused:
            for capture in self.captures.values():
                self.close(capture)
        return bool(self.waiting or self.paused)

    def close(self, capture: Capture) -> None:
        """Let go of a stream; what was held back of it goes to its reader."""
        capture.close()
        self.await_reader(capture)

    def finish(self) -> None:
        """Close what is open."""
        self.finished = True
        for capture in self.captures.values():
            capture.close()
        for descriptor in (self.orders, self.words):
            close(descriptor)
        self.orders = self.words = -1  # these numbers may soon be somebody else's
        if self.epoll is not None:
            self.epoll.close()

    def order(self, letter: bytes) -> None:
        """Tell the keeper to do something, if it is still there."""
        if os.getpid() != self.owner:
            return
        if self.dialogue is not None and letter in {CANCEL, IDLE, NOW}:
            self.dialogue.frozen = True
        try:
            os.write(self.orders, letter)
        except OSError:
            pass  # it has just ended

    def cancel(self, signal: int = 0) -> None:
        """Have the tree ended; asked again, at once."""
        self.order(NOW if self.stopping == "cancelled" else CANCEL)
        self.signal = self.signal or signal
        self.stopping = "cancelled"

    def resize(self, columns: int, rows: int) -> None:
        """Give its terminals another size; stdin's is last, which sends the signal."""
        self.size = columns, rows
        for capture in reversed(self.captures.values()):
            if capture.terminal is not None:
                capture.terminal.resize(columns, rows)
        if self.recording is not None:
            self.recording.resize(columns, rows)

    def lift(self) -> None:
        """Let it run on without its limits: whoever asked for them has gone."""
        self.order(LIFT)
        self.request.timeout = self.request.idle = None
        if self.dialogue is not None:
            self.dialogue.lift()

    def give_up(self) -> None:
        """Have the tree ended because nobody has asked for it any more."""
        self.stopping = "idle"
        self.order(IDLE)

    def rescue(self) -> None:
        """End what a killed keeper leaves; a caller that gets the orphans does more."""

    def abandon(self) -> None:
        """Let go of a run that nobody waits for any more: its keeper ends it."""
        if not self.finished:
            if not self.done:
                self.stopping = self.reason = "cancelled"
                self.proof = "best_effort"  # nobody stays to see it
                self.end(TERM)
            self.order(GONE)  # a fork of ours may hold the pipe open
            self.finish()

    def __del__(self) -> None:
        """End what nobody can wait for any more."""
        self.abandon()

    def fail(self, error: OSError) -> None:
        """Note that not even the pipes could be opened."""
        self.failure = "failed", why_not(error)
        self.end(None)
        self.finished = True
