"""Pieces of text → its head and its tail, and exactly what is missing in between."""

from __future__ import annotations

import sys
from codecs import utf_8_decode

SLACK = 4096  # bytes that may be given up so that a cut falls between two lines


class Excerpt:
    """Keeps the first and the last bytes of a text, `limit` of them together.

    A piece comes with the number of its newlines; it may end inside a character only
    where the next one goes on.
    """

    def __init__(self, limit: int | None) -> None:
        self.room = sys.maxsize if limit is None else limit // 2
        self.keep = 0 if limit is None else limit - self.room
        self.slack = min(SLACK, self.room // 2)
        self.head: list[bytes] = []
        self.tail: list[tuple[bytes, int]] = []
        self.size = 0  # of the tail
        self.omitted = 0
        self.lines = 0  # newlines in what was omitted
        self.torn = False  # what was omitted ends inside a line

    def add(self, piece: bytes, lines: int) -> None:
        """Take the next piece; let go of what is neither head nor tail any more."""
        if self.room:
            part = piece[: self.room]
            self.head.append(part)
            self.room -= len(part)
            if len(part) == len(piece):
                return
            piece = piece[len(part) :]
            lines -= part.count(b"\n")
        self.tail.append((piece, lines))
        self.size += len(piece)
        while self.tail and self.size - len(self.tail[0][0]) >= self.keep:
            self.drop()

    def drop(self) -> None:
        """Let go of the oldest piece of the tail."""
        piece, lines = self.tail.pop(0)
        self.size -= len(piece)
        self.omit(len(piece), lines, torn=not piece.endswith(b"\n"))

    def omit(self, size: int, lines: int, *, torn: bool) -> None:
        """Count what is left out."""
        if size:
            self.omitted += size
            self.lines += lines
            self.torn = torn

    def absorb(self, other: Excerpt) -> None:
        """Take another excerpt, with its gap, as the next pieces."""
        for piece in other.head:
            self.add(piece, piece.count(b"\n"))
        if other.omitted:
            self.room = 0
            while self.tail:
                self.drop()
            self.omit(other.omitted, other.lines, torn=other.torn)
        for piece, lines in other.tail:
            self.add(piece, lines)

    def finish(self) -> tuple[str, int, int]:
        """Return the text, and how many bytes and lines are missing in it."""
        head = b"".join(self.head)
        tail = b"".join([piece for piece, _ in self.tail])
        if not self.omitted and self.size <= self.keep:
            return (head + tail).decode(), 0, 0
        stop = end_of_head(head, self.slack)
        start = start_of_tail(tail, self.keep, self.slack)
        before, gap, after = head[stop:], self.omitted, tail[:start]
        lines = before.count(b"\n") + self.lines + after.count(b"\n")
        torn = self.torn if gap and not after else not (after or before).endswith(b"\n")
        missing = len(before) + gap + len(after)
        lines += torn  # a line counts when any of it is missing
        note = marker(missing, lines)
        if stop and head[stop - 1] != ord("\n"):
            note = "\n" + note
        return head[:stop].decode() + note + tail[start:].decode(), missing, lines


def end_of_head(head: bytes, slack: int) -> int:
    """Cut after a line if one ends near, otherwise after a character."""
    newline = head.rfind(b"\n", max(0, len(head) - slack - 1))
    return newline + 1 or utf_8_decode(head, "strict", False)[1]  # noqa: FBT003 - final


def start_of_tail(tail: bytes, keep: int, slack: int) -> int:
    """Cut before a line if one begins near, otherwise before a character."""
    start = max(0, len(tail) - keep)
    newline = tail.find(b"\n", max(0, start - 1), start + slack)
    if start and newline >= 0:
        return newline + 1
    while start < len(tail) and tail[start] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8
        start += 1
    return start


def marker(missing: int, lines: int) -> str:
    """Say in a line of its own what is missing."""
    return f"[… {missing:,} bytes in {lines:,} line{'s'[lines == 1 :]} left out …]\n"
