"""What a command is to read → a descriptor; afterwards, how much it did not read.

What it reads where nobody said so is decided here, too.
"""

from __future__ import annotations

import os
import stat

from .request import refuse

FIONREAD = 0x541B  # how many bytes can be read; termios would be one more import


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


def choose_stdin(given: str | None) -> tuple[int | str | None, tuple[str, ...]]:
    """Say what the command reads: a person, a file; never a pipe that nobody named.

    An agent's half-open pipe, which never ends, is the first cause of hangs.
    """
    if given is not None and given != "-":
        return given, ()
    mode = os.fstat(0).st_mode
    if given is not None:
        if stat.S_ISDIR(mode):  # what stands where a closed stdin was
            refuse("--stdin -, but stdin is closed", "redirect something into it")
        return 0, ()
    if stat.S_ISREG(mode) or os.isatty(0):
        return 0, ()
    if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and holds_data():
        return None, (
            "stdin holds data that the command does not get; --stdin - passes it on",
        )
    return None, ()


def holds_data() -> bool:
    """Tell whether something waits on our stdin."""
    import select  # the runner needs it as well

    poll = select.poll()
    poll.register(0, select.POLLIN)
    if not any(event & select.POLLIN for _, event in poll.poll(0)):
        return False
    import fcntl  # when there may be something

    # A socket whose other end was closed counts as readable, but holds nothing.
    count = fcntl.ioctl(0, FIONREAD, b"\0\0\0\0")
    return any(count)
