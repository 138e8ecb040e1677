"""Request → Running: one run as a state machine, one descriptor, one step at a time.

It is decided here what happens next to a run, and when it is over. Its stages:

    starting    the keeper has not said yet whether the command runs
    running     the command runs, and may be idle or ask something
    ending      the keeper was asked to end the command, for a reason
    draining    the command has ended, and processes of it run on: the streams are read
    settling    the keeper ends those, or leaves them, and says what became of them
    delivering  the keeper has said its last word: the rest goes to slow readers
    over        nothing is open any more

`MOVES` is the table of what happens in each. A run never blocks but in step(), so one
thread can drive hundreds of them. Whoever holds the streams after the command's end,
and whoever does not read what was written, holds nothing up for more than a moment.
"""

from __future__ import annotations

import os
from time import monotonic

from ..thrown import is_thrown_in
from ..tree import CONT, revive
from ._watch import Watch
from .capture import Capture, Outlet, redactor_for, renderer
from .keeper import AWAKE, CANCEL, ENDING, GONE, IDLE, LEAVE, LIFT, NOW, REAP, SIGNAL
from .reasons import Report
from .request import Request, rare, refuse
from .streams import LONG, Streams, close, open_stdin, tied, unsent_bytes, why_not
from .task import patience_of, task_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal, Self

    from ..secrets.redact import Redactor
    from ._log import Log, Logged
    from .completed import Completed
    from .left import Left
    from .noted import Noted
    from .reasons import Stop
    from .result import Kept
    from .task import Task

    Stage = Literal[
        "starting", "running", "ending", "draining", "settling", "delivering", "over"
    ]
    Event = Literal[
        "started",  # the keeper: the command runs
        "stop",  # the caller, or a limit: the command is to end
        "ended",  # the keeper: the command has ended, and processes of it run on
        "ended alone",  # the keeper: it has ended, and nothing of it runs on
        "drained",  # the streams: nothing more comes, and nobody is waited for
        "last word",  # the keeper: all is done, or the command never ran, or it died
        "delivered",  # the streams: all is read, and given to its readers
        "let go",  # the caller: nobody waits for the run any more
    ]
    Recorded = Literal["now", "later", "never"]
    Rescue = Callable[[], Sequence[int]]
    Launch = Callable[[Task, Sequence[int], int, int], None]

MOVES: Mapping[Stage, Mapping[Event, Stage]] = {
    "starting": {
        "started": "running",
        "stop": "ending",
        "last word": "delivering",
        "let go": "over",
    },
    "running": {
        "stop": "ending",
        "ended": "draining",
        "ended alone": "settling",
        "last word": "delivering",
        "let go": "over",
    },
    "ending": {
        "started": "ending",
        "stop": "ending",
        "ended": "draining",
        "ended alone": "settling",
        "last word": "delivering",
        "let go": "over",
    },
    "draining": {
        "stop": "draining",
        "drained": "settling",
        "last word": "delivering",
        "let go": "over",
    },
    "settling": {
        "stop": "settling",
        "last word": "delivering",
        "let go": "over",
    },
    "delivering": {
        "stop": "delivering",
        "delivered": "over",
        "let go": "over",
    },
    "over": {
        "stop": "over",
    },
}
PATIENCE = 5.0  # seconds that a reader may sleep after the keeper ended the command
REST = 0.001  # seconds between two looks at a log whose disk is slow
TERM = 15  # the wait status of a command that such a signal ended


class Running:
    """A run under way: wait for it, or leave the `with` block and it is ended."""

    stage: Stage = "over"  # until there is something to do

    def __init__(
        self,
        request: Request,
        *,
        shown: Mapping[str, int] | None = None,
        recorded: Literal["now", "later", "never"] = "now",
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.request = request
        self.shown: Mapping[str, int] = shown or {}  # stream → where it passes on to
        self.recorded: Recorded = recorded  # whether there is to be a record of them
        self.warnings = warnings
        self.owner: int = os.getpid()  # a fork of it has the pipes, but not the say
        self.streams: Streams = Streams(request.size)
        self.redactor: Redactor | None = None  # of what is kept
        if recorded != "never" or isinstance(request.log, str):
            self.redactor = redactor_for(request)
        self.orders: int = -1
        self.words: int = -1
        self.heard: bytes = b""  # an incomplete line of the keeper
        self.changed: dict[str, str | None] = {}  # of the command's environment
        self.rescue: Rescue | None = None
        self.signal: int = 0  # that had us cancel
        self.lets_ask: bool = False  # a question does not end it: a supervisor asks
        self.tell: Callable[[str, bytes], None] | None = None  # of each piece
        # What a stream passes on to, by its name and ours.
        self.outlet: Callable[[str, int], Outlet] = lambda _, number: Outlet(number)
        self.spared: float = 0.0  # seconds that what it left has to end by itself
        self.report: Report = Report()
        self.watch: Watch = Watch(self.report, patience_of(request))
        self.logged: dict[str, Logged] | None = None
        self.unrecorded: str | None = None  # what went wrong with the recording
        self.noted: Noted | None = None  # what its line in the journal will say
        self.result: Completed | None = None
        self.left: Left | None = None  # what runs on and may write
        self.stdin: int = -1
        self.stdin_size: int | None = None
        self.stage = "starting"
        if recorded != "never":  # later there may be no descriptor to load them with
            from ..secrets import names  # noqa: F401 # pyright: ignore[reportUnusedImport]
            from . import _log, result  # noqa: F401 # pyright: ignore[reportUnusedImport]
        try:
            self.stdin, self.stdin_size = open_stdin(request.stdin, request.timeout)
        except OSError as error:
            self.never_ran(why_not(error))

    # --- what a caller does with a run

    def __enter__(self) -> Self:
        """Return the run."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the command if it still runs."""
        self.abandon()

    def start(self, launch: Launch, rescue: Rescue | None = None) -> Self:
        """Open the pipes and have a keeper take over the command, once.

        `rescue` ends what a keeper that was killed has left, if that comes to the
        caller.
        """
        self.rescue = rescue
        try:
            if not self.finished:
                self.open(launch)
            self.note()  # an interrupt meanwhile ends the command, too
        except OSError as error:
            self.never_ran(why_not(error))
        except BaseException:
            self.abandon()
            raise
        if self.request.log is True and self.recorded != "never":
            from ._log import tidy  # with a log only

            tidy()
        return self

    def wait(self) -> Completed:
        """Wait for the end."""
        self.finish()
        if self.result is None:
            from .result import hidden  # loaded with the run

            if self.recorded == "never":  # it was not prepared for a record
                self.redactor = redactor_for(self.request)
            unsent = unsent_bytes(self.stdin, self.stdin_size)
            done = self.record(logged=self.close(), unsent=unsent)
            self.result = hidden(done, self.request, self.redactor, self.left)
        return self.result

    def finish(self) -> None:
        """Go on to the end, for a caller that needs no record."""
        while not self.finished:
            self.step(None)

    def cancel(self, signal: int = 0) -> None:
        """Have the tree ended; asked again, at once. wait() says how that went."""
        self.signal = self.signal or signal
        if signal in ENDING:
            self.pass_on(signal)
        self.stop("cancelled")

    def pass_on(self, signal: int) -> None:
        """Let the command have a signal; those that ask it to end do so by cancel()."""
        self.order(bytes([SIGNAL | signal]))

    def resize(self, columns: int, rows: int) -> None:
        """Give the command's terminal another size, which it is told by SIGWINCH."""
        if self.streams.size is None:
            refuse("a run without a terminal has no size", "pass size= to request()")
        self.streams.resize(*rare("size", (columns, rows)))

    def abandon(self) -> None:
        """Let go of a run that nobody waits for: its whole tree is ended."""
        self.let_go()
        self.close()

    @property
    def finished(self) -> bool:
        """Whether all is over."""
        return self.stage == "over"

    # --- what a supervisor does with it

    def stop(self, reason: Stop) -> None:
        """Have the keeper end the tree for a reason; cancelled twice, at once."""
        again = reason == self.report.asked == "cancelled"
        self.order(NOW if again else IDLE if reason == "silence" else CANCEL)
        self.report.asked = reason
        self.watch.ask()
        self.move("stop")

    def spare(self, seconds: float) -> None:
        """Give what the command leaves running so long to end by itself."""
        self.spared = seconds

    def lift_limits(self) -> None:
        """Let the command run on without its limits: whoever set them has gone."""
        self.order(LIFT)
        self.request.timeout = self.request.idle = None
        self.watch.lift()
        if self.streams.dialogue is not None:
            self.streams.dialogue.looks.lift_limit()

    def keep(self, session: str, why: Kept) -> Completed:
        """Go on as a session without the caller; return what is known by now.

        The caller's stdout and stderr get no more of the streams. What they got is read
        again from the log, for the record.
        """
        for name, capture in self.streams.captures.items():
            if capture.outlet is not None:
                self.streams.forget_reader(capture.outlet)
                capture.hide(renderer(self.request), self.log_path(name))
        from .result import hidden, running_tree  # loaded with the run

        done = self.record(kept=why).replace(
            session=session,
            log=self.log_path("stdout"),
            stderr_log=self.log_path("stderr"),
            cleanup=running_tree(self.report),
        )
        return hidden(done, self.request, self.redactor)

    def log_path(self, name: str) -> str | None:
        """Return the file that a stream is written to, as soon as there is one."""
        capture = self.streams.captures.get(name)
        return capture.log.begin() if capture and capture.log is not None else None

    def record(
        self,
        *,
        logged: Mapping[str, Logged] | None = None,
        unsent: int | None = None,
        kept: Kept | None = None,
    ) -> Completed:
        """Make a record of what is known by now."""
        from .result import record_of  # loaded with the run

        warnings = self.warnings
        if self.unrecorded is not None:
            warnings += (f"the recording is not complete: {self.unrecorded}",)
        return record_of(
            self.request,
            self.streams,
            self.report,
            changed=self.changed,
            warnings=warnings,
            logged=logged or {},
            unsent=unsent,
            kept=kept,
        )

    def note(self) -> None:
        """Prepare the run's line in the journal, while the command works by itself.

        Whatever goes wrong with that costs the line alone.
        """
        if not self.request.is_noted:
            return
        try:
            from .noted import Noted  # as late as can be

            redactor = self.redactor or redactor_for(self.request)
            self.noted = Noted(self.request, self.report, redactor)
        except Exception as error:
            if is_thrown_in(error):
                raise
            self.noted = None  # no descriptor is left, or no memory

    # --- one step

    def fileno(self) -> int:
        """Return the descriptor that is readable when a step would do something."""
        return int(self.streams.epoll.fileno())

    def due(self) -> float | None:
        """Return in how many seconds a step is due even if nothing happens."""
        now = monotonic()
        times: list[float] = []
        streams = self.streams
        if self.stage not in {"delivering", "over"}:
            times.append(self.watch.looks_at - now)
        if self.stage in {"starting", "running"}:
            if self.request.idle is not None:
                times.append(streams.heard_at + self.request.idle - now)
            if streams.dialogue is not None:
                times.append(streams.dialogue.looks.due())
        elif self.stage in {"draining", "delivering"}:
            if not (streams.slow or streams.paused):
                times.append(streams.drained_at(self.report.ended_at) - now)
                if self.stage == "draining":
                    times = [max(*times, self.report.ended_at + self.spared - now)]
            elif self.stage == "delivering" and self.report.was_stopped:
                times.append(self.report.ended_at + PATIENCE - now)
        if any(capture.rests for capture in streams.paused):
            times.append(REST)
        return min(max(0.0, min(times)), LONG) if times else None

    def step(self, limit: float | None) -> bool:
        """Wait for something to happen, at most so long; return whether all is over."""
        due = self.due()
        waits = [time for time in (due, limit) if time is not None]
        before = monotonic()
        streams = self.streams
        for descriptor, _ in streams.epoll.poll(min(waits) if waits else None):
            if descriptor == self.words:
                self.listen()
            else:
                streams.serve(descriptor)
        if streams.paused:
            streams.resume(before)
        self.look_at_clock(monotonic())
        return self.finished

    def look_at_clock(self, now: float) -> None:
        """Do what is due: end a command that is idle or asks, or the run itself."""
        watch, runs = self.watch, self.stage not in {"delivering", "over"}
        if runs and now >= watch.looks_at and watch.look(now, self.stage):
            self.give_up(now)
        if self.stage in {"starting", "running"}:
            idle = self.request.idle
            if idle is not None and now >= self.streams.heard_at + idle:
                self.stop("silence")
            else:
                self.answer(now)
        elif self.stage != "ending":
            self.streams.close_deserted()
            if self.stage != "settling" and self.is_drained(now):
                self.go_on(now)

    def give_up(self, now: float) -> None:
        """End the command past a keeper that does its duty no more."""
        self.streams.epoll.unregister(self.words)
        self.order(GONE)
        self.watch.give_up(now)
        self.hear(self.report.lose(self.signal))

    def go_on(self, now: float) -> None:
        """Have the keeper see to what the command left; then give the rest away."""
        if self.stage == "delivering":
            if not self.streams.deliver(self.part) or self.is_impatient(now):
                self.end("delivered")
        elif now >= self.report.ended_at + self.spared:
            self.order(REAP if self.request.reap else LEAVE)
            self.move("drained")

    def part(self) -> None:
        """Have the keeper's logger read on what is left of the command writes."""
        from .left import hand_over  # for what may be left running alone

        self.left = hand_over(self.request, self.streams, self.report, self.orders)

    def answer(self, now: float) -> None:
        """Type what the command waits for; end it if nobody has the answer."""
        streams, dialogue = self.streams, self.streams.dialogue
        if dialogue is None:
            return
        if streams.deserted and dialogue.looks.due() == 0:
            streams.reopen()
        dialogue.consider(now)
        if dialogue.stuck and not self.lets_ask:
            self.stop("question")

    def is_drained(self, now: float) -> bool:
        """Tell whether no more comes, and whether that has been passed on."""
        if self.is_impatient(now):
            return True
        return not self.streams.paused and now >= self.streams.drained_at(
            self.report.ended_at
        )

    def is_impatient(self, now: float) -> bool:
        """Tell whether slow readers have had their time after a deadline or the like.

        A reader of a command that ended by itself may sleep as long as it likes, as
        with any filter.
        """
        late = now >= self.report.ended_at + PATIENCE
        return late and self.stage == "delivering" and self.report.was_stopped

    # --- the keeper

    def listen(self) -> None:
        """Read what the keeper says; one that goes without a last word was killed."""
        try:
            data = os.read(self.words, 65_536)
        except BlockingIOError:
            return
        *lines, self.heard = (self.heard + data).split(b"\n")
        for line in lines:
            text = line.decode("utf-8", "surrogateescape")
            if text.startswith("L "):
                self.report.heard = text[2:]
            elif text.startswith("K "):
                self.watch.know(*text[2:].split(" ", 2))
            elif text == "T":
                self.watch.answer()
            elif text.startswith("Z "):
                self.rest(int(text[2:]))
            else:
                self.hear(self.report.note(text, self.signal))
        if not data:
            self.streams.epoll.unregister(self.words)
            if self.stage != "delivering":
                self.hear(self.report.lose(self.signal))

    def rest(self, number: int) -> None:
        """Stop as the command has; then have it go on, or end."""
        if self.streams.foreground is None:
            return
        then = self.streams.foreground.rest(number, self.report.pid)
        if then == CONT:
            self.pass_on(CONT)
        elif then:
            self.cancel(then)
        self.order(AWAKE)

    def hear(self, event: Event) -> None:
        """Do what follows from a word of the keeper."""
        self.move(event)
        if event == "started" and self.streams.dialogue is not None:
            self.streams.dialogue.start(self.report.pid)
        if self.report.is_orphaned:
            self.watch.end_group()
            if self.rescue is not None:
                self.report.leave(self.rescue())

    def order(self, letter: bytes) -> None:
        """Tell the keeper to do something, if it is still there."""
        if os.getpid() != self.owner:
            return
        if self.streams.dialogue is not None and letter in {CANCEL, IDLE, NOW}:
            self.streams.dialogue.frozen = True
        try:
            os.write(self.orders, letter)
        except OSError:
            pass  # it has just ended, or has not begun

    def move(self, event: Event) -> None:
        """Go to the stage that the table names: there is no other way to one."""
        self.stage = MOVES[self.stage][event]

    # --- beginning and end

    def open(self, launch: Launch) -> None:
        """Open what ties the command to us, and have it launched."""
        opened: list[int] = []
        streams = self.streams
        try:
            orders, self.orders = tied(opened)
            self.words, words = tied(opened)
            streams.open(self.request, self.stdin, self.connect, opened)
            self.report.started_at = monotonic()
            self.watch.begin(self.request.timeout)
            task, self.changed = task_for(self.request, streams.terminal)
            launch(task, streams.theirs, orders, words)
            if self.report.asked is not None:
                self.order(CANCEL)  # a signal came before there was anybody to tell
            for descriptor in (orders, words):
                opened.remove(descriptor)
                os.close(descriptor)
            streams.begin(self.words, opened)
        except BaseException:
            self.order(GONE)
            for descriptor in opened:
                close(descriptor)
            streams.captures.clear()
            streams.close()
            self.orders = self.words = -1
            raise

    def connect(self, name: str, descriptor: int) -> Capture:
        """Say where a stream goes: on to a reader, into a log, into the record."""
        number, request, tell = self.shown.get(name), self.request, self.tell
        return Capture(
            descriptor,
            outlet=None if number is None else self.outlet(name, number),
            redactor=None if number is None else redactor_for(request, shown=True),
            kept=self.redactor and self.redactor.another(),
            log=self.log_for(name),
            render=renderer(request) if self.recorded == "now" else None,
            document=self.recorded != "never" and name == "stdout",
            tell=None if tell is None else lambda data: tell(name, data),
        )

    def log_for(self, name: str) -> Log | None:
        """Log a stream: to a new file, to the one that was named, or its digest."""
        if self.recorded == "never" and not isinstance(self.request.log, str):
            return None
        from ._log import log_of  # few that pass through have one

        return log_of(self.request, name, self.streams.log_name())

    def never_ran(self, detail: str) -> None:
        """Note that not even the pipes could be opened."""
        self.report.fail("failed", detail)
        self.move("let go")

    def let_go(self) -> None:
        """Have the keeper end the tree, and do not wait for it."""
        if self.finished:
            return
        if self.stage != "delivering":
            self.report.reason, self.report.signal = "cancelled", self.signal
            self.report.proof = "best_effort"  # nobody stays to see it
            self.report.end(TERM)
        self.order(GONE)  # a fork of ours may hold the pipe open
        if self.owner == os.getpid():
            revive(self.report.keeper, harshly=True)
        self.end("let go")

    def __del__(self) -> None:
        """End what nobody can wait for any more."""
        self.let_go()

    def end(self, event: Event) -> None:
        """Close what ties the command to us."""
        if event == "delivered":
            self.watch.tidy()
        if self.report.left:
            self.order(GONE)  # the keeper waits for what still is to be read, else
        self.move(event)
        self.streams.close()
        if self.streams.foreground is not None and self.owner == os.getpid():
            self.streams.foreground.take_back(self.report.pid)
        for descriptor in (self.orders, self.words):
            close(descriptor)
        self.orders = self.words = -1  # these numbers may soon be somebody else's

    def close(self) -> dict[str, Logged]:
        """Close stdin, the logs and the recording, once; return the logs' records."""
        if self.logged is None:
            close(self.stdin)
            self.logged = {
                name: capture.log.close()
                for name, capture in self.streams.captures.items()
                if capture.log is not None
            }
            if self.streams.recording is not None:
                self.unrecorded = self.streams.recording.close()
            if self.noted is not None and self.owner == os.getpid():
                self.noted.append(self.logged, self.left)
        return self.logged
