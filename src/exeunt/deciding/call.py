"""Words → Called: a command, run until it is done or somebody else's turn.

    called = exeunt.call(["app", "list"], timeout=30)
    if called.ok: ...

What may be repeated is repeated, after the pause that is asked for; what moved is
followed; what may have been done is never done again.
"""

from __future__ import annotations

import os
import stat
from time import monotonic

from ..errors import InputError
from ..process.ready import NOTHING, ready
from ..process.run import ended, request, start
from .hooks import Hooks, Pace
from .loop import Loop
from .memory import Memory
from .policy import CAREFUL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from typing import Literal, Unpack

    from ..model.words import Why
    from ..process.completed import Completed
    from ..process.request import Options, Request
    from ..store.store import Store
    from .called import Called
    from .loop import Deed, Deeds
    from .policy import Policy

    Perform = Callable[[Request, Why], Completed]

ALONE = Hooks()


def call(
    words: Sequence[str | PathLike[str]] | None = None,
    *,
    policy: Policy = CAREFUL,
    hooks: Hooks = ALONE,
    store: Store | Literal[False] | None = None,
    pace: Pace | None = None,
    **options: Unpack[Options],
) -> Called:
    """Run a command and do what decide() says, until that is for somebody else to do.

    `store` is the memory that all calls share: the user's own, or another; False
    remembers nothing. `pace` is how a pause passes. The options are those of run().
    """
    options.setdefault("asks_json", True)  # an envelope says most
    asked = request(words, **options)
    return carry_out(asked, policy, hooks, store, pace or Pace(), run_to_its_end)


async def call_async(
    words: Sequence[str | PathLike[str]] | None = None,
    *,
    policy: Policy = CAREFUL,
    hooks: Hooks = ALONE,
    store: Store | Literal[False] | None = None,
    pace: Pace | None = None,
    **options: Unpack[Options],
) -> Called:
    """Do the same from a coroutine; cancelled, it ends the command and repeats nothing.

    A pause is one of the coroutine's own: of `pace`, only the chance counts.
    """
    options.setdefault("asks_json", True)
    asked = request(words, **options)
    deeds = deeds_of(asked, policy, hooks, store, pace or Pace())
    answer: Completed | None = None
    try:
        while True:
            deed = deeds.send(answer)
            try:
                answer = await do(deed)
            except BaseException as error:
                deeds.throw(error)
                raise
    except StopIteration as end:
        called: Called = end.value
        return called


def carry_out(  # noqa: PLR0913 - as call()
    asked: Request,
    policy: Policy,
    hooks: Hooks,
    store: Store | Literal[False] | None,
    pace: Pace,
    perform: Perform,
) -> Called:
    """Do the same for a request, which is run in a way of the caller's."""
    deeds = deeds_of(asked, policy, hooks, store, pace)
    answer: Completed | None = None
    try:
        while True:
            deed = deeds.send(answer)
            try:
                if isinstance(deed, tuple):
                    answer = perform(*deed)
                else:
                    pace.sleep(deed)
                    answer = None
            except BaseException as error:
                deeds.throw(error)
                raise
    except StopIteration as end:
        called: Called = end.value
        return called


def deeds_of(
    asked: Request,
    policy: Policy,
    hooks: Hooks,
    store: Store | Literal[False] | None,
    pace: Pace,
) -> Deeds[Called]:
    """Say one after another what is to be done for a request."""
    memory = Memory(store)
    begins = beginning(asked)
    try:
        return (yield from Loop(asked, policy, hooks, memory, pace, begins).run())
    finally:
        memory.rest()


async def do(deed: Deed) -> Completed | None:
    """Run a request, or let a pause pass, in a coroutine."""
    if isinstance(deed, tuple):
        with start(deed[0]) as running:
            return await ended(running)
    until = monotonic() + deed
    while (left := until - monotonic()) > 0:
        await ready(NOTHING, left)
    return None


def run_to_its_end(one: Request, _: Why) -> Completed:
    """Run a command as exeunt.run() does."""
    with start(one) as running:
        return running.wait()


def beginning(asked: Request) -> int | None:
    """Return where the file begins that each run reads; a pipe can be read once."""
    if not isinstance(asked.stdin, int):
        return None
    mode = os.fstat(asked.stdin).st_mode
    if stat.S_ISREG(mode):
        return os.lseek(asked.stdin, 0, os.SEEK_CUR)
    if stat.S_ISCHR(mode):
        return None
    msg = "what comes from a pipe can be read once, and a call may be made again"
    raise InputError(msg, fix="put it in a file, or pass input=")
