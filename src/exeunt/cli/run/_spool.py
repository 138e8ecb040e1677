"""What a command is to read → a private file with all of it, and its digest.

It is decided here how much may be given to a command that runs once: its key stands
for these bytes as well, so they are all read before it starts.
"""

from __future__ import annotations

import os
import select
import stat
from time import monotonic

from ...files import open_unnamed
from ...process.streams import close, open_stdin, why_not
from ..argv import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...process.request import Request

MAX_INPUT = 64 << 20  # bytes
PIECE = 1 << 20


def spool(request: Request, directory: str, limit: int) -> tuple[int, str]:
    """Copy a command's stdin to a file without a name; return that, and the digest."""
    given, spooled = -1, -1
    try:
        given, _ = open_stdin(request.stdin, request.timeout)
        spooled = open_unnamed(directory)
        digest = copy(given, spooled, limit, request.timeout)
        os.lseek(spooled, 0, os.SEEK_SET)
    except OSError as error:
        close(spooled)
        refuse(
            f"stdin cannot be kept for the command: {why_not(error)}",
            "give a file that can be read, and room for a copy",
        )
    except BaseException:
        close(spooled)
        raise
    finally:
        close(given)
    return spooled, digest


def copy(given: int, spooled: int, limit: int, timeout: float | None) -> str:
    """Copy all there is, in the time that the command has; return the digest.

    The place in a file that others read, too, stays where it is.
    """
    from hashlib import sha256  # 2 ms, for who remembers

    digest = sha256()
    regular = stat.S_ISREG(os.fstat(given).st_mode)
    start = os.lseek(given, 0, os.SEEK_CUR) if regular else 0
    until = None if timeout is None or regular else monotonic() + timeout
    size = 0
    while True:
        wait_for_more(given, until)
        data = os.pread(given, PIECE, start + size) if regular else read(given)
        if not data:
            return digest.hexdigest()
        size += len(data)
        if size > limit:
            refuse(f"stdin is larger than {limit} bytes", "give --max-input BYTES")
        digest.update(data)
        view = memoryview(data)
        while view:
            view = view[os.write(spooled, view) :]


def wait_for_more(given: int, until: float | None) -> None:
    """Wait for something to read, or for its end; not beyond the time there is."""
    if until is None:
        return
    poll = select.poll()
    poll.register(given, select.POLLIN)
    if not poll.poll(max(0.0, until - monotonic()) * 1000):
        refuse("stdin did not end in time", "give --timeout more, or --stdin FILE")


def read(given: int) -> bytes:
    """Read what there is of a pipe; another process may have made it non-blocking."""
    while True:
        try:
            return os.read(given, PIECE)
        except BlockingIOError:
            select.select((given,), (), ())
