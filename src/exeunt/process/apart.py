"""Work to be done beside us → a process of nobody's, which no signal or end reaches."""

from __future__ import annotations

import os

from ._holding import STANDARD, be_deaf, close_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

STDERR = 2


def apart(work: Callable[[], None]) -> None:
    """Do it in a fork, which has a session of its own and no child or stream of ours.

    It has our stderr, if that is no terminal: one that is held would not hang up.
    """
    if os.fork():
        return
    try:
        os.setsid()
        be_deaf()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(STANDARD):
            if number != STDERR or os.isatty(number):
                os.dup2(nowhere, number)
        close_from(STANDARD)
        os.chdir("/")
        work()
    finally:
        os._exit(0)  # noqa: TID251 - a process of its own
