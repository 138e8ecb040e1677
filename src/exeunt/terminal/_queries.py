r"""A program's question to its terminal → the reply of a plain terminal.

A program that asks waits for the answer, and takes what it gets for keys if it was not
the one that asked. So a reply is made of numbers and of words that stand here; of
what a program writes, nothing comes back to it but the number of a mode or colour that
stands here too. What is not here is never answered: programs
ask `\e[c` last, which every terminal answers, and know then that nothing else comes.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from re import Match

    from .display import Display
    from .screen import Screen

    Reply = Callable[[Display, Match[bytes]], bytes]

HALF = 32  # bytes of a question that may have come so far
BLACK, GREY = (0, 0, 0), (0xD0, 0xD0, 0xD0)  # a dark terminal
# xterm's first sixteen colours; those up to 231 are a cube, the rest is grey.
BASIC = (
    *(BLACK, (0xCD, 0, 0), (0, 0xCD, 0), (0xCD, 0xCD, 0)),
    *((0, 0, 0xEE), (0xCD, 0, 0xCD), (0, 0xCD, 0xCD), (0xE5, 0xE5, 0xE5)),
    *((0x7F, 0x7F, 0x7F), (0xFF, 0, 0), (0, 0xFF, 0), (0xFF, 0xFF, 0)),
    *((0x5C, 0x5C, 0xFF), (0xFF, 0, 0xFF), (0, 0xFF, 0xFF), (0xFF, 0xFF, 0xFF)),
)
CUBE = (0, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
UNKNOWN, SET, UNSET = 0, 1, 2  # what is known of a mode


class Queries:
    """Finds questions in a stream, however it is cut, and answers them."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.held: bytes = b""  # may begin one, at the end of what came last

    def replies(self, data: bytes, *, full: bool) -> Iterator[bytes]:
        """Show data; answer each question when it stands there."""
        if not self.held and b"\x1b" not in data:
            self.display.add(data, full=full)
            return
        whole = self.held + data
        start, end = len(self.held), 0
        for match in QUESTION.finditer(whole) if HINT.search(whole) else ():
            end = match.end()
            self.display.add(whole[start:end], full=full)
            start = end
            yield REPLIES[match.lastgroup or ""](self.display, match)
        self.display.add(whole[start:], full=full)
        self.held = half(whole[end:])


def half(text: bytes) -> bytes:
    """Return the end of a text that may be the beginning of a question."""
    start = text.find(b"\x1b", max(0, len(text) - HALF))
    return text[start:] if start >= 0 else b""


def place(display: Display, question: Match[bytes]) -> bytes:
    """Say where the cursor is."""
    screen = display.look()
    row = screen.row - (screen.top if screen.origin else 0)
    private = b"?" if question[0].startswith(b"\x1b[?") else b""
    return b"\x1b[%b%d;%dR" % (private, row + 1, screen.column + 1)


def mode(display: Display, question: Match[bytes]) -> bytes:
    """Say how a mode is set, of those that programs ask about."""
    number = int(question[0][3:-2])
    if number in SHOWN:
        state = SET if SHOWN[number](display.look()) else UNSET
    elif number in OTHERS:
        state = UNKNOWN
    else:
        return b""  # it would be the program's own word
    return b"\x1b[?%d;%d$y" % (number, state)


def size(display: Display, _: Match[bytes]) -> bytes:
    """Say how large the screen is."""
    return b"\x1b[8;%d;%dt" % (display.terminal.rows, display.terminal.columns)


def colour(_: Display, question: Match[bytes]) -> bytes:
    """Say what a colour is, in the way that it was asked."""
    text = question[0]
    *numbers, end = text[2:].split(b";")
    which = b";".join([b"%d" % int(number) for number in numbers])
    if numbers[0] == b"4":
        if int(numbers[1]) > 255:  # noqa: PLR2004 - there are no more
            return b""
        found = shade(int(numbers[1]))
    else:
        found = BLACK if numbers[0] == b"11" else GREY
    rgb = b"/".join([b"%02x%02x" % (part, part) for part in found])
    return b"\x1b]%b;rgb:%b%b" % (which, rgb, b"\x07" if end == b"?\x07" else b"\x1b\\")


def shade(number: int) -> tuple[int, int, int]:
    """Return a colour of xterm's table."""
    if number < 16:  # noqa: PLR2004
        return BASIC[number]
    if number < 232:  # noqa: PLR2004
        number -= 16
        return CUBE[number // 36], CUBE[number // 6 % 6], CUBE[number % 6]
    grey = 8 + 10 * (number - 232)
    return grey, grey, grey


def always(text: bytes) -> Reply:
    """Make what answers the same every time."""
    return lambda _, __: text


SHOWN: dict[int, Callable[[Screen], bool]] = {
    7: lambda screen: screen.wraps,
    25: lambda screen: screen.visible,
    1049: lambda screen: screen.alternate,
}
# Of these a program must hear that they are unknown: cursor keys, margins, the mouse,
# focus, paste, whole frames, graphemes, dark or light, resizing.
OTHERS = frozenset(
    (1, 12, 69, 1000, 1002, 1003, 1004, 1006, 1016, 2004, 2026, 2027, 2031, 2048)
)

# xterm's ctlseqs: what follows ESC.
QUERIES: tuple[tuple[str, bytes, Reply], ...] = (
    ("cpr", rb"\[\??6n", place),  # where is the cursor?
    ("dsr", rb"\[5n", always(b"\x1b[0n")),  # are you well?
    ("da1", rb"\[0?c", always(b"\x1b[?62c")),  # what are you?
    ("da2", rb"\[>0?c", always(b"\x1b[>0;0;0c")),
    ("da3", rb"\[=0?c", always(b"\x1bP!|00000000\x1b\\")),
    ("mode", rb"\[\?[0-9]{1,5}\$p", mode),  # DECRQM
    ("version", rb"\[>0?q", always(b"\x1bP>|exeunt\x1b\\")),  # XTVERSION
    ("size", rb"\[18t", size),
    ("colour", rb"\](?:1[0-2]|4;[0-9]{1,3});\?(?:\x07|\x1b\\)", colour),
    ("setting", rb"P\$q[ -~]{0,16}\x1b\\", always(b"\x1bP0$r\x1b\\")),  # DECRQSS
)
REPLIES = {name: answer for name, _, answer in QUERIES}
WAYS = b"|".join([rb"(?P<%b>%b)" % (name.encode(), way) for name, way, _ in QUERIES])
QUESTION = re.compile(rb"\x1b(?:%b)" % WAYS)
# What every question has in common, and few other sequences: four times as fast.
HINT = re.compile(rb"\x1b(?:[\[P][?>=$]?[0-9]{0,5}+[ncqt$]|\][14])")
