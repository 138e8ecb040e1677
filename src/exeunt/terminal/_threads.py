"""A process in /proc → its threads, and what each waits for."""

from __future__ import annotations

import os
import stat

from ..record import KW_ONLY, Record, final
from ..tree import glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOWHERE = -2  # the call of a thread that is in none: it is stopped, or has ended
# Files that others of the tree write to, or a caller that nobody has to wait for.
PIPE = "pipe:"
TREE = (PIPE, "/dev/pts/", "/dev/tty", "/dev/ptmx")
INNER = ("[eventfd]", "[signalfd]", "[pidfd]", "[eventpoll]", "inotify", "[fanotify]")
READS = b"wait_woken"  # where the kernel has who reads a terminal sleep, or a socket
WORD = 8  # bytes of a number, and of a pointer
POLLFD = 8  # bytes: a descriptor of four, and what is asked of it
POLLIN = 1
PTS, PTS_MAJORS, PTS_MINORS = 136, 8, 256  # device numbers of /dev/pts
MANY = 4096  # descriptors of one call that are looked at


@final
class Calls(Record):
    """Numbers of system calls on one machine."""

    _: KW_ONLY
    read: tuple[int, ...]  # of a descriptor
    write: tuple[int, ...]  # to one
    control: int  # of one
    select: tuple[int, ...]  # of so many descriptors
    poll: Mapping[int, bool]  # of a list of them; whether its time is a pointer
    epoll: Mapping[int, bool]  # of those that were registered; the same
    rest: tuple[int, ...]  # until a child or a signal comes
    limited: Mapping[int, int]  # the same, unless this argument sets a time

    @property
    def watch(self) -> tuple[int, ...]:
        """Those that wait for any of many descriptors."""
        return (*self.select, *self.poll, *self.epoll)


# read pread64 readv; write pwrite64 writev; ioctl; select pselect6; poll ppoll;
# epoll_wait epoll_pwait epoll_pwait2; pause wait4 rt_sigsuspend waitid; futex
# rt_sigtimedwait, of asm/unistd_64.h and of unistd.h
CALLS = {
    "x86_64": Calls(
        read=(0, 17, 19),
        write=(1, 18, 20),
        control=16,
        select=(23, 270),
        poll={7: False, 271: True},
        epoll={232: False, 281: False, 441: True},
        rest=(34, 61, 130, 247),
        limited={202: 3, 128: 2},
    ),
    "aarch64": Calls(
        read=(63, 65, 67),
        write=(64, 66, 68),
        control=29,
        select=(72,),
        poll={73: True},
        epoll={22: False, 441: True},
        rest=(95, 133, 260),
        limited={98: 3, 137: 2},
    ),
}


class Process:
    """What /proc says of a process at one moment."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.state: str = ""
        self.group: int = 0
        self.terminal: int = -1  # the number of its own, of those in /dev/pts
        self.threads: list[Thread] = []  # none where the kernel does not tell us
        try:
            fields = glance(f"/proc/{pid}/stat").rpartition(b")")[2].split()
            self.state, self.group = fields[0].decode(), int(fields[2])
            self.terminal = number_of(int(fields[4]))
            names = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
            self.threads = [Thread(pid, int(name)) for name in names]
        except (OSError, IndexError, ValueError):
            return  # it has just ended, or is another user's

    @property
    def is_alive(self) -> bool:
        """Whether it is there, and no zombie."""
        return bool(self.state) and self.state not in "ZX"

    def sleeps_at(self, is_ours: Callable[[str], bool]) -> bool:
        """Tell whether it sleeps as a reader of the terminal does, or of a socket."""
        try:
            if glance(f"/proc/{self.pid}/wchan") != READS:
                return False
            place = f"/proc/{self.pid}/fd"
            names = os.listdir(place)  # noqa: PTH208 - pathlib is dear
            files = [os.readlink(f"{place}/{name}") for name in names]  # noqa: PTH115
        except OSError:
            return False  # it has just ended, or is another user's
        sockets = any(file.startswith("socket:") for file in files)
        return not sockets and any(map(is_ours, files))

    def pulse(self) -> tuple[int, int]:
        """Return who it is, and how often it has gone to sleep."""
        return pulse_of(self.pid, self.pid)

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
        return pulse_of(self.pid, self.tid)

    def is_limited(self, calls: Calls) -> bool:
        """Tell whether its call ends by itself, after a time."""
        number, given = self.number, self.arguments
        if number in calls.limited:
            return bool(given[calls.limited[number]])
        if number in calls.select:
            return bool(given[4])
        if number in calls.poll:
            return limits(given[2], pointer=calls.poll[number])
        if number in calls.epoll:
            return limits(given[3], pointer=calls.epoll[number])
        return number not in (*calls.read, *calls.write, *calls.rest)

    def awaited(self, calls: Calls) -> list[str] | None:
        """Return the files that its call waits to read; None if nobody tells us."""
        try:
            if self.number in calls.read:
                numbers = [self.arguments[0]]
            elif self.number in calls.select:
                numbers = self.selected()
            elif self.number in calls.poll:
                numbers = self.polled()
            elif self.number in calls.epoll:
                numbers = self.registered()
            else:
                return []
        except (OSError, ValueError):
            return None
        return [self.kind(self.file(number)) for number in numbers]

    def kind(self, file: str) -> str:
        """Return the name of a file; a pipe that has one of its own is like another."""
        if not file.startswith("/") or file.startswith("/dev/"):
            return file
        try:
            named = stat.S_ISFIFO(os.stat(file).st_mode)  # noqa: PTH116
        except OSError:
            return file
        return f"{PIPE}{file}" if named else file

    def selected(self) -> list[int]:
        """Read the set of descriptors that select() was given."""
        count, place = min(self.arguments[0], MANY), self.arguments[1]
        if not place:
            return []
        words = -(-count // (WORD * 8))
        bits = int.from_bytes(self.memory(place, words * WORD), "little")
        return [number for number in range(count) if bits >> number & 1]

    def polled(self) -> list[int]:
        """Read the list of descriptors that poll() was given."""
        place, count = self.arguments[0], min(self.arguments[1], MANY)
        data = self.memory(place, count * POLLFD)
        rows = [data[at : at + POLLFD] for at in range(0, len(data), POLLFD)]
        asked = [row for row in rows if row[4] & POLLIN]
        numbers = [int.from_bytes(row[:4], "little", signed=True) for row in asked]
        return [number for number in numbers if number >= 0]

    def registered(self) -> list[int]:
        """Read which descriptors an epoll waits for."""
        path = f"/proc/{self.pid}/fdinfo/{self.arguments[0]}"
        lines = [line.split() for line in glance(path).splitlines()]
        rows = [words for words in lines if words[:1] == [b"tfd:"]]
        return [int(words[1]) for words in rows if int(words[3], 16) & POLLIN]

    def has_timers(self) -> bool:
        """Tell whether its process may be woken by a timer of its own."""
        try:
            return bool(glance(f"/proc/{self.pid}/timers"))
        except OSError:
            return False  # a kernel that does not list them

    def memory(self, place: int, size: int) -> bytes:
        """Read what a call was given by its place in memory."""
        descriptor = os.open(f"/proc/{self.pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
        try:
            data = os.pread(descriptor, size, place)
        finally:
            os.close(descriptor)
        if len(data) < size:
            raise ValueError
        return data


def pulse_of(pid: int, tid: int) -> tuple[int, int]:
    """Return a thread, and how often it has gone to sleep."""
    try:
        status = glance(f"/proc/{pid}/task/{tid}/status")
        rest = status.partition(b"\nvoluntary_ctxt_switches:")[2]
        return tid, int(rest.split()[0])
    except (OSError, IndexError, ValueError):
        return tid, 0


def limits(argument: int, *, pointer: bool) -> bool:
    """Tell whether an argument sets a time: a pointer, or an int that is below 0."""
    return bool(argument) if pointer else not argument & 0x8000_0000


def rests(
    calls: Calls,
    thread: Thread,
    is_inner: Callable[[str], bool],
    *,
    timed: bool = False,
) -> bool:
    """Tell whether a thread waits for another of the tree, however long that takes.

    `is_inner` knows of a socket whether its other end is in the tree. Who waits for a
    time rests only where that may be, too.
    """
    if thread.number in calls.rest:
        return timed or not thread.has_timers()
    timed = timed and thread.number in (*calls.limited, *calls.watch)
    if thread.is_limited(calls) and not timed:
        return False
    if thread.number in calls.limited:
        return True
    if thread.number in calls.write:
        return thread.file().startswith(PIPE)
    files = thread.awaited(calls)
    return files is not None and all(is_of_tree(file, is_inner) for file in files)


def masters(pid: int) -> set[int]:
    """Return the numbers of the terminals that a process has made for others."""
    place = f"/proc/{pid}"
    found: set[int] = set()
    try:
        for name in os.listdir(f"{place}/fd"):  # noqa: PTH208 - pathlib is dear
            file = os.readlink(f"{place}/fd/{name}")  # noqa: PTH115
            if file.endswith("/ptmx"):
                index = glance(f"{place}/fdinfo/{name}").rpartition(b"tty-index:")[2]
                found.add(int(index))
    except (OSError, ValueError):
        pass  # it has just ended, or an old kernel does not say
    return found


def number_of(device: int) -> int:
    """Return the number in /dev/pts of a process's terminal; -1 if it has another."""
    major, minor = os.major(device), os.minor(device)
    last = PTS + PTS_MAJORS
    return (major - PTS) * PTS_MINORS + minor if PTS <= major < last else -1


def is_of_tree(file: str, is_inner: Callable[[str], bool]) -> bool:
    """Tell whether nobody but the tree itself, or a signal, makes a file readable."""
    if file.startswith("socket:"):
        return is_inner(file)
    return file.startswith(TREE) or file.endswith(INNER)
