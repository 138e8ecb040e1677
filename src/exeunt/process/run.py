"""Words → Completed: any command, run to its end, from any program.

    done = exeunt.run(["git", "status"], timeout=30)
    if done.ok: ...

The caller is left as it was: no signal handler, no setting, no child of its own. A run
that is cancelled, by an exception or by its task, takes its whole tree with it.
"""

from __future__ import annotations

import os
import select

from ._zygote import Zygote
from .flow import Running
from .request import Request, refuse, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike
    from typing import Unpack

    from .completed import Completed
    from .request import Options


DESCRIPTORS = 10  # of a run: two pipes' ends, epoll, four of terminals, three files
SPARE = 32  # descriptors that starting a run needs for a moment, and others may
ZYGOTE = Zygote()
request = Request  # whoever reads it as a verb: request([...], timeout=30)


def run(
    words: Sequence[str | PathLike[str]] | None = None, **options: Unpack[Options]
) -> Completed:
    """Run a command to its end; Request has the options."""
    with start(request(words, **options)) as running:
        return running.wait()


def run_all(requests: Iterable[Request], *, at_once: int = 0) -> Iterator[Completed]:
    """Run many commands in this one thread; yield each as it ends.

    `at_once` bounds how many run side by side; 0 is as many as the process may have
    descriptors for.
    """
    at_once = whole("at_once", at_once) or room()
    waiting = list(requests)[::-1]
    running: dict[int, Running] = {}
    poll = select.poll()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                one = start(waiting.pop())
                if one.finished:  # it could not be started
                    yield one.wait()
                    continue
                running[one.fileno()] = one
                poll.register(one.fileno(), select.POLLIN)
            times = [t for r in running.values() if (t := r.due()) is not None]
            ready = dict(poll.poll(min(times) * 1000 + 1 if times else None))
            for number, one in list(running.items()):
                if (number in ready or one.due() == 0) and one.step(0):
                    poll.unregister(number)
                    del running[number]
                    yield one.wait()
    finally:
        for one in running.values():
            one.abandon()


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
    """Run a command from a coroutine, without a thread; cancelled, it ends the tree."""
    import asyncio  # 45 ms, and whoever awaits has it

    loop = asyncio.get_running_loop()
    with start(request(words, **options)) as running:
        if running.finished:  # it could not be started
            return running.wait()
        number = running.fileno()
        happened = asyncio.Event()
        loop.add_reader(number, happened.set)
        try:
            while not running.finished:
                happened.clear()
                if running.step(0):
                    break
                try:
                    # Not wait_for(): before Python 3.12 it may lose a cancellation.
                    async with asyncio.timeout(running.due()):
                        await happened.wait()
                except TimeoutError:
                    pass  # something is due
        finally:
            loop.remove_reader(number)
        return running.wait()


def start(request: Request) -> Running:
    """Start a run without waiting for its end."""
    if not isinstance(request, Request):
        refuse(f"{request!r} is no request", "make one with exeunt.request([...])")
    return Running(request).start(ZYGOTE.launch)
