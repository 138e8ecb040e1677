"""A process → all that descends from it, found in /proc and signalled without mistake.

Whoever asks is the parent of everything that lost its own (a child subreaper), so the
tree below it is complete. A pid is only a number: a direct child's is ours until we
reap it, any other is held by a pidfd and looked at once more before it is signalled.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
HUP, TERM, KILL, CONT = 1, 15, 9, 18  # on every machine but Alpha and MIPS
SET_SUBREAPER = 36  # prctl's PR_SET_CHILD_SUBREAPER


def become_subreaper() -> bool:
    """Have every orphan below come to this process; False where that is impossible."""
    try:
        import _ctypes  # ctypes itself would cost 10 ms

        call: Any = _ctypes
        prctl = call.dlsym(call.dlopen(None, 0), "prctl")
        return bool(call.call_function(prctl, (SET_SUBREAPER, 1, 0, 0, 0)) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def sees_processes() -> bool:
    """Tell whether /proc is there and counts as we do; a container's may not."""
    try:
        return os.readlink("/proc/self") == str(os.getpid())  # noqa: PTH115
    except OSError:
        return False


def descendants(root: int) -> dict[int, int]:
    """Return each process below one, parents first, with its parent."""
    found: dict[int, int] = {}
    queue = [root] if sees_processes() else []
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
    except OSError:
        return []  # it ended while we looked
    return found


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
        stat = glance(f"/proc/{pid}/stat")
        return stat.rpartition(b")")[2].split()[0] in {b"Z", b"X"}
    except (OSError, IndexError):
        return True


def is_stopped(pid: int) -> bool:
    """Tell whether a process does not go on before somebody says so."""
    try:
        return glance(f"/proc/{pid}/stat").rpartition(b") ")[2][:1] in {b"T", b"t"}
    except OSError:
        return False


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
    try:
        mask = glance(f"/proc/{pid}/status").partition(b"\nSigIgn:")[2].split()[0]
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
    """
    if pid <= 1 or not is_stopped(pid):
        return False
    if harshly:
        for below, parent in descendants(pid).items():
            signal_one(below, parent, KILL)
    signal_one(pid, parent_of(pid), CONT)
    return True
