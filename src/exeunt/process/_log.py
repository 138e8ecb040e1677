"""The exact bytes of a stream → a file, and their digest, whatever the disk does.

A full, slow or vanished disk costs the log, never the run: what touches the disk does
so in a thread of its own, and what went wrong is a word in the result.
"""

from __future__ import annotations

import errno
import os
from _queue import SimpleQueue  # the C modules: `queue` loads `threading`, 4 ms
from _thread import allocate_lock, start_new_thread
from time import monotonic, sleep

from ..errors import InputError
from ..files import (
    absolute,
    is_name,
    open_new,
    state_directory,
    touch,
)
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .request import Request

    Piece = bytes | memoryview

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums

# The digest of nothing: a silent command loads no code for it.
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
SMALL = 1 << 16  # bytes that wait for the end before the disk is bothered
HASHED_AT_ONCE = 1 << 18  # bytes; libcrypto takes 5 ms to load, which pays off later
ENOUGH = 4 << 20  # bytes that may wait before reading should rest
TOO_MUCH = 4 * ENOUGH  # the bound for a caller that does not rest
PACE = 0.001  # seconds between two looks at the thread that writes
PIECE = 1 << 20  # bytes that a thread works on at a time, so that progress can be seen
OVERHEAD = 64  # bytes of memory that a waiting piece takes besides its own
STAMP = "pruned"  # changed when old logs were last removed
OFTEN = 3600.0  # seconds between two looks at old logs
SELDOM = 60.0  # and from one look at that age to the next
LOOKED: dict[str, float] = {}  # at which place, and when
KEPT_SECONDS = 7 * 86_400.0  # a log is for the reader of a record, not for ever
KEPT_BYTES = 1 << 30
STALL = 10.0  # seconds without a byte written; then the log is given up, not the run


@final
class Logged(Record):
    """A log that is closed: the digest is of all `size` bytes, not of the file's.

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
        self.writing: WriterThread | None = None
        self.hashing: WriterThread | None = None
        self.unhashed: list[bytes] = []  # what it has not been given yet
        self.hashed: int = 0  # bytes that it has
        # How far the disk was at the last look, and since when.
        self.seen: tuple[int, float] = (-1, 0.0)
        self.stall = STALL
        self.logged: Logged | None = None  # as soon as it is closed

    def write(self, data: bytes) -> None:
        """Take the next bytes, without waiting for the disk."""
        before = self.size
        self.size += len(data)
        if self.hashing is None:
            self.kept += data
        else:
            self.unhashed.append(data)
            if self.size - self.hashed >= PIECE:
                self.hand_over(self.hashing)
        if self.writing is None:
            if self.size > SMALL:
                self.flush()
        elif self.writing.waiting > TOO_MUCH:
            self.file.give_up()
        elif before < self.file.cap and self.file.error is None:
            self.writing.put(data)
        if self.hashing is None and self.size > HASHED_AT_ONCE:
            self.hashing = WriterThread(self.hash)
            self.unhashed.append(bytes(self.kept))
            self.kept.clear()

    def hand_over(self, hashing: WriterThread) -> None:
        """Have what has come hashed: little at a time would wake the thread often."""
        hashing.put(b"".join(self.unhashed))
        self.unhashed.clear()
        self.hashed = self.size
        while hashing.waiting > TOO_MUCH:
            sleep(PACE)

    def flush(self) -> None:
        """Begin the file now: it may be read before the stream ends."""
        self.open(self.file.is_wanted(self.size))

    def open(self, wanted: bool) -> None:
        """Begin the file with what is kept, unless it has begun or is not wanted."""
        if wanted and self.writing is None:
            self.writing = WriterThread(self.file.write, self.file.close)
            self.writing.put(bytes(self.kept))

    def begin(self, patience: float = 2.0) -> str | None:
        """Have all that came so far in the file now; return its path, if it has one."""
        self.open(self.file.is_wanted(1))
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
            self.hand_over(self.hashing)
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
        """Open the file, and empty it unless it was given up meanwhile."""
        if self.given is not None:
            from ..named import open_given  # few logs are

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
        """Keep the first error; one without an errno is a refusal of files.py."""
        self.error = self.error or errno.errorcode.get(error.errno or 0, "refused")

    def give_up(self) -> None:
        """Write no more, without waiting for what is being written."""
        self.error = self.error or "slow"


class WriterThread:
    """A queue and the thread that empties it, so that a slow disk stops no reading."""

    def __init__(
        self, work: Callable[[Piece], None], finish: Callable[[], None] | None = None
    ) -> None:
        self.queue: SimpleQueue[Piece | None] = SimpleQueue()
        self.work = work
        self.finish = finish
        self.given: int = 0  # only the caller counts this up,
        self.moved: int = 0  # and only the thread this
        self.ended: Any = allocate_lock()
        self.ended.acquire()
        self.threaded: bool = True
        try:
            start_new_thread(self.run, ())
        except RuntimeError:  # no more threads for this user: the caller does it
            self.threaded = False

    @property
    def waiting(self) -> int:
        """Return how many bytes have been given and not been worked on."""
        return self.given - self.moved

    def put(self, data: bytes) -> None:
        """Add data, without a copy."""
        view: Piece = data if len(data) <= PIECE else memoryview(data)
        for at in range(0, len(data) or 1, PIECE):  # an empty piece is one, too
            piece = view[at : at + PIECE]
            self.given += len(piece) + OVERHEAD
            if self.threaded:
                self.queue.put(piece)
            else:
                self.step(piece)

    def end(self, patience: float = -1) -> bool:
        """Wait for the end; return False if nothing moves for `patience` seconds."""
        self.queue.put(None)
        if not self.threaded:
            self.drain()
        moved = self.moved
        while not self.ended.acquire(timeout=patience):
            if moved == self.moved:
                return False
            moved = self.moved
        return True

    def run(self) -> None:
        """Live as a thread; signals are left to the main one, which may await them."""
        _signal.pthread_sigmask(_signal.SIG_BLOCK, _signal.valid_signals())
        self.drain()

    def drain(self) -> None:
        """Work until the end."""
        try:
            while (piece := self.queue.get()) is not None:
                self.step(piece)
            if self.finish is not None:
                self.finish()
        finally:
            self.ended.release()

    def step(self, piece: Piece) -> None:
        """Work on one piece, and say that something has moved."""
        self.work(piece)
        self.moved += len(piece) + OVERHEAD


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


def log_of(request: Request, stream: str, name: str) -> Log:
    """Make a stream's log: a new file, or the one that was named, or its digest."""
    end = "" if stream == "stdout" else ".err"
    if request.log is True:
        return log_in_state(name + (end or ".out"), request.max_log)
    path = None if request.log is False else request.log + end
    return Log(path, request.max_log)


def log_in_state(name: str, cap: int) -> Log:
    """Make a log of that name where exeunt keeps its logs."""
    return Log(None, cap, directory=logs_directory(), name=name)


def logs_directory() -> str:
    """Return where exeunt keeps its logs."""
    return f"{state_directory()}/logs"


def tidy() -> None:
    """Remove old logs, once an hour at most: a file's age tells when it was done."""
    place, now = state_directory(), monotonic()
    if now - LOOKED.get(place, -SELDOM) < SELDOM:
        return
    LOOKED[place] = now
    if touch(place, STAMP, every=OFTEN):
        from ..logs import prune  # once an hour

        prune(logs_directory(), KEPT_BYTES, KEPT_SECONDS)
