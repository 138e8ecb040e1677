"""Answers given in advance → typed when they are wanted, and not before.

What is typed too early hangs programs with a line editor, and is thrown away by those
that ask for a password. So the terminal is watched: an answer is sent when a process
waits for it, and when there are none left, the end of input.
"""

from __future__ import annotations

import os
from time import monotonic

from ._tree import parent_of
from ._waiting import Waiting, Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._terminal import Modes, Terminal
    from ._waiting import Sight

SOON, SELDOM = 0.001, 0.2  # seconds between two looks: the first, and at most
REST = 20  # times as long as a look that showed nothing we rest after it
KEYED = 0.01  # seconds in which a hundred keys reach who reads them one by one
SETTLED = 0.3  # seconds of quiet that a raw terminal needs to count as waiting
SURE = 0.5  # seconds that a question must stand before we say that it does
LONGEST_LINE = 4_000  # bytes; a terminal keeps 4,095 of a line and drops the rest
TAIL = 8_192  # bytes of output that a prompt is found in
ENDS = 3  # times that the end of input is typed
FOREVER = 1e9  # seconds
TAKEN = 1.0  # seconds in which what was typed has reached its reader
UNPROMPTED = 3.0  # seconds of quiet in raw mode without a prompt: it may be at work
# What a program may ask a terminal, and what one answers that has nothing special.
QUERIES = {
    b"\x1b[6n": b"\x1b[1;1R",  # where is the cursor?
    b"\x1b[c": b"\x1b[?62c",  # what are you?
    b"\x1b[0c": b"\x1b[?62c",
    b"\x1b[>c": b"\x1b[>0;0;0c",
    b"\x1b[5n": b"\x1b[0n",  # are you well?
}
TAKE = (b"\x1b[?1049h", b"\x1b[?1047h", b"\x1b[?47h")  # the whole screen
GIVE = (b"\x1b[?1049l", b"\x1b[?1047l", b"\x1b[?47l")
ESCAPE = b"\x1b"  # what all of these begin with
LONGEST = 16  # bytes; none of them is longer
CONTROL_D = b"\x04"  # the end of input to every line editor


class Answer:
    """One line to be typed; a secret only where it is not echoed."""

    def __init__(self, text: str, *, secret: bool = False) -> None:
        self.data = text.encode("utf-8", "surrogateescape")
        self.secret = secret


class Dialogue:
    """What is typed at a command's terminal."""

    def __init__(
        self,
        terminal: Terminal,
        answers: Sequence[Answer],
        *,
        ends: bool,
        limit: float | None = None,
    ) -> None:
        self.terminal = terminal
        self.answers: list[Answer] = list(answers)
        self.ends: int = ENDS if ends else 0  # times that the end may be typed
        self.unsent: bytearray = bytearray()  # of the answer that is being typed
        self.wrote: int = 0  # bytes, when something was typed last
        self.tail: bytes = b""
        self.full: bool = False  # it has the whole screen
        self.pulse: tuple[int, int] = (0, 0)  # of whom we have typed for last,
        self.typed_at: float = 0.0  # and when
        self.watch: Watch | None = None
        # We look until the deadline: what a command does about that says nothing.
        self.until: float = monotonic() + (FOREVER if limit is None else limit)
        self.look_at: float = self.until + FOREVER
        self.rested_at: float = 0.0  # when we may look again, whatever is written
        self.heard_at: float = 0.0
        self.since: float = 0.0
        self.pause: float = SOON
        self.waiting: Waiting | None = None  # as it looked when we last did
        self.stuck: bool = False  # it waits, and there is nothing to say

    def start(self, pid: int) -> None:
        """Begin to watch: the command runs."""
        self.watch = Watch(self.terminal, parent_of(pid), pid)
        self.heard_at = self.look_at = monotonic()

    def hear(self, data: bytes) -> None:
        """Note what the command writes, and answer what it asks the terminal."""
        replies = b""
        if ESCAPE in data or ESCAPE in self.tail[-LONGEST:]:
            self.note_screen(data)
            replies = self.replies(data)
        self.tail = (self.tail + data)[-TAIL:]
        self.heard_at = monotonic()
        self.look_at, self.pause = max(self.heard_at + SOON, self.rested_at), SOON
        self.since = 0.0
        if replies:
            self.write(replies)

    def replies(self, data: bytes) -> bytes:
        """Return what a terminal answers to the queries that end in the data."""
        found: list[tuple[int, bytes]] = []
        for query, reply in QUERIES.items():
            text = self.tail[1 - len(query) :] + data
            at = text.find(query)
            while at >= 0:
                found.append((at - len(text), reply))
                at = text.find(query, at + 1)
        return b"".join(reply for _, reply in sorted(found))

    def note_screen(self, data: bytes) -> None:
        """Note whether the command has taken the whole screen, or given it back."""
        text = self.tail[-len(TAKE[0]) :] + data
        taken = max(text.rfind(sequence) for sequence in TAKE)
        given = max(text.rfind(sequence) for sequence in GIVE)
        if taken != given:
            self.full = taken > given

    def due(self) -> float:
        """Return in how many seconds to look again."""
        now = monotonic()
        return max(0.0, self.look_at - now) if now < self.until else FOREVER

    def consider(self, now: float) -> None:
        """Look whether something is wanted, and type it."""
        if self.watch is None or now < self.look_at or now >= self.until:
            return
        self.pause = min(self.pause * 2, SELDOM)
        sight = self.look(self.watch, now)
        prompt = self.prompt() if sight else ""
        if sight is None or self.is_early(sight, prompt, now):
            self.waiting, self.since = None, 0.0
            self.rest(now)
            return
        self.look_at = now + self.pause
        modes = self.terminal.modes()
        self.since = self.since or now
        kind = "fullscreen" if self.full else modes.kind
        self.waiting = Waiting(prompt, kind, sight.confidence, sight.evidence)
        if not self.answer(modes):
            certain = sight.confidence == "certain"
            sure_at = self.since + SURE
            self.stuck = certain and now >= sure_at
            if certain and not self.stuck:
                self.look_at = min(self.look_at, sure_at)
            return
        self.pulse, self.typed_at = sight.pulse, now
        self.waiting, self.since = None, 0.0
        keyed = 0 if modes.lines else 1 + self.wrote // 100
        self.rested_at = now + max(SOON, keyed * KEYED)
        self.look_at, self.pause = self.rested_at, SOON

    def look(self, watch: Watch, now: float) -> Sight | None:
        """Look at every process; at one that works, while only to be sure counts."""
        if now < self.heard_at + SETTLED and watch.is_working():
            return None
        return watch.look()

    def rest(self, now: float) -> None:
        """Rest the longer, the more a look took: trees are large, machines busy."""
        after = monotonic()
        self.rested_at = after + min((after - now) * REST, SELDOM)
        self.look_at = max(now + self.pause, self.rested_at)

    def is_early(self, sight: Sight, prompt: str, now: float) -> bool:
        """Tell whether it only looks as if something were wanted.

        On a busy machine, what was typed may not have reached its reader yet: that one
        would have woken. A line editor that shows no prompt may well be at work.
        """
        if sight.pulse == self.pulse and now < self.typed_at + TAKEN:
            return True
        if sight.confidence == "certain":
            return False
        patience = SETTLED if prompt or self.full else UNPROMPTED
        return now < self.heard_at + patience

    def answer(self, modes: Modes) -> bool:
        """Type what is next; return whether there was anything to type."""
        if self.unsent:
            self.send(modes)
            return True
        if self.answers:
            first = self.answers[0]
            if first.secret and modes.echo:
                return False  # it would be shown
            self.answers.pop(0)
            self.unsent += quoted(first.data, modes)
            self.unsent += b"\n" if modes.lines else b"\r"
            self.send(modes)
            return True
        end = modes.end if modes.lines else CONTROL_D
        if self.ends and end:
            self.ends -= 1
            self.write(end)
            return True
        return False

    def send(self, modes: Modes) -> None:
        """Type as much as the terminal keeps; the rest when that has been read.

        In a line too long, the key for the end of input passes on what was typed.
        """
        piece = bytes(self.unsent[:LONGEST_LINE])
        end = b""
        if modes.lines and len(piece) < len(self.unsent):
            quotes = len(piece) - len(piece.rstrip(modes.quote or b"\0"))
            piece = piece[: len(piece) - quotes % 2]  # what one quotes comes with it
            end = modes.end
        del self.unsent[: len(piece)]
        self.write(piece + end)

    def write(self, data: bytes) -> None:
        """Put bytes into the terminal; it takes a page at least when it is read."""
        try:
            sent = os.write(self.terminal.master, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # nobody is there any more
        self.wrote = sent
        if sent < len(data):
            self.unsent[:0] = data[sent:]

    def prompt(self) -> str:
        """Return the line that the cursor stands in."""
        from ._clean import clean  # noqa: PLC0415 - loaded with the record

        return clean(self.tail).rpartition("\n")[2]


def quoted(data: bytes, modes: Modes) -> bytes:
    """Mark control characters so that a terminal takes them as they are."""
    if not (modes.lines and modes.quote):
        return data
    found = bytearray()
    for byte in data:
        if byte < 0x20 or byte == 0x7F:  # noqa: PLR2004 - the controls of ASCII
            found += modes.quote
        found.append(byte)
    return bytes(found)
