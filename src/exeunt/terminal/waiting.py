"""A terminal and the processes on it → whether the command waits for an answer.

The kernel knows: a process of the foreground group is in read() on the terminal, and
nobody else is at work. That is certain. Somebody reads while others work, or watches a
terminal in raw mode by select or epoll, as shells, editors and pagers do: likely. A
text that looks like a question is no evidence at all.
"""

from __future__ import annotations

import os

from ..record import Record, final
from ..tree import descendants
from ._threads import CALLS, NOWHERE, Calls, Process, Thread, rests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from .terminal import Kind, Modes, Terminal

    Confidence = Literal["certain", "likely"]

RUNNING = ("R", "D")


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
