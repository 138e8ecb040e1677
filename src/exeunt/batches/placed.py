"""An executor → pullers where it runs what it is given, and what they say as it comes.

An executor places pullers, and carries no single command: whatever it does with one
that fails, no job is begun twice. They and we meet in the batch's file.
"""

from __future__ import annotations

from ..errors import InputError
from ._restored import restored
from .finished import FINAL, Finished
from .limits import Limits
from .pull import Puller
from .queue import Queue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from concurrent.futures import Executor, Future
    from typing import Any

    from ._rows import Row

PAUSE = 0.1  # seconds between two looks at the file


def pull(name: str, options: Mapping[str, Any]) -> int:
    """Run jobs of a batch until there are none left; return how many ended here."""
    queue = Queue.open(name)
    try:
        return sum(one.final for one in Puller(queue, Limits(**options)).run())
    finally:
        queue.close()


def placed(
    queue: Queue, place: Executor, pullers: int, options: Mapping[str, Any]
) -> Iterator[Finished]:
    """Have pullers placed, and yield what becomes of the jobs meanwhile."""
    from concurrent.futures import FIRST_EXCEPTION, wait  # its caller has it

    if not hasattr(place, "submit"):
        msg = f"{place!r} is no executor"
        raise InputError(msg, fix="pass one of concurrent.futures, or leave it out")
    turn = queue.last_turn
    futures: list[Future[int]] = []
    try:
        given = queue.name, dict(options)
        futures.extend(place.submit(pull, *given) for _ in range(pullers))
        over = False
        while not over:
            over = not wait(futures, PAUSE, FIRST_EXCEPTION).not_done
            for future in futures:
                if future.done():
                    future.result()  # raises what went wrong there
            while found := queue.ended(turn):
                turn = found[-1][0]
                for _, row in found:
                    if row.state in FINAL:
                        yield told(row)
    finally:
        if any(not future.done() for future in futures):
            queue.stop()
            wait(futures)


def told(row: Row) -> Finished:
    """Tell what became of a job that another process has run."""
    record, decision = None, None
    if row.record is not None:
        record, decision = restored(row.record, row.job)
    return Finished(
        row.job,
        row.state,
        number=row.number,
        attempts=row.attempt,
        record=record,
        decision=decision,
        why=row.why,
        started=row.began or 0.0,
        seconds=0.0 if record is None else record.duration_ms / 1000,
    )
