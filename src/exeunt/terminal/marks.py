r"""What a shell writes → the same without its prompt marks, and what these say.

A mark is an OSC 133;D with the session's nonce. It ends the prompt, so that two things
are known: with which status the line before it ended, and that the next one can be
typed. One without the nonce is output like any other: whoever can write to a terminal
can write that.

    ESC ] 133;D;STATUS;aid=NONCE [;at=WHEN] [;n=COMMANDS] BEL, or ESC \

`at` differs from prompt to prompt, and not when a prompt is drawn again; `n` counts the
commands that were run, since an empty line, or one that cannot be parsed, is none.
"""

from __future__ import annotations

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BEGIN = b"\x1b]133;D;"
ENDS = (b"\x07", b"\x1b\\")
LONGEST = 160  # bytes of a mark; what has not ended by then is none
DIGITS = frozenset(b"0123456789")


@final
class Mark(Record):
    """What one mark says; an empty field is one that the shell cannot fill."""

    status: int | None
    at: bytes = b""
    count: int | None = None  # of commands


class Marks:
    """Takes the marks of one session out of its output."""

    def __init__(self, nonce: str) -> None:
        self.nonce: bytes = nonce.encode()
        self.held: bytes = b""  # may begin a mark, at the end of what came last
        # Called at each new prompt.
        self.tell: Callable[[], None] = nothing
        self.prompts: int = 0  # that were shown,
        self.confirmed: int = 0  # and of these, at how many the shell was seen to read
        self.ready: bool = False  # a prompt stands, and nothing was typed at it
        self.last: Mark | None = None
        self.line: str | None = None  # that was typed at a prompt, and has not ended
        self.status: int | None = None  # of the line that the last prompt followed

    # --- what comes

    def take(self, data: bytes) -> bytes:
        """Return data without the marks in it; the beginning of one is held back."""
        if not self.held and b"\x1b" not in data:
            return data
        whole = self.held + data
        found, start = bytearray(), 0
        while (place := whole.find(BEGIN, start)) >= 0:
            end = end_of(whole, place)
            other = whole.find(BEGIN, place + 1, end if end > 0 else len(whole))
            if other >= 0:  # the first has no end of its own
                found += whole[start:other]
                start = other
                continue
            if end < 0:
                break
            mark = self.read(whole[place + len(BEGIN) : end])
            found += whole[start : end if mark is None else place]
            start = end
            if mark is not None:
                self.note(mark)
        rest = whole[start:]
        keep = beginning(rest)
        self.held = rest[keep:]
        return bytes(found + rest[:keep])

    def flush(self) -> bytes:
        """Return what was held back: nothing follows it."""
        held, self.held = self.held, b""
        return held

    def read(self, text: bytes) -> Mark | None:
        """Read a mark; None if it is none of this session's."""
        status, *fields = text.removesuffix(ENDS[1]).removesuffix(ENDS[0]).split(b";")
        parts = [field.partition(b"=") for field in fields]
        said = {name: value for name, _, value in parts}
        if said.get(b"aid") != self.nonce:
            return None
        return Mark(number(status), said.get(b"at", b""), number(said.get(b"n", b"")))

    def note(self, mark: Mark) -> None:
        """Note a prompt, unless it is the last one, drawn again."""
        before, self.last = self.last, mark
        if before is not None and mark.at and mark.at == before.at:
            return
        self.status = None
        if self.line is not None and before is not None:
            self.status = status_of(self.line, before, mark)
        self.line, self.ready = None, True
        self.prompts += 1
        self.tell()

    # --- what goes

    def type(self, line: str | None) -> None:
        """Note that a line is typed, or something else that need not be one.

        It is known as a line of the shell's only if it is all that stands at a prompt.
        """
        if self.ready:
            self.line = line
        self.ready = False

    def confirm(self) -> None:
        """Note that the shell was seen to read at its prompt."""
        if self.ready:
            self.confirmed = self.prompts


def status_of(line: str, before: Mark, after: Mark) -> int | None:
    """Return the status of a line between two prompts; None if it may be another's.

    `$?` stays what it was where nothing is run. A status that is new is the line's.
    """
    if before.count is not None and after.count is not None:
        ran = after.count - before.count
        if ran == 0 and after.status == before.status:
            return None
        return after.status if ran in {0, 1} else None
    blank = not line.strip() or line.lstrip().startswith("#")
    return None if blank or "\n" in line else after.status


def end_of(text: bytes, start: int) -> int:
    """Return where a sequence ends, or is given up: -1 if it may go on."""
    limit = start + LONGEST
    found = [p + len(e) for e in ENDS if (p := text.find(e, start + 1, limit)) >= 0]
    if found:
        return min(found)
    return limit if len(text) >= limit else -1


def beginning(text: bytes) -> int:
    """Return where a mark may begin at the end of a text, which no mark is in."""
    place = text.rfind(BEGIN)
    if place >= 0 and end_of(text, place) < 0:
        return place
    for size in range(min(len(BEGIN) - 1, len(text)), 0, -1):
        if text.endswith(BEGIN[:size]):
            return len(text) - size
    return len(text)


def number(text: bytes) -> int | None:
    """Return a number of few digits, if that is all there is."""
    return int(text) if 0 < len(text) < 12 and DIGITS.issuperset(text) else None  # noqa: PLR2004


def nothing() -> None:
    """Do nothing: nobody wants to know."""
