"""What is written to stdout → kept until it is known where it belongs.

In memory while it is short, and in a file without a name beyond that: whatever a
program prints, it finds room, or is told that the disk has none.
"""

from __future__ import annotations

import os
from _thread import RLock  # a signal's handler may print, too
from io import BytesIO, RawIOBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

ROOM = 1 << 20  # bytes that are kept in memory
BLOCK = 1 << 16  # bytes that are moved at a time
LAST = 8192  # bytes that count as the last words
FIRST_FREE = 3  # the descriptors below it belong to the standard streams
NEW = os.O_CREAT | os.O_EXCL


class Spool(RawIOBase):
    """Python's own prints, in this process; those of its forks go to descriptor 1."""

    name = "<stdout>"

    def __init__(self) -> None:
        super().__init__()
        self.owner: int = os.getpid()
        self.lock = RLock()
        self.held = BytesIO()  # the end of it
        self.file: Kept | None = None  # the beginning, if that is too long
        self.spilled: int = 0  # bytes in the file

    def write(self, data: Any, /) -> int:
        """Keep what this process prints."""
        if os.getpid() != self.owner:
            write_whole(1, memoryview(data).cast("B"))
            return len(data)
        with self.lock:
            size = self.held.write(data)
            if self.held.tell() > (ROOM if self.file is None else BLOCK):
                self.spill()
        return size

    def spill(self) -> None:
        """Move what is held into a file; a signal that cuts in does no harm."""
        self.file = self.file or Kept.opened(os.O_RDWR)
        if self.file is None:
            return  # there is none to be had, but there is memory
        data = self.held.getvalue()
        place = 0
        while place < len(data):
            part = data[place : place + ROOM]
            place += os.pwrite(self.file.descriptor, part, self.spilled + place)
        # What a signal's handler has printed meanwhile.
        rest = BytesIO(self.held.getvalue()[place:])
        rest.seek(0, os.SEEK_END)
        self.spilled, self.held = self.spilled + place, rest

    @property
    def raw(self) -> Spool:
        """Be what is under a buffer, too, as programs expect of stdout."""
        return self

    def writable(self) -> bool:
        """Tell that it may be written to, as TextIOWrapper asks."""
        return True

    def fileno(self) -> int:
        """Return the descriptor that a child may be given as its stdout."""
        return 1

    def size(self) -> int:
        """Count the bytes that are kept; a program that closed it has lost none."""
        return self.spilled + self.held.tell()

    def part(self, start: int, count: int) -> bytes:
        """Return a part of what is kept."""
        if self.file is None or start >= self.spilled:
            place = start - self.spilled
            return self.held.getvalue()[place : place + count]
        spilled = self.file.part(start, min(count, self.spilled - start))
        more = count - len(spilled)
        return spilled + (self.held.getvalue()[:more] if more else b"")

    def take_line(self) -> bytes:
        """Take away the line without an end that it ends in; none if it is too long."""
        with self.lock:
            size = self.size()
            last = self.part(max(0, size - LAST), LAST)
            line = last[last.rfind(b"\n") + 1 :]
            if len(line) == LAST:
                return b""
            self.shorten(size - len(line))
        return line

    def shorten(self, size: int) -> None:
        """Keep no more than a number of bytes."""
        place = max(0, size - self.spilled)
        self.held.truncate(place)
        self.held.seek(place)
        self.spilled = min(self.spilled, size)


class Kept:
    """A file without a name, which descriptor 1 may stand for."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = clear_of_streams(descriptor)
        self.start: int = 0  # what comes before it has been taken

    @classmethod
    def opened(cls, how: int = os.O_RDWR | os.O_APPEND) -> Kept | None:
        """Open one where temporary files are, or in memory; None if nowhere."""
        try:
            return cls(open_nameless(temporary_directory(), how))
        except OSError:
            pass  # no such directory, or it may not be written to
        try:
            return cls(os.memfd_create("stdout"))
        except (OSError, AttributeError):
            return None  # no descriptor is left; not a Linux

    def size(self) -> int:
        """Count its bytes."""
        return max(0, os.fstat(self.descriptor).st_size - self.start)

    def part(self, start: int, count: int) -> bytes:
        """Return a part of it."""
        return os.pread(self.descriptor, count, self.start + start)

    def take(self) -> None:
        """Begin anew after what is in it now."""
        self.start += self.size()

    def blocks(self) -> Iterator[bytes]:
        """Return it block by block."""
        place = 0
        while block := self.part(place, BLOCK):
            yield block
            place += len(block)

    def close(self) -> None:
        """Let it go."""
        os.close(self.descriptor)


class Tail:
    """A stream of Python's → its last words, as they pass by on their way."""

    def __init__(self, stream: Any) -> None:
        self.kept = bytearray()
        # Whoever writes in text ends here, however long ago they took the stream.
        buffer: Any = getattr(stream, "buffer", None)
        write: Any = getattr(buffer, "write", None)
        self.buffer: Any = None if write is None else buffer  # a host's own has none
        if self.buffer is None:
            return
        # Of the call that this one was made in.
        self.former: Any = getattr(buffer, "__dict__", {}).get("write")

        def noted(data: Any, /) -> int:
            self.kept += data
            if len(self.kept) > 2 * LAST:
                del self.kept[:-LAST]
            count: int = write(data)
            return count

        try:
            self.buffer.write = noted
        except AttributeError:
            self.buffer = None  # it takes none

    def text(self) -> str:
        """Return the last words."""
        return bytes(self.kept[-LAST:]).decode("utf-8", "replace")

    def end(self) -> None:
        """Let the stream write as before."""
        if self.buffer is None:
            return
        del self.buffer.write
        if self.former is not None:
            self.buffer.write = self.former
        self.buffer = None


def temporary_directory() -> str:
    """Return where files may be that nobody is to keep."""
    return os.environ.get("TMPDIR") or "/tmp"  # noqa: S108 - what has no name is safe


def open_nameless(directory: str, how: int) -> int:
    """Open a new file in a directory, which nobody else can find."""
    try:
        return os.open(directory, how | os.O_TMPFILE, 0o600)
    except (OSError, AttributeError):
        pass  # some file systems, and most systems, have none
    path = os.path.join(directory, f".{os.urandom(16).hex()}")  # noqa: PTH118
    descriptor = os.open(path, how | NEW, 0o600)
    os.unlink(path)  # noqa: PTH108 - pathlib costs 20 ms
    return descriptor


def clear_of_streams(descriptor: int) -> int:
    """Move a descriptor away from the numbers of streams that are closed."""
    if descriptor >= FIRST_FREE:
        return descriptor
    moved = clear_of_streams(os.dup(descriptor))
    os.close(descriptor)
    return moved


def write_whole(descriptor: int, data: Any) -> None:
    """Write every byte."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
