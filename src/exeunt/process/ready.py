"""A descriptor, or a time → back again: in a thread, under asyncio or under trio.

What waits in several ways is written once, as a generator of `Awaited`: each is a
descriptor that is to become readable, and the seconds after which nobody waits on.
"""

from __future__ import annotations

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from contextlib import AbstractContextManager
    from typing import Any, TypeVar

    Awaited = tuple[int, float | None]
    T = TypeVar("T")
    Waits = Generator[Awaited, None, T]

NOTHING = -1  # a descriptor that there is not: only the time is waited for


def through(steps: Waits[T]) -> T:
    """Go through the steps in this thread; return what they return."""
    try:
        while True:
            descriptor, seconds = next(steps)
            poll = select.poll()
            if descriptor != NOTHING:
                poll.register(descriptor, select.POLLIN)
            poll.poll(None if seconds is None else seconds * 1000)
    except StopIteration as end:
        result: T = end.value
        return result


async def through_async(steps: Waits[T]) -> T:
    """Go through the steps in a coroutine; what ends the wait is thrown into them."""
    try:
        descriptor, seconds = next(steps)
        while True:
            try:
                await ready(descriptor, seconds)
            except BaseException as error:
                steps.throw(error)
                raise
            descriptor, seconds = next(steps)
    except StopIteration as end:
        result: T = end.value
        return result


def unheard() -> AbstractContextManager[object]:
    """Have no cancellation of before heard in a block, where it would be."""
    trio: Any = sys.modules.get("trio")
    if trio is not None and trio.lowlevel.in_trio_run():
        scope: AbstractContextManager[object] = trio.CancelScope(shield=True)
        return scope
    from contextlib import nullcontext  # asyncio tells a task but once

    return nullcontext()


async def ready(descriptor: int, seconds: float | None) -> None:
    """Come back when a descriptor is readable, or the time has passed."""
    trio: Any = sys.modules.get("trio")
    if trio is not None and trio.lowlevel.in_trio_run():
        with trio.move_on_after(float("inf") if seconds is None else seconds):
            if descriptor == NOTHING:
                await trio.sleep_forever()
            await trio.lowlevel.wait_readable(descriptor)
        return
    import asyncio  # 45 ms, and whoever awaits has it

    loop, happened = asyncio.get_running_loop(), asyncio.Event()
    if descriptor != NOTHING:
        loop.add_reader(descriptor, happened.set)
    try:
        # Not wait_for(): before Python 3.12 it may lose a cancellation.
        async with asyncio.timeout(seconds):
            await happened.wait()
    except TimeoutError:
        pass  # something is due
    finally:
        if descriptor != NOTHING:
            loop.remove_reader(descriptor)
