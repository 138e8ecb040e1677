"""The exact bytes of a stream → a file, and their digest, whatever the disk does.

A full, slow or vanished disk costs the log, never the run: what touches the disk does
so in a thread of its own, and what went wrong is a word in the result.
"""

from __future__ import annotations

import errno
import os
from time import monotonic, sleep

from ..errors import InputError
from ..files import absolute, is_name, open_given, open_new
from ..files import prune as prune  # noqa: PLC0414 - whoever logs also tidies up
from ..files import state_directory as state_directory  # noqa: PLC0414 - as above
from ..record import Record, final
from ._writer_thread import Pump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._writer_thread import Piece

# The digest of nothing: a silent command loads no code for it.
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
SMALL = 1 << 16  # bytes that wait for the end before the disk is bothered
HASHED_AT_ONCE = 1 << 18  # bytes; libcrypto takes 5 ms to load, which pays off later
ENOUGH = 4 << 20  # bytes that may wait before reading should rest
TOO_MUCH = 4 * ENOUGH  # the bound for a caller that does not rest
PACE = 0.001  # seconds between two looks at the thread that writes
STALL = 10.0  # seconds without a byte written; then the log is given up, not the run


@final
class Logged(Record):
    """What became of a stream: the digest is of all `size` bytes, not of the file's.

    `error` is the name of an errno, "slow", or "refused" for a place that is not ours.
    """

    path: str | None
    sha256: str
    size: int
    written: int = 0
    error: str | None = None
    capped: bool = False


class Log:
    """A stream on its way to a file: `path`, or `name` in `directory`, or none."""

    def __init__(
        self,
        path: str | None,
        cap: int,
        *,
        directory: str | None = None,
        name: str = "",
    ) -> None:
        if path is None and directory is not None and not is_name(name):
            msg = f"{name!r} is no name for a file"
            raise InputError(msg, fix="name the log without its directory")
        self.size: int = 0
        self.kept: bytearray = bytearray()  # all there is, while that is little
        self.file: File = File(path, cap, directory, name)
        self.digest: Any = None
        self.writing: Pump | None = None
        self.hashing: Pump | None = None
        self.seen: tuple[int, float] = (
            -1,
            0.0,
        )  # how far the disk was when last looked, and since when
        self.stall = STALL
        self.logged: Logged | None = None  # as soon as it is closed

    def write(self, data: bytes) -> None:
        """Take the next bytes, without waiting for the disk."""
        before = self.size
        self.size += len(data)
        if self.hashing is None:
            self.kept += data
        else:
            self.hashing.put(data)
            while self.hashing.waiting > TOO_MUCH:
                sleep(0.001)
        if self.writing is None:
            if self.size > SMALL:
                self.flush()
        elif self.writing.waiting > TOO_MUCH:
            self.file.give_up()
        elif before < self.file.cap and self.file.error is None:
            self.writing.put(data)
        if self.hashing is None and self.size > HASHED_AT_ONCE:
            self.hashing = Pump(self.hash)
            self.hashing.put(bytes(self.kept))
            self.kept.clear()

    def flush(self) -> None:
        """Let the file begin now: somebody may read it before the stream ends."""
        if self.writing is None and self.file.is_wanted(self.size):
            self.writing = Pump(self.file.write, self.file.close)
            self.writing.put(bytes(self.kept))

    def begin(self, patience: float = 2.0) -> str | None:
        """Have all that came so far in the file now; return its path, if it has one."""
        if self.writing is None and (self.file.given or self.file.directory):
            self.writing = Pump(self.file.write, self.file.close)
            self.writing.put(bytes(self.kept))
        if self.writing is not None:
            until = monotonic() + patience
            while self.writing.waiting and monotonic() < until:
                sleep(PACE)
        return self.file.path

    @property
    def congested(self) -> bool:
        """Tell whether reading should rest; a disk that stands still is given up."""
        if self.hashing is not None and self.hashing.waiting > ENOUGH:
            return True
        if self.writing is None or self.writing.waiting <= ENOUGH:
            return False
        moved, since = self.seen
        if moved != self.writing.moved:
            self.seen = (self.writing.moved, monotonic())
        elif monotonic() - since >= self.stall:
            self.file.give_up()
        return self.file.error is None

    def close(self, patience: float = 2.0) -> Logged:
        """Finish, once; the disk is waited for as long as it moves."""
        if self.logged is not None:
            return self.logged
        self.flush()
        if self.writing is not None and not self.writing.end(patience):
            self.file.give_up()
        if self.hashing is not None:
            self.hashing.end()
        sha256 = EMPTY
        if self.size:
            sha256 = (self.digest or quick_sha256(self.kept)).hexdigest()
        file = self.file
        capped = file.is_wanted(self.size) and self.size > file.cap
        self.logged = Logged(
            file.path, sha256, self.size, file.written, file.error, capped
        )
        return self.logged

    def hash(self, piece: Piece) -> None:
        """Add to the digest; libcrypto leaves the interpreter to others meanwhile."""
        if self.digest is None:
            from hashlib import sha256  # 5 ms, where much is printed

            self.digest = sha256()
        self.digest.update(piece)


class File:
    """Where the bytes go: opened with the first, and given up at the first error."""

    def __init__(
        self, path: str | None, cap: int, directory: str | None, name: str
    ) -> None:
        self.given: str | None = None if path is None else absolute(path)
        self.directory: str | None = directory and absolute(directory).rstrip("/")
        self.name = name
        self.cap = cap
        self.descriptor: int = -1
        self.path: str | None = None  # as soon as there is a file
        self.written: int = 0
        self.error: str | None = None
        self.whole: bool = False  # a piece that cannot be finished is taken back

    def is_wanted(self, size: int) -> bool:
        """Tell whether a stream of this size has a file; one that was named always."""
        return self.given is not None or (self.directory is not None and size > 0)

    def write(self, piece: Piece) -> None:
        """Write what is below the cap, until something is wrong."""
        before = self.written
        try:
            if self.descriptor < 0 and self.error is None:
                self.open()
            view = memoryview(piece)[: self.cap - self.written]
            while view and self.error is None:
                count = os.write(self.descriptor, view)
                self.written += count
                view = view[count:]
        except OSError as error:
            self.fail(error)
        except ValueError:
            self.error = "EINVAL"  # no file can have this name
        if self.whole and self.error is not None and self.written > before:
            self.shorten(before)

    def shorten(self, size: int) -> None:
        """Take back what was written last, as far as the disk lets us."""
        try:
            os.ftruncate(self.descriptor, size)
            self.written = size
        except OSError:
            pass  # half a line is left

    def open(self) -> None:
        """Open the file, and empty it unless it was given up while we waited."""
        if self.given is not None:
            path, self.descriptor = self.given, open_given(self.given)
        else:
            directory = self.directory or ""
            path = f"{directory}/{self.name}"
            self.descriptor = open_new(directory or "/", self.name)
        if self.error is None:
            os.ftruncate(self.descriptor, 0)
            self.path = path

    def close(self) -> None:
        """Close the file, and see whether it is still there."""
        if self.descriptor < 0:
            return
        try:
            links = os.fstat(self.descriptor).st_nlink
            os.close(self.descriptor)  # a network's disk says only now that it is full
        except OSError as error:
            self.fail(error)
        else:
            if not links:
                self.path, self.error = None, self.error or "ENOENT"

    def fail(self, error: OSError) -> None:
        """Keep the first thing that went wrong; what has no errno is our refusal."""
        self.error = self.error or errno.errorcode.get(error.errno or 0, "refused")

    def give_up(self) -> None:
        """Write no more, without waiting for what is being written."""
        self.error = self.error or "slow"


def quick_sha256(data: bytes | bytearray) -> Any:
    """Hash little, by the interpreter's own code: without libcrypto."""
    try:
        return __import__("_sha2").sha256(data)
    except ImportError:
        pass  # Python 3.11
    try:
        return __import__("_sha256").sha256(data)
    except ImportError:
        return __import__("hashlib").sha256(data)
