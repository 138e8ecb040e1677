"""A line → its columns: wide characters have two, marks none, a tab up to eight.

A cell holds what its column shows, with the marks on it; the further columns of a wide
character or a tab hold "".
"""

from __future__ import annotations

TAB = 8  # columns
MARKS = 32  # combining marks in one cell; a longer tower is no script's
ASCII = bytes(range(128))
BARS = (b"\xe2\x94", b"\xe2\x95", b"\xe2\x96")  # U+2500 to U+25BF begin so


class Row:
    """A line, taken apart into cells when it has to be."""

    __slots__ = ("_cells", "folded", "raw")

    def __init__(self, raw: bytes = b"") -> None:
        self.raw: bytes = raw
        self._cells: list[str] | None = None
        self.folded: bool = False

    @property
    def cells(self) -> list[str]:
        """The columns; to be changed in place."""
        if self._cells is None:
            self._cells = cells_of(self.raw.decode())
        return self._cells

    @property
    def size(self) -> int:
        """How long it is, in cells or in bytes."""
        return len(self.raw if self._cells is None else self._cells)

    def text(self) -> bytes:
        """What the line shows; blanks at the end of an overwritten one are remains."""
        if self._cells is None:
            return self.raw
        text = "".join(self._cells)
        return (text.rstrip(" ") if self.folded else text).encode()


def is_simple(data: bytes) -> bool:
    """Tell whether every character takes one column."""
    other = data.translate(None, ASCII)
    if len(other) == 3 * sum([other.count(lead) for lead in BARS]):
        return True  # most progress bars: no need to look at each character
    return all(width(char) == 1 for char in set(other.decode()))


def cells_of(text: str) -> list[str]:
    """Take text apart into columns."""
    if text.isascii() and "\t" not in text:
        return list(text)
    cells: list[str] = []
    for char in text:
        columns = width(char)
        if char == "\t":
            cells += ["\t", *[""] * (TAB - 1 - len(cells) % TAB)]
        elif columns or not attach(cells, len(cells), char):
            cells += [char, ""][: columns or 1]
    return cells


def attach(cells: list[str], end: int, mark: str) -> bool:
    """Add a mark to the cell before a place, if that takes one more."""
    place = end - 1
    while place >= 0 and not cells[place]:
        place -= 1
    if place < 0 or len(cells[place]) > MARKS:
        return False
    cells[place] += mark
    return True


def width(char: str) -> int:
    """How many columns a character takes."""
    if char.isascii():
        return 1
    from unicodedata import category, east_asian_width  # 1 ms

    if category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(char) in {"W", "F"} else 1
