"""Bytes that a command writes → the screen, drawn when a caller asks for it.

Most screens are never asked for, so the bytes are only kept: as many as a full screen
needs to be drawn. While a program has the whole screen nothing is left out, since it
may draw each part of it once.
"""

from __future__ import annotations

from ..text.utf8 import beginning, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..secrets.redact import Redactor
    from .screen import Screen
    from .terminal import Terminal

KEPT = 65_536  # bytes: a redraw of 200 columns and 50 rows, each in its own colour


class Display:
    """The screen of one terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.size: tuple[int, int] = (terminal.columns, terminal.rows)
        self.unseen: bytearray = bytearray()
        self.cut: bool = False  # something before that was left out
        self.screen: Screen | None = None

    def add(self, data: bytes, *, full: bool) -> None:
        """Take what comes next; `full` if a program has the whole screen."""
        self.unseen += data
        if len(self.unseen) <= 2 * KEPT:
            return
        if full:
            self.look()
        else:
            del self.unseen[: beginning(self.unseen, len(self.unseen) - KEPT)]
            self.cut = True

    def last(self, data: bytes) -> bytes:
        """Return what will be drawn of plain text that comes next: the last of much."""
        if len(data) <= KEPT:
            return data
        self.unseen.clear()
        self.cut = True
        return data[beginning(data, len(data) - KEPT) :]

    def look(self) -> Screen:
        """Return the screen as it is now."""
        from .screen import Screen  # 12 ms, when a screen is wanted

        size = self.terminal.columns, self.terminal.rows
        if self.screen is None:
            self.screen = Screen(*size)
        elif size != self.size:
            self.screen.resize(*size)
        self.size = size
        take = self.screen.take_up if self.cut else self.screen.feed
        take(bytes(self.unseen))
        self.unseen.clear()
        self.cut = False
        return self.screen


def picture(display: Display, redactor: Redactor | None) -> str:
    """Return the text of a screen, without the secrets."""
    screen = display.look()
    rows = [line.ljust(screen.columns) for line in screen.lines()]
    if redactor is not None:
        rows = redactor.rows(rows)
    text = "\n".join([row.rstrip(" ") for row in rows]).rstrip("\n")
    text = show(text.encode()).decode()
    return text if redactor is None else redactor.text(text)
