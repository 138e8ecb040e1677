"""A process that was forked → it holds what it needs, and nothing of anybody else's."""

from __future__ import annotations

import os

from ._tie import tie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
STANDARD = 3  # descriptors that a command gets
LAST, PYTHONS = 32, {13, 17, 25}  # signals have numbers below; PIPE, CHLD, XFSZ


def arrange(wanted: Sequence[int]) -> set[int]:
    """Keep the wanted descriptors and no others; have a session, and no signals.

    Return the signals that were ignored before, as nohup has it: they stay so for the
    command. Python ignores two by itself.
    """
    os.setsid()
    ignored = {n for n in range(1, LAST) if _signal.getsignal(n) == _signal.SIG_IGN}
    for number in (1, 2, 3, 13, 15):  # HUP INT QUIT PIPE TERM: orders come by pipe
        _signal.signal(number, _signal.SIG_IGN)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
    high = [dup_above(number, len(wanted)) for number in wanted]
    for place, number in enumerate(high):
        os.dup2(number, place, inheritable=place < STANDARD)
    close_from(len(wanted))
    return ignored - PYTHONS


def close_from(low: int) -> None:
    """Close all descriptors from a number on.

    Not up to a limit: it may have been lowered, or be a billion, as in a container.
    """
    try:
        names = os.listdir("/proc/self/fd")  # noqa: PTH208 - pathlib is dear
    except OSError:
        os.closerange(low, min(os.sysconf("SC_OPEN_MAX"), 1 << 20))
        return
    for number in map(int, names):
        if number >= low:
            try:
                os.close(number)
            except OSError:
                pass  # the descriptor that the list was read through


def dup_above(number: int, low: int) -> int:
    """Copy a descriptor to a number that is out of the way."""
    copies = [os.dup(number)]
    while copies[-1] < low:
        copies.append(os.dup(number))
    return copies[-1]


def let_go(nowhere: int) -> None:
    """Hold none of the command's descriptors: their end would never come."""
    for number in range(STANDARD):
        os.dup2(nowhere, number)
    os.close(nowhere)
    try:
        os.chdir("/")  # nor its directory
    except OSError:
        pass


def wakened() -> int:
    """Return a descriptor that the death of a child makes readable."""
    wake, waking = tie()
    os.set_blocking(waking, False)
    os.set_blocking(wake, False)
    _signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    _signal.signal(17, notice)  # SIGCHLD
    return wake


def notice(*_: object) -> None:
    """Take a signal; that it came is in the pipe."""


def drain(descriptor: int) -> None:
    """Empty the pipe that signals wake the keeper through."""
    try:
        while os.read(descriptor, 512):
            pass
    except BlockingIOError:
        pass
