"""A task → its keeper, forked off a process with one thread and little memory."""

from __future__ import annotations

import os
from time import monotonic, sleep

from ._keeper import keep
from ._tree import KILL, become_subreaper, descendants, signal_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._keeper import Task

PACE = 0.004  # seconds between two rounds of killing
PATIENCE = 3.0  # seconds that they may take


def fork_keeper(task: Task, stdio: Sequence[int], orders: int, words: int) -> None:
    """Fork the keeper; should it be killed, what it kept comes to us."""
    become_subreaper()
    if not os.fork():
        keep(task, stdio, orders, words)


def rescue() -> None:
    """End what a killed keeper has left to us."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        for pid, parent in descendants(os.getpid()).items():
            signal_one(pid, parent, KILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(PACE)
