r"""Bytes → what is seen of them, and where in the bytes that stands.

A secret with a colour, a NUL or a line's end inside is a secret to whoever reads it. So
data is looked at as it is, if it is lines of words; else without control characters,
and without escape sequences and what a backspace takes back.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CONTROLS = bytes([*range(0x20), 0x7F]).replace(b"\t", b"")
HIGH = bytes(range(0x80, 0x100))
WORDS = bytes([*range(0x20, 0x7F), *b"\t"])
MARGIN = 256  # bytes before the end of a text in which a sequence may begin
TO_NEWLINE = bytes([0x0A if byte in CONTROLS else byte for byte in range(256)])


def left_of(data: bytes) -> bytes:
    """Return what is not words of plain ASCII text in data, as the ends of lines."""
    return data.translate(None, WORDS)  # 4 GB/s, where there is little


def rest_of(data: bytes) -> bytes:
    """Return what is not plain ASCII text of data."""
    return left_of(data).translate(None, b"\r\n")


def ends_of(data: bytes, rest: bytes, count: int) -> Sequence[View]:
    """Return views that end as those of data do, of `count` characters or more.

    They begin with a line: no escape sequence goes on in the next, and what is taken
    back of the lines before is not seen.
    """
    start = data.rfind(b"\n", 0, max(0, len(data) - 2 * count - MARGIN)) + 1
    views = views_of(data[start:], rest)
    if start and any(len(view.text) < count for view in views):
        return views_of(data, rest)
    return views


def views_of(data: bytes, rest: bytes) -> Sequence[View]:
    """Return the views of data in which something else is seen."""
    if not rest.translate(None, HIGH):
        ends = b"\n" in data or b"\r" in data
        return (Words(data) if ends else View(data),)
    if b"\x1b" in rest or b"\b" in rest:
        return Lines(data), Bare(data)
    return (Lines(data),)


class View:
    """Bytes as they are."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text: bytes = data

    def place(self, at: int) -> int:
        """Return where in the data a byte of the text stands."""
        return at

    def last(self, count: int) -> int:
        """Return where in the data the last bytes of the text begin."""
        return len(self.data) - count


class Lines(View):
    """Bytes without control characters, and so without the ends of lines."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data.translate(None, CONTROLS)
        self.starts: list[int] = []  # of each part of it, in the text

    def place(self, at: int) -> int:
        """Return where in the data a byte of the text stands."""
        if len(self.text) == len(self.data):
            return at
        if not self.starts:
            self.part()
        return at + bisect_right(self.starts, at) - 1  # a control before each part

    def last(self, count: int) -> int:
        """Return where in the data the last bytes of the text begin."""
        if not count or len(self.text) == len(self.data):
            return len(self.data) - count
        size, text = 2 * count + MARGIN, self.text[-count:]
        while size < len(self.data):  # its end says it, and is soon looked at
            end = type(self)(self.data[-size:])
            if end.text.endswith(text):
                return len(self.data) - size + end.place(len(end.text) - count)
            size *= 4
        return self.place(len(self.text) - count)

    def part(self) -> None:
        """Find the parts that the controls leave."""
        parts = self.data.translate(TO_NEWLINE).split(b"\n")
        self.starts = [*accumulate(map(len, parts), initial=0)]


class Words(Lines):
    """Bytes without the ends of lines, where there are no other controls."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data.replace(b"\n", b"")  # 2 GB/s
        if b"\r" in data:
            self.text = self.text.replace(b"\r", b"")
        self.starts = []


class Bare(Lines):
    """Bytes without escape sequences too, and without what was taken back."""

    def __init__(self, data: bytes) -> None:
        from ._sequences import BACK, SEQUENCE  # `re`: 5 ms, where one is met

        self.data = data
        self.starts = []
        self.places: list[int] = []  # of each part, in the data
        if b"\b" in data or BACK.search(data) is not None:
            self.part()
        else:
            text = b"".join(SEQUENCE.split(data))
            self.text = text.translate(None, CONTROLS)

    def place(self, at: int) -> int:
        """Return where in the data a byte of the text stands."""
        if not self.starts:
            self.part()
        part = bisect_right(self.starts, at) - 1
        return self.places[part] + at - self.starts[part]

    def part(self) -> None:
        """Find the parts that sequences, controls and steps back leave."""
        from ._sequences import SEQUENCE, steps_back  # loaded by then

        parts: list[tuple[int, bytes]] = []
        done = 0
        for match in SEQUENCE.finditer(self.data):
            self.take(parts, done, match.start())
            for _ in range(steps_back(match[0])):
                step_back(parts)
            done = match.end()
        self.take(parts, done, len(self.data))
        self.text = b"".join([part for _, part in parts])
        self.places = [place for place, _ in parts] or [0]
        lengths = [len(part) for _, part in parts] or [0]
        self.starts = list(accumulate(lengths, initial=0))[:-1]

    def take(self, parts: list[tuple[int, bytes]], start: int, stop: int) -> None:
        """Add what stands between two sequences."""
        for count, piece in enumerate(self.data[start:stop].split(b"\b")):
            if count:
                step_back(parts)
            for part in piece.translate(TO_NEWLINE).split(b"\n"):
                if part:
                    parts.append((start, part))
                start += len(part) + 1


def step_back(parts: list[tuple[int, bytes]]) -> None:
    """Take the last character back, with the bytes that go on with it."""
    goes_on = True
    while parts and goes_on:
        place, part = parts.pop()
        goes_on = part[-1] & 0xC0 == 0x80  # noqa: PLR2004 - of UTF-8
        if len(part) > 1:
            parts.append((place, part[:-1]))
