"""Commands, any number of them → what became of each, as they end.

    for one in exeunt.batch([["convert", name, f"{name}.png"] for name in names]):
        if not one.ok:
            print(one.job.shown, one.why)

Each is claimed on the disk before it starts, and ended there once. A batch with a name
stays, and goes on with what is left when it is asked for again.
"""

from __future__ import annotations

from ..errors import InputError
from .job import Job
from .limits import Limits
from .pull import ALONE, Puller
from .queue import Queue, exists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from typing import TypedDict, Unpack

    from ..deciding.hooks import Hooks
    from .finished import Finished
    from .limits import Halt

    class Options(TypedDict, total=False):
        """What a batch takes besides its commands: the fields of Limits."""

        jobs: int
        delay: float
        memfree: int
        load: float | None
        per_key: int | None
        halt: Halt | None
        timeout: float | None
        attempts: int
        retry_on: Sequence[int | str]
        idempotent: bool
        keep: float
        wait: bool
        max_output: int
        log: bool


def batch(
    commands: Iterable[Job | Sequence[str]] | None = None,
    *,
    name: str | None = None,
    hooks: Hooks = ALONE,
    place: Executor | None = None,
    pullers: int = 1,
    **options: Unpack[Options],
) -> Iterator[Finished]:
    """Run many commands; yield what became of each, in the order of ending.

    The commands are read at once, into the file of the batch. With the `name` of one
    that there is, it goes on: what is new among the commands is added, and what is gone
    is not begun. Without a name, the file is removed once all is over. An executor may
    `place` so many `pullers`, each of which runs `jobs` side by side on this machine.
    """
    limits = Limits(**options)
    if place is None:
        queue = queue_of(commands, name)
        found = pulled(queue, limits, hooks)
    else:
        if hooks is not ALONE:
            msg = "hooks stay in this process, and pullers are placed elsewhere"
            raise InputError(msg, fix="leave out hooks= or place=")
        from .placed import placed  # for few

        queue = queue_of(commands, name)
        found = placed(queue, place, pullers, options)
    return results(queue, found, stays=name is not None)


async def batch_async(
    commands: Iterable[Job | Sequence[str]] | None = None,
    *,
    name: str | None = None,
    hooks: Hooks = ALONE,
    **options: Unpack[Options],
) -> AsyncIterator[Finished]:
    """Do the same from a coroutine, in one task."""
    limits = Limits(**options)
    queue = queue_of(commands, name)
    puller = None
    try:
        puller = Puller(queue, limits, hooks=hooks)
        async for one in puller.run_async():
            yield one
    finally:
        leave(queue, stays=name is not None)


def pulled(queue: Queue, limits: Limits, hooks: Hooks) -> Iterator[Finished]:
    """Run the jobs here; nothing is held before the first is asked for."""
    yield from Puller(queue, limits, hooks=hooks).run()


def results(
    queue: Queue, found: Iterator[Finished], *, stays: bool
) -> Iterator[Finished]:
    """Pass on what became of the jobs of a batch, and let go of it."""
    try:
        yield from found
    finally:
        leave(queue, stays=stays)


def leave(queue: Queue, *, stays: bool) -> None:
    """Let go of a batch; one that nobody named goes, if nothing of it is left."""
    counts = queue.counts()
    if stays or counts.open or counts.doubt or counts.held:
        queue.close()
    else:
        queue.remove()


def queue_of(commands: Iterable[Job | Sequence[str]] | None, name: str | None) -> Queue:
    """Make a batch, or go on with the one of that name."""
    if name is not None and exists(name):
        queue = Queue.open(name)
        if commands is not None:
            queue.add(jobs_of(commands))
        queue.unpause()
        return queue
    if commands is None:
        msg = "no commands are given"
        if name is not None:
            msg += f", and there is no batch named {name}"
        raise InputError(msg, fix='pass [["ls", "-l"], ["df"]]')
    return Queue.create(name, jobs_of(commands))


def jobs_of(given: Iterable[Job | Sequence[str]]) -> Iterator[Job]:
    """Make the jobs of what the caller gave, one after the other."""
    if isinstance(given, (str, bytes)):
        msg = "the commands of a batch are a list, not one text"
        raise InputError(msg, fix='pass [["ls", "-l"], ["df"]]')
    for number, one in enumerate(given, 1):
        if isinstance(one, Job):
            yield one
            continue
        if isinstance(one, (str, bytes)):
            msg = f"command {number} is a list of words, not one text"
            raise InputError(msg, fix='pass ["ls", "-l"], or exeunt.Job(shell="ls -l")')
        yield Job(tuple(one), number=number)
