"""A terminal and the processes on it → whether the command waits for an answer.

The kernel knows: a process of the foreground group is in read() on the terminal, and
nobody else is at work. That is certain. Somebody reads while others work, or watches a
terminal in raw mode by select or epoll, as shells, editors and pagers do: likely. A
text that looks like a question is no evidence at all.
"""

from __future__ import annotations

import os

from ..record import KW_ONLY, Record, final
from ..tree import descendants, glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from .terminal import Kind, Modes, Terminal

    Confidence = Literal["certain", "likely"]

RUNNING = ("R", "D")
NOWHERE = -2  # the call of a thread that is in none: it is stopped, or has ended
HARMLESS = ("pipe:", "/dev/pts/", "/dev/tty")  # to read them is to wait for the tree


@final
class Calls(Record):
    """Numbers of system calls on one machine."""

    _: KW_ONLY
    read: tuple[int, ...]  # of a descriptor
    select: tuple[int, ...]  # of so many descriptors
    watch: tuple[int, ...]  # of any
    rest: tuple[int, ...]  # until a child or a signal comes
    limited: Mapping[int, int]  # the same, unless this argument sets a time


# read pread64 readv; select pselect6; poll epoll_wait ppoll epoll_pwait epoll_pwait2;
# pause wait4 rt_sigsuspend waitid; futex rt_sigtimedwait (asm/unistd_64.h, unistd.h)
CALLS = {
    "x86_64": Calls(
        read=(0, 17, 19),
        select=(23, 270),
        watch=(7, 232, 271, 281, 441),
        rest=(34, 61, 130, 247),
        limited={202: 3, 128: 2},
    ),
    "aarch64": Calls(
        read=(63, 65, 67),
        select=(72,),
        watch=(22, 73, 441),
        rest=(95, 133, 260),
        limited={98: 3, 137: 2},
    ),
}


@final
class Waiting(Record):
    """What a command waits for, how sure that is, and how it is known."""

    prompt: str
    kind: Kind
    confidence: Confidence
    evidence: str

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return self.as_fields()


@final
class Sight(Record):
    """What one look shows: how sure, by what evidence, and how often it has slept."""

    confidence: Confidence
    evidence: str
    pulse: tuple[int, int] = (0, 0)  # the thread that waits; how often it has slept


class Watch:
    """Looks at one run's terminal, again and again."""

    def __init__(
        self,
        terminal: Terminal,
        keeper: int,
        command: int,
        control: Terminal | None = None,
    ) -> None:
        self.terminal = terminal
        self.control: Terminal = control or terminal  # the one that is /dev/tty
        self.keeper = keeper  # everything that the command starts is below it
        self.calls: Calls | None = CALLS.get(os.uname().machine)
        # A thread that was at work of late.
        self.worker: tuple[int, int] = (command, command)

    def is_working(self) -> bool:
        """Tell by one glance that the thread that worked still does."""
        if self.calls is None:
            return False
        try:
            worker = Thread(*self.worker)
        except (OSError, ValueError):
            return False  # it has ended, or the kernel does not tell us
        if worker.number == NOWHERE:
            return False
        return not (self.reads(self.calls, worker) or rests(self.calls, worker))

    def look(self) -> Sight | None:
        """Return the evidence that a process waits for the terminal, if one does."""
        foreground = self.control.foreground()
        if not foreground or self.terminal.master < 0:
            return None
        tree = [Process(pid) for pid in descendants(self.keeper)]
        alive = [process for process in tree if process.is_alive]
        ours = [process for process in alive if process.group == foreground]
        if not ours:
            return None
        modes = self.terminal.modes()
        if self.calls is None or not any(process.threads for process in ours):
            asleep = not any(process.state in RUNNING for process in alive)
            if asleep and not modes.lines:
                return Sight("likely", "the terminal is in raw mode, and all is quiet")
            return None
        return self.reading(self.calls, alive, ours, modes) or self.watching(
            self.calls, alive, ours, modes
        )

    def reading(
        self, calls: Calls, alive: list[Process], ours: list[Process], modes: Modes
    ) -> Sight | None:
        """Find a thread in read(): certain if no other can go on by itself."""
        readers = [t for p in ours for t in p.threads if self.reads(calls, t)]
        if not readers:
            return None
        one = readers[0]
        text = f"process {one.pid} is in read() on the terminal"
        if modes.timed:
            return Sight("likely", f"{text}, for a time", one.pulse())
        if self.is_busy(calls, alive, readers):
            return Sight("likely", f"{text}, while others work", one.pulse())
        return Sight("certain", text, one.pulse())

    def watching(
        self, calls: Calls, alive: list[Process], ours: list[Process], modes: Modes
    ) -> Sight | None:
        """Find a thread in select() or its like, which may be for the terminal."""
        threads = [thread for process in ours for thread in process.threads]
        alone = [t for t in threads if self.selects_us(calls, t)]
        watchers = [t for t in threads if t.number in (*calls.watch, *calls.select)]
        found = alone or ([] if modes.lines else watchers)
        if not found or self.is_busy(calls, alive, watchers):
            return None
        mode = "" if modes.lines else " in raw mode"
        text = f"process {found[0].pid} watches the terminal{mode}"
        return Sight("likely", text, found[0].pulse())

    def reads(self, calls: Calls, thread: Thread) -> bool:
        """Tell whether a thread is in read() on this terminal."""
        return thread.number in calls.read and self.is_ours(thread.file())

    def selects_us(self, calls: Calls, thread: Thread) -> bool:
        """Tell whether a thread waits for the terminal alone, as descriptor 0."""
        if thread.number not in calls.select or thread.arguments[0] != 1:
            return False
        return self.is_ours(thread.file(0))

    def is_ours(self, path: str) -> bool:
        """Tell whether a file is this terminal, by its own name or as /dev/tty."""
        if path == "/dev/tty":
            return self.terminal is self.control
        return path == self.terminal.path

    def is_busy(self, calls: Calls, alive: list[Process], apart: list[Thread]) -> bool:
        """Tell whether another thread may go on without an answer."""
        for process in alive:
            if process.is_stopped:
                continue
            if process.state in RUNNING or not process.threads:
                self.worker = process.pid, process.pid
                return True  # it works, or the kernel does not tell us
            for thread in process.threads:
                if thread not in apart and not rests(calls, thread):
                    self.worker = thread.pid, thread.tid
                    return True
        return False


def rests(calls: Calls, thread: Thread) -> bool:
    """Tell whether a thread waits for another of the tree, however long that takes."""
    if thread.number in calls.rest:
        return True
    if thread.number in calls.limited:
        return not thread.arguments[calls.limited[thread.number]]
    return thread.number in calls.read and thread.file().startswith(HARMLESS)


class Process:
    """What /proc says of a process at one moment."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.state: str = ""
        self.group: int = 0
        self.threads: list[Thread] = []  # none where the kernel does not tell us
        try:
            fields = glance(f"/proc/{pid}/stat").rpartition(b")")[2].split()
            self.state, self.group = fields[0].decode(), int(fields[2])
            names = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
            self.threads = [Thread(pid, int(name)) for name in names]
        except (OSError, IndexError, ValueError):
            return  # it has just ended, or is another user's

    @property
    def is_alive(self) -> bool:
        """Whether it is there, and no zombie."""
        return bool(self.state) and self.state not in "ZX"

    @property
    def is_stopped(self) -> bool:
        """Whether it is stopped, until a signal wakes it."""
        return self.state in {"T", "t"}


class Thread:
    """The system call that a thread is in, and what it was given."""

    def __init__(self, pid: int, tid: int) -> None:
        self.pid: int = pid
        self.tid: int = tid
        self.number: int = -1  # it runs
        self.arguments: list[int] = [0] * 6
        words = glance(f"/proc/{pid}/task/{tid}/syscall").split()
        if len(words) > 1:
            self.number = NOWHERE
        if len(words) > len(self.arguments):
            self.number = int(words[0])
            self.arguments = [int(word, 16) for word in words[1:7]]

    def file(self, descriptor: int | None = None) -> str:
        """Return what a descriptor is open on; the call's first argument by default."""
        number = self.arguments[0] if descriptor is None else descriptor
        try:
            return os.readlink(f"/proc/{self.pid}/fd/{number}")  # noqa: PTH115
        except OSError:
            return ""

    def pulse(self) -> tuple[int, int]:
        """Return who it is, and how often it has gone to sleep."""
        path = f"/proc/{self.pid}/task/{self.tid}/status"
        try:
            rest = glance(path).partition(b"\nvoluntary_ctxt_switches:")[2]
            return self.tid, int(rest.split()[0])
        except (OSError, IndexError, ValueError):
            return self.tid, 0
