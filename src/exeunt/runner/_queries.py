r"""What a program asks its terminal → what one answers that has nothing special.

A program that asks waits for the answer, and takes what it gets for keys if it was not
the one that asked. So a reply is made of numbers and of words that stand here; nothing
that a program writes comes back to it. What is not here is never answered: programs
ask `\e[c` last, which every terminal answers, and know then that nothing else comes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from re import Match, Pattern

    from ._display import Display
    from ._screen import Screen

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
    """Finds questions in a stream, however it is cut."""

    def __init__(self) -> None:
        self.held: bytes = b""  # the beginning of one, at the end of what came last
        self.pattern: Pattern[bytes] | None = None

    def split(self, data: bytes) -> Iterator[tuple[bytes, Match[bytes] | None]]:
        """Cut data after each question; the rest comes with none."""
        if not self.held and b"\x1b" not in data:
            yield data, None
            return
        self.pattern = self.pattern or compiled()
        before = len(self.held)
        whole = self.held + data
        start, end = before, 0
        for match in self.pattern.finditer(whole):
            end = match.end()
            yield whole[start:end], match
            start = end
        yield whole[start:], None
        self.held = half(whole[end:])


def compiled() -> Pattern[bytes]:
    """Put the patterns of all questions together; `re` costs 12 ms."""
    import re  # noqa: PLC0415 - for a program that writes sequences

    ways = [rb"(?P<%b>%b)" % (name.encode(), way) for name, way, _ in QUERIES]
    return re.compile(rb"\x1b(?:%b)" % b"|".join(ways))


def half(text: bytes) -> bytes:
    """Return the end of a text that may be the beginning of a question."""
    start = text.find(b"\x1b", max(0, len(text) - HALF))
    return text[start:] if start >= 0 else b""


def reply(question: Match[bytes], display: Display) -> bytes:
    """Answer a question that has just been shown."""
    name = question.lastgroup or ""
    return REPLIES[name](display, question)


def place(display: Display, question: Match[bytes]) -> bytes:
    """Say where the cursor is."""
    screen = display.look()
    row = screen.row - (screen.top if screen.origin else 0)
    private = b"?" if question[0].startswith(b"\x1b[?") else b""
    return b"\x1b[%b%d;%dR" % (private, row + 1, screen.column + 1)


def mode(display: Display, question: Match[bytes]) -> bytes:
    """Say how a mode is set, of those that we know."""
    number = int(question[0][3:-2])
    state = UNKNOWN
    if number in SHOWN:
        state = SET if SHOWN[number](display.look()) else UNSET
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
