"""A host's runs → one small process that forks a keeper for each.

A library may not fork a host: it may have threads, or a gigabyte of memory. So the
first run starts this process once; it is nobody's child, reads requests from a socket
and ends when the host does. What a killed keeper leaves behind comes to it and is
ended.

A command is to inherit what the host has at that moment. Its working directory goes
with each request; for whatever else may have changed, there is a new zygote.
"""

from __future__ import annotations

import marshal
import os
import select
import sys
from time import monotonic

from ..cgroups import fork_into, home, kill, remove
from ..tree import (
    CONT,
    KILL,
    become_opaque,
    become_subreaper,
    children,
    descendants,
    glance,
    namespace,
    sees_processes,
    send,
    signal_one,
)
from ._holding import be_deaf, close_from, drain, wakened
from .keeper import PACE, keep, say
from .task import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

_signal: Any = __import__("_signal")  # the C modules: `signal` would build its enums,
_socket: Any = __import__("_socket")  # `socket` costs 8 ms
SOCKET = 3  # where a zygote finds its socket
AS_THEY_ARE = (
    *("asks_json", "listens", "timeout", "limited", "kill_after", "kill_wait"),
    *("signal", "cell", "exactly"),
)
TEXTS = ("search", "cwd", "terminal", "lease")
LIMITED, FREE = b"l", b"f"  # what comes with a request: whether its run may be ended
DESCRIPTORS = 7  # of a request: task, directory, stdin, stdout, stderr, orders, words
INT = 4  # bytes of a descriptor in a message,
PID = 8  # and of what a zygote says of itself: its number, and of which namespace
HUNT = 3.0  # seconds that the orphans of a killed keeper are pursued
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
        """Have a keeper forked for a task."""
        paper = os.memfd_create("task", os.MFD_CLOEXEC)
        here = -1
        try:
            with open(paper, "wb", closefd=False) as file:
                marshal.dump(fields(task), file)
            here = open_here()
            with self.lock:
                said = LIMITED if task.limited else FREE
                self.send(said, (paper, here, *stdio, orders, words))
        finally:
            os.close(paper)
            if here >= 0:
                os.close(here)

    def send(self, said: bytes, descriptors: Sequence[int]) -> None:
        """Hand the descriptors of a request over."""
        packed = b"".join(n.to_bytes(INT, "little") for n in descriptors)
        rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)]
        now = circumstances()
        if now == self.circumstances and self.is_intact():
            try:
                self.wake()
                send_rights(self.socket, said, rights)
            except OSError:
                pass  # it was killed
            else:
                return
        self.forget()
        self.start()
        self.circumstances = now
        send_rights(self.socket, said, rights)

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
            send(self.pid, CONT)

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
            "from exeunt.process._zygote import main; main()"
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


def send_rights(descriptor: int, said: bytes, rights: Any) -> None:
    """Send descriptors through a socket, and whether their run is limited."""
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, descriptor)
    try:
        socket.sendmsg([said], rights, _socket.MSG_NOSIGNAL)
    finally:
        socket.detach()


def circumstances() -> list[object]:
    """Return the rights and limits of the host, which a zygote does not see change.

    A host that gives up its rights must not find that its commands have kept them.
    """
    root = os.stat("/")  # noqa: PTH116 - pathlib is dear
    found: list[object] = [os.getresuid(), os.getresgid(), root.st_dev, root.st_ino]
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


def fields(task: Task) -> dict[str, Any]:
    """Return the fields of a task, in types that marshal knows.

    Texts go as the bytes that the host means: a zygote always speaks UTF-8.
    """
    found: dict[str, Any] = {name: getattr(task, name) for name in AS_THEY_ARE}
    for name in TEXTS:
        text = getattr(task, name)
        found[name] = None if text is None else os.fsencode(text)
    found["words"] = [os.fsencode(word) for word in task.words]
    found["env"] = {os.fsencode(n): os.fsencode(v) for n, v in task.env.items()}
    return found


def task_of(found: dict[str, Any]) -> Task:
    """Make a task of its fields."""
    for name in TEXTS:
        found[name] = None if found[name] is None else os.fsdecode(found[name])
    words = [os.fsdecode(word) for word in found.pop("words")]
    env = {os.fsdecode(n): os.fsdecode(v) for n, v in found.pop("env").items()}
    return Task(words, env, **found)


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


def unpack(packed: bytes) -> list[int]:
    """Read the descriptors of a message."""
    size = len(packed) // INT * INT
    return [int.from_bytes(packed[i : i + INT], "little") for i in range(0, size, INT)]


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


ZYGOTE = Zygote()  # of this process; last, for it asks functions above
