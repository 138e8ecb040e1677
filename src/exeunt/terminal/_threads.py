"""A process in /proc → its threads, and the system call that each is in."""

from __future__ import annotations

import os

from ..record import KW_ONLY, Record, final
from ..tree import glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
