"""Requests of a host → keepers: the process that forks one for each.

It ends when its host does, and each keeper sees that by itself. What a killed keeper
leaves behind comes to this process and is ended.
"""

from __future__ import annotations

import marshal
import os
import select
from time import monotonic

from ..cgroups import fork_into, home, kill, remove
from ..tree import (
    KILL,
    become_opaque,
    become_subreaper,
    children,
    descendants,
    namespace,
    sees_processes,
    signal_one,
)
from ._handing import DESCRIPTORS, INT, LIMITED, PID, SOCKET, task_of, unpack
from ._holding import be_deaf, close_from, drain, wakened
from .keeper import PACE, keep, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

_signal: Any = __import__("_signal")  # the C modules: `signal` would build its enums,
_socket: Any = __import__("_socket")  # `socket` costs 8 ms
HUNT = 3.0  # seconds that the orphans of a killed keeper are pursued


def main() -> NoReturn:
    """Be the zygote: fork a keeper for each request, until the host is gone."""
    host = pidfd_of_parent()
    if os.fork():
        os._exit(0)  # noqa: TID251 - a process of its own
    os.setsid()
    ignored = be_deaf()  # what its commands ignore: nothing, as it was started
    os.chdir("/")
    become_subreaper()
    become_opaque()
    close_from(SOCKET + 1 + len(host))
    socket = _socket.socket(fileno=SOCKET)
    os.set_inheritable(SOCKET, False)  # noqa: FBT003 - it has no name
    socket.send((os.getpid() << 32 | namespace() & 0xFFFF_FFFF).to_bytes(PID, "little"))
    wake = wakened()
    keepers: dict[int, str] = {}  # and the group of each, if it has one
    place = home()
    adopted: set[int] = set()  # processes that commands left running on purpose
    hunt_until = 0.0
    poll = select.poll()
    for descriptor in (SOCKET, wake, *host):
        poll.register(descriptor, select.POLLIN)
    while True:
        hunting = monotonic() < hunt_until
        ready = [number for number, _ in poll.poll(PACE * 1000 if hunting else None)]
        if SOCKET in ready:
            data, ancillary, _, _ = socket.recvmsg(
                1, _socket.CMSG_SPACE(DESCRIPTORS * INT), _socket.MSG_CMSG_CLOEXEC
            )
            if not data:
                os._exit(0)  # noqa: TID251 - each keeper sees by itself that it is gone
            for _, _, packed in ancillary:
                where = place if data == LIMITED else ""
                pid, group = fork_keeper(unpack(packed), host, where, ignored)
                keepers[pid] = group
        elif host and host[0] in ready:
            os._exit(0)  # noqa: TID251 - as above; a fork of the host has our socket
        if wake in ready:
            drain(wake)
        if wake in ready or hunting:  # after the request: its caller waits
            hunt_until = bury(keepers, adopted, hunt_until)


def pidfd_of_parent() -> list[int]:
    """Hold the host, at SOCKET + 1; nothing where the kernel or Python is too old."""
    try:
        held = os.pidfd_open(os.getppid())
    except (OSError, AttributeError):
        return []
    if held != SOCKET + 1:
        os.dup2(held, SOCKET + 1, inheritable=False)
    return [SOCKET + 1]


def fork_keeper(
    descriptors: list[int], host: Sequence[int], place: str, ignored: set[int]
) -> tuple[int, str]:
    """Fork the keeper of one request; return its group, too."""
    try:
        pid, group = fork_into(place)
    except OSError as error:
        pid, group = -1, ""
        why = os.strerror(error.errno or 0)
        say(f"F failed no process could be started: {why}", descriptors[-1])
    if not pid:
        _signal.set_wakeup_fd(-1)
        paper, here, *stdio, orders, words = descriptors
        os.fchdir(here)
        with open(paper, "rb") as file:  # noqa: PTH123 - pathlib is dear
            file.seek(0)
            task = task_of(marshal.load(file))  # noqa: S302 - from our host
        keep(task, stdio, orders, words, *host, group=group, ignored=ignored)
    for descriptor in descriptors:
        os.close(descriptor)
    return pid, group


def bury(keepers: dict[int, str], adopted: set[int], hunt_until: float) -> float:
    """Reap children; adopt those left on purpose, end a killed keeper's orphans.

    Return until when the orphans are to be ended again.
    """
    done = False
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return 0.0
        if pid == 0:
            break
        if pid in keepers and status:
            hunt_until = monotonic() + HUNT
        done = done or (pid in keepers and not status)
        if group := keepers.pop(pid, ""):
            end_group(group, killed=bool(status))
        adopted.discard(pid)
    strangers = own_children() - keepers.keys() - adopted
    if monotonic() >= hunt_until:
        adopted |= strangers if done else set()
        return 0.0
    for stranger in strangers:
        signal_one(stranger, os.getpid(), KILL)
        for pid, parent in descendants(stranger).items():
            signal_one(pid, parent, KILL)
    return hunt_until if strangers else 0.0


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
