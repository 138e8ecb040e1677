"""Requests of a host → keepers, forked or given another task.

It is decided here who gets a task. A keeper that is done and says so waits for the
next one; the latest goes first, so those that are too many are soon too old. Who is
stopped, dead, or was stopped meanwhile gets none.

This process ends when its host does, and each keeper sees that by itself. What a killed
keeper leaves behind comes to this process and is ended.
"""

from __future__ import annotations

import os
import select
from time import monotonic

from ..cgroups import fork_into, home, kill, remove
from ..tree import (
    CONT,
    KILL,
    be_keeper_of,
    become_opaque,
    become_subreaper,
    children,
    descendants,
    namespace,
    sees_processes,
    signal_one,
)
from . import _refused as _refused  # noqa: PLC0414 - loaded for those who are forked
from ._again import Post, traits
from ._handing import LIMITED, PID, READY, SOCKET, USUAL, read, send, take
from ._holding import be_deaf, close_from, drain, wakened
from .keeper import PACE, keep, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

_signal: Any = __import__("_signal")  # the C modules: `signal` would build its enums,
_socket: Any = __import__("_socket")  # `socket` costs 8 ms
HUNT = 3.0  # seconds that the orphans of a killed keeper are pursued
IDLE = 5.0  # seconds that a keeper waits for another task
SPARE = 64  # keepers that wait


class Kept:
    """A keeper, as the process knows it that forked it."""

    def __init__(self, pid: int, group: str, post: int) -> None:
        self.pid = pid
        self.group = group  # the folder of its control group, if it has one
        self.post = post  # by which it may get another task, or -1
        self.since: float = 0.0  # when it began to wait for one
        self.spent: bool = False  # it was given up while it waited
        self.stopped: bool = False  # somebody has done so, and it was told to go on


class Forker:
    """The keepers of a host: who works, and who waits for another task."""

    def __init__(self, host: Sequence[int], ignored: set[int], wake: int) -> None:
        self.host = host
        self.ignored = ignored  # signals, by the commands: none, as it was started
        self.wake = wake
        self.place: str = home()
        self.born: list[object] = traits()
        self.keepers: dict[int, Kept] = {}
        self.posts: dict[int, Kept] = {}
        self.waiting: dict[int, Kept] = {}  # the latest is last
        self.adopted: set[int] = set()  # what commands left running on purpose
        self.hunt_until: float = 0.0
        self.poll = select.poll()
        for descriptor in (SOCKET, wake, *host):
            self.poll.register(descriptor, select.POLLIN)

    def step(self) -> None:
        """Wait for something to happen, and do what follows."""
        hunting = monotonic() < self.hunt_until
        wait = PACE if hunting else self.patience()
        found = self.poll.poll(None if wait is None else wait * 1000)
        ready = {number for number, _ in found}
        for kept in [self.posts[number] for number in ready & self.posts.keys()]:
            self.hear(kept)
        if SOCKET in ready:
            said, given = take(SOCKET)
            if not said:
                self.end()
            if len(given) >= USUAL:  # else there were too few left for us
                self.have_kept(said, given)
            for descriptor in given:
                os.close(descriptor)
        elif not ready.isdisjoint(self.host):
            self.end()  # a fork of the host has our socket
        if self.wake in ready:
            drain(self.wake)
        if self.wake in ready or hunting:  # after the request: its caller waits
            self.bury()
        while self.patience() == 0:
            self.give_up(next(iter(self.waiting.values())))

    def patience(self) -> float | None:
        """Return for how many seconds the one that waits longest may go on waiting."""
        for oldest in self.waiting.values():
            if len(self.waiting) > SPARE:
                return 0.0
            return max(0.0, oldest.since + IDLE - monotonic())
        return None

    # --- a task

    def have_kept(self, said: bytes, given: list[int]) -> None:
        """Give a task to a keeper that waits, or fork one: a group is of one run."""
        place = self.place if said[:1] == LIMITED else ""
        if place or not self.pass_on(said, given):
            self.fork(said, given, place)

    def pass_on(self, said: bytes, given: list[int]) -> bool:
        """Give a task to who began to wait last; False, if nobody waits."""
        while self.waiting:
            kept = self.waiting[next(reversed(self.waiting))]
            if not kept.stopped:
                try:
                    send(kept.post, said, given, waits=False)
                except OSError:
                    pass  # it has just been killed
                else:
                    del self.waiting[kept.pid]
                    return True
            self.give_up(kept)
        return False

    def fork(self, said: bytes, given: list[int], place: str) -> None:
        """Fork a keeper; what shares a group with its command has no other task."""
        ours, theirs = (-1, -1) if place else posts()
        try:
            pid, group = fork_into(place)
        except OSError as error:
            pid, group = -1, ""
            why = os.strerror(error.errno or 0)
            say(f"F failed no process could be started: {why}", where=given[USUAL - 1])
        if not pid:
            self.be_keeper(said, given, group, theirs)
        if theirs >= 0:
            os.close(theirs)
        kept = Kept(pid, group, ours)
        if ours >= 0:
            self.posts[ours] = kept
            self.poll.register(ours, select.POLLIN)
        if pid > 0:
            self.keepers[pid] = kept
        else:
            self.let_go(kept)

    def be_keeper(
        self, said: bytes, given: list[int], group: str, post: int
    ) -> NoReturn:
        """Be the keeper of a task, in a forked process."""
        _signal.set_wakeup_fd(-1)
        here, *stdio, orders, words = given[:USUAL]
        try:
            os.fchdir(here)
            task = read(said, given)
        except OSError as error:
            why = os.strerror(error.errno or 0)
            say(f"F failed the run could not be prepared: {why}", where=words)
            os._exit(1)  # noqa: TID251 - a process of its own
        keep(
            task,
            stdio,
            orders,
            words,
            *self.host,
            group=group,
            ignored=self.ignored,
            post=Post(post, self.born) if post >= 0 else None,
        )

    # --- a keeper

    def hear(self, kept: Kept) -> None:
        """Note that a keeper waits for another task, or that it ends."""
        try:
            said = os.read(kept.post, 1)
        except OSError:
            said = b""
        if kept.pid in self.waiting:
            self.give_up(kept)
        elif said == READY:
            kept.since = monotonic()
            self.waiting[kept.pid] = kept
        else:
            self.let_go(kept)

    def give_up(self, kept: Kept) -> None:
        """End a keeper that waits: there is nothing of any run below it."""
        self.waiting.pop(kept.pid, None)
        self.let_go(kept)
        kept.spent = True
        signal_one(kept.pid, os.getpid(), KILL)

    def let_go(self, kept: Kept) -> None:
        """Close the post of a keeper: it gets no more tasks."""
        if kept.post >= 0:
            self.poll.unregister(kept.post)
            del self.posts[kept.post]
            os.close(kept.post)
            kept.post = -1

    # --- an end

    def end(self) -> NoReturn:
        """End with the host; each keeper does so by itself, also who was stopped."""
        for pid in self.keepers:
            signal_one(pid, os.getpid(), CONT)
        os._exit(0)  # noqa: TID251 - a process of its own

    def bury(self) -> None:
        """Reap children; adopt those left on purpose, end a killed keeper's orphans."""
        done = False
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self.hunt_until = 0.0
                return
            if pid == 0:
                break
            self.adopted.discard(pid)
            kept = self.keepers.pop(pid, None)
            if kept is None:
                continue
            idle = kept.spent or self.waiting.pop(pid, None) is not None
            self.let_go(kept)
            if status and not idle:
                self.hunt_until = monotonic() + HUNT
            done = done or not status
            if kept.group:
                end_group(kept.group, killed=bool(status))
        self.revive()
        self.hunt(adopts=done)

    def revive(self) -> None:
        """Have a keeper go on that was stopped, once: its host may not know it yet."""
        while found := os.waitid(os.P_ALL, 0, os.WSTOPPED | os.WNOHANG):
            kept = self.keepers.get(found.si_pid)
            if kept is not None and kept.pid in self.waiting:
                self.give_up(kept)
            elif kept is not None and not kept.stopped:
                kept.stopped = True
                signal_one(kept.pid, os.getpid(), CONT)

    def hunt(self, *, adopts: bool) -> None:
        """End what a killed keeper left; what others left may run on."""
        strangers = own_children() - self.keepers.keys() - self.adopted
        if monotonic() >= self.hunt_until:
            self.adopted |= strangers if adopts else set()
            self.hunt_until = 0.0
            return
        for stranger in strangers:
            signal_one(stranger, os.getpid(), KILL)
            for pid, parent in descendants(stranger).items():
                signal_one(pid, parent, KILL)
        if not strangers:
            self.hunt_until = 0.0


def main() -> NoReturn:
    """Be the zygote, until the host is gone."""
    host = pidfd_of_parent()
    be_keeper_of(os.getppid())  # and so are those that it forks
    if os.fork():
        os._exit(0)  # noqa: TID251 - a process of its own
    os.setsid()
    ignored = be_deaf()
    os.chdir("/")
    become_subreaper()
    become_opaque()
    close_from(SOCKET + 1 + len(host))
    os.set_inheritable(SOCKET, False)  # noqa: FBT003 - it has no name
    os.write(
        SOCKET, (os.getpid() << 32 | namespace() & 0xFFFF_FFFF).to_bytes(PID, "little")
    )
    forker = Forker(host, ignored, wakened())
    while True:
        forker.step()


def pidfd_of_parent() -> list[int]:
    """Hold the host, at SOCKET + 1; nothing where the kernel or Python is too old."""
    try:
        held = os.pidfd_open(os.getppid())
    except (OSError, AttributeError):
        return []
    if held != SOCKET + 1:
        os.dup2(held, SOCKET + 1, inheritable=False)
    return [SOCKET + 1]


def posts() -> tuple[int, int]:
    """Make the two ends of a post; neither, where no descriptor is left for them."""
    try:
        ours, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    except OSError:
        return -1, -1
    return ours.detach(), theirs.detach()


def end_group(group: str, *, killed: bool) -> None:
    """Remove the group of a keeper that has ended; if it was killed, end the rest."""
    if killed:
        kill(group)
        remove(group)
    try:
        os.rmdir(group)  # noqa: PTH106 - pathlib is dear
    except OSError:
        pass  # its host or the keeper has done so


def own_children() -> set[int]:
    """Return the children of this process, by the quick way where there is one."""
    found = children(os.getpid()) if sees_processes() else None
    if found is None:  # nobody lists them
        below = descendants(os.getpid())
        found = [pid for pid, parent in below.items() if parent == os.getpid()]
    return set(found)
