"""Text → text with colour and columns, where the reader has a terminal."""

from __future__ import annotations

import os

from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33",
         "cyan": "36"}  # fmt: skip
WIDTH = 80  # lines are read at this width, wherever they go
# What is space to Python, and steers a terminal or begins a line.
STEERING = "\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"


@final
class Paint(Record):
    """How to write for one reader: with colour or without."""

    _: KW_ONLY
    colour: bool

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in these styles."""
        if not self.colour or not text:
            return text
        start = ";".join(CODES[style] for style in styles)
        return f"\x1b[{start}m{text}\x1b[0m"

    def fields(self, pairs: Iterable[tuple[str, str]], least: int = 0) -> str:
        """Lay out label and text in two columns, wrapped, empty ones left out.

        The labels have a column of their own width, or of the least.
        """
        rows = [(label, text) for label, text in pairs if text]
        left = max((len(label) for label, _ in rows), default=0)
        left = max(left, least) + 4
        lines: list[str] = []
        for label, text in rows:
            first, *more = wrap(text, WIDTH - left)
            lines.append(f"  {self(label.ljust(left - 2), 'dim')}{first}")
            lines += [" " * left + line for line in more]
        return "\n".join(lines) + "\n"

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """Lay out rows in columns under a dim head."""
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        lines = [self(in_columns(head, widths), "dim")]
        lines += [in_columns(row, widths) for row in rows]
        return "\n".join(lines) + "\n"


def in_columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Pad cells to their columns."""
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()


def wrap(text: str, width: int) -> list[str]:
    """Break a text at spaces; a word that is too long stands alone."""
    lines = [""]
    for word in visible(text, lines=True).split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def visible(text: str, *, lines: bool = False) -> str:
    """Spell out what would steer a terminal: colours, the cursor, its title.

    The end of a line too, unless the text has lines: a name that holds one would have
    what follows read as words of exeunt's.
    """
    return "".join([char if stands(char, lines) else repr(char)[1:-1] for char in text])


def stands(char: str, lines: bool) -> bool:
    """Tell whether a character may be shown as it is."""
    if char in STEERING:
        return lines and char == "\n"
    return char.isprintable() or char.isspace()


def is_terminal(descriptor: int) -> bool:
    """Tell whether a person sees this stream."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def wants_colour(descriptor: int) -> bool:
    """Tell whether colour is welcome there: NO_COLOR and dumb terminals say no."""
    env = os.environ
    if env.get("NO_COLOR") or env.get("TERM") == "dumb":
        return False
    return is_terminal(descriptor)
