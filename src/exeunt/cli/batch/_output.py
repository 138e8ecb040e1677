"""What jobs say → stdout and stderr: a job's whole at its end, in order, or by lines.

Little is held in memory; the rest waits in files without a name.
"""

from __future__ import annotations

import os
from collections import deque
from errno import EPIPE

from ...files import open_temporary
from ...process.capture import Outlet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...batches.job import Job

STREAMS = (1, 2)
NAMES = {"stdout": 1, "stderr": 2}
SMALL = 1 << 14  # bytes of a stream that wait in memory
BLOCK = 1 << 16


class Printer:
    """Our own stdout and stderr, which a reader may close."""

    def __init__(self, before: Callable[[], None], *, silent: bool = False) -> None:
        self.before = before  # what is to be done before anything is printed
        self.silent = silent  # nothing is printed, and all is counted
        self.trouble: OSError | None = None  # nothing more is written then

    def write(self, stream: int, data: bytes) -> None:
        """Write all of it, and wait for a slow reader."""
        if not data or (self.trouble is not None and stream == 1):
            return
        self.before()
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(stream, view) :]
        except OSError as error:
            if stream == 1:
                self.trouble = error

    @property
    def deserted(self) -> bool:
        """Whether the reader of our stdout has gone away."""
        return self.trouble is not None and self.trouble.errno == EPIPE


class Held(Outlet):
    """One stream of a running job, held back until its end."""

    def __init__(self, *, kept: bool = True) -> None:
        self.kept = kept  # or it is counted, and no more
        self.given = self.descriptor = -1
        self.pending: bytearray = bytearray()  # nothing waits for a reader
        self.gone: bool = False
        self.in_a_line: bool = False
        self.error: OSError | None = None
        self.small: bytearray = bytearray()
        self.file: int = -1
        self.size: int = 0

    def write(self, data: bytes) -> None:
        """Keep data; what is much goes into a file."""
        self.size += len(data)
        if not self.kept:
            return
        self.small += data
        if len(self.small) > SMALL:
            self.spill()

    def spill(self) -> None:
        """Put what is in memory into a file, if there is room for one."""
        try:
            if self.file < 0:
                self.file = open_temporary()
            view = memoryview(bytes(self.small))
            while view:
                view = view[os.write(self.file, view) :]
        except OSError as error:
            self.error = error  # the disk is full: the record has its head and tail
            return
        finally:
            self.small.clear()

    def flush(self) -> None:
        """Do nothing: nobody reads yet."""

    def close(self) -> None:
        """Do nothing: it is read when the job has ended."""

    def pour(self, put: Callable[[bytes], None]) -> None:
        """Give all of it away, once."""
        if self.file >= 0:
            os.lseek(self.file, 0, os.SEEK_SET)
            while data := os.read(self.file, BLOCK):
                put(data)
            os.close(self.file)
            self.file = -1
        put(bytes(self.small))
        self.small.clear()


def nothing(data: bytes) -> None:
    """Drop it."""


class Lines(Held):
    """One stream of a running job, printed line by line."""

    def __init__(self, printer: Printer, stream: int, tag: bytes) -> None:
        super().__init__()
        self.printer, self.stream, self.tag = printer, stream, tag
        self.longer: bool = False  # the line that is next has begun already

    def write(self, data: bytes) -> None:
        """Print what has come to the end of its line; a very long one in parts."""
        self.size += len(data)
        whole, end, rest = bytes(self.small + data).rpartition(b"\n")
        if not end and len(rest) > BLOCK:
            whole, rest = rest, b""
        self.small[:] = rest
        self.show(whole + end)

    def end(self) -> None:
        """Print the last line, even if nothing ended it."""
        self.show(bytes(self.small))
        self.small.clear()

    def show(self, data: bytes) -> None:
        """Print whole lines, each with its tag."""
        if data:
            shown = tagged(data, self.tag, inside=self.longer)
            self.longer = not data.endswith(b"\n")
            self.printer.write(self.stream, shown)


def tagged(data: bytes, tag: bytes, *, inside: bool = False) -> bytes:
    """Put the tag before each line; the first may have begun before."""
    if not tag:
        return data
    lines = data.split(b"\n")
    last = lines.pop()
    found = b"".join(tag + one + b"\n" for one in lines) + (last and tag + last)
    return found[len(tag) :] if inside else found


def tag_of(job: Job) -> bytes:
    """Return what stands before each line of a job."""
    label = job.label.replace("\n", "\\n")
    return label.encode("utf-8", "surrogateescape") + b"\t"


class Output:
    """What becomes of the streams of each job that is begun."""

    def __init__(
        self, printer: Printer, *, ordered: bool, tagged: bool, by_line: bool
    ) -> None:
        self.printer = printer
        self.ordered = ordered
        self.tagged = tagged
        self.by_line = by_line
        self.held: dict[int, dict[str, Held]] = {}  # of jobs that run, by their number
        self.turns: deque[int] = deque()  # jobs that began, if their order is kept
        self.known: set[int] = set()  # those in it
        self.kept: Kept = Kept()

    def outlets(self, number: int, job: Job) -> Mapping[str, Outlet]:
        """Say where the streams go of a job that is about to start."""
        tag = tag_of(job) if self.tagged else b""
        if self.ordered and number not in self.known:
            self.known.add(number)
            self.turns.append(number)
        if self.by_line:
            found: dict[str, Held] = {
                name: Lines(self.printer, stream, tag) for name, stream in NAMES.items()
            }
        else:
            kept = not self.printer.silent
            found = {name: Held(kept=kept) for name in NAMES}
        self.held[number] = found
        return found

    def ended(self, number: int, job: Job, *, final: bool) -> int:
        """Print what a job said, or drop an attempt's; return the bytes of stdout."""
        streams = self.held.pop(number, {})
        size = streams["stdout"].size if streams else 0
        tag = tag_of(job) if self.tagged else b""
        if not final or self.by_line:
            for held in streams.values():
                held.pour(nothing)
        elif not self.ordered:
            for name, held in streams.items():
                self.pour(NAMES[name], held.pour, tag)
        if final and self.ordered:
            if self.turns and self.turns[0] != number:
                self.kept.keep(number, streams, tag)
            else:
                for name, held in streams.items():
                    self.pour(NAMES[name], held.pour, tag)
                self.turns.popleft() if self.turns else None
                self.known.discard(number)
                self.catch_up()
        return size

    def pour(
        self, stream: int, source: Callable[[Callable[[bytes], None]], None], tag: bytes
    ) -> None:
        """Print one stream of a job, each line with its tag."""
        if not tag:
            source(lambda data: self.printer.write(stream, data))
            return
        lines = Lines(self.printer, stream, tag)
        source(lines.write)
        lines.end()

    def catch_up(self, *, all_of_them: bool = False) -> None:
        """Print what waited for the jobs before it."""
        while self.turns and (all_of_them or self.turns[0] in self.kept.places):
            number = self.turns.popleft()
            self.known.discard(number)
            if number in self.kept.places:
                tag, places = self.kept.places.pop(number)
                for stream, start, end in places:
                    self.pour(stream, self.kept.reader(start, end), tag)
        self.kept.tidy()

    def finish(self) -> None:
        """Print the rest: what it waited for does not end any more."""
        self.catch_up(all_of_them=True)


class Kept:
    """Output of jobs that ended before others which began earlier: in one file."""

    def __init__(self) -> None:
        self.file: int = -1
        self.end: int = 0
        # Job → its tag; and of each stream, from where to where.
        self.places: dict[int, tuple[bytes, list[tuple[int, int, int]]]] = {}

    def keep(self, number: int, streams: Mapping[str, Held], tag: bytes) -> None:
        """Keep what a job said."""
        places: list[tuple[int, int, int]] = []
        for name, held in streams.items():
            start = self.end
            held.pour(self.append)
            if self.end > start:
                places.append((NAMES[name], start, self.end))
        self.places[number] = tag, places

    def reader(self, start: int, end: int) -> Callable[[Callable[[bytes], None]], None]:
        """Return what gives a part of the file away."""

        def give(put: Callable[[bytes], None]) -> None:
            place = start
            while data := os.pread(self.file, min(BLOCK, end - place), place):
                put(data)
                place += len(data)

        return give

    def tidy(self) -> None:
        """Give the room back when nothing waits."""
        if self.end and not self.places:
            os.ftruncate(self.file, 0)
            self.end = 0

    def append(self, data: bytes) -> None:
        """Write behind all the rest."""
        if not data:
            return
        if self.file < 0:
            self.file = open_temporary()
        view = memoryview(data)
        while view:
            written = os.pwrite(self.file, view, self.end)
            self.end += written
            view = view[written:]
