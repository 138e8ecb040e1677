"""A process that was forked → it holds what it needs, and nothing of anybody else's.

Its ties to its caller are sockets: a pipe can be opened anew by whoever sees it in
/proc, so that the command would give its keeper orders, and speak in its name.
"""

from __future__ import annotations

import os
import sys

from ..tree import libc, withstand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
STANDARD = 3  # descriptors that a command gets
PYTHONS = {13, 17, 25}  # PIPE, CHLD, XFSZ
# CHLD wakes, CONT continues, and TSTP TTIN TTOU stop nobody in a session of its own;
# of a cell's leader, who inherits this, it is asked whether it has chosen so.
DEFAULT = {17, 18, 20, 21, 22}
UNBENDING = {9, 19}  # KILL STOP
STREAM = 0o2000000 | 1  # SOCK_CLOEXEC | SOCK_STREAM, on every machine but MIPS
INT = 4  # bytes of a descriptor


def tie() -> tuple[int, int]:
    """Return the ends: what is written to the second is read from the first."""
    ends = bytes(2 * INT)  # which C fills: `socket` costs 8 ms, `_socket` one
    if libc("socketpair", 1, STREAM, 0, ends) < 0:
        return os.pipe()  # which says what is wrong, or does
    read, written = ends[:INT], ends[INT:]
    return int.from_bytes(read, sys.byteorder), int.from_bytes(written, sys.byteorder)


def arrange(wanted: Sequence[int], *, apart: bool = True) -> set[int]:
    """Keep the wanted descriptors and no others; have no signals, and a session.

    Who is not to be so far `apart` has a group of its own. Return the signals that were
    ignored before, as nohup has it: they stay so for the command. Python ignores two by
    itself.
    """
    if apart:
        os.setsid()
    else:
        os.setpgid(0, 0)
    ignored = be_deaf()
    high = [dup_above(number, len(wanted)) for number in wanted]
    for place, number in enumerate(high):
        os.dup2(number, place, inheritable=place < STANDARD)
    close_from(len(wanted))
    return ignored


def be_deaf() -> set[int]:
    """Ignore signals, for orders come by pipe; return those that were ignored before.

    A command may send any to all processes of its user.
    """
    known = _signal.valid_signals()
    ignored = {n for n in known if _signal.getsignal(n) == _signal.SIG_IGN}
    for number in known - ignored - UNBENDING:  # no handler of the caller's, either
        how = _signal.SIG_DFL if number in DEFAULT else _signal.SIG_IGN
        _signal.signal(number, how)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
    withstand()
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
