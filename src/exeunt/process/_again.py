"""A keeper whose tree is proven empty → the keeper of another task.

Forking and ending a keeper costs more than all that it does for a short command. So
one that has nothing left of its run, and is in all that a command inherits as it was
when it was forked, says so to who forked it, and may be given another task. Whatever
is in doubt ends it. Each task comes with ties and descriptors of its own.
"""

from __future__ import annotations

import os
import select

from ..tree import glance, libc
from ._handing import READY, read, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .task import Task

MOST = 500  # tasks of a keeper: a limit on its own time may count on
# Lines that differ from one process to the next, or from one moment to the next.
VARYING = (
    *(b"Name", b"State", b"Tgid", b"Ngid", b"Pid", b"PPid", b"NStgid", b"NSpid"),
    *(b"NSpgid", b"NSsid", b"FDSize", b"Vm", b"Rss", b"Hugetlb", b"SigQ"),
    *(b"voluntary", b"nonvoluntary"),
)
FACTS = ("limits", "cgroup", "oom_score_adj")  # files of /proc/self
SCHEDULING = 64  # bytes of how a process is scheduled, its priority among them
WHO, SESSION = 1, -3  # for the disk: this process; the keyring, as a child may set it
# The calls that tell how a process is scheduled, what its priority for the disk is,
# and which keyring it has: of a machine, and elsewhere.
CALLS, ELSEWHERE = (315, 252, 250), (275, 31, 219)


class Post:
    """Where a keeper is given another task: a socket to who forked it."""

    def __init__(self, descriptor: int, born: Sequence[object]) -> None:
        self.descriptor: int = descriptor
        self.born = born  # the traits of a keeper that may have another task
        self.held: int = 0  # descriptors that it has then
        self.tasks: int = 0

    def settle(self, descriptor: int) -> None:
        """Note where the socket is now, in a keeper that has all that it needs."""
        self.descriptor = descriptor
        self.held = len(held())

    def next(
        self, ties: Sequence[int], nowhere: int, host: Sequence[int]
    ) -> list[Task]:
        """Say that another task may come, and wait for it; nothing, if none does."""
        for tie in ties:
            os.dup2(nowhere, tie, inheritable=False)
        self.tasks += 1
        if self.tasks >= MOST or not self.is_as_before():
            return []
        try:
            os.write(self.descriptor, READY)
        except OSError:
            return []  # who forked it has gone
        poll = select.poll()
        for descriptor in (self.descriptor, *host):
            poll.register(descriptor, select.POLLIN)
        if any(ready != self.descriptor for ready, _ in poll.poll()):
            return []
        said, given = take(self.descriptor)
        return [settled(said, given, ties)] if said else []

    def is_as_before(self) -> bool:
        """Tell whether nobody is left, and nothing has changed."""
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return len(held()) == self.held > 0 and traits() == self.born != []
        return False


def settled(said: bytes, given: Sequence[int], ties: Sequence[int]) -> Task:
    """Put the descriptors of a task where they are to be, and go where it is to run."""
    here, *wanted = given
    places = (0, 1, 2, *ties)
    for place, number in zip(places, wanted, strict=False):
        os.dup2(number, place, inheritable=place not in ties)
    os.fchdir(here)
    task = read(said, given)
    for number in given:
        os.close(number)
    return task


def held() -> list[str]:
    """List the descriptors of this process; none, where nobody says."""
    try:
        return os.listdir("/proc/self/fd")  # noqa: PTH208 - pathlib is dear
    except OSError:
        return []


def traits() -> list[object]:
    """Return what a command inherits, or others may change; nothing, if nobody says.

    A line that is not known to vary is to stay as it is.
    """
    try:
        return [*told(), *asked()]
    except OSError:
        return []


def told() -> list[object]:
    """Return the traits of this process that are in /proc."""
    lines = glance("/proc/self/status").splitlines()
    found: list[object] = [line for line in lines if not line.startswith(VARYING)]
    found += [glance(f"/proc/self/{name}") for name in FACTS]
    return found


def asked() -> list[object]:
    """Return those that the kernel is asked for."""
    scheduled = bytes(SCHEDULING)  # which C fills
    machine = os.uname().machine
    how, disk, keys = CALLS if machine == "x86_64" else ELSEWHERE
    return [
        libc("syscall", how, 0, scheduled, SCHEDULING, 0),
        scheduled,
        libc("syscall", disk, WHO, 0),
        libc("syscall", keys, 0, SESSION, 0),
    ]
