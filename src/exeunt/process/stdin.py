"""What a command is to read → a descriptor; afterwards, how much it did not read."""

from __future__ import annotations

import os


def open_stdin(source: int | str | bytes | None) -> tuple[int, int | None]:
    """Return a descriptor for the command to read, and how much there is to read.

    Bytes become a file in memory: a command that never reads blocks nobody.
    """
    if source is None:
        return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC), None
    if isinstance(source, int):
        number = os.dup(source)
    elif isinstance(source, str):
        number = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    else:
        number = os.memfd_create("stdin", os.MFD_CLOEXEC)
        view = memoryview(source)
        while view:
            view = view[os.write(number, view) :]
        os.lseek(number, 0, os.SEEK_SET)
        return number, len(source)
    import stat  # for a file alone

    found = os.fstat(number)
    return number, found.st_size if stat.S_ISREG(found.st_mode) else None


def unsent_bytes(stdin: int, size: int | None) -> int | None:
    """Count what the command did not read of a file: its place in it is shared."""
    if size is None:
        return None
    try:
        return max(0, size - os.lseek(stdin, 0, os.SEEK_CUR))
    except OSError:
        return None
