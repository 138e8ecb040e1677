"""Words → Completed: any command, run to its end, from any program.

    done = exeunt.run(["git", "status"], timeout=30)
    if done.ok: ...

The caller is left as it was: no signal handler, no setting, no child of its own. A run
that is cancelled, by an exception or by its task, takes its whole tree with it.
"""

from __future__ import annotations

import os
import select
from time import monotonic

# Loaded, not used: a later call may have no descriptor left to load it with.
from ..secrets import spelled as spelled  # noqa: PLC0414
from ._over import over, over_async
from ._zygote import ZYGOTE
from .flow import Running
from .keeper import ORPHANED
from .ready import ready, through
from .request import Request, refuse, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import (
        AsyncIterator,
        Callable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from os import PathLike
    from typing import Self, Unpack

    from .capture import Outlet
    from .completed import Completed
    from .request import Options
    from .stream import Event


DESCRIPTORS = 10  # of a run: two pipes' ends, epoll, four of terminals, three files
STDOUT = 1  # where streams are usually shown
SPARE = 32  # descriptors that starting a run needs for a moment, and others may
request = Request  # whoever reads it as a verb: request([...], timeout=30)


def run(
    words: Sequence[str | PathLike[str]] | None = None,
    *,
    on_event: Callable[[Event], object] | None = None,
    **options: Unpack[Options],
) -> Completed:
    """Run a command to its end; Request has the options.

    `on_event` is called with each event of stream() as it comes.
    """
    asked = request(words, **options)
    if on_event is not None:
        from .stream import followed  # few want more than the end

        return followed(asked, on_event)
    with start(asked) as running:
        try:
            return running.wait()
        except BaseException:
            through(over(running))
            raise


def run_all(requests: Iterable[Request], *, at_once: int = 0) -> Iterator[Completed]:
    """Run many commands in this one thread; yield each as it ends.

    A request is taken when there is room for it, so there may be any number of them.
    `at_once` bounds how many run side by side; 0 is as many as the process may have
    descriptors for. `tag` of a request is that of its record.
    """
    with SideBySide(requests, at_once) as runs:
        while not runs.over:
            yield from runs.step(runs.due())


async def run_all_async(
    requests: Iterable[Request], *, at_once: int = 0
) -> AsyncIterator[Completed]:
    """Do the same as run_all() in a coroutine."""
    with SideBySide(requests, at_once) as runs:
        while not runs.over:
            for done in runs.step(0):
                yield done
            if not runs.over:
                await ready(runs.epoll.fileno(), runs.due())


class SideBySide:
    """Runs under way, started as there is room; who leaves the block ends them."""

    def __init__(self, requests: Iterable[Request], at_once: int) -> None:
        self.at_once: int = whole("at_once", at_once) or room()
        self.waiting: Iterator[Request] = iter(requests)
        self.running: dict[int, Running] = {}
        self.epoll: select.epoll = select.epoll()
        self.more: bool = True  # requests may come

    def __enter__(self) -> Self:
        """Return the runs."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End what still runs, as over() does for one."""
        self.more = False
        ours = [one for one in self.running.values() if one.owner == os.getpid()]
        try:
            for _ in ("soon", "at once") if ours else ():
                until = monotonic() + ORPHANED
                for one in self.running.values():
                    one.cancel()
                while self.running and (left := until - monotonic()) > 0:
                    due = self.due()
                    for _ in self.step(left if due is None else min(due, left)):
                        pass
        finally:
            for one in self.running.values():
                one.abandon()
            self.epoll.close()

    @property
    def over(self) -> bool:
        """Whether all have ended."""
        return not (self.more or self.running)

    @property
    def has_room(self) -> bool:
        """Whether one more may be started."""
        return self.more and len(self.running) < self.at_once

    def due(self) -> float | None:
        """Return in how many seconds a step is due even if nothing happens."""
        if self.has_room:
            return 0.0
        times = [t for one in self.running.values() if (t := one.due()) is not None]
        return min(times, default=None)

    def step(self, limit: float | None) -> Iterator[Completed]:
        """Wait at most so long for something to happen; yield what has ended."""
        while self.has_room:
            asked = next(self.waiting, None)
            if asked is None:
                self.more = False
                break
            one = start(asked)
            if one.finished:  # it could not be started
                yield one.wait()
                continue
            self.add(one)
        for one in self.ended(limit):
            yield one.wait()

    def add(self, one: Running) -> None:
        """Have a run driven beside the others."""
        self.running[one.fileno()] = one
        self.epoll.register(one.fileno(), select.EPOLLIN)

    def remove(self, one: Running) -> None:
        """Leave a run to somebody else."""
        del self.running[one.fileno()]
        self.epoll.unregister(one.fileno())

    def ended(self, limit: float | None) -> Iterator[Running]:
        """Wait at most so long for something to happen; yield what is over."""
        happened = {number for number, _ in self.epoll.poll(limit)}
        for number, one in list(self.running.items()):
            if (number in happened or one.due() == 0) and one.step(0):
                del self.running[number]  # closing it has taken it out of the epoll
                yield one


def room() -> int:
    """Count how many runs this process has descriptors for, and leave some free."""
    most = os.sysconf("SC_OPEN_MAX")
    try:
        used = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib is dear
    except OSError:
        used = most // 2
    return max(1, (most - used - SPARE) // DESCRIPTORS)


async def run_async(
    words: Sequence[str | PathLike[str]] | None = None, **options: Unpack[Options]
) -> Completed:
    """Run a command from a coroutine, without a thread; cancelled, it ends the tree.

    The exception of a cancelled task has the record of what was known by then, as
    `completed`.
    """
    with start(request(words, **options)) as running:
        return await ended(running)


async def ended(running: Running) -> Completed:
    """Wait for the end of a run in a coroutine; let go of it when that is cancelled."""
    try:
        while not running.finished and not running.step(0):
            await ready(running.fileno(), running.due())
    except BaseException as error:
        await over_async(running, error)
        vars(error)["completed"] = running.wait()
        raise
    return running.wait()


def start(
    request: Request,
    *,
    tell: Callable[[str, bytes], None] | None = None,
    lets_ask: bool = False,
    outlets: Mapping[str, Outlet] | None = None,
) -> Running:
    """Start a run without waiting for its end.

    `tell` is called with each piece of a stream; with `lets_ask` a question does not
    end the run: the caller is asked. `outlets` are what streams pass on to, by name.
    """
    if not isinstance(request, Request):
        refuse(f"{request!r} is no request", "make one with exeunt.request([...])")
    running = Running(request, shown=dict.fromkeys(outlets or (), STDOUT))
    running.lets_ask, running.tell = lets_ask, tell
    if outlets is not None:
        given = outlets
        running.outlet = lambda name, _: given[name]
    return running.start(ZYGOTE.launch, ZYGOTE.rescue)
