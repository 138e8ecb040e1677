"""A command's tree → how each process ended that a shell of its line has forked.

Where is it decided which process is a command of the line? Here: what the shell forks
is one, and so is what that forks before it becomes another program; and what a nested
shell forks. What another program starts has a place where it failed or is a shell, or
is the command that the program was given; of one that was gone before its words were
read, whoever knows the line knows what it was. A process that becomes one program after
another has a place as each: what it starts belongs to the one that it was by then.

The kernel tells a listener of every fork, exec and exit (netlink, proc connector). A
listener outside of the first namespaces is refused. One that reads too slowly loses
events, and is told so. What was not seen is never taken for a success.
"""

from __future__ import annotations

import os
import select
from errno import ENOBUFS
from sys import byteorder
from time import monotonic

from ..tree import glance, is_zombie
from . import shells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_socket: Any = __import__("_socket")  # the C module: `socket` costs 8 ms

NETLINK, CONNECTOR, PROC = 16, 11, 1
DATAGRAM = 2 | os.O_CLOEXEC | os.O_NONBLOCK
SO_ATTACH_FILTER, SO_RCVBUF, SO_RCVBUFFORCE = 26, 8, 33
ROOM = 1 << 23  # bytes for events that are not read yet: some ten thousand
FORK, EXEC, EXIT, NONE = 1, 2, 1 << 31, 0  # the kinds of events; none is an answer
# An event: a netlink header, the connector's, the kind, the cpu, the time; from byte 52
# on, for a fork, the parent's thread and process, the child's thread and process; for
# an exec, thread and process; for an exit, these and the wait status.
HEADER, ACK, KIND, FIRST, LARGE = 16, 28, 36, 52, 512
DONE, LISTEN = 3, 1
PATIENCE = 0.2  # seconds for the last events: the kernel tells parents first
MOST = 1000  # processes that are told one by one
LATE = -2  # the place of those that are too many to have one
NAMED = 50  # failures that are named where there are more
SIGNAL_BASE = 128
LONGEST = 4096  # bytes of a command's words
MOST_WORDS = 200
HANDS = frozenset(name.lstrip("-").encode() for name in shells.HANDS)
SHELLS = {b"sh", b"bash", b"dash", b"zsh", b"ksh", b"mksh", b"ash"}


class Exit:
    """A process that the shell forked: in which other, its program, how it ended."""

    def __init__(self, parent: int, *, same: bool) -> None:
        self.parent = parent  # the place of another in the list; -1 is the leader
        self.same = same  # it is that other, which has become another program
        self.status: int | None = None  # as `$?` says it
        self.words: list[bytes] | None = None  # of its program; [] if they were unseen
        self.ended = False


class Kid:
    """A process that a program has started: that program's place, and its own words."""

    def __init__(self, parent: int) -> None:
        self.parent = parent
        self.words: list[bytes] | None = None  # as of an Exit


class Witness:
    """A listener to the kernel, from before the command starts to its tree's end."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.exits: list[Exit] = []
        self.shells: dict[int, int] = {}  # pid → its place, while it runs a line
        self.fresh: set[int] = set()  # those of them that have not become a program
        self.places: dict[int, list[int]] = {}  # pid → the places that its end is for
        self.programs: dict[int, int] = {}  # pid → its place, of those that a shell ran
        self.kids: dict[int, Kid] = {}  # what these have started, by pid
        self.foreign: dict[int, int] = {}  # of these, the shells: whose they are
        self.events: list[tuple[int, Any]] = []  # that have come, and are next
        self.ahead: dict[
            int, int
        ] = {}  # how many of them are that a pid became another
        self.scripts: dict[str, str | None] = {}  # that shells have run, by their words
        self.leader: int = 0
        self.begun: bool = False  # the leader has become the shell
        self.failed: bool = False  # one of those that have no place any more
        self.lost: bool = False

    def follow(self, leader: int) -> int:
        """Begin with the command; return the descriptor that has its events."""
        self.leader = leader
        self.shells[leader] = -1
        return int(self.socket.fileno())

    def take(self) -> None:
        """Read the events that have come, and follow them."""
        self.receive()
        for kind, event in self.events:  # more may come meanwhile
            if kind == FORK:
                self.forked(event[1], event[2], event[3])
            elif kind == EXEC:
                self.ahead[event[1]] -= 1
                self.became(event[1])
            elif event[0] == event[1]:
                self.ended(event[1], event[2])
        self.events.clear()
        self.ahead.clear()

    def receive(self) -> None:
        """Read the events that have come."""
        while True:
            try:
                data = self.socket.recv(LARGE)
            except BlockingIOError:
                return
            except OSError as error:
                self.lost = True
                if error.errno == ENOBUFS:  # the kernel has dropped some
                    continue
                return
            event = memoryview(data[: len(data) & ~3]).cast("I")[KIND // 4 :]
            kind, event = event[0], event[(FIRST - KIND) // 4 :]
            if kind in {FORK, EXEC, EXIT}:
                self.events.append((kind, event))
            if kind == EXEC:
                self.ahead[event[1]] = self.ahead.get(event[1], 0) + 1

    def forked(self, parent: int, thread: int, child: int) -> None:
        """Note a process that a shell of the line has forked."""
        if thread != child:
            return
        if parent in self.shells:
            self.add(child, self.shells[parent])
            self.fresh.add(child)
        elif parent in self.programs:
            self.kids[child] = Kid(self.programs[parent])
        elif parent in self.kids and self.kids[parent].words is None:
            self.kids[child] = Kid(self.kids[parent].parent)

    def add(self, pid: int, parent: int, *, same: bool = False) -> None:
        """Make a place for a process; one that becomes its last command has two.

        Of very many there is only noted whether one has failed.
        """
        places = self.places.setdefault(pid, [])
        if len(self.exits) > MOST:
            self.shells[pid] = LATE
            return
        places.append(len(self.exits))
        self.shells[pid] = len(self.exits)
        self.exits.append(Exit(parent, same=same))

    def became(self, pid: int) -> None:
        """Note that a process is another program now, with a place of its own."""
        if pid == self.leader and not self.begun:
            self.begun = True
            return
        if pid not in self.kids and pid not in self.shells and pid not in self.programs:
            return
        words = self.words(pid)
        kid = self.kids.get(pid)
        if kid is not None:
            kid.words = words
            if words and not self.is_given(kid.parent, words):
                if not has_shell(words):
                    return  # one that was gone before may have been a shell
                self.foreign[pid] = kid.parent
            self.add(pid, self.kids.pop(pid).parent)
        elif pid not in self.fresh:
            before = self.programs.pop(pid, LATE)
            self.add(pid, self.shells.get(pid, before), same=True)
        self.fresh.discard(pid)
        self.placed(pid, words)

    def placed(self, pid: int, words: list[bytes]) -> None:
        """Note the words of a process at its place: a shell has a line to follow."""
        if pid in self.foreign and self.is_given(self.foreign[pid], words):
            del self.foreign[pid]
        if self.shells[pid] != LATE:
            self.exits[self.shells[pid]].words = words
        if not words or has_shell(words):
            self.read(pid, [os.fsdecode(one) for one in words])
            return
        place = self.shells.pop(pid)
        if pid not in self.foreign:
            self.programs[pid] = place

    def words(self, pid: int) -> list[bytes]:
        """Return the words of what a process became; none if it is that no longer."""
        words = words_of(pid)
        self.receive()
        return [] if self.ahead.get(pid) else words

    def is_given(self, program: int, words: list[bytes]) -> bool:
        """Tell whether words are the command that a program was given to run."""
        around = [] if program < 0 else self.exits[program].words or []
        for place in range(max(1, len(around) - len(words)), len(around)):
            named, *rest = around[place:]
            start = len(words) - len(rest) - 1
            word = words[start]  # the path of a script stands after its interpreter
            same = word.rpartition(b"/")[2] == named.rpartition(b"/")[2]
            if same and words[start + 1 :] == rest and (not start or b"/" in word):
                return True
        return False

    def read(self, pid: int, words: Sequence[str]) -> None:
        """Read the script that a shell runs; one name for two scripts is of neither."""
        name = shells.script_in(words)
        if name is not None:
            text = shells.text_of(os.path.join(f"/proc/{pid}/cwd", name))  # noqa: PTH118 - pathlib is dear
            if text is not None:
                same = self.scripts.get(name, text) == text
                self.scripts[name] = text if same else None

    def ended(self, pid: int, status: int) -> None:
        """Note how a process ended."""
        self.shells.pop(pid, None)
        self.programs.pop(pid, None)
        self.fresh.discard(pid)
        self.foreign.pop(pid, None)
        kid = self.kids.pop(pid, None)
        if kid is not None and kid.words is not None and status:
            self.add(pid, kid.parent)
            if self.shells.pop(pid) != LATE:
                self.exits[-1].words = kid.words
        signal = status & 0x7F
        places = self.places.pop(pid, None)
        self.failed = self.failed or (places == [] and status != 0)
        for place in places or ():
            self.exits[place].status = SIGNAL_BASE + signal if signal else status >> 8

    def finish(self, *, stay: bool = False) -> None:
        """Read the last events: those of processes that are gone by now.

        With `stay`, those that are about to go are awaited: a shell that has read all
        of `<( )` does not wait for it.
        """
        until = monotonic() + PATIENCE
        poll = select.poll()
        poll.register(self.socket.fileno(), select.POLLIN)
        self.take()
        while stay or any(is_zombie(pid) for pid in self.places):
            left = until - monotonic()
            if left <= 0 or self.lost or not self.places:
                self.lost = self.lost or any(is_zombie(pid) for pid in self.places)
                break
            poll.poll(left * 1000)
            self.take()
        self.socket.close()

    def told(self) -> tuple[object, ...]:
        """Return what was seen, in types that marshal knows.

        Whether it is all; whether there are more than are listed; and of each process
        its parent's place, its status, its words, where it failed, is a shell or has
        others below it, and whether it is its parent, become another program. Of very
        many, the failures alone.
        """
        whole = not self.lost and self.begun
        exits = self.exits
        if len(exits) > MOST:
            exits = [one for one in exits if one.status][:NAMED]
            whole = whole and not exits and not self.failed
        above = {one.parent for one in exits}
        found = [
            (one.parent, one.status, told_words(one, above=place in above), one.same)
            for place, one in enumerate(exits)
        ]
        return whole, len(self.exits) > MOST, found


def watch() -> Witness | None:
    """Listen to the kernel; None where it does not tell us."""
    socket = None
    try:
        socket = _socket.socket(NETLINK, DATAGRAM, CONNECTOR)
        make_room(socket)
        socket.bind((0, PROC))
        mark = os.getpid()
        body = b"".join(map(word, (PROC, PROC, 0, mark))) + short(4, 0) + word(LISTEN)
        head = word(HEADER + len(body)) + short(DONE, 0) + word(0) * 2
        socket.sendto(head + body, (0, 0))
        answer = socket.recv(LARGE)  # ours comes at once, or never
        while answer[ACK : ACK + 4] != word(mark + 1):
            answer = socket.recv(LARGE)
        if any(answer[FIRST : FIRST + 4]):
            raise PermissionError
    except OSError:
        if socket is not None:
            socket.close()
        return None
    return Witness(socket)


def make_room(socket: Any) -> None:
    """Have many events kept until they are read, and only those that matter."""
    level = _socket.SOL_SOCKET
    try:
        socket.setsockopt(level, SO_RCVBUFFORCE, ROOM)
    except OSError:
        socket.setsockopt(level, SO_RCVBUF, ROOM)  # as much as anybody may
    steps = b"".join([short(c) + bytes((t, f)) + word(k) for c, t, f, k in FILTER])
    # Where CPython keeps the bytes of a bytes; `array` and `ctypes` would cost 2 ms.
    address = id(steps) + bytes.__basicsize__ - 1
    program = short(len(FILTER)) + bytes(6) + address.to_bytes(8, byteorder)
    try:
        socket.setsockopt(level, SO_ATTACH_FILTER, program)
    except OSError:
        pass  # another machine or Python: all is read, and most of it passed over


def short(*values: int) -> bytes:
    """Write numbers of two bytes as the kernel does."""
    return b"".join([value.to_bytes(2, byteorder) for value in values])


def word(value: int) -> bytes:
    """Write a number of four bytes as the kernel does."""
    return value.to_bytes(4, byteorder)


def seen(value: int) -> int:
    """Return a number as a filter reads it: the most significant byte first."""
    return int.from_bytes(word(value), "big")


def words_of(pid: int) -> list[bytes]:
    """Return the words of a program; none where it is gone already."""
    try:
        line = glance(f"/proc/{pid}/cmdline")[:LONGEST]
    except OSError:
        return []
    return line.rstrip(b"\0").split(b"\0") if line else []


def has_shell(words: Sequence[bytes]) -> bool:
    """Tell whether words may run a shell with a line: `sh -c`, `make`, `find -exec`."""
    split = [part for word in words[:MOST_WORDS] for part in word.split()]  # env -S
    names = [word.rpartition(b"/")[2].lstrip(b"-") for word in split]
    return any(name in SHELLS or name in HANDS for name in names)


def told_words(one: Exit, *, above: bool) -> list[bytes] | None:
    """Return the words that matter; None if a process ran no program."""
    if one.words is None or one.status or above or has_shell(one.words):
        return one.words
    return []


# What to do with a word at a place of the event: code, steps on if so, if not, number.
LOAD, IS, IS_X, TO_X, RETURN = 0x20, 0x15, 0x1D, 0x07, 0x06
FILTER = (
    (LOAD, 0, 0, KIND),
    (IS, 3, 0, seen(FORK)),
    (IS, 6, 0, seen(EXIT)),
    (IS, 9, 0, seen(EXEC)),
    (IS, 8, 9, seen(NONE)),
    # a process and not a thread: the two numbers of the child are the same
    (LOAD, 0, 0, FIRST + 8),
    (TO_X, 0, 0, 0),
    (LOAD, 0, 0, FIRST + 12),
    (IS_X, 4, 5, 0),
    (LOAD, 0, 0, FIRST),
    (TO_X, 0, 0, 0),
    (LOAD, 0, 0, FIRST + 4),
    (IS_X, 0, 1, 0),
    (RETURN, 0, 0, 0xFFFFFFFF),
    (RETURN, 0, 0, 0),
)
