"""A shell at a terminal → a sentry beside it, that tells who asks there.

Such a shell stays the process that its agent has started: at a terminal nothing else is
equal. The sentry is no child of it and in a session of its own; it holds none of its
descriptors but stderr where that is no terminal. Who asks is told once in a line, which
the agent's model answers as it types at any time. A terminal that is not the agent's
has nobody to answer: what asks there is ended after a while, or the call would hang.
"""

from __future__ import annotations

import errno
import os
import select
import termios
from time import monotonic, sleep

from ..process.apart import STDERR, apart
from ..record import Record, final
from ..terminal.terminal import Modes
from ..terminal.waiting import Watch
from ..tree import CONT, KILL, TERM, descendants, glance, namespace, parent_of, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..terminal.waiting import Sight

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
SOON, SELDOM = 0.05, 1.0  # seconds between two looks
REST = 20  # the pause after a look, in times of its duration
SURE, PATIENCE = 0.5, 3.0  # seconds that what is certain, or likely, has to last
DESERTED = 60.0  # seconds that a question has at a terminal where nobody answers
GRACE = 2.0  # seconds from TERM to KILL
FRONT = 5  # its place in a process's status, behind the name
LONGEST = 16  # characters of a name that is repeated
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_.+")
QUIET = os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC
WAITS = {
    "line": "waits for a line",
    "secret": "waits for a secret, which is not shown as it is typed",
    "keys": "waits for keys",
}
ANSWERS = {"codex": "answer with write_stdin"}
ELSEWHERE = "answer at this terminal"
NOBODY = (
    "asked at a terminal that is not yours, and was ended; "
    "exeunt run --for-agent --pty lets you answer"
)


class Theirs:
    """A terminal that somebody else has made, as a watch of it asks."""

    master = 0  # it is open somewhere

    def __init__(self, path: str, pid: int) -> None:
        self.path = path
        self.pid = pid  # of a process that it controls

    def foreground(self) -> int:
        """Return the process group that has it; 0 if none has."""
        return max(0, int(status_of(self.pid)[FRONT]))

    def modes(self) -> Modes:
        """Return how it is set."""
        number = os.open(self.path, os.O_RDONLY | QUIET)
        try:
            return Modes(termios.tcgetattr(number))
        finally:
            os.close(number)


@final
class Watched(Record):
    """A shell at a terminal, and whose it is."""

    pid: int
    parent: int
    agent: str
    terminal: str  # its path
    timeout: float | None  # in seconds


def stand_by(shell: Watched) -> None:
    """Begin to watch a shell at its terminal; this process goes on."""
    mine = any(os.isatty(number) for number in range(STDERR + 1))
    apart(lambda: Sentry(shell, mine=mine).stay())


class Sentry:
    """Watches one shell and what it runs, at one terminal."""

    def __init__(self, shell: Watched, *, mine: bool) -> None:
        self.shell = shell
        self.mine = mine  # the agent reads the terminal
        self.how: str = ANSWERS.get(shell.agent, ELSEWHERE)
        terminal: Any = Theirs(shell.terminal, shell.pid)
        self.watch: Watch = Watch(terminal, shell.pid, shell.pid, itself=True)
        limit = shell.timeout
        self.deadline = None if limit is None else monotonic() + limit
        self.pause: float = SOON
        self.pulse: tuple[int, int] = (-1, 0)  # of who waits,
        self.since: float = 0.0  # since when,
        self.told: bool = False  # and whether that was told
        self.typed_at: set[int] = set()  # who was told to read keys

    def stay(self) -> None:
        """Watch until the shell has ended; its agent's death ends it."""
        if not self.is_alone():
            return  # the shell has read our file, become another and read it again
        poll = select.poll()
        shell, agent = (os.pidfd_open(p) for p in (self.shell.pid, self.shell.parent))
        if parent_of(self.shell.pid) != self.shell.parent:
            return  # a number may be somebody else's by now
        poll.register(shell, select.POLLIN)
        poll.register(agent, select.POLLIN)
        while True:
            ready = [number for number, _ in poll.poll(self.pause * 1000)]
            if shell in ready:
                return
            if agent in ready or self.is_due(monotonic()):
                self.end()
                return

    def is_alone(self) -> bool:
        """Tell whether no other sentry has this shell, by a name that only one gets."""
        self.name: Any = __import__("_socket").socket(1, 1)  # AF_UNIX, SOCK_STREAM
        try:
            self.name.bind(f"\0exeunt sentry {namespace()} {self.shell.pid}")
        except OSError as error:  # a sandbox may let nobody have a name
            return error.errno != errno.EADDRINUSE
        return True

    def is_due(self, now: float) -> bool:
        """Look who waits, and tell it; return whether the shell is to be ended."""
        if self.deadline is not None and now >= self.deadline:
            self.say(f"ended by us after {self.shell.timeout:g} s: its time was up")
            return True
        try:
            return self.consider(self.watch.look(), now)
        except (OSError, ValueError, IndexError, termios.error):
            return False  # it is just ending, or nobody may look
        finally:
            spent = (monotonic() - now) * REST
            self.pause = max(spent, min(self.pause * 1.5, SELDOM))

    def consider(self, sight: Sight | None, now: float) -> bool:
        """Tell who has waited long enough; return whether that is to be ended."""
        stopped = None if sight or self.mine else self.watch.stopped()
        sight = sight or stopped
        if sight is None or state_of(self.shell.parent) == "T":
            self.pulse = (-1, 0)
            return False
        if sight.pulse != self.pulse:
            self.pulse, self.since, self.told = sight.pulse, now, False
            self.pause = SOON
        certain = sight.confidence == "certain"
        patience = SURE if certain and self.mine else PATIENCE
        if self.told or now < self.since + patience or not (certain or sight.lasts):
            return False
        if not self.mine:
            if stopped or now >= self.since + DESERTED:
                self.say(f"{name_of(sight.pulse[0])} {NOBODY}")
                return True
            return False
        self.told = True
        kind = self.watch.terminal.modes().kind
        if kind == "keys" and sight.pulse[0] in self.typed_at:
            return False  # it reads one after another
        self.typed_at |= {sight.pulse[0]} if kind == "keys" else set()
        self.say(f"{name_of(sight.pulse[0])} {WAITS[kind]}; {self.how}")
        return False

    def say(self, text: str) -> None:
        """Write a line to the terminal, or to stderr, if somebody reads it."""
        line, number = f"exeunt: {text}\n", STDERR
        if self.mine:
            end = "\n" if self.watch.terminal.modes().returns else "\r\n"
            line = f"{end}exeunt: {text}{end}"
            number = os.open(self.shell.terminal, os.O_WRONLY | QUIET)
        try:
            poll = select.poll()
            poll.register(number, select.POLLOUT)
            if poll.poll(0):
                os.write(number, line.encode("ascii", "replace"))
        except OSError:
            pass  # its reader has gone
        finally:
            if number != STDERR:
                os.close(number)

    def end(self) -> None:
        """End the shell and all below it."""
        held = self.ask(TERM, {})
        until = monotonic() + GRACE
        while monotonic() < until and not all(map(is_over, held.values())):
            sleep(SOON)
        self.ask(KILL, held)

    def ask(self, number: int, held: dict[int, int]) -> dict[int, int]:
        """Signal the shell and all that is below it, or was; return what holds them."""
        root = self.shell.pid
        found = {**descendants(root), root: parent_of(root)}
        for pid in tuple(held):
            found |= {} if is_over(held[pid]) else descendants(pid)
        for pid, parent in found.items():
            try:
                held.setdefault(pid, os.pidfd_open(pid))
            except OSError:
                continue  # it has ended
            if parent_of(pid) != parent:
                del held[pid]  # a number may be somebody else's by now
        for one in held.values():
            for each in (number, CONT):
                try:
                    _signal.pidfd_send_signal(one, each)
                except OSError:
                    pass  # it has ended
        return held


def is_over(number: int) -> bool:
    """Tell whether a process that is held has ended."""
    poll = select.poll()
    poll.register(number, select.POLLIN)
    return bool(poll.poll(0))


def status_of(pid: int) -> list[bytes]:
    """Return the words of a process's status, behind its name."""
    return glance(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def name_of(pid: int) -> str:
    """Return the name of a program, if it may be repeated."""
    try:
        name = glance(f"/proc/{pid}/comm").decode("ascii", "replace").strip()
    except OSError:
        name = ""
    return name if name and len(name) <= LONGEST and {*name} <= PLAIN else "a command"
