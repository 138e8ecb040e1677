"""A cell, and what starts a command → that command inside, and who tells how it ends.

    keeper ── leader ── init ── command
              outside   PID 1 of the cell

The leader enters the cell and ends as the command does. Init reaps what loses its
parent; it ends when nothing is left, or when the keeper is gone, and the kernel then
ends whatever is in the cell and takes its mounts away. Neither is a step on a signal's
way: the keeper, and whoever asked, signal the command itself.

Under Landlock there are no namespaces, and the leader starts the command by itself.
"""

from __future__ import annotations

import os
import select

from ..tree import descendants
from . import _kernel as kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    Start = Callable[[], int]

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
IGNORED = (1, 2, 3, 13, 15)  # HUP INT QUIT PIPE TERM: they are for the command
APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWNET | kernel.NEWIPC
BASE = "/run/base"  # where the cell's root is put together
CONSOLE = "/dev/console"  # where a command finds its terminal
PLAIN = kernel.NOSUID | kernel.NODEV | kernel.NOEXEC
# What root could change in a proc of its own: all of it is the machine's.
OF_THE_MACHINE = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi")
# chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap, net_bind_service,
# setfcap: what root needs to be root among its own files, and nothing of the machine.
KEPT = frozenset({0, 1, 3, 4, 5, 6, 7, 8, 10, 31})
FIRST, FEW = 100, 3  # pids that are passed over: of any others, or one after another
OTHERS = b"\1"  # after a status: others are still in the cell
IFF_UP, SIOCSIFFLAGS = 1, 0x8914


class Refused(Exception):
    """The command never ran: why, in a word and in a sentence."""

    def __init__(self, why: Any, detail: str) -> None:
        super().__init__(detail)
        self.why: Any = why  # a StartFailure, which is known above
        self.detail = detail


def start_in(cell: Mapping[str, Any], start: Start) -> tuple[int, int, int]:
    """Start a command in a cell; return the leader, init (or 0), and the command.

    The command may run for as long as this process does.
    """
    told, tells = os.pipe()
    waits, lifeline = os.pipe()
    leader = os.fork()
    if not leader:
        try:
            os.close(lifeline)
            lead(cell, start, tells, waits)
        except BaseException as error:  # noqa: BLE001 - no caller above could tell it
            tell(tells, error)
        finally:
            os._exit(1)  # noqa: TID251 - a process of its own
    os.close(tells)
    os.close(waits)
    said = b""
    while not said.endswith(b"\n") and (piece := os.read(told, 4096)):
        said += piece
    os.close(told)
    word, _, rest = said.decode("utf-8", "surrogateescape").strip().partition(" ")
    if word == "S":
        chain = [leader]
        for pid, parent in descendants(leader).items():  # parents first, older ones too
            if parent == chain[-1] and len(chain) <= 1 + (not is_open(cell)):
                chain.append(pid)
        if is_open(cell):
            os.close(lifeline)
            return leader, 0, chain[-1]
        os.write(lifeline, b"s")  # seen; it stays open as long as this process lives
        return leader, chain[1], chain[-1]
    os.close(lifeline)
    os.waitpid(leader, 0)
    why, _, detail = rest.partition(" ")
    raise Refused(why or "failed", detail or "the cell could not be entered")


def is_open(cell: Mapping[str, Any]) -> bool:
    """Tell whether a cell has no namespaces, and so no init."""
    return bool(cell["kind"] == "landlock")


def tell(where: int, error: BaseException) -> None:
    """Say why there is no command."""
    why = getattr(error, "why", "failed")
    detail = getattr(error, "detail", f"the cell could not be entered: {error}")
    text = f"F {why} {detail}".replace("\n", " ")[:4000]
    os.write(where, text.encode("utf-8", "surrogateescape") + b"\n")


def lead(cell: Mapping[str, Any], start: Start, tells: int, waits: int) -> NoReturn:
    """Be the leader: enter the cell, have the command started, and end as it did."""
    _signal.set_wakeup_fd(-1)
    # Not ignored, which would be taken for the command's own choice.
    for number in IGNORED:
        _signal.signal(number, nothing)
    os.setsid()
    if is_open(cell):
        from ._landlock import restrict

        restrict(cell["writable"], network=cell["network"] == "loopback")
        command = start()
        settle((tells,))
        os.write(tells, b"S\n")
        os.close(tells)
        end_as(os.waitpid(command, 0)[1])
    here = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    enter(cell)
    status, ends = os.pipe()
    init = os.fork()
    if not init:
        os.close(status)
        try:
            be_init(cell, start, tells, ends, waits)
        except BaseException as error:  # noqa: BLE001 - as above
            tell(tells, error)
        finally:
            os._exit(1)  # noqa: TID251 - as above
    kernel.give_up()
    settle((status, here))
    os.close(here)
    said = os.read(status, 5)
    if len(said) == 4:  # noqa: PLR2004 - a status, and nobody is left
        os.waitpid(init, 0)
    end_as(int.from_bytes(said[:4], "little") if said else 9)


def nothing(_number: int, _frame: object) -> None:
    """Let a signal pass that is for the command."""


def settle(kept: Sequence[int]) -> None:
    """Hold no stream of the command's, and nothing of the keeper's."""
    kernel.control(kernel.SET_DUMPABLE, 0)  # nobody may look into it
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    highest = max((*kept, nowhere)) + 64
    for number in range(3, highest):
        if number not in kept:
            try:
                os.close(number)
            except OSError:
                pass  # there was none


def end_as(status: int) -> NoReturn:
    """End as another process has ended."""
    if os.WIFSIGNALED(status):  # without a core of ours: it is not dumpable
        number = os.WTERMSIG(status)
        if number not in {9, 19}:
            _signal.signal(number, _signal.SIG_DFL)
        _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 255)  # noqa: TID251 - as above


def enter(cell: Mapping[str, Any]) -> None:
    """Leave the machine for a cell: its own files, processes and network."""
    holder, joined = cell["holder"], cell.get("join")
    if cell["user"]:
        join(f"/proc/{holder}/ns/user", kernel.NEWUSER)
    if joined:
        places = [(f"/proc/{joined}/ns/{n}", k) for n, k in JOINED.items()]
        held = [(os.open(path, os.O_RDONLY | os.O_CLOEXEC), k) for path, k in places]
        for descriptor, kind in held:
            kernel.join(descriptor, kind)
            os.close(descriptor)
        kernel.unshare(kernel.NEWNS | kernel.NEWPID)
        return
    join(f"/proc/{holder}/ns/mnt", kernel.NEWNS)
    kernel.unshare(APART)
    build(cell)


JOINED = {"net": kernel.NEWNET, "ipc": kernel.NEWIPC, "mnt": kernel.NEWNS}


def join(path: str, kind: int) -> None:
    """Enter a namespace that is named by a path."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    kernel.join(descriptor, kind)
    os.close(descriptor)


def build(cell: Mapping[str, Any]) -> None:
    """Put the files of a cell together, and make them all there is."""
    room, more = cell["room"], cell["options"]
    for kind, place, number in cell["mounts"]:
        target = f"{BASE}{place}".rstrip("/")
        if kind == "overlay":
            flags = kernel.NODEV | (kernel.NOSUID if cell["user"] else 0)
            upper = f"{room}/{number}"
            kernel.overlay(place, target, upper, flags=flags, more=more)
        elif kind == "empty":
            kernel.bind(f"{room}/{number}/up", target)
        elif kind == "shown":
            kernel.bind(place, target, whole=True)
            kernel.forbid(target, kernel.RDONLY | kernel.NODEV, whole=True)
        else:  # a piece that the holder has made
            kernel.bind(number, target, whole=True)
            kernel.forbid(target, kernel.RDONLY)
    kernel.bind(f"{room}/run", f"{BASE}/run")
    kernel.bind(f"{room}/shm", f"{BASE}/dev/shm")  # noqa: S108 - its own
    if cell.get("terminal"):
        kernel.bind(cell["terminal"], f"{BASE}{CONSOLE}")
    for old, new in cell["needed"]:
        kernel.bind(old, f"{BASE}{new}", whole=True)
        kernel.forbid(f"{BASE}{new}", kernel.RDONLY, whole=True)
    os.chdir(BASE)
    kernel.mount(".", "/", None, kernel.MOVE)
    os.chroot(".")
    os.chdir("/")


def own_processes(cell: Mapping[str, Any]) -> None:
    """Show the processes of the cell, and no other; nothing of the machine's to set."""
    kernel.mount("proc", "/proc", "proc", PLAIN)
    begin_at(int.from_bytes(os.urandom(1)) + FIRST)
    if cell["user"]:
        return
    for name in OF_THE_MACHINE:
        path = f"/proc/{name}"
        if os.path.exists(path):  # noqa: PTH110 - pathlib is dear
            kernel.bind(path, path)
            kernel.forbid(path, kernel.RDONLY | PLAIN)


def begin_at(pid: int) -> None:
    """Have the command get another pid each time: what names it is to be seen."""
    try:
        last = os.open("/proc/sys/kernel/ns_last_pid", os.O_WRONLY)
        os.write(last, str(pid).encode())
        os.close(last)
    except OSError:
        for _ in range(pid & FEW):  # a kernel without it
            child = os.fork()
            if not child:
                os._exit(0)  # noqa: TID251 - a process of its own
            os.waitpid(child, 0)


def be_init(
    cell: Mapping[str, Any], start: Start, tells: int, ends: int, lifeline: int
) -> NoReturn:
    """Be PID 1: start the command, reap, end with the last process or the keeper."""
    os.setsid()
    own_processes(cell)
    if cell["network"] == "loopback" and not cell.get("join"):
        raise_loopback()
    kernel.bound(KEPT)
    kernel.control(kernel.NO_NEW_PRIVS, 1)
    wake, wakes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    _signal.signal(17, nothing)  # CHLD
    _signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    command = start()
    kernel.give_up()
    settle((tells, ends, lifeline, wake, wakes))
    os.write(tells, b"S\n")
    os.close(tells)
    os.read(lifeline, 1)  # the keeper has seen the command
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(wake, select.POLLIN)
    ended = False
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == lifeline:
                os._exit(1)  # noqa: TID251 - the kernel ends all that is left
            os.read(wake, 4096)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                os._exit(0)  # noqa: TID251 - nobody is left
            if not pid:
                break
            if pid == command and not ended:
                ended = True
                said = status.to_bytes(4, "little")
                os.write(ends, said if is_alone() else said + OTHERS)


def is_alone() -> bool:
    """Tell whether init has no child any more, not even one to reap."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def raise_loopback() -> None:
    """Have a network that leads nowhere but here."""
    import fcntl

    socket: Any = __import__("_socket")
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asked = b"lo".ljust(16, b"\0") + IFF_UP.to_bytes(2, "little") + bytes(22)
    fcntl.ioctl(made.fileno(), SIOCSIFFLAGS, asked)
    made.close()
