"""Nothing → two descriptors that are tied together, and that nobody else can open.

A pipe can be opened anew by whoever sees it in /proc: the command would give its keeper
orders, and speak in its name. A socket cannot.
"""

from __future__ import annotations

import os
import sys

from ..tree import libc

STREAM = 0o2000000 | 1  # SOCK_CLOEXEC | SOCK_STREAM, on every machine but MIPS
INT = 4  # bytes of a descriptor


def tie() -> tuple[int, int]:
    """Return the ends: what is written to the second is read from the first."""
    ends = bytes(2 * INT)  # which C fills: `socket` costs 8 ms, `_socket` one
    if libc("socketpair", 1, STREAM, 0, ends) < 0:
        return os.pipe()  # which says what is wrong, or does
    read, written = ends[:INT], ends[INT:]
    return int.from_bytes(read, sys.byteorder), int.from_bytes(written, sys.byteorder)
