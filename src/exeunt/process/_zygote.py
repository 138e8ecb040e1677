"""A host's runs → one small process that has a keeper take over each.

A library may not fork a host: it may have threads, or a gigabyte of memory. So the
first run starts this process once; it is nobody's child, reads requests from a socket
and ends when the host does. What a killed keeper leaves behind comes to it and is
ended.

A command is to inherit what the host has at that moment. Its working directory goes
with each request; for whatever else may have changed, there is a new zygote.
"""

from __future__ import annotations

import os
import sys

from ..tree import CONT, glance, namespace
from ..tree import send as signal
from ._handing import FREE, LIMITED, LONG, PID, SOCKET, send, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .task import Task

_signal: Any = __import__("_signal")  # the C modules: `signal` would build its enums,
_socket: Any = __import__("_socket")  # `socket` costs 8 ms
INHERITED = (b"Umask", b"Uid", b"Gid", b"Groups", b"Cap", b"NoNew", b"Secc", b"Cpus_a")


class Zygote:
    """The host's end: it starts the process when first needed, and again if it died."""

    def __init__(self) -> None:
        self.socket: int = -1  # a bare number: nobody complains that it is never closed
        # Of the socket, since others may close its number and reuse it.
        self.identity: tuple[int, int] = (0, 0)
        self.circumstances: list[object] = []
        self.pid: int = 0  # as soon as it has said it
        self.reset()
        os.register_at_fork(after_in_child=self.reset)

    def reset(self) -> None:
        """Begin anew: a fork has a zygote of its own, and no thread that had locked."""
        self.lock: Any = __import__("_thread").allocate_lock()
        self.forget()

    def launch(self, task: Task, stdio: Sequence[int], orders: int, words: int) -> None:
        """Have a keeper take over a task."""
        said, paper = written(task), -1
        here = open_here()
        try:
            given = [here, *stdio, orders, words]
            if len(said) > LONG:
                paper = os.memfd_create("task", os.MFD_CLOEXEC)
                with open(paper, "wb", closefd=False) as file:
                    file.write(said)
                said = b""
                given.append(paper)
            with self.lock:
                self.send((LIMITED if task.limited else FREE) + said, given)
        finally:
            for descriptor in (here, paper):
                if descriptor >= 0:
                    os.close(descriptor)

    def send(self, said: bytes, descriptors: Sequence[int]) -> None:
        """Hand the descriptors of a request over."""
        now = circumstances()
        if now == self.circumstances and self.is_intact():
            try:
                self.wake()
                send(self.socket, said, descriptors)
            except OSError:
                pass  # it was killed
            else:
                return
        self.forget()
        self.start()
        self.circumstances = now
        send(self.socket, said, descriptors)

    def is_intact(self) -> bool:
        """Tell whether the socket is still there: a daemon closes all it finds."""
        try:
            return self.identity == identity(self.socket)
        except OSError:
            return False

    def wake(self) -> None:
        """Have it go on: a command may have stopped it; OSError, if it is dead."""
        socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, self.socket)
        try:
            said = socket.recv(PID, _socket.MSG_DONTWAIT)
        except BlockingIOError:
            said = None  # nothing more to say, so it lives
        finally:
            socket.detach()
        if said is not None:
            pid, where = divmod(int.from_bytes(said, "little"), 1 << 32)
            self.pid = pid if where == namespace() & 0xFFFF_FFFF else 0
        if said == b"":
            raise BrokenPipeError
        if self.pid:
            signal(self.pid, CONT)

    def rescue(self) -> list[int]:
        """Have it end what a keeper has left to it."""
        with self.lock:
            try:
                self.wake()
            except OSError:
                pass  # it is dead, and its children are nobody's
        return []

    def forget(self) -> None:
        """Close the socket, but not another file that has got its number."""
        if self.is_intact():
            os.close(self.socket)
        self.socket, self.pid = -1, 0

    def start(self) -> None:
        """Start the process and let it go: it is no child that the host might meet."""
        ours, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        home = os.path.dirname(  # noqa: PTH120 - pathlib is dear
            os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
        )
        code = (
            f"import sys; sys.path.append({home!r}); "
            "from exeunt.process._forker import main; main()"
        )
        actions = [
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), SOCKET),
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ]
        try:
            pid = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", "-X", "utf8", "-c", code],
                os.environ,
                file_actions=actions,
                setsigmask=(),
                setsigdef=_signal.valid_signals(),
            )
        except OSError as error:
            ours.close()
            raise OSError(error.errno, error.strerror) from None  # no file of theirs
        finally:
            theirs.close()
        try:
            os.waitpid(pid, 0)  # it forks at once and ends
        except ChildProcessError:
            pass  # the host ignores SIGCHLD, or has reaped it
        self.socket = ours.detach()
        self.identity = identity(self.socket)


def identity(descriptor: int) -> tuple[int, int]:
    """Return the device and the inode of a socket, which no other file has."""
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino


def circumstances() -> list[object]:
    """Return the rights and limits of the host, which a zygote does not see change.

    A host that gives up its rights must not find that its commands have kept them.
    """
    root = os.stat("/")  # noqa: PTH116 - pathlib is dear
    found: list[object] = [os.getresuid(), os.getresgid(), root.st_dev, root.st_ino]
    found += [os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)]
    try:
        lines = glance("/proc/thread-self/status").splitlines()
        found += [line for line in lines if line.startswith(INHERITED)]
        found.append(glance("/proc/self/limits"))
    except (FileNotFoundError, PermissionError):
        pass  # no /proc: the rights are known in any case
    return found


def open_here() -> int:
    """Open the host's working directory, wherever it has been moved to."""
    try:
        return os.open(".", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        error.filename = "the working directory"
        raise


ZYGOTE = Zygote()  # of this process; last, for it asks functions above
