"""What is printed → kept to the end, and then data of the answer, or words beside it.

In memory while it is short, and in a file without a name beyond that: whatever a
program prints, it finds room, or is told that the disk has none. What is long is worked
through in pieces (`_long`), and stands for a mark in the answer.
"""

from __future__ import annotations

import os
from _thread import RLock  # a signal's handler may print, too
from io import BytesIO, RawIOBase

from ..model.done import Done
from .boundary import complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..manifest.contract import Prints
    from ..model.outcome import Failed, Outcome

ROOM = 1 << 20  # bytes that are kept in memory
BLOCK = 1 << 16  # bytes that are moved at a time
LAST = 8192  # bytes that count as the last words
FIRST_FREE = 3  # the descriptors below it belong to the standard streams
JSON_ROOM = 8 << 20  # bytes of printed JSON that are read into memory to be data
IN_A_FILE = "the JSON that the command printed is too long for an answer: read the file"
ACTS = "\x1b[m"  # a sequence that is taken out, and told, as those of a text would be
BESIDE = "what the command printed went to stderr, since it also had a result"
FAILED = "what the command printed went to stderr, since it failed"
OTHERS = (
    "what was written to stdout past Python, by a child, a logger or a library, went "
    "to stderr, since the command printed, too"
)


class Spool(RawIOBase):
    """Python's own prints, in this process; those of its forks go to descriptor 1."""

    name: str = "<stdout>"
    mode: str = "wb"

    def __init__(self) -> None:
        super().__init__()
        self.owner: int = os.getpid()
        self.lock: RLock = RLock()
        self.held: BytesIO = BytesIO()  # the end of it
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
        self.descriptor: int = clear_of_streams(descriptor)
        self.start: int = 0  # what comes before it has been taken

    @classmethod
    def opened(cls, how: int = os.O_RDWR | os.O_APPEND) -> Kept | None:
        """Open one where temporary files are, or in memory; None if nowhere."""
        try:
            return cls(open_nameless(how))
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


class Words:
    """What one side of a program has printed."""

    def __init__(self, kept: Spool | Kept | None, encoding: str) -> None:
        self.kept = kept
        self.encoding = encoding
        # What comes later does not count.
        self.size: int = kept.size() if kept is not None else 0
        self.secrets: Sequence[str] = ()

    @property
    def long(self) -> bool:
        """Whether there is too much of it to be a text."""
        return self.size > ROOM

    def part(self, start: int) -> bytes:
        """Return a block of it."""
        count = min(BLOCK, self.size - start)
        return self.kept.part(start, count) if self.kept is not None else b""

    def blocks(self) -> Iterator[bytes]:
        """Return it block by block."""
        place = 0
        while place < self.size:
            block = self.part(place)
            if not block:
                return  # the program has cut its file
            yield block
            place += len(block)

    def text(self, limit: int | None = None) -> str:
        """Return it as a text, without its secrets; or only a beginning."""
        if self.kept is None or not self.size:
            return ""
        whole = self.kept.part(0, self.size if limit is None else limit)
        text = whole.decode(self.encoding, "backslashreplace")
        if self.secrets:
            from ..secrets.given import hide_in  # few calls have any

            text = hide_in(text, self.secrets)
        return text

    def pieces(self) -> Iterator[str]:
        """Return its text in pieces, in none of which a secret or a sequence begins."""
        from ._long import pieces  # for what is long

        return pieces(self.blocks(), self.encoding, self.secrets)

    def pour(self) -> None:
        """Say it on stderr."""
        texts: Iterable[str] = self.pieces() if self.long else (self.text(),)
        for text in texts:
            complain(text)


class Printed:
    """What a program has printed: in its own words, and past Python."""

    def __init__(self, own: Words, others: Words) -> None:
        self.own: Words = own
        self.others: Words = others
        self.mark: str = ""
        self.escaped: Kept | None = None  # the long text, as it stands in the answer

    def hide(self, secrets: Sequence[str]) -> None:
        """Say none of these."""
        self.own.secrets = self.others.secrets = secrets

    def drop(self) -> None:
        """Say nothing of it: which of it is secret is not known."""
        self.own = self.others = Words(None, "")

    def blocks(self) -> Iterator[bytes]:
        """Return all of it, as it was printed."""
        yield from self.own.blocks()
        yield from self.others.blocks()

    def beside(
        self, outcome: Outcome[Any], prints: Prints | None, limit: int | None = None
    ) -> Outcome[Any]:
        """Give what was printed its place: data, or stderr beside returned data."""
        if not self.own.size and not self.others.size:
            return outcome
        if isinstance(outcome, Done):
            if outcome.data is None and not outcome.not_modified:
                return self.as_data(outcome, limit)
            if prints == "people":
                return outcome  # the result for them, in their words
            warning = BESIDE
        else:
            warning = FAILED
            if outcome.error.code == "UNDECLARED_EXIT":
                outcome = self.told(outcome)
        self.pour()
        if prints == "people":
            return outcome
        return outcome.replace(warnings=(*outcome.warnings, warning))

    def as_data(self, outcome: Done[Any], limit: int | None) -> Done[Any]:
        """Make data of a handler's own words, or else of those past Python."""
        chosen, rest = self.chosen()
        if rest.size:
            rest.pour()
            outcome = outcome.replace(warnings=(*outcome.warnings, OTHERS))
        if chosen.long and (limit is None or chosen.size <= limit):
            return self.long_data(outcome, chosen)
        most = None if limit is None else limit + 1  # of what is refused for its size
        return outcome.replace(data=data_of(chosen.text(most)))

    def long_data(self, outcome: Done[Any], words: Words) -> Done[Any]:
        """Make data of a long text, or say that there was no room for that."""
        from ._long import looks_like_json, put_in_file, unkept

        first, last = words.part(0), words.part(max(0, words.size - BLOCK))
        try:
            if not looks_like_json(first, last):
                return outcome.replace(data={"text": self.marked(words)})
            if words.size <= JSON_ROOM:
                return outcome.replace(data=data_of(words.text()))
            path = put_in_file(words.pieces())
        except OSError as error:
            raise unkept(error) from error
        return outcome.replace(
            data={"file": path, "size_bytes": words.size},
            truncated=True,
            warnings=(*outcome.warnings, IN_A_FILE),
        )

    def marked(self, words: Words) -> str:
        """Write a long text to a file as JSON has it; return what stands for it."""
        from ._long import escape

        escaped = Kept.opened()
        if escaped is None:
            return words.text()  # there is no file to be had
        acts = escape(words.pieces(), escaped.descriptor)
        self.escaped, self.mark = escaped, os.urandom(16).hex()
        return (ACTS if acts else "") + self.mark

    def told(self, outcome: Failed) -> Failed:
        """Give a failure what was printed before it, if it is short."""
        chosen, _ = self.chosen()
        if chosen.long or "printed" in outcome.extra:
            return outcome
        return outcome.replace(extra={**outcome.extra, "printed": chosen.text()})

    def chosen(self) -> tuple[Words, Words]:
        """Tell what speaks for the program from what was written beside it."""
        blank = not self.own.long and not self.own.text().strip()
        return (self.others, Words(None, "")) if blank else (self.own, self.others)

    def pour(self) -> None:
        """Say all of it on stderr."""
        self.own.pour()
        self.others.pour()

    def filled(self, said: bytes) -> Iterator[bytes]:
        """Put the long text where its mark stands in what is said."""
        mark = self.mark.encode()
        while self.escaped is not None and mark in said:
            before, _, said = said.partition(mark)
            yield before
            yield from self.escaped.blocks()
        yield said


def data_of(text: str) -> object:
    """Make data of what a handler printed: its object or list, or the text."""
    stripped = text.strip()
    if not stripped:
        return None
    if stripped[0] in "{[":
        from ..model.json import loads  # for what looks like JSON

        try:
            return loads(stripped)
        except (ValueError, RecursionError):
            pass  # it only began like JSON
        if stripped[-1] in "}]":
            from ._long import literal  # what print() makes of a list or a dict

            found = literal(stripped)
            return {"text": text} if found is None else found
    return {"text": text}


def open_nameless(how: int) -> int:
    """Open a file that never had a name, where temporary files are."""
    place = os.environ.get("TMPDIR") or "/tmp"  # noqa: S108 - as the first line says
    try:
        return os.open(place, how | os.O_TMPFILE, 0o600)
    except (OSError, AttributeError):
        from ..files import open_temporary  # some file systems, and most systems

        return open_temporary(how)


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
