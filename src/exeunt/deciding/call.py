"""Words → Called: a command, run until it is done or somebody else's turn.

    called = exeunt.call(["app", "list"], timeout=30)
    if called.ok: ...

What may be repeated is repeated, after the pause that is asked for; what moved is
followed; what may have been done is never done again.
"""

from __future__ import annotations

import os
import stat

from ..errors import InputError
from ..process.run import request, start
from ._memory import Memory
from .hooks import Hooks, Pace
from .loop import Loop
from .policy import CAREFUL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from typing import Literal, Unpack

    from ..model.words import Why
    from ..process.completed import Completed
    from ..process.request import Options, Request
    from ..store.store import Store
    from .called import Called
    from .loop import Perform
    from .policy import Policy

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


def carry_out(  # noqa: PLR0913 - as call()
    asked: Request,
    policy: Policy,
    hooks: Hooks,
    store: Store | Literal[False] | None,
    pace: Pace,
    perform: Perform,
) -> Called:
    """Do the same for a request, which is run in a way of the caller's."""
    memory = Memory(store)
    begins = beginning(asked)

    def run(one: Request, why: Why) -> Completed:
        if begins is not None and isinstance(one.stdin, int):
            os.lseek(one.stdin, begins, os.SEEK_SET)
        return perform(one, why)

    try:
        return Loop(asked, policy, hooks, memory, pace, run).run()
    finally:
        memory.rest()


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
