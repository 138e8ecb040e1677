r"""What a program writes to its terminal → the screen that a person would see.

The part of xterm that programs use: see `CSI`, `ESCAPES` and `MODES` for all of it.
Colours are not kept. A line feed goes down and not back, as in every terminal: it is
the kernel that makes `\r\n` of it, and where it does not, `Terminal.as_shown` has.
"""

from __future__ import annotations

import re

from ..text.cells import width
from ..text.utf8 import Decoder, beginning
from ._grid import Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ._grid import Cells

    State = Callable[[str, int], int]
    Saved = tuple[int, int, bool, tuple[bool, ...], int]

LONGEST = 4_096  # characters of a sequence that are kept; the rest has no effect
DIGITS = 6  # of a number; no screen has a million columns
TEXT = re.compile(r"[^\x00-\x1f\x7f]+")
PARAMETERS = re.compile(r"[ -?]+")
COMMAND = re.compile(r"([<-?]?)([0-9;]*)([ -/]*)\Z")
STRING = re.compile(r"[^\x07\x18\x1a\x1b]+")
# The characters that draw lines, from DEC's VT100: codes 5F to 7E.
LINES = dict(
    zip(
        range(0x5F, 0x7F),
        " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·",
        strict=True,
    )
)
SWITCH = re.compile(rb"\x1b\[\?(?:1049|1047|47)([hl])")


class Screen(Grid):
    """A terminal's screen; takes any bytes."""

    cells: Cells
    last: str
    top: int
    bottom: int

    def __init__(self, columns: int, rows: int) -> None:
        self.main: Cells | None = None  # while the alternate screen is shown
        self.left_at: tuple[int, int] = (0, 0)  # the cursor on the main one
        self.title: str = ""
        self.decoder: Decoder = Decoder()
        self.state: State = self.ground
        self.held: str = ""  # of a sequence that has begun
        super().__init__(columns, rows)

    def soften(self) -> None:
        """Reset the modes of the screen, and leave its cells (DECSTR, a soft reset)."""
        self.inserts: bool = False
        self.wraps: bool = True
        self.origin: bool = False  # rows are counted from the first that scrolls
        self.visible: bool = True  # the cursor
        self.top, self.bottom = 0, self.rows - 1
        self.drawing: list[bool] = [False, False]  # does G0, does G1 draw lines?
        self.shifted: int = 0  # which of the two is in use
        self.saved: Saved = (0, 0, False, (False, False), 0)

    def reset(self) -> None:
        """Begin anew; a sequence that has begun goes on."""
        if self.main is not None:
            self.cells, self.main = self.main, None
        super().reset()
        self.soften()

    @property
    def alternate(self) -> bool:
        """Whether a program has the whole screen."""
        return self.main is not None

    @property
    def cursor(self) -> tuple[int, int]:
        """The row and the column, from 0."""
        return self.row, self.column

    def lines(self) -> list[str]:
        """Return the rows, without the blanks at their ends."""
        return ["".join(row).rstrip(" ") for row in self.cells]

    def text(self) -> str:
        """Return the rows down to the last one that is not empty."""
        return "\n".join(self.lines()).rstrip("\n")

    def resize(self, columns: int, rows: int) -> None:
        """Take another size; a program that has the whole screen paints it anew."""
        super().resize(columns, rows)
        if self.main is not None:
            self.fit(self.main)

    def feed(self, data: bytes) -> None:
        """Take what a program writes, in any pieces."""
        text = self.decoder.decode(data).decode("utf-8", "replace")
        place = 0
        while place < len(text):
            place = self.state(text, place)

    def take_up(self, tail: bytes) -> None:
        """Go on after bytes that were left out, where a sequence or text begins.

        Who gives the alternate screen back had it.
        """
        self.decoder, self.state, self.held = Decoder(), self.ground, ""
        first = SWITCH.search(tail)
        self.switch(on=first is not None and first[1] == b"l", cursor=False)
        self.feed(tail)

    # The states: each takes text from a place on, and returns where to go on.

    def ground(self, text: str, place: int) -> int:
        """Take text and controls."""
        match = TEXT.match(text, place)
        if match is None:
            self.control(text[place])
            return place + 1
        shown = match[0]
        if self.drawing[self.shifted]:
            shown = shown.translate(LINES)
        self.put(shown)
        return match.end()

    def control(self, char: str) -> None:
        """Do what a control says, wherever it stands."""
        if char == "\x1b":
            self.state, self.held = self.escape, ""
        elif char in "\x18\x1a":
            self.state = self.ground
        elif char in CONTROLS:
            CONTROLS[char](self)
            self.last = ""

    def escape(self, text: str, place: int) -> int:
        """Take what follows ESC."""
        char = text[place]
        if char < " ":
            self.control(char)
        elif char == "[" and not self.held:
            self.state = self.csi
        elif char in "]PX^_" and not self.held:
            self.state, self.held = self.string, char
        elif char < "0":
            self.held = (self.held + char)[:LONGEST]
        elif char > "~":
            self.state = self.ground
            return place + (char == "\x7f")
        else:
            self.state = self.ground
            if act := ESCAPES.get(self.held + char):
                act(self)
            self.last = ""
        return place + 1

    def csi(self, text: str, place: int) -> int:
        """Take the parameters of a control sequence, and do it at its end."""
        match = PARAMETERS.match(text, place)
        if match is not None:
            self.held = (self.held + match[0])[:LONGEST]
            return match.end()
        char = text[place]
        if char < " ":
            self.control(char)
        elif char > "~":
            self.state = self.ground
            return place + (char == "\x7f")
        else:
            self.state = self.ground
            self.command(char)
        return place + 1

    def string(self, text: str, place: int) -> int:
        """Take a string up to its end; what it says is a title, or not for us."""
        match = STRING.match(text, place)
        if match is not None:
            self.held += match[0][: LONGEST - len(self.held)]
            return match.end()
        char = text[place]
        if char == "\x07" and self.held[0] != "]":
            return place + 1
        number, _, said = self.held[1:].partition(";")
        if self.held[0] == "]" and number in {"0", "2"} and char in "\x07\x1b":
            self.title = "".join(TEXT.findall(said))
        self.state = self.ground
        if char == "\x1b":
            self.control(char)
        return place + 1

    def command(self, final: str) -> None:
        """Do what a control sequence says."""
        match = COMMAND.match(self.held)
        if match is None or len(self.held) >= LONGEST:
            return
        numbers = [int(n.lstrip("0")[:DIGITS] or 0) for n in match[2].split(";")]
        if act := CSI.get(match[1] + match[3] + final):
            act(self, numbers)
        if final != "b":
            self.last = ""

    # What sequences do besides editing.

    def go(self, row: int, column: int) -> None:
        """Go to a place; rows may count from the first that scrolls."""
        if self.origin:
            row = min(max(row, 0) + self.top, self.bottom)
        self.move(row, column)

    def begin(self, go: Callable[[int], None], rows: int) -> None:
        """Go up or down, to the beginning of the row."""
        go(rows)
        self.move(self.row, 0)

    def set_region(self, numbers: list[int]) -> None:
        """Say which rows scroll."""
        top = max(1, numbers[0])
        bottom = min(second(numbers) or self.rows, self.rows)
        if top < bottom:
            self.top, self.bottom = top - 1, bottom - 1
            self.go(0, 0)

    def set_modes(self, numbers: list[int], *, on: bool) -> None:
        """Switch modes on or off."""
        for number in numbers:
            if number in MODES:
                MODES[number](self, on)

    def set_origin(self, *, on: bool) -> None:
        """Count rows from the first that scrolls, or from the first."""
        self.origin = on
        self.go(0, 0)

    def switch(self, *, on: bool, cursor: bool) -> None:
        """Show the alternate screen, empty, or the main one as it was."""
        if on and self.main is None:
            self.main = self.cells
            self.cells = [[] for _ in range(self.rows)]
            if cursor:
                self.left_at = self.cursor
        elif not on and self.main is not None:
            self.cells, self.main = self.main, None
        if not on and cursor:
            self.move(*self.left_at)

    def save(self) -> None:
        """Remember the cursor, and what goes with it."""
        self.saved = (*self.cursor, self.origin, tuple(self.drawing), self.shifted)

    def restore(self) -> None:
        """Go where the cursor was, or to the first place."""
        row, column, self.origin, drawing, self.shifted = self.saved
        self.drawing = list(drawing)
        self.move(row, column)

    def repeat(self, count: int) -> None:
        """Write a character again that was just written; at most a row of them."""
        if self.last and not self.pending:
            room = (self.columns - self.column) // width(self.last)
            self.put(self.last * min(count, room))

    def draw(self, which: int, *, lines: bool) -> None:
        """Say whether a set of characters draws lines."""
        self.drawing[which] = lines

    def shift(self, which: int) -> None:
        """Use one of the two sets of characters."""
        self.shifted = which


def second(numbers: list[int]) -> int:
    """Return the second number of a sequence, if it has one."""
    return numbers[1] if len(numbers) > 1 else 0


def at_least_one(act: Callable[[Screen, int], None]) -> Act:
    """Make what takes a count, which is 1 unless it is said."""

    def counted(screen: Screen, numbers: list[int]) -> None:
        act(screen, max(1, numbers[0]))

    return counted


def clear_stops(screen: Screen, numbers: list[int]) -> None:
    """Clear the tab stop of the cursor, or all."""
    if numbers[0] == 3:  # noqa: PLR2004 - ECMA-48, TBC
        screen.stops.clear()
    elif numbers[0] == 0 and screen.column in screen.stops:
        screen.stops.remove(screen.column)


def insert_mode(screen: Screen, numbers: list[int], *, on: bool) -> None:
    """Insert what is written, or overwrite."""
    if 4 in numbers:  # noqa: PLR2004 - ECMA-48, IRM
        screen.inserts = on


if TYPE_CHECKING:
    Act = Callable[[Screen, list[int]], None]

CONTROLS: dict[str, Callable[[Screen], None]] = {
    "\b": lambda screen: screen.move(screen.row, screen.column - 1),
    "\t": lambda screen: screen.tab(1),
    "\n": Grid.index,
    "\v": Grid.index,
    "\f": Grid.index,
    "\r": lambda screen: screen.move(screen.row, 0),
    "\x0e": lambda screen: screen.shift(1),  # SO
    "\x0f": lambda screen: screen.shift(0),  # SI
}

ESCAPES: dict[str, Callable[[Screen], None]] = {
    "7": Screen.save,  # DECSC
    "8": Screen.restore,  # DECRC
    "D": Grid.index,  # IND
    "E": Grid.wrap,  # NEL
    "H": Grid.set_stop,  # HTS
    "M": Grid.reverse_index,  # RI
    "c": Screen.reset,  # RIS
    "(0": lambda screen: screen.draw(0, lines=True),
    "(B": lambda screen: screen.draw(0, lines=False),
    ")0": lambda screen: screen.draw(1, lines=True),
    ")B": lambda screen: screen.draw(1, lines=False),
}

# ECMA-48, 8.3, and xterm's ctlseqs: prefix, intermediates and final.
CSI: dict[str, Act] = {
    "@": at_least_one(Grid.insert),  # ICH
    "A": at_least_one(Grid.up),  # CUU
    "B": at_least_one(Grid.down),  # CUD
    "C": at_least_one(lambda screen, n: screen.move(screen.row, screen.column + n)),
    "D": at_least_one(lambda screen, n: screen.move(screen.row, screen.column - n)),
    "E": at_least_one(lambda screen, n: screen.begin(screen.down, n)),  # CNL
    "F": at_least_one(lambda screen, n: screen.begin(screen.up, n)),  # CPL
    "G": at_least_one(lambda screen, n: screen.move(screen.row, n - 1)),  # CHA
    "H": lambda screen, n: screen.go(n[0] - 1, second(n) - 1),  # CUP
    "I": at_least_one(Grid.tab),  # CHT
    "J": lambda screen, n: screen.erase_screen(n[0]),  # ED
    "K": lambda screen, n: screen.erase_line(n[0]),  # EL
    "L": at_least_one(lambda screen, n: screen.shift_rows(-n)),  # IL
    "M": at_least_one(Grid.shift_rows),  # DL
    "P": at_least_one(Grid.delete),  # DCH
    "S": at_least_one(lambda screen, n: screen.scroll(screen.top, n)),  # SU
    "T": at_least_one(lambda screen, n: screen.scroll(screen.top, -n)),  # SD
    "X": at_least_one(lambda screen, n: screen.erase(screen.column, screen.column + n)),
    "Z": at_least_one(lambda screen, n: screen.tab(-n)),  # CBT
    "`": at_least_one(lambda screen, n: screen.move(screen.row, n - 1)),  # HPA
    "a": at_least_one(lambda screen, n: screen.move(screen.row, screen.column + n)),
    "b": at_least_one(Screen.repeat),  # REP
    "d": at_least_one(lambda screen, n: screen.go(n - 1, screen.column)),  # VPA
    "e": at_least_one(Grid.down),  # VPR
    "f": lambda screen, n: screen.go(n[0] - 1, second(n) - 1),  # HVP
    "g": clear_stops,  # TBC
    "h": lambda screen, n: insert_mode(screen, n, on=True),  # SM
    "l": lambda screen, n: insert_mode(screen, n, on=False),  # RM
    "r": Screen.set_region,  # DECSTBM
    "s": lambda screen, _: screen.save(),  # SCOSC
    "u": lambda screen, _: screen.restore(),  # SCORC
    "!p": lambda screen, _: screen.soften(),  # DECSTR
    "?h": lambda screen, n: screen.set_modes(n, on=True),  # DECSET
    "?l": lambda screen, n: screen.set_modes(n, on=False),  # DECRST
}

MODES: dict[int, Callable[[Screen, bool], None]] = {
    6: lambda screen, on: screen.set_origin(on=on),  # DECOM
    7: lambda screen, on: setattr(screen, "wraps", on),  # DECAWM
    25: lambda screen, on: setattr(screen, "visible", on),  # DECTCEM
    47: lambda screen, on: screen.switch(on=on, cursor=False),
    1047: lambda screen, on: screen.switch(on=on, cursor=False),
    1048: lambda screen, on: screen.save() if on else screen.restore(),
    1049: lambda screen, on: screen.switch(on=on, cursor=True),
}


def screen_of(
    tail: bytes, columns: int, rows: int, *, newline: bool = True, cut: bool = False
) -> str:
    r"""Return the text of the screen that the end of a stream has painted.

    `cut` if something came before it. With `newline`, a line feed is shown as `\r\n`:
    what no kernel has done to the stream, and no program has switched off.
    """
    screen = Screen(columns, rows)
    if newline:
        tail = tail.replace(b"\n", b"\r\n")
    if cut:
        screen.take_up(tail[beginning(tail) :])
    else:
        screen.feed(tail)
    return screen.text()
