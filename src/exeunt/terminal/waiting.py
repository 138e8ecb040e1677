"""A terminal and the processes on it → whether the command waits for an answer.

The kernel knows: a process of the foreground group is in read() on the terminal, and
nobody else is at work. That is certain. Somebody reads while others work, or watches a
terminal in raw mode by select or epoll, as shells, editors and pagers do: likely. What
is likely *lasts* if nothing but an answer can end it: the call waits for no network,
and has no time limit, unless each key is read. A text that looks like a question is no
evidence at all.
"""

from __future__ import annotations

import os

from ..record import Record, final
from ..tree import descendants
from ._threads import (
    CALLS,
    NOWHERE,
    Calls,
    Process,
    Thread,
    is_of_tree,
    masters,
    number_of,
    rests,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from .terminal import Kind, Modes, Terminal

    Confidence = Literal["certain", "likely"]

RUNNING = ("R", "D")
FREE, ASLEEP, AT_WORK = 0, 1, 2  # who else there is: nobody whose turn it could be


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
    lasts: bool = False  # nothing but an answer, or a signal, ends it


class Watch:
    """Looks at one run's terminal, again and again."""

    def __init__(
        self,
        terminal: Terminal,
        keeper: int,
        command: int,
        control: Terminal | None = None,
        *,
        itself: bool = False,
    ) -> None:
        self.terminal = terminal
        self.control: Terminal = control or terminal  # the one that is /dev/tty
        self.keeper = keeper  # everything that the command starts is below it
        self.roots: list[int] = [keeper] if itself else []  # what counts besides
        self.calls: Calls | None = CALLS.get(os.uname().machine)
        self.pids: list[int] = []  # of the tree, at the last look,
        self.sockets: set[int] | None = None  # and what they had open, if asked
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
        return not (
            self.reads(self.calls, worker) or rests(self.calls, worker, self.is_inner)
        )

    def look(self) -> Sight | None:
        """Return the evidence that a process waits for the terminal, if one does."""
        foreground = self.control.foreground()
        if not foreground or self.terminal.master < 0:
            return None
        tree = [Process(pid) for pid in (*self.roots, *descendants(self.keeper))]
        alive = [process for process in tree if process.is_alive]
        ours = [process for process in alive if process.group == foreground]
        if not ours:
            return None
        modes = self.terminal.modes()
        self.sockets = None
        self.pids = [process.pid for process in tree]
        sight = None
        if self.calls is not None:
            sight = self.reading(self.calls, alive, ours, modes) or self.watching(
                self.calls, alive, ours, modes
            )
        if self.calls is None or not (sight or all(one.threads for one in ours)):
            return self.guess(alive, ours, modes)
        return sight

    def stopped(self) -> Sight | None:
        """Return the evidence that a process wanted the terminal, which others have.

        The kernel has stopped it then, in the call: nobody else stops it there.
        """
        if self.calls is None:
            return None
        asking = (self.calls.control, *self.calls.read)
        for pid in (*self.roots, *descendants(self.keeper)):
            process = Process(pid)
            for one in process.threads if process.is_stopped else ():
                if one.number in asking and self.is_ours(one.file()):
                    text = f"process {pid} was stopped as it asked at the terminal"
                    return Sight("certain", text, one.pulse(), lasts=True)
        return None

    def guess(
        self, alive: list[Process], ours: list[Process], modes: Modes
    ) -> Sight | None:
        """Return what the terminal itself says where the kernel shows us no calls.

        So it is of another user's process, and where only parents may look (Yama). Who
        reads lines and hides what is typed asks for a secret: sudo, su, passwd.
        """
        if any(process.state in RUNNING for process in alive):
            return None
        for process in ours if modes.lines else ():
            if process.sleeps_at(self.is_ours):
                text = f"process {process.pid} sleeps as in read() on the terminal"
                return Sight("likely", text, process.pulse(), lasts=True)
        if modes.lines and not modes.echo:
            text = "the terminal shows nothing that is typed, and all is quiet"
            return Sight("likely", text, lasts=True)
        if not modes.lines:
            return Sight("likely", "the terminal is in raw mode, and all is quiet")
        return None

    def reading(
        self, calls: Calls, alive: list[Process], ours: list[Process], modes: Modes
    ) -> Sight | None:
        """Find a thread in read(): certain if no other can go on by itself."""
        readers = [t for p in ours for t in p.threads if self.reads(calls, t)]
        if not readers or self.relays(calls, readers[0], alive):
            return None
        one = readers[0]
        text = f"process {one.pid} is in read() on the terminal"
        others = self.others(calls, alive, readers)
        if modes.timed:
            return self.likely(calls, f"{text}, for a time", one, others, modes)
        if others == FREE:
            return Sight("certain", text, one.pulse(), lasts=True)
        text += ", while others work" if others == AT_WORK else ", while others sleep"
        return self.likely(calls, text, one, others, modes)

    def watching(
        self, calls: Calls, alive: list[Process], ours: list[Process], modes: Modes
    ) -> Sight | None:
        """Find a thread in select() or its like, for the terminal.

        A terminal in raw mode may be handed on, to the server of a multiplexer.
        """
        threads = [t for p in (ours if modes.lines else alive) for t in p.threads]
        watchers = (t for t in threads if t.number in calls.watch)
        found = [t for t in watchers if self.watches(calls, t, modes)]
        others = self.others(calls, alive, found) if found else AT_WORK
        if others == AT_WORK or self.relays(calls, found[0], alive):
            return None
        mode = "" if modes.lines else " in raw mode"
        text = f"process {found[0].pid} watches the terminal{mode}"
        return self.likely(calls, text, found[0], others, modes)

    def likely(
        self, calls: Calls, text: str, one: Thread, others: int, modes: Modes
    ) -> Sight:
        """Return the evidence of one thread, and whether nothing but an answer ends it.

        In raw mode, what is done from time to time is no work: a clock, a runtime's
        own threads.
        """
        files = one.awaited(calls)
        lasts = (
            others != AT_WORK
            and not (modes.lines and one.is_limited(calls))
            and files is not None
            and all(is_of_tree(file, self.is_inner) for file in files)
        )
        for thread in Process(one.pid).threads if lasts else ():
            mine = thread.tid == one.tid
            idle = mine or rests(calls, thread, self.is_inner, timed=not modes.lines)
            lasts = lasts and idle
        return Sight("likely", text, one.pulse(), lasts)

    def reads(self, calls: Calls, thread: Thread) -> bool:
        """Tell whether a thread is in read() on this terminal."""
        return thread.number in calls.read and self.is_ours(thread.file())

    def watches(self, calls: Calls, thread: Thread, modes: Modes) -> bool:
        """Tell whether a thread waits for this terminal, among others.

        Who reads lines, and waits for a network as well, does not ask.
        """
        files = thread.awaited(calls)
        if files is None:
            return not modes.lines  # nobody tells us
        alone = not modes.lines or all(is_of_tree(f, self.is_inner) for f in files)
        return alone and any(self.is_ours(file) for file in files)

    def relays(self, calls: Calls, one: Thread, alive: list[Process]) -> bool:
        """Tell whether a thread hands keys on to a terminal where nobody wants any.

        So do `sudo`, `script` and their like, which take them for another.
        """
        made = masters(one.pid)
        within = [p for p in alive if p.terminal in made and not p.is_stopped]
        files = {f"/dev/pts/{number}" for number in made} | {"/dev/tty"}
        return bool(within) and not any(
            thread.number in (*calls.read, *calls.watch)
            and not files.isdisjoint(thread.awaited(calls) or ())
            for process in within
            for thread in process.threads
        )

    def is_ours(self, path: str) -> bool:
        """Tell whether a file is this terminal, by its own name or as /dev/tty."""
        if path == "/dev/tty":
            return self.terminal is self.control
        return path == self.terminal.path

    def others(self, calls: Calls, alive: list[Process], apart: list[Thread]) -> int:
        """Tell whether another thread may go on without an answer.

        Who sleeps, and is not of the foreground, does not: a daemon, a server.
        """
        found, foreground = FREE, self.control.foreground()
        for process in alive:
            if process.is_stopped:
                continue
            if process.state in RUNNING:
                self.worker = process.pid, process.pid
                return AT_WORK
            if not process.threads and process.group == foreground:
                found = ASLEEP  # another user's: the kernel does not tell us
            for thread in process.threads:
                if thread in apart or rests(calls, thread, self.is_inner):
                    continue
                if process.group == foreground or self.writes(calls, thread):
                    self.worker = thread.pid, thread.tid
                    found = ASLEEP
        return found

    def writes(self, calls: Calls, thread: Thread) -> bool:
        """Tell whether a thread is in write() to this terminal."""
        return thread.number in calls.write and self.is_ours(thread.file())

    def is_inner(self, file: str) -> bool:
        """Tell whether the other end of a socket is in the tree."""
        from ._sockets import is_inner, sockets  # few have one

        if self.sockets is None:
            self.sockets = sockets(self.pids)
        return is_inner(file, self.sockets)


def path_of(device: int) -> str:
    """Return the path of a process's terminal; empty if it has another than most."""
    number = number_of(device)
    return "" if number < 0 else f"/dev/pts/{number}"
