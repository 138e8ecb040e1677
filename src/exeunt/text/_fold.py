r"""Text with cursor moves → the lines that a terminal would show.

A carriage return, a backspace and the moves of a progress bar go back in a line, and
what follows overwrites it; a cursor that moves up reaches the last ROWS lines. What
jumps to an absolute place begins a new line, since there is no screen to place it on,
and nothing that has left those lines is ever erased.

Text without moves passes through in large pieces; only lines with moves are taken
apart into cells (`cells`).
"""

from __future__ import annotations

from .cells import TAB, Row, attach, cells_of, is_simple, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ._excerpt import Excerpt

ROWS = 64  # how far up the cursor gets
COLUMNS = 256  # how far to the right it gets other than by writing
LONGEST = 1 << 18  # bytes of one line; a longer one passes through as it is
HELD = 1 << 20  # bytes of finished lines, should ROWS of them be longer


class Fold:
    """The last lines of a text, where they can still change; the rest is in `sink`."""

    def __init__(self, sink: Excerpt) -> None:
        self.sink = sink
        self.folded = 0  # frames that were overwritten or erased
        self.above: list[tuple[bytes | Row, int]] = []  # finished lines, and how many
        self.lines = 0
        self.size = 0
        self.line = bytearray()  # the last line, while the cursor is at its end
        self.row: Row | None = None  # the line of the cursor, when it is elsewhere
        self.col = 0
        self.moved = False  # the cursor, since it last wrote
        self.below: list[Row] = []  # the last one first
        self.blank = 0  # erased lines below those

    def write(self, data: bytes) -> None:
        r"""Take text and what moves the cursor; `\v` is a jump, if nothing else is."""
        if b"\v" in data:
            data = self.break_lines(data)
        marks = {mark: data.find(mark) for mark in (b"\r", b"\b", b"\x1b")}
        marks = {mark: at for mark, at in marks.items() if at >= 0}
        start = 0
        while start < len(data):
            if self.row is None:
                for mark, at in list(marks.items()):
                    if at < start:
                        marks[mark] = data.find(mark, start)
                        if marks[mark] < 0:
                            del marks[mark]
                if not marks:
                    self.plain(data[start:])
                    return
                cut = data.rfind(b"\n", start, min(marks.values())) + 1
                if cut:
                    self.plain(data[start:cut])
                    start = cut
            end = data.find(b"\n", start)
            if end < 0:
                self.edit(data[start:])
                return
            self.edit(data[start:end])
            self.newline()
            start = end + 1

    def break_lines(self, data: bytes) -> bytes:
        """Replace jumps by line ends, where a line has begun."""
        *parts, last = data.split(b"\v")
        lines = [
            part if part.endswith(b"\n") else part + b"\n" for part in parts if part
        ]
        if not parts[0] and self.line:
            lines.insert(0, b"\n")
        self.blank = 0
        return b"".join([*lines, last])

    def plain(self, data: bytes, lines: int | None = None) -> None:
        """Take text and newlines only, at the end of the last line."""
        cut = data.rfind(b"\n") + 1
        if cut:
            lines = data.count(b"\n") if lines is None else lines
            self.push(b"".join((self.line, memoryview(data)[:cut])), lines)
            self.line = bytearray(data[cut:])
            self.blank = max(0, self.blank - lines)
        else:
            self.line += data
        if len(self.line) > LONGEST:
            self.pass_on(bytes(self.line))
            self.line.clear()

    def has_room(self, size: int) -> bool:
        """Tell whether no line gets too long by so many bytes."""
        return len(self.line) + size <= LONGEST

    def newline(self) -> None:
        """End the line of the cursor, and go to the next one."""
        self.push(bytes(self.line) + b"\n" if self.row is None else self.row, 1)
        self.line.clear()
        self.col, self.moved = 0, True
        self.row = self.below.pop() if self.below else None
        if self.row is None:
            self.blank = max(0, self.blank - 1)

    def push(self, piece: bytes | Row, lines: int) -> None:
        """Put finished lines above; let go of those that are out of reach."""
        self.above.append((piece, lines))
        self.lines += lines
        self.size += size_of(piece)
        if self.size > HELD or self.lines > 4 * ROWS:
            self.release(ROWS)

    def release(self, rows: int) -> None:
        """Hand all but the last rows over, or all but as many as may be held."""
        first, size = len(self.above), 0
        while first and rows > 0 and size <= HELD:
            first -= 1
            size += size_of(self.above[first][0])
            rows -= self.above[first][1]
        gone = self.above[:first]
        if gone:
            lines = sum([count for _, count in gone])
            self.lines -= lines
            self.size -= sum([size_of(piece) for piece, _ in gone])
            self.sink.add(b"".join([text_of(piece) for piece, _ in gone]), lines)
            del self.above[:first]

    def pass_on(self, piece: bytes) -> None:
        """Hand over all that is above, and the beginning of a line without an end."""
        self.release(0)
        self.sink.add(piece, 0)

    def finish(self) -> None:
        """Hand everything over."""
        rows = [bytes(self.line) if self.row is None else self.row.text()]
        rows += [row.text() for row in reversed(self.below)]
        self.release(0)
        self.sink.add(b"\n".join(rows), len(self.below))

    # What happens in a line that is taken apart.

    def edit(self, data: bytes) -> None:
        """Take a part of one line, with everything that moves the cursor."""
        if not data:
            return
        text = data.decode()
        if self.row is None:
            self.row = Row(bytes(self.line))
            self.line.clear()
            self.col, self.moved = len(self.row.cells), False
        if {"\b", "\t", "\x1b"}.isdisjoint(text) and is_simple(data):
            self.frames(text)
        else:
            self.events(text)
        if self.row is not None and self.row.size > LONGEST:
            self.overflow()

    def frames(self, text: str) -> None:
        """Overwrite the line with frames, the last on top: as one by one, at once."""
        first, *frames = text.split("\r")
        self.put(first)
        shown = [frame for frame in frames if frame]
        if shown:
            top = ""
            for frame in reversed(shown):
                top += frame[len(top) :]
            row = self.current()
            count = len(shown) - (not row.cells)
            self.folded += count
            row.folded = row.folded or bool(count)
            self.col, self.moved = 0, False
            self.put(top)
        if frames:
            self.col, self.moved = len(frames[-1]), not frames[-1]

    def events(self, text: str) -> None:
        """Write and move, one after the other."""
        from .sequences import EVENT  # `re`, only where it is needed

        for place, part in enumerate(EVENT.split(text)):
            if place % 2 == 0:
                self.put(part)
            elif part[0] in MOVES:
                MOVES[part[0]](self, 1)
            elif part[:2] == "\x1b[":
                first = part[2:-1].partition(";")[0]
                move = MOVES.get(part[1] + part[-1])
                if move and (not first or first.isdecimal()):
                    move(self, int(first.lstrip("0")[:6] or 0))
            elif part in MOVES:
                MOVES[part](self, 1)

    def current(self) -> Row:
        """The line of the cursor."""
        if self.row is None:
            self.row = Row()
        return self.row

    def put(self, text: str) -> None:
        """Write where the cursor is, over what is there."""
        if not text:
            return
        cells, col = self.current().cells, self.col
        if col > len(cells):
            cells.extend(" " * (col - len(cells)))
        while text and not width(text[0]) and attach(cells, col, text[0]):
            text = text[1:]
        if not text:
            return
        new = cells_of(text)
        self.note(lost=self.moved and col < len(cells))
        self.moved = False
        self.col = self.clear(col, col + len(new))
        cells[col : self.col] = new

    def note(self, *, lost: bool) -> None:
        """Count a frame that is lost."""
        if lost:
            self.folded += 1
            self.current().folded = True

    def clear(self, start: int, stop: int) -> int:
        """Blank what is left of wide characters and tabs at both ends; return stop."""
        cells = self.current().cells
        if start < len(cells) and not cells[start]:
            head = start - 1
            while not cells[head]:
                head -= 1
            cells[head:start] = " " * (start - head)
        for place in range(stop, len(cells)):
            if cells[place]:
                break
            cells[place] = " "
        return stop

    def overflow(self) -> None:
        """Let go of a line that is too long to be kept in cells."""
        if self.below:
            self.jump(1)
            return
        self.pass_on(self.current().text())
        self.row, self.col, self.moved = None, 0, False

    # The moves; each takes a number.

    def go(self, col: int) -> None:
        """Go to a column of the line."""
        self.current()
        self.col = max(0, min(col, max(self.col, COLUMNS)))
        self.moved = True

    def tab(self, _: int) -> None:
        """Go to the next tab stop; beyond the end, the tab itself is kept."""
        cells = self.current().cells
        stop = (self.col // TAB + 1) * TAB
        if self.col == len(cells):
            cells += ["\t", *[""] * (stop - self.col - 1)]
        self.col = stop

    def erase(self, what: int) -> None:
        """Erase in the line: 0 to its end, 1 to its beginning, 2 all."""
        cells = self.current().cells
        if what == 0:
            self.note(lost=self.moved and self.col < len(cells))
            self.clear(self.col, len(cells))
            del cells[self.col :]
            self.moved = False
        elif what == 1 and self.col < len(cells):
            first = max(0, self.col - COLUMNS)
            self.note(lost=bool(cells))
            self.clear(first, self.col + 1)
            cells[first : self.col + 1] = " " * (self.col + 1 - first)
        elif what <= 2:  # noqa: PLR2004 - ECMA-48, EL
            self.note(lost=bool(cells))
            cells.clear()
            self.col = min(self.col, COLUMNS)

    def erase_below(self, what: int) -> None:
        """Erase to the end of the last line; a whole screen stays in the history."""
        if what == 0:
            if any(row.size for row in self.below):
                self.note(lost=True)
                self.moved = False  # one frame, not another one in this line
            self.blank += len(self.below)
            self.below.clear()
            self.erase(0)
        elif what == 2:  # noqa: PLR2004 - ECMA-48, ED
            self.jump(1)

    def up(self, count: int) -> None:
        """Go up, as far as lines are within reach."""
        reach = ROWS - 1 - len(self.below) - self.blank
        for _ in range(min(max(count, 1), reach)):
            if not self.above:
                break
            self.below.append(self.current())
            self.row = self.pop()
        self.col, self.moved = min(self.col, COLUMNS), True

    def pop(self) -> Row:
        """Take the last finished line back."""
        piece, lines = self.above.pop()
        self.lines -= lines
        self.size -= size_of(piece)
        if isinstance(piece, Row):
            return piece
        rest, *last = piece[:-1].rsplit(b"\n", ROWS)
        if not last:
            return Row(rest)
        self.push(rest + b"\n", lines - len(last))
        if len(last) == ROWS:
            self.release(0)  # the rest is out of reach
        for line in last[:-1]:
            self.push(line + b"\n", 1)
        return Row(last[-1])

    def down(self, count: int) -> None:
        """Go down in the same column; beyond the last line, to a new one."""
        col = min(self.col, COLUMNS)
        for _ in range(min(max(count, 1), len(self.below) + self.blank + 1)):
            self.newline()
        self.current()
        self.col = col

    def jump(self, _: int) -> None:
        """Begin a new line below all others, unless the last one is empty."""
        while self.below:
            self.newline()
        if self.line or (self.row is not None and self.row.size):
            self.newline()
        self.blank = self.col = 0
        self.moved = True


def up_to_start(screen: Fold, count: int) -> None:
    """Go up, to the beginning of the line."""
    screen.up(count)
    screen.go(0)


def down_to_start(screen: Fold, count: int) -> None:
    """Go down, to the beginning of the line."""
    screen.down(count)
    screen.go(0)


# ECMA-48, 8.3, by control or final; what is not here leaves the text alone.
MOVES: dict[str, Callable[[Fold, int], None]] = {
    "\r": lambda screen, _: screen.go(0),
    "\b": lambda screen, _: screen.go(screen.col - 1),
    "\t": Fold.tab,
    "\x1bD": Fold.down,  # IND
    "\x1bE": lambda screen, _: screen.newline(),  # NEL
    "\x1bM": Fold.up,  # RI
    "[A": Fold.up,  # CUU
    "[k": Fold.up,  # VPB
    "[B": Fold.down,  # CUD
    "[e": Fold.down,  # VPR
    "[C": lambda screen, count: screen.go(screen.col + max(count, 1)),  # CUF
    "[a": lambda screen, count: screen.go(screen.col + max(count, 1)),  # HPR
    "[D": lambda screen, count: screen.go(screen.col - max(count, 1)),  # CUB
    "[E": down_to_start,  # CNL
    "[F": up_to_start,  # CPL
    "[G": lambda screen, col: screen.go(col - 1),  # CHA
    "[`": lambda screen, col: screen.go(col - 1),  # HPA
    "[H": Fold.jump,  # CUP
    "[f": Fold.jump,  # HVP
    "[d": Fold.jump,  # VPA
    "[J": Fold.erase_below,  # ED
    "[K": Fold.erase,  # EL
}


def size_of(piece: bytes | Row) -> int:
    """How much a piece holds, about."""
    return piece.size if isinstance(piece, Row) else len(piece)


def text_of(piece: bytes | Row) -> bytes:
    """The finished lines of a piece."""
    return piece.text() + b"\n" if isinstance(piece, Row) else piece
