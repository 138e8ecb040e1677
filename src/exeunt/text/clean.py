r"""Bytes of a stream → the text that a reader of it would have seen.

As in a terminal with endless scrollback: escape and control sequences are gone, what
was overwritten shows its last state (`_fold`), and the alternate screen is left out
unless the stream ends in it. Where it differs, nothing is hidden: a sequence without an
end hides at most 4 KiB, and characters that turn, hide or break text are written out,
U+202E as `\u202e`. A long text is cut to its head and tail (`_excerpt.py`), and what
holds more than a tenth of stray bytes is binary, and not shown at all.

The stream is worked through in blocks of fixed size, so that it does not matter in
which chunks it comes.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._excerpt import Excerpt
from ._fold import Fold
from .utf8 import Decoder, show

BLOCK = 65_536  # bytes; the caches of a processor hold it
LONG = 4096  # bytes; many short chunks are looked at together
PLAIN = bytes([*range(0x20, 0x7F), *b"\t"])
ACTIVE = b"\n\r\b\x1b"
DROPPED = bytes([*range(0x20), 0x7F]).translate(None, b"\t\v" + ACTIVE)
KEPT = bytes([*ACTIVE, *range(0x80, 0x100)])  # of what is not plain
# Controls that text for a terminal has no use for; it may ring, shift and cancel.
STRAY = DROPPED.translate(None, b"\a\f\x0e\x0f\x18\x1a")
NUL_WEIGHT = 3  # more of a sign than other bytes: a tar of texts has 5 % of them
STRAYS = 16  # fewer say nothing
TEXT_PER_STRAY = 10


def clean(data: bytes) -> str:
    """Return everything that a reader would have seen."""
    rendering = Rendering(None)
    rendering.feed(data)
    return rendering.finish().text


@final
class Rendered(Record):
    """The text of a stream, and how much of the stream it does not hold."""

    text: str
    omitted_bytes: int = 0
    omitted_lines: int = 0
    invalid_bytes: int = 0
    folded: int = 0
    binary: bool = False


class Rendering:
    """Takes a stream in chunks; keeps at most `limit` bytes of its text.

    `raw` keeps sequences and overwritten frames too: only the size and UTF-8 are seen
    to. Without `frames`, the alternate screen is left out even where a stream ends in
    it: somebody else keeps what it shows.
    """

    def __init__(
        self, limit: int | None = 65_536, *, raw: bool = False, frames: bool = True
    ) -> None:
        if limit is not None and limit < 0:
            msg = f"{limit} bytes cannot be kept"
            raise InputError(msg, fix="give 0 or more, or None to keep everything")
        self._limit = limit
        self._raw = raw
        self._frames = frames
        self._screen = Fold(Excerpt(limit))
        self._main: Fold | None = None  # while the alternate one is shown
        self._waiting: list[bytes] = []
        self._size = 0  # of what waits
        self._total = 0
        self._decoder = Decoder()
        self._sequence = b""  # that the last block broke off
        self._strays = 0
        self._binary = False

    def feed(self, data: bytes, lines: int = -1) -> None:
        """Take the next chunk; `lines`, where it is known to be so many of plain text.

        A long one then need not be looked at, nor wait for the end of its block.
        """
        if len(data) >= LONG and not self._waiting and self._passed(data, lines):
            return
        self._waiting.append(bytes(data))
        self._size += len(data)
        missing = BLOCK - self._total % BLOCK
        if self._size < missing:
            return
        whole = b"".join(self._waiting)
        start = 0
        while len(whole) - start >= missing:
            self._block(whole[start : start + missing])
            start, missing = start + missing, BLOCK
        rest = whole[start:]  # all of it is of this chunk
        passed = not rest or self._passed(rest, rest.count(b"\n") if lines >= 0 else -1)
        self._waiting, self._size = ([], 0) if passed else ([rest], len(rest))

    def _passed(self, data: bytes, lines: int) -> bool:
        """Pass so many lines of plain text on, if nothing of what came before minds."""
        if lines < 0 or not (self._at_rest() and self._screen.has_room(len(data))):
            return False
        self._total += len(data)
        self._screen.plain(data, lines)
        return True

    def _at_rest(self) -> bool:
        """Tell whether what came before says nothing about plain text that follows."""
        begun = self._decoder.broken_off or self._sequence or self._binary
        return not begun and self._screen.row is None

    def finish(self) -> Rendered:
        """Return the text, and how much of the stream it does not hold."""
        self._block(b"".join(self._waiting), last=True)
        if self._binary:
            note = f"[binary: {self._total} bytes]\n"
            return Rendered(note, invalid_bytes=self._decoder.invalid, binary=True)
        shown, main = self._screen, self._main
        if main is not None and not self._frames:
            shown, main = main, None
        shown.finish()
        if main is not None:  # never left: then it is what a reader sees last
            main.jump(1)
            main.finish()
            main.sink.absorb(shown.sink)
            main.folded += shown.folded
            shown = main
        text, size, lines = shown.sink.finish()
        return Rendered(text, size, lines, self._decoder.replaced, shown.folded)

    def _block(self, data: bytes, *, last: bool = False) -> None:
        """Take a block; most are plain text, and pass as they are."""
        self._total += len(data)
        rest = data.translate(None, PLAIN)  # 2.8 GB/s, faster than counting newlines
        lines = rest.count(b"\n")
        if lines == len(rest) and self._at_rest():
            self._screen.plain(data, lines)
            return
        text = self._decode(data, last=last)
        if self._is_binary(rest):
            return
        if self._raw:
            self._screen.plain(text)
        else:
            self._render(text, rest, last=last)

    def _decode(self, data: bytes, *, last: bool) -> bytes:
        """Return UTF-8, or nothing if the stream is binary."""
        if self._binary:
            self._decoder.count(data, last=last)
            return b""
        if self._raw:
            data = self._decoder.count(data, last=last)
            return data.decode("utf-8", "replace").encode()
        return self._decoder.decode(data, last=last)

    def _is_binary(self, rest: bytes) -> bool:
        """Tell whether the stream looks binary: too many of its bytes are no text."""
        self._strays += len(rest) - len(rest.translate(None, STRAY))
        self._strays += (NUL_WEIGHT - 1) * rest.count(b"\0")
        strays = self._strays + self._decoder.replaced
        if strays >= STRAYS and strays * TEXT_PER_STRAY > self._total:
            self._binary = True
        return self._binary

    def _render(self, data: bytes, rest: bytes, *, last: bool) -> None:
        """Strip sequences and controls, and write the rest."""
        returns = rest.count(b"\r")
        if returns and returns == data.count(b"\r\n"):
            data = data.replace(b"\r", b"")  # twice as fast as the next
        elif returns:
            data = data.replace(b"\r\n", b"\n")
        if b"\v" in rest:
            data = data.replace(b"\v", b"")  # from here on a mark of this file
        before = self._sequence
        if before or b"\x1b" in data:
            from .sequences import strip  # 12 ms

            data = before + data + b"\x1b" * last  # which ends what has no end
            moves = self._screen.row is not None or b"\r" in data or b"\b" in data
            data, self._sequence = strip(data, at_end=not moves)
        if before or rest.translate(None, KEPT):
            data = data.translate(None, DROPPED)
        if before or self._decoder.hides:
            data = show(data)
        if b"\x1b[?" in data:
            self._switch(data)
        else:
            self._screen.write(data)

    def _switch(self, data: bytes) -> None:
        """Write to the screen that is shown: the main one, or the alternate."""
        from .sequences import ALTERNATE  # 12 ms

        text, *rest = ALTERNATE.split(data)
        self._screen.write(text)
        for modes, how, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            if {b"47", b"1047", b"1049"}.isdisjoint(modes.split(b";")):
                pass
            elif how == b"h" and self._main is None:
                self._main = self._screen
                self._screen = Fold(Excerpt(self._limit))
            elif how == b"l" and self._main is not None:
                self._screen, self._main = self._main, None
            self._screen.write(text)
