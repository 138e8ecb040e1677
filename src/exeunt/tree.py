"""A process → all that descends from it, found in /proc and signalled without mistake.

Whoever asks is the parent of everything that lost its own (a child subreaper), so the
tree below it is complete. A pid is only a number: a direct child's is ours until we
reap it, any other is held by a pidfd and looked at once more before it is signalled.

Where /proc does not help, or no descriptor is left to read it with, the kernel is asked
of one number after another whether it is our child. Whoever ends those gets the next.
"""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
HUP, TERM, KILL, CONT, STOP, TSTP = (
    1,
    15,
    9,
    18,
    19,
    20,
)  # on every machine but Alpha and MIPS
SET_SUBREAPER, SET_DUMPABLE = 36, 4  # prctl's PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE
SET_NAME = 15  # and PR_SET_NAME
KEEPER = "exeunt:"  # what a keeper's name begins with; that of its host follows
LIBRARYS = (32, 33)  # of the C library, which lets nobody handle or block them
BLOCK, BLOCK_ELSEWHERE = 14, 135  # rt_sigprocmask
HIGHEST = 1 << 22  # no number of a process is above
SHORT = {errno.EMFILE, errno.ENFILE, errno.ENOMEM}  # nothing is left to look with


LOOKED_AT = os.WEXITED | os.WNOHANG | os.WNOWAIT  # a child that has ended stays one


def libc(name: str, *given: object) -> int:
    """Call a function of the C library; -1 where there is no such thing."""
    try:
        import _ctypes  # ctypes itself would cost 10 ms

        call: Any = _ctypes
        return int(call.call_function(call.dlsym(call.dlopen(None, 0), name), given))
    except (ImportError, OSError, AttributeError):
        return -1


def become_subreaper() -> bool:
    """Have every orphan below come to this process; False where that is impossible."""
    return libc("prctl", SET_SUBREAPER, 1, 0, 0, 0) == 0


def become_opaque() -> None:
    """Have no process of this user open what we hold, trace us or read our memory."""
    libc("prctl", SET_DUMPABLE, 0, 0, 0, 0)


def be_keeper_of(host: int) -> None:
    """Have `ps` and others see for which process this one, or a fork, keeps a command.

    A name has 15 bytes, and a command does not inherit it.
    """
    libc("prctl", SET_NAME, f"{KEEPER}{host}".encode("ascii"), 0, 0, 0)


def is_keepers_name(name: str) -> bool:
    """Tell whether a process is called like a keeper, or what forks them."""
    return name.startswith(KEEPER) and name.removeprefix(KEEPER).isdigit()


def withstand(faults: Sequence[int] = ()) -> None:
    """Block what Python cannot, and faults that others feign: one of ours ends us.

    Ignored, they would stay so for a command; a handler would return to the fault.
    """
    mask = sum(1 << number - 1 for number in (*faults, *LIBRARYS))
    call = BLOCK if os.uname().machine == "x86_64" else BLOCK_ELSEWHERE
    if libc("syscall", call, 0, mask.to_bytes(8, sys.byteorder), None, 8) < 0:
        _signal.pthread_sigmask(_signal.SIG_BLOCK, faults)


def sees_processes() -> bool:
    """Tell whether /proc is there and counts as we do; a container's may not."""
    try:
        return os.readlink("/proc/self") == str(os.getpid())  # noqa: PTH115
    except OSError:
        return False


def namespace() -> int:
    """Name the one that numbers of processes are of here; 0 where nobody says."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116 - pathlib is dear
    except OSError:
        return 0


def descendants(root: int) -> dict[int, int]:
    """Return each process below one, parents first, with its parent."""
    try:
        if sees_processes():
            return listed(root)
    except OSError:
        pass  # too few descriptors
    return dict.fromkeys(kin(), root) if root == os.getpid() else {}


def listed(root: int) -> dict[int, int]:
    """Return each process below one, as /proc tells; OSError, if it cannot be read."""
    found: dict[int, int] = {}
    queue = [root]
    by_parent: dict[int, list[int]] | None = None
    while queue:
        parent = queue.pop(0)
        below = children(parent)
        if below is None:
            by_parent = everyone() if by_parent is None else by_parent
            below = by_parent.get(parent, [])
        for pid in below:
            if pid not in found:
                found[pid] = parent
                queue.append(pid)
    return found


def children(pid: int) -> list[int] | None:
    """Ask the kernel for a process's children; None if it does not say."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - pathlib is dear
            listed = glance(f"/proc/{pid}/task/{task}/children")
            found += map(int, listed.split())
    except FileNotFoundError:
        return [] if not os.path.exists(f"/proc/{pid}") else None  # noqa: PTH110
    except OSError as error:
        if error.errno in SHORT:
            raise
        return []  # it ended while we looked
    return found


def kin() -> list[int]:
    """Find our children that live, without /proc and without a descriptor.

    Numbers are given in turn, so they lie between our own and the newest one. Where the
    turns have begun anew, or nobody can be asked for the newest, all are tried.
    """
    own, new = os.getpid(), newest()
    found = [pid for pid in range(own + 1, new) if has_child(pid)]
    if not found and has_living():
        found = [pid for pid in range(2, HIGHEST) if has_child(pid)]
    return found


def has_living() -> bool:
    """Tell whether a child of ours lives, and none waits for us to notice its end."""
    try:
        return os.waitid(os.P_ALL, 0, LOOKED_AT) is None
    except OSError:
        return False


def newest() -> int:
    """Return the newest number, a thread's; 0 where none can be started."""
    import _thread

    said, ended = [0], _thread.allocate_lock()

    def say() -> None:
        said[0] = _thread.get_native_id()
        ended.release()

    ended.acquire()
    try:
        _thread.start_new_thread(say, ())
    except RuntimeError:
        return 0
    ended.acquire()
    return said[0]


def has_child(pid: int) -> bool:
    """Tell whether a number is that of a child of ours which lives."""
    try:
        return os.waitid(os.P_PID, pid, LOOKED_AT) is None
    except OSError:
        return False


def glance(path: str) -> bytes:
    """Read a file of /proc, to its end; open() would take twice as long."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = piece = os.read(descriptor, 8192)
        while piece:
            piece = os.read(descriptor, 65_536)
            data += piece
        return data
    finally:
        os.close(descriptor)


def everyone() -> dict[int, list[int]]:
    """Sort all processes by parent, for kernels that do not list children."""
    found: dict[int, list[int]] = {}
    try:
        names = os.listdir("/proc")  # noqa: PTH208
    except OSError:
        return found
    for name in names:
        if name.isdigit():
            found.setdefault(parent_of(int(name)), []).append(int(name))
    return found


def parent_of(pid: int) -> int:
    """Return a process's parent; -1 if it is gone."""
    try:
        # pid (name) state ppid: the name may hold anything, brackets included
        return int(glance(f"/proc/{pid}/stat").rpartition(b")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return -1


def is_zombie(pid: int) -> bool:
    """Tell whether a process has ended and waits for its parent to notice."""
    try:
        if os.waitid(os.P_PID, pid, LOOKED_AT) is not None:
            return True
    except OSError:  # no child of ours
        return state_of(pid) in {"Z", "X", ""}
    return state_of(pid) in {"Z", "X"}  # whoever traces it has not noticed


def is_stopped(pid: int) -> bool:
    """Tell whether a process does not go on before somebody says so."""
    return state_of(pid) in {"T", "t"}


def state_of(pid: int) -> str:
    """Return the letter of what a process does; none where nobody says."""
    try:
        return glance(f"/proc/{pid}/stat").rpartition(b") ")[2][:1].decode("ascii")
    except OSError:
        return ""


def is_at_rest(root: int) -> bool:
    """Tell whether a process and all below it wait for something; so if nobody says."""
    for pid in (root, *descendants(root)):
        try:
            stat = glance(f"/proc/{pid}/stat")
        except OSError:
            continue  # gone
        if stat.rpartition(b") ")[2][:1] in {b"R", b"D"}:
            return False
    return True


def ignores(pid: int, number: int) -> bool:
    """Tell whether a process has chosen to ignore a signal."""
    return is_in_mask(pid, b"\nSigIgn:", number)


def heeds(pid: int, number: int) -> bool:
    """Tell whether a process has an answer of its own to a signal, or ignores it."""
    return is_in_mask(pid, b"\nSigCgt:", number) or ignores(pid, number)


def is_in_mask(pid: int, name: bytes, number: int) -> bool:
    """Tell whether a signal is one of a set that /proc names."""
    try:
        mask = glance(f"/proc/{pid}/status").partition(name)[2].split()[0]
        return bool(int(mask, 16) >> (number - 1) & 1)
    except (OSError, IndexError, ValueError):
        return False


def is_in_group(pid: int, group: int) -> bool:
    """Tell whether a process is one of a group's."""
    try:
        return os.getpgid(pid) == group
    except OSError:
        return False  # it is gone


def signal_one(pid: int, parent: int, number: int) -> None:
    """Signal a process if it is still the child of the parent that we saw."""
    try:
        if parent == os.getpid():
            os.kill(pid, number)  # unreaped, so the number is still its own
            return
        held = os.pidfd_open(pid)
    except (OSError, AttributeError):
        return  # gone, or another user's
    try:
        if parent_of(pid) in {parent, os.getpid()}:
            _signal.pidfd_send_signal(held, number)
    except OSError:
        pass  # as above
    finally:
        os.close(held)


def revive(pid: int, *, harshly: bool) -> bool:
    """Have a process go on that one below it has stopped; tell whether it was.

    Where it is stopped again and again, harshly: what does so is below it, and killed.
    Who is not seen is told to go on, too: it harms nobody who does.
    """
    state = state_of(pid) if pid > 1 and sees_processes() else ""
    if pid <= 1 or state not in {"T", "t", ""}:
        return False
    if state and harshly:
        for below, parent in descendants(pid).items():
            signal_one(below, parent, KILL)
    if state:
        signal_one(pid, parent_of(pid), CONT)
    else:
        send(pid, CONT)
    return bool(state)


def send(pid: int, number: int) -> None:
    """Signal a process that is held otherwise: it has not ended, or is a child."""
    try:
        os.kill(pid, number)
    except OSError:
        pass  # it has just ended
