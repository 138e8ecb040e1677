"""Two descriptors → whether what is written to them lands in one place, in its order.

Where it does, `2>&1` has made them one: the command gets one descriptor for both, too,
or the order of what it says would be lost on the way.
"""

from __future__ import annotations

import os
import stat

from ..tree import libc

ONE_FILE = 0  # kcmp's KCMP_FILE, and its answer where they are one open file
APPEND = 0o2000  # on every machine but Alpha, MIPS, PA-RISC and SPARC
COUNTED = 3 | APPEND  # of the flags: reading, writing or both, and where


def are_joined(first: int, second: int) -> bool:
    """Tell whether one descriptor can stand for both; what is not known is no."""
    try:
        if is_one_file(first, second):
            return True
        one, other = os.fstat(first), os.fstat(second)
        same = (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
        if not same or flags_of(first) != flags_of(second):
            return False
        # Only in a file has each its own place, unless both write at the end.
        return not stat.S_ISREG(one.st_mode) or bool(flags_of(first) & APPEND)
    except (OSError, ValueError):
        return False  # one is closed, or there is no /proc


def is_one_file(first: int, second: int) -> bool:
    """Ask the kernel, which some containers do not let answer."""
    call = 312 if os.uname().machine == "x86_64" else 272
    pid = os.getpid()
    return libc("syscall", call, pid, pid, ONE_FILE, first, second) == 0


def flags_of(descriptor: int) -> int:
    """Return the flags that count; fcntl would be one more import."""
    path = f"/proc/self/fdinfo/{descriptor}"
    with open(path, encoding="ascii") as file:  # noqa: PTH123 - pathlib is dear
        for line in file:
            name, _, value = line.partition(":")
            if name == "flags":
                return int(value, 8) & COUNTED
    raise ValueError(path)
