"""Commands, a great many → what became of each, as they end.

    for one in exeunt.batch([["convert", name, f"{name}.png"] for name in names]):
        if not one.ok: print(one.job.shown, one.why)

Each is claimed on the disk before it starts and ended there once, so whoever is killed
goes on with what is left: `exeunt.batch(name="thumbnails")`.
"""

from __future__ import annotations

from .job import Job
from .limits import Limits
from .pull import Puller
from .queue import Queue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from ..deciding.hooks import Hooks
    from .pull import Finished

    Given = Job | Sequence[str]


def batch(
    jobs: Iterable[Given] | None = None,
    *,
    name: str | None = None,
    limits: Limits | None = None,
    hooks: Hooks | None = None,
) -> Iterator[Finished]:
    """Run many commands; yield what became of each, in the order of ending."""
    queue = queue_of(jobs, name)
    try:
        yield from Puller(queue, limits).run()
    finally:
        queue.close()


def queue_of(jobs: Iterable[Given] | None, name: str | None) -> Queue:
    return Queue.create(name, jobs_of(jobs or ()))


def jobs_of(given: Iterable[Given]) -> Iterator[Job]:
    """Make jobs of what the caller gave."""
    for number, one in enumerate(given, 1):
        yield one if isinstance(one, Job) else Job(tuple(one), number=number)
