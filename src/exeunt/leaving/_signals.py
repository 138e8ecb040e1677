"""Signals, a time limit, a fork → an exception in the handler, and how it all ended.

They may come at any moment, so there is a gate: they raise while the author's code runs
(`during`) and are only noted while ours does. Whoever opens or shuts the gate stores an
attribute and calls nothing: CPython looks for signals at calls and backward jumps.
"""

from __future__ import annotations

import atexit
import os
import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from .run import Run

    T = TypeVar("T")
    Kinds = tuple[type[KeyboardInterrupt], type[SystemExit], type[SystemExit]]

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
SIGINT = 2  # the number that POSIX gives it
SHELL_BASE = 128  # what a shell adds to a signal's number
# One inside the other, since a handler may run an adopted program.
calls: list[Run] = []
MADE: list[Kinds] = []  # the result of kinds(), once it is asked for
hooks: set[Callable[[], None]] = set()  # Python cannot forget one: once of each kind


def kinds() -> Kinds:
    """Return what a Ctrl-C, another signal, and the time limit become.

    They are made when the first is needed, which few calls do, and are in no file of
    their own: a handler may leave nothing to load from.
    """
    if MADE:
        return MADE[0]

    class Interrupted(KeyboardInterrupt):
        """Ctrl-C, which a handler or an event loop may know how to end on."""

    class Terminated(SystemExit):
        """SIGTERM or SIGHUP: a SystemExit, as event loops swallow other exceptions."""

        def __init__(self, signal: int) -> None:
            super().__init__(signal)
            self.code = SHELL_BASE + signal

    class OutOfTime(SystemExit):
        """The time limit ran out; a SystemExit for the same reason."""

        code = SHELL_BASE

    for kind in (Interrupted, Terminated, OutOfTime):
        kind.__qualname__ = kind.__name__
    MADE.append((Interrupted, Terminated, OutOfTime))
    return MADE[0]


def is_cancellation(error: BaseException) -> bool:
    """Tell whether an exception is what a signal became."""
    return bool(MADE) and isinstance(error, MADE[0][:2])


class Signals:
    """Handlers for the time of a call, and the clock of its command."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.former: dict[int, Any] = {}
        self.armed = False  # the author's code runs, and may be interrupted
        self.cleaning = False  # one signal waits for cleanup to end, the next does not
        self.cleanups: list[Any] = []  # what a second signal leaves undone
        self.received = 0  # the first signal
        self.expired = False
        self.clock: tuple[Any, float, float] | None = None

    def install(self) -> None:
        """Take over the signals that ask for an end."""
        for name in NAMES:
            number = getattr(_signal, name, None)
            if number is None:
                continue
            try:
                former = _signal.getsignal(number)
                if former == _signal.SIG_IGN:
                    continue  # nohup means it
                self.former[number] = former
                _signal.signal(number, self.cancel)
            except ValueError:
                self.former.clear()
                return  # not the main thread: whoever is has the signals

    def during(
        self, work: Callable[[], T], *, cleaning: bool = False
    ) -> tuple[T | None, BaseException | None]:
        """Do the author's work with the gate open; return what came of it."""
        value = error = None
        try:
            self.cleaning = cleaning
            self.armed = True
            if self.received and not cleaning:
                raise cancellation(self.received)  # noqa: TRY301 - caught as any other
            value = work()
            self.armed = False
        except BaseException as raised:  # noqa: BLE001 - every way out is owned
            self.armed = False
            error = raised
        return value, error

    def cancel(self, number: int, frame: object) -> None:  # noqa: ARG002 - a handler
        """Cancel the work; a signal that finds the program cleaning up may wait."""
        first = not self.received
        self.received = self.received or number
        if not self.armed or (self.cleaning and first):
            return
        if self.cleaning:
            self.cleanups.clear()
        raise cancellation(number)

    @property
    def is_over(self) -> bool:
        """Whether the work was to end, by a signal or the time limit."""
        return bool(self.received or self.expired)

    def hold(self) -> None:
        """Let nothing interrupt the last words, not even the handler's own handlers."""
        self.stop_clock()
        for number in self.former:
            found = _signal.signal(number, self.cancel)
            if found != self.cancel:
                self.former[number] = found  # the author's own choice stays

    def restore(self) -> None:
        """Give the signals back to whoever had them."""
        self.stop_clock()
        for number, former in self.former.items():
            _signal.signal(number, former if former is not None else _signal.SIG_DFL)
        self.former.clear()

    def start_clock(self, limit: float | None) -> None:
        """Have OutOfTime raised when a limit runs out, and again if it is swallowed."""
        if limit is None or not hasattr(_signal, "setitimer"):
            return
        try:
            handler = _signal.signal(_signal.SIGALRM, self.expire)
        except ValueError:
            return  # not the main thread
        # Who winds up after the first alarm has as long again, and at least a second.
        left, _ = _signal.setitimer(_signal.ITIMER_REAL, limit, max(limit, 1.0))
        self.clock = handler, left, monotonic()

    def expire(self, number: int, frame: object) -> None:  # noqa: ARG002 - a handler
        """End the work: its time is up."""
        if self.armed and not self.cleaning:
            self.expired = True
            raise kinds()[2]

    def stop_clock(self) -> None:
        """Stop the limit; an alarm that the app had set before goes on running."""
        if self.clock is None:
            return
        (handler, left, since), self.clock = self.clock, None
        _signal.setitimer(_signal.ITIMER_REAL, 0)
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL if handler is None else handler)
        if left:  # 1 ms: it may be overdue, and 0 would switch it off
            remaining = max(left - (monotonic() - since), 0.001)
            _signal.setitimer(_signal.ITIMER_REAL, remaining)


def cancellation(number: int) -> KeyboardInterrupt | SystemExit:
    """Make the exception that a signal becomes."""
    interrupted, terminated, _ = kinds()
    return interrupted(number) if number == SIGINT else terminated(number)


def wait_for_threads() -> None:
    """Wait for the threads that Python's own exit would wait for."""
    if threads_left():
        sys.modules["threading"]._shutdown()  # noqa: SLF001 - wakes idle pools, too


def threads_left(*, daemons: bool = False) -> bool:
    """Tell whether threads run that keep a process alive, or any at all."""
    threading: Any = sys.modules.get("threading")
    if threading is None:
        return False
    main = threading.main_thread()
    others = (thread for thread in threading.enumerate() if thread is not main)
    return any(daemons or not thread.daemon for thread in others)


def watch(run: Run) -> None:
    """Know whose the call is that a fork would copy."""
    calls.append(run)
    if forked not in hooks and hasattr(os, "register_at_fork"):
        hooks.add(forked)
        os.register_at_fork(after_in_child=forked)


def forget() -> Run | None:
    """The call is over: return the one that it was made in."""
    if calls:
        calls.pop()
    return calls[-1] if calls else None


def forked() -> None:
    """Take from a child what only its parent may do: speak, clean up, be cancelled."""
    for run in calls:
        run.cleanups.clear()
        run.signals.restore()
        if run.streams is not None:
            run.streams.orphan()


def at_exit(hook: Callable[[], None]) -> None:
    """Have something done when the process ends, before what was registered earlier."""
    if hook not in hooks:
        hooks.add(hook)
        atexit.register(hook)


def ignore() -> None:
    """Let no signal turn an ending that has been said into another one."""
    for name in NAMES:
        try:
            _signal.signal(getattr(_signal, name), _signal.SIG_IGN)
        except (AttributeError, ValueError):
            pass  # a system without it; not the main thread
