"""Characters and edits → rows of cells, as a terminal keeps them.

A row is as long as what is written in it, at most as long as the screen is wide; a wide
character is followed by an empty cell. Everything is bounded by the size of the screen,
whatever the numbers in a sequence are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ..text.cells import TAB, attach, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Cells = list[list[str]]

MOST_ROWS = 1_000  # of a screen; no person's has more,
MOST_CELLS = 1 << 22  # and a very wide one has fewer


class Grid:
    """The cells of a screen, its cursor, and the rows that scroll."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: int = max(1, columns)
        self.rows: int = bounded(self.columns, rows)
        self.cells: Cells = blank(self.rows)
        self.reset()

    def reset(self) -> None:
        """Begin anew, as a terminal that was just switched on."""
        self.row: int = 0
        self.column: int = 0
        self.pending: bool = False  # the last column is full: the next one wraps
        self.top: int = 0  # the first and the last row that scroll
        self.bottom: int = self.rows - 1
        self.wraps: bool = True
        self.inserts: bool = False
        self.stops: list[int] = list(range(TAB, self.columns, TAB))
        self.last: str = ""  # character that was written
        self.cells[:] = blank(self.rows)

    def resize(self, columns: int, rows: int) -> None:
        """Take another size; rows are lost at the top only if the cursor needs it."""
        self.columns = max(1, columns)
        self.rows = bounded(self.columns, rows)
        del self.cells[: max(0, self.row + 1 - self.rows)]
        self.fit(self.cells)
        self.top, self.bottom = 0, self.rows - 1
        self.stops = list(range(TAB, self.columns, TAB))
        self.move(self.row, self.column)

    def fit(self, cells: Cells) -> None:
        """Cut or extend cells to the size of the screen."""
        del cells[self.rows :]
        cells.extend(blank(self.rows - len(cells)))
        for row in cells:
            self.cut(row)

    # Writing.

    def put(self, text: str) -> None:
        """Write where the cursor is."""
        if text.isascii() and not self.inserts:
            self.put_run(text)
            return
        for char in text:
            self.put_one(char, width(char))

    def put_run(self, text: str) -> None:
        """Write characters of one column each, a row at a time."""
        start, size = 0, len(text)
        self.last = text[-1:]
        while start < size:
            if self.pending and self.wraps:
                self.wrap()
            stop = start + self.columns - self.column
            if stop < size and not self.wraps:
                self.place(text[start : stop - 1] + text[-1])
                return
            self.place(text[start:stop])
            start = stop

    def put_one(self, char: str, columns: int) -> None:
        """Write a character that may be wide, or a mark on the one before."""
        if not columns:
            end = self.column + self.pending
            self.pad(end)
            attach(self.cells[self.row], end, char)
            return
        if columns > self.columns:
            return
        if self.pending and self.wraps:
            self.wrap()
        if self.column + columns > self.columns:
            if not self.wraps:
                return
            self.wrap()
        self.last = char
        self.place([char, ""][:columns])

    def place(self, new: Sequence[str]) -> None:
        """Put cells that fit into the row, and go behind them."""
        row, end = self.cells[self.row], self.column + len(new)
        self.pad(self.column)
        if self.inserts:
            split(row, self.column)
            row[self.column : self.column] = [" "] * len(new)
            self.cut(row)
        split(row, self.column)
        split(row, end)
        row[self.column : end] = new
        self.pending = end >= self.columns
        self.column = min(end, self.columns - 1)

    def wrap(self) -> None:
        """Go to the beginning of the next row."""
        self.column, self.pending = 0, False
        self.index()

    def pad(self, size: int) -> None:
        """Make a row as long as the cursor needs it."""
        row = self.cells[self.row]
        if len(row) < size:
            row.extend(" " * (size - len(row)))

    def cut(self, row: list[str]) -> None:
        """Drop what is beyond the last column."""
        split(row, self.columns)
        del row[self.columns :]

    # Moving.

    def move(self, row: int, column: int) -> None:
        """Go to a place, or as near as the screen has it."""
        self.row = max(0, min(row, self.rows - 1))
        self.column = max(0, min(column, self.columns - 1))
        self.pending = False

    def up(self, count: int) -> None:
        """Go up, not beyond the rows that scroll if it is in or below them."""
        first = self.top if self.row >= self.top else 0
        self.move(max(first, self.row - count), self.column)

    def down(self, count: int) -> None:
        """Go down, not beyond the rows that scroll if it is in or above them."""
        last = self.bottom if self.row <= self.bottom else self.rows - 1
        self.move(min(last, self.row + count), self.column)

    def index(self) -> None:
        """Go one row down; at the end of those that scroll, they do."""
        if self.row == self.bottom:
            self.scroll(self.top, 1)
        self.pending = False
        if self.row not in {self.bottom, self.rows - 1}:
            self.row += 1

    def reverse_index(self) -> None:
        """Go one row up; at the beginning of those that scroll, they do."""
        if self.row == self.top:
            self.scroll(self.top, -1)
            self.pending = False
        else:
            self.up(1)

    def tab(self, count: int) -> None:
        """Go so many tab stops to the right, or to the left."""
        stops = self.stops
        if count > 0:
            place = bisect_right(stops, self.column) + count - 1
            column = stops[place] if place < len(stops) else self.columns - 1
        else:
            place = bisect_left(stops, self.column) + count
            column = stops[place] if place >= 0 else 0
        self.move(self.row, column)

    def set_stop(self) -> None:
        """Set a tab stop where the cursor is."""
        if self.column not in {0, *self.stops}:
            self.stops.insert(bisect_left(self.stops, self.column), self.column)

    # Editing; what a wide character leaves when it is cut is blank.

    def scroll(self, top: int, count: int) -> None:
        """Scroll the rows from `top` on, up or down."""
        size = self.bottom + 1 - top
        count = max(-size, min(count, size))
        rows = self.cells[top : self.bottom + 1]
        if count > 0:
            self.cells[top : self.bottom + 1] = rows[count:] + blank(count)
        else:
            self.cells[top : self.bottom + 1] = blank(-count) + rows[: size + count]

    def shift_rows(self, count: int) -> None:
        """Delete rows where the cursor is, or insert as many."""
        if self.top <= self.row <= self.bottom:
            self.scroll(self.row, count)
        self.pending = False

    def insert(self, count: int) -> None:
        """Insert blanks; what they push beyond the last column is gone."""
        row = self.cells[self.row]
        if self.column + count >= self.columns:
            self.erase(self.column, self.columns)
        elif self.column < len(row):
            split(row, self.column)
            row[self.column : self.column] = " " * count
            self.cut(row)
        self.pending = False

    def delete(self, count: int) -> None:
        """Take characters out; the rest moves up."""
        row, end = self.cells[self.row], self.column + count
        split(row, self.column)
        split(row, end)
        del row[self.column : end]
        self.pending = False

    def erase(self, start: int, stop: int) -> None:
        """Blank a part of the row."""
        row = self.cells[self.row]
        split(row, start)
        split(row, stop)
        if stop >= len(row):
            del row[start:]
        else:
            row[start:stop] = " " * (stop - start)
        self.pending = False

    def erase_line(self, what: int) -> None:
        """Erase in the row: 0 to its end, 1 to its beginning, 2 all."""
        if what == 0:
            self.erase(self.column, self.columns)
        elif what == 1:
            self.erase(0, self.column + 1)
        elif what == 2:  # noqa: PLR2004 - ECMA-48, EL
            self.erase(0, self.columns)

    def erase_screen(self, what: int) -> None:
        """Erase on the screen: 0 to its end, 1 to its beginning, 2 all."""
        if what == 0:
            self.cells[self.row + 1 :] = blank(self.rows - self.row - 1)
        elif what == 1:
            self.cells[: self.row] = blank(self.row)
        elif what == 2:  # noqa: PLR2004 - ECMA-48, ED
            self.cells[:] = blank(self.rows)
        self.erase_line(what)


def blank(count: int) -> Cells:
    """Make empty rows."""
    return [[] for _ in range(count)]


def bounded(columns: int, rows: int) -> int:
    """Return how many rows a screen has that was asked for."""
    return max(1, min(rows, MOST_ROWS, MOST_CELLS // columns))


def split(row: list[str], at: int) -> None:
    """Blank a wide character that a cut before this cell goes through."""
    if 0 < at < len(row) and not row[at]:
        row[at - 1] = row[at] = " "
