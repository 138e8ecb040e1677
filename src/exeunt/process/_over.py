"""A run that nobody wants any more → ended, and its tree seen gone."""

from __future__ import annotations

import os
from time import monotonic

from .keeper import ORPHANED
from .ready import through_async, unheard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .flow import Running
    from .ready import Waits


def over(running: Running) -> Waits[None]:
    """End a run that nobody waits for, and see its tree gone: with little patience."""
    if running.owner != os.getpid():
        return  # a fork has no say
    running.cancel()
    until: float | None = monotonic() + ORPHANED
    while not running.finished and not running.step(0):
        wait = running.due()
        if until is not None:
            left = until - monotonic()
            if left <= 0:
                until = None
                running.cancel()  # the second time, at once
                continue
            wait = left if wait is None else min(wait, left)
        yield running.fileno(), wait


async def over_async(running: Running, error: BaseException | None = None) -> None:
    """Do the same in a coroutine; who cancels that, too, has it end unseen.

    A coroutine that is closed may not wait.
    """
    try:
        if not isinstance(error, GeneratorExit):
            with unheard():
                await through_async(over(running))
    finally:
        running.abandon()
