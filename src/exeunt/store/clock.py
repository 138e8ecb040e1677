"""Now, and this process → what a later process can compare with.

A wall clock jumps; what has passed since the machine started does not, and is good for
as long as that start is the same.
"""

from __future__ import annotations

import os
import time

from ..lease import boot

NAMES: dict[int, str] = {}  # ours, and before a fork our parent's
NOBODY = "-"  # where there is no /proc: known by its number alone


class Clock:
    """The wall's time, and the seconds since the machine started, asleep or not."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()

    def since_boot(self) -> float:
        """Return the seconds since the machine started."""
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))

    def boot(self) -> str:
        """Name this start of the machine; empty where nobody says."""
        return boot()


def owner() -> str:
    """Name this process so that no later one can be mistaken for it."""
    pid = os.getpid()
    if pid not in NAMES:
        start = started(pid) or NOBODY
        NAMES[pid] = f"{boot() or NOBODY} {namespace()} {pid} {start}"
    return NAMES[pid]


def is_gone(name: str) -> bool:
    """Tell whether a process has ended; one that cannot be seen from here has not."""
    try:
        its_boot, space, number, start = name.split(" ")
        pid = int(number)
    except ValueError:
        return True  # nobody is called that
    if its_boot != (boot() or NOBODY):
        return True
    if space != namespace():
        return False
    if start == NOBODY:
        return not is_there(pid)
    return started(pid) != start


def started(pid: int) -> str:
    """Return when a process started, in the kernel's ticks; empty if it has ended."""
    fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return fields[19] if fields and fields[0] not in {"Z", "X"} else ""


def namespace() -> str:
    """Name the world in which our process numbers count."""
    try:
        return os.readlink("/proc/self/ns/pid")  # noqa: PTH115 - pathlib is dear
    except OSError:
        return NOBODY


def is_there(pid: int) -> bool:
    """Tell whether there is a process of that number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's
    return True


def read(path: str) -> str:
    """Read a short file of /proc; empty if there is none."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:  # noqa: PTH123 - as above
            return file.read().strip()
    except OSError:
        return ""
