"""Calls → their results as they come, by some threads that all end with the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Self, TypeVar

In = TypeVar("In")
Out = TypeVar("Out")


class Pool:
    """Some threads: a fixture is several calls in a row, so whole rows run abreast."""

    def __init__(self, jobs: int) -> None:
        self.jobs: int = max(1, jobs)
        self.stopping: bool = False
        self.threads: list[Thread] = []

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, *_: object) -> None:
        """Have every call ended, and wait for that."""
        self.stopping = True
        for thread in self.threads:
            thread.join()

    def is_stopped(self) -> bool:
        """Tell whether calls are to be ended."""
        return self.stopping

    def map(self, work: Callable[[In], Out], items: Sequence[In]) -> Iterator[Out]:
        """Do some work for each item; yield the results as they come."""
        waiting = list(items)[::-1]
        results: SimpleQueue[tuple[bool, Any]] = SimpleQueue()

        def serve() -> None:
            while waiting and not self.stopping:
                try:
                    item = waiting.pop()
                except IndexError:
                    return  # another thread was faster
                try:
                    results.put((True, work(item)))
                except BaseException as error:  # noqa: BLE001 - raised where it is awaited
                    results.put((False, error))

        self.threads = [Thread(target=serve) for _ in range(min(self.jobs, len(items)))]
        for thread in self.threads:
            thread.start()
        for _ in items:
            fine, result = results.get()
            if not fine:
                raise result
            yield result
