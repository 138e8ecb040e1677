"""Answers given in advance → typed when they are wanted, and not before.

What is typed too early hangs programs with a line editor, and is thrown away by those
that ask for a password. So the terminal is watched: an answer is sent when a process
waits for it, and when there are none left, the end of input.
"""

from __future__ import annotations

import os
from time import monotonic

from ..tree import parent_of
from ._typed import typed
from .display import Display
from .waiting import Sight, Waiting, Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._queries import Queries
    from .marks import Marks
    from .terminal import Kind, Modes, Terminal
    from .toggles import Toggles

SOON, SELDOM = 0.001, 0.2  # seconds between two looks: the first, and at most
REST = 20  # the pause after a look that found no question, in times of its duration
KEYED = 0.01  # seconds in which a program reads a hundred keys one by one
SETTLED = 0.3  # seconds of quiet that a raw terminal needs to count as waiting
SURE = 0.5  # seconds that a question must stay before it is reported
LONGEST_LINE = 4_000  # bytes; a terminal keeps 4,095 of a line and drops the rest
TAIL = 8_192  # bytes of output that a prompt is found in
ASIDE = 8_192  # and as many of the terminal of stderr
ENDS = 3  # times that the end of input is typed
FOREVER = 1e9  # seconds
TAKEN = 1.0  # seconds in which typed keys have reached their reader
UNPROMPTED = 3.0  # seconds of quiet in raw mode without a prompt: it may be at work
ESCAPE = b"\x1b"  # the first byte of all that is no text
CONTROL_D = b"\x04"  # the end of input to every line editor


class Answer:
    """One line to be typed; a secret only where it is not echoed."""

    def __init__(
        self,
        text: str,
        *,
        secret: bool = False,
        enter: bool = True,
        begin: Callable[[], None] | None = None,
    ) -> None:
        self.text = text
        self.data: bytes = text.encode("utf-8", "surrogateescape")
        self.secret = secret
        self.enter = enter  # the key is pressed after it
        self.begin = begin  # called when its time has come


class Looks:
    """When to look at a terminal: soon after something happened, then less often."""

    def __init__(self, limit: float | None) -> None:
        # No look after the deadline: the command is ended then, and says nothing.
        self.until: float = monotonic() + (FOREVER if limit is None else limit)
        self.next: float = self.until + FOREVER
        self.not_before: float = 0.0  # whatever is written
        self.pause: float = SOON

    def due(self) -> float:
        """Return in how many seconds the next one is due."""
        now = monotonic()
        return max(0.0, self.next - now) if now < self.until else FOREVER

    def lift_limit(self) -> None:
        """Look now, and go on for ever: the command has no deadline any more."""
        self.next = monotonic()
        self.until = self.next + FOREVER

    def now(self) -> None:
        """Look at once: there is something new to type."""
        self.next, self.pause = monotonic(), SOON

    def soon(self, now: float) -> None:
        """Look soon: the command has written something."""
        self.next, self.pause = max(now + SOON, self.not_before), SOON

    def later(self, now: float) -> None:
        """Look after twice the pause: nothing has happened."""
        self.pause = min(self.pause * 2, SELDOM)
        self.next = now + self.pause

    def wait_until(self, time: float) -> None:
        """Look at that time and not before: keys were typed, and are being read."""
        self.not_before = self.next = time
        self.pause = SOON

    def rest(self, now: float) -> None:
        """Pause the longer, the longer a look took: trees are large, machines busy."""
        after = monotonic()
        self.not_before = after + min((after - now) * REST, SELDOM)
        self.next = max(now + self.pause, self.not_before)


class Dialogue:
    """Types answers at a command's terminal, and knows whether the command waits."""

    def __init__(
        self,
        terminal: Terminal,
        answers: Sequence[Answer],
        *,
        ends: bool,
        limit: float | None = None,
        aside: Terminal | None = None,
    ) -> None:
        # The one that is typed at: who reads says which.
        self.terminal: Terminal = terminal
        self.terminals: list[Terminal] = [terminal, *([aside] if aside else [])]
        self.aside: bytes = b""  # shown by the terminal of stderr since the last answer
        # Called with all that is typed; and with what is a secret from then on.
        self.typed: Callable[[bytes], None] | None = None
        self.confide: Callable[[str], None] | None = None
        self.answers: list[Answer] = list(answers)
        self.ends: int = ENDS if ends else 0  # times that the end may be typed
        self.unsent: bytearray = bytearray()  # of the answer that is being typed
        self.wrote: int = 0  # bytes, when something was typed last
        self.tail: bytes = b""
        self.toggles: Toggles | None = None  # once it may have switched one
        self.full: bool = False  # it has the whole screen
        self.kind: Kind = "line"  # of answer, at the last look
        self.display: Display = Display(terminal)
        self.queries: Queries | None = None  # once there may be one
        self.replied_at: float = 0.0
        self.frozen: bool = False  # the command is being ended: its words say nothing
        # The thread that waited at the last look; the pulse of the thread that the
        # last answer was for, and when that was typed.
        self.sleeper: tuple[int, int] = (0, 0)
        self.pulse: tuple[int, int] = (0, 0)
        self.typed_at: float = 0.0
        self.watches: list[Watch] = []
        self.looks: Looks = Looks(limit)
        self.heard_at: float = 0.0
        self.since: float = 0.0
        self.waiting: Waiting | None = None  # by the last look
        self.stands: bool = False  # it has looked so for a while
        self.marks: Marks | None = None  # of a shell's prompts
        self.stuck: bool = False  # it waits, no doubt, and there is nothing to say
        # Seconds after which what is likely and lasts is no doubt any more, and since
        # when it has looked so.
        self.patience: float = 0.0
        self.held_since: float | None = None

    def start(self, pid: int) -> None:
        """Begin to watch: the command runs."""
        keeper, control = parent_of(pid), self.terminals[0]
        self.watches = [Watch(one, keeper, pid, control) for one in self.terminals]
        self.heard_at = self.looks.next = monotonic()

    def hear(self, data: bytes) -> None:
        """Note what the command writes; reply to questions for the terminal itself."""
        now = monotonic()
        if self.frozen or now >= self.looks.until:
            return
        if self.toggles is None and ESCAPE in data:
            from .toggles import Toggles  # 12 ms, as the next is

            self.toggles = Toggles()
        if self.toggles is not None:
            self.toggles.hear(data)
            self.full = self.toggles.full
        self.tail = (self.tail + data)[-TAIL:]
        if self.queries is None and not self.full and ESCAPE not in data:
            data = self.display.last(data)
        self.show(self.terminal.as_shown(data))
        self.heard_at = now
        self.looks.soon(now)
        self.forget()
        self.held_since = None

    def hear_aside(self, data: bytes) -> None:
        """Hear the terminal of stderr; a person would see both on one screen."""
        self.aside = (self.aside + data)[-ASIDE:]
        self.hear(data)

    def show(self, data: bytes) -> None:
        """Put data on the display; reply to the sequences that ask the terminal."""
        if self.queries is None and ESCAPE not in data:
            self.display.add(data, full=self.full)
            return
        if self.queries is None:
            from ._queries import Queries  # 12 ms

            self.queries = Queries(self.display)
        for reply in self.queries.replies(data, full=self.full):
            self.send_reply(reply)

    def send_reply(self, data: bytes) -> None:
        """Send a reply of the terminal; a program that does not read it loses it."""
        self.replied_at = monotonic()
        try:
            os.write(self.terminal.master, data)
        except OSError:
            pass  # its buffer is full, or the command has gone

    def consider(self, now: float) -> None:
        """Look whether the command waits for an answer, and type it."""
        if not self.watches or not self.looks.next <= now < self.looks.until:
            return
        self.looks.later(now)
        if now < self.replied_at + TAKEN and self.terminal.has_unread():
            return  # the program that asked the terminal has not read the reply yet
        sight = self.look(now)
        heard = [one for one in self.terminals if one.master >= 0]
        if self.terminal not in heard or any(one.has_more() for one in heard):
            return  # unread output may hold the question
        modes = self.terminal.modes()
        self.kind = "fullscreen" if self.full else modes.kind
        prompt = self.prompt() if sight else ""
        self.hold(sight, now)
        if sight is None or self.is_early(sight, prompt, now):
            self.forget()
            if not self.is_prompted:
                self.looks.rest(now)
            return
        self.sleeper = sight.pulse
        self.since = self.since or now
        self.waiting = Waiting(prompt, self.kind, sight.confidence, sight.evidence)
        if self.marks is not None:
            self.marks.confirm()
        if not self.answer(modes):
            sure_at = self.since + (0 if self.is_prompted else SURE)
            self.stands = now >= sure_at
            certain = sight.confidence == "certain"
            self.stuck = self.stands and (certain or self.is_held(now))
            if not self.stands:
                self.looks.next = min(self.looks.next, sure_at)
            return
        self.look_again(now, modes)

    def forget(self) -> None:
        """Take back that the command waits: it has moved on."""
        self.waiting, self.since = None, 0.0
        self.stands = self.stuck = False

    def hold(self, sight: Sight | None, now: float) -> None:
        """Note since when a look shows a wait that nothing but an answer ends."""
        if sight is None or not sight.lasts:
            self.held_since = None
        elif self.held_since is None:
            self.held_since = now

    def is_held(self, now: float) -> bool:
        """Tell whether what is likely has lasted long enough to act on."""
        since = self.held_since
        return since is not None and 0 < self.patience <= now - since

    def look_again(self, now: float, modes: Modes) -> None:
        """Look again, and soon: keys were typed, and their reader will have woken."""
        self.forget()
        self.held_since = None
        self.pulse, self.typed_at = self.sleeper, now
        keyed = 0 if modes.lines else 1 + self.wrote // 100
        self.looks.wait_until(now + max(SOON, keyed * KEYED))

    def look(self, now: float) -> Sight | None:
        """Look at each terminal, and turn to the one where a process waits.

        One that works is looked at alone, while only what is certain would count.
        """
        early = now < self.heard_at + SETTLED and not self.is_prompted
        if early and self.watches[0].is_working():
            return None
        for watch in self.watches:
            sight = watch.look()
            if sight is not None:
                self.terminal = watch.terminal
                return sight
        return None

    @property
    def is_prompted(self) -> bool:
        """Whether a shell has said that it reads, which is no guess."""
        return self.marks is not None and self.marks.ready

    @property
    def is_silent(self) -> bool:
        """Whether every answer has been typed."""
        return not (self.answers or self.unsent)

    def say(self, answer: Answer) -> None:
        """Have one more thing typed, when it is wanted."""
        self.answers.append(answer)
        self.forget()
        self.looks.now()

    def keep_secret(self, answer: Answer) -> None:
        """Have an answer hidden from now on: a program may print it."""
        if self.confide is not None:
            self.confide(answer.data.decode("utf-8", "surrogateescape"))

    def press(self, keys: bytes) -> None:
        """Type keys at once, whether or not the command reads."""
        if self.marks is not None:
            self.marks.type(None)
        self.write(keys)
        self.look_again(monotonic(), self.terminal.modes())

    def is_early(self, sight: Sight, prompt: str, now: float) -> bool:
        """Tell whether it is too early to say that the command waits.

        On a busy machine, what was typed may not have reached its reader yet: that one
        would have woken. A line editor that shows no prompt may well be at work.
        """
        if self.is_prompted:
            return False
        if sight.pulse == self.pulse and now < self.typed_at + TAKEN:
            return True
        if sight.confidence == "certain" or self.is_held(now):
            return False
        patience = SETTLED if prompt or self.full else UNPROMPTED
        return now < self.heard_at + patience

    def answer(self, modes: Modes) -> bool:
        """Type the next answer; return whether there was one."""
        if self.unsent:
            self.send(modes)
            return True
        if self.answers:
            first = self.answers[0]
            if first.secret and modes.echo:
                return False  # it would be shown
            self.answers.pop(0)
            self.aside = b""  # it is answered
            if first.begin is not None:
                first.begin()
            key = (b"\n" if modes.lines else b"\r") if first.enter else b""
            pastes = self.toggles is not None and self.toggles.pastes
            if self.marks is not None:
                self.marks.type(first.text if first.enter else None)
            self.unsent += typed(first.data, modes, pastes=pastes) + key
            if first.secret or modes.kind == "secret":
                self.keep_secret(first)
            elif self.typed is not None:
                self.typed(first.data + key)
            self.send(modes)
            return True
        end = modes.end if modes.lines else CONTROL_D
        if self.ends and end:
            self.ends -= 1
            if self.typed is not None:
                self.typed(end)
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
            # A quoted character is not torn from its quote.
            piece = piece[: len(piece) - quotes % 2]
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
            return  # the command has gone
        self.wrote = sent
        if sent < len(data):
            self.unsent[:0] = data[sent:]

    def prompt(self) -> str:
        """Return the line that the cursor stands in."""
        from ..text.clean import clean  # loaded with the record

        if self.full:
            screen = self.display.look()
            return screen.lines()[screen.row]
        line = clean(self.tail).rpartition("\n")[2]
        return line or clean(self.aside).rpartition("\n")[2]
