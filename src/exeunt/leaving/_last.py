"""The end of a process that no number says → Python's own finalisation, if it may be.

A signal kills after everything that Python does at its end: the author's exit hooks,
open files, `__del__`. Where threads are left that nobody waits for, Python would wait:
the hooks and the files are seen to here, and the process ends under those threads.
"""

from __future__ import annotations

import atexit
import sys
from os import getpid, kill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_signal: Any = __import__("_signal")  # as in _signals
PLACE = "__exeunt_death__"  # an attribute of sys, whose own come last of all modules'
PATIENCE = 1.0  # seconds for a file that a thread may have locked for good


class Death:
    """Kills its process when it is itself let go; nobody's variables hang on it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.owner = getpid()
        # What this needs at a time when modules have no names any more.
        self.getpid, self.kill = getpid, kill
        self.signal, self.default = _signal.signal, _signal.SIG_DFL

    def __del__(self) -> None:
        if self.getpid() == self.owner:  # not in a child that an exit hook has forked
            self.signal(self.number, self.default)
            self.kill(self.owner, self.number)


def die_at_the_end(number: int) -> None:
    """Let the process, once Python is done with it, die by a signal."""
    setattr(sys, PLACE, Death(number))


def abandon(number: int) -> None:
    """Do what Python does at its end but wait for threads; then die, if by a signal."""
    atexit._run_exitfuncs()  # noqa: SLF001 - which a signal and os._exit would skip
    flush_files()
    if number:
        _signal.signal(number, _signal.SIG_DFL)
        kill(getpid(), number)


def flush_files() -> None:
    """Write out what every open file holds, unless a thread holds the file."""
    from time import monotonic  # on a rare way out, as all here

    until = monotonic() + PATIENCE
    flushing = [in_thread(file) for file in open_files()]
    for thread in flushing:
        thread.join(max(0.0, until - monotonic()))


def in_thread(file: Any) -> Any:
    """Flush a file in a thread of its own: its lock may never come free."""
    from threading import Thread

    thread = Thread(target=flush, args=(file,), daemon=True)
    thread.start()
    return thread


def flush(file: Any) -> None:
    """Write out what a file holds, if it still can."""
    try:
        file.flush()
    except (OSError, ValueError):
        pass  # full, gone or closed


def open_files() -> list[Any]:
    """List the files of Python's own classes, text before the buffers that it is in."""
    import gc
    from io import BufferedRandom, BufferedWriter, TextIOWrapper

    kinds = (TextIOWrapper, BufferedWriter, BufferedRandom)
    found = gc.get_objects()
    return [file for kind in kinds for file in found if issubclass(type(file), kind)]
