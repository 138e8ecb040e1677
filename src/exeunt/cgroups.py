"""A process → a control group of its own, where one costs nothing: it ends what forks.

Whoever is forked in a group stays in it, whatever it does about parents, sessions and
signals; one write ends them all, those too that another user's rights protect. That
takes version 2 and a group of our own that we may divide (root's, or a delegated one).
No controller comes with ours, so nobody's share of the machine changes.

A group ends with its run. It has the number of the process that made it in its name: a
group that is empty and whose maker is gone goes when the next one is made.
"""

from __future__ import annotations

import errno
import os
from time import sleep

from .tree import glance, libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PLACES = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified")  # where version 2 is mounted
PREFIX = "exeunt-"
CLONE3 = 435  # the call's number, on every machine but Alpha
INTO_CGROUP, CHILD = 1 << 33, 17  # the flag, and the signal that tells of an end
FIELDS, AT_SIGNAL = 11, 4  # numbers of a call, the last of which names the group
TRIES, MOMENT = 100, 0.0005  # how often a group is found busy, and seconds in between
MANY = 2000  # tries, where it was full a moment ago


def home() -> str:
    """Return the folder of our own group, if it may be divided; else nothing."""
    try:
        groups = glance("/proc/self/cgroup").decode("utf-8", "surrogateescape")
        ours = [line[3:] for line in groups.split("\n") if line.startswith("0::")]
        for place in PLACES if ours else ():
            found = f"{place}{ours[0]}".rstrip("/")
            if os.access(f"{found}/cgroup.procs", os.W_OK) and os.access(
                found, os.W_OK
            ):
                shared = glance(f"{found}/cgroup.subtree_control").strip()
                return "" if shared else found
    except OSError:
        pass  # no /proc, or a group without that file
    return ""


def fork_into(place: str) -> tuple[int, str]:
    """Fork, into a new group if there is a place for it; return its folder, too.

    No thread may run but this one: the C library does not hear of the fork.
    """
    group = make(place) if place and is_alone() else ""
    if group:
        folder = os.open(group, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        numbers = [INTO_CGROUP, *[0] * (FIELDS - 2), folder]
        numbers[AT_SIGNAL] = CHILD
        pid = libc("syscall", CLONE3, b"".join(map(packed, numbers)), 8 * FIELDS)
        if pid == 0:
            return 0, group
        os.close(folder)
        if pid > 0:
            return pid, group
        remove(group)
    return os.fork(), ""


def is_alone() -> bool:
    """Tell whether no thread runs but this one, by the kernel; Python counts late."""
    try:
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 - pathlib is dear
    except OSError:
        return False


def packed(number: int) -> bytes:
    """Return a number as the kernel reads it."""
    return number.to_bytes(8, __import__("sys").byteorder)


def make(place: str) -> str:
    """Make a group, if it can be ended at once; return its folder."""
    group = f"{place}/{PREFIX}{os.getpid()}-{os.urandom(4).hex()}"
    try:
        os.mkdir(group)  # noqa: PTH102 - pathlib is dear
    except OSError:
        return ""
    if os.path.exists(f"{group}/cgroup.kill"):  # noqa: PTH110
        return group
    remove(group)
    return ""


def members(group: str) -> list[int]:
    """Return who is in a group; 0 stands for a process that is not seen from here."""
    try:
        return list(map(int, glance(f"{group}/cgroup.procs").split()))
    except OSError:
        return []


def leave(group: str, *pids: int) -> bool:
    """Move processes out of a group, to where it was made; return whether they are."""
    try:
        for pid in pids:
            write(f"{os.path.dirname(group)}/cgroup.procs", pid)  # noqa: PTH120
    except ProcessLookupError:
        return True  # it has ended
    except OSError:
        return False
    return True


def kill(group: str) -> bool:
    """End all in a group; return whether that was possible."""
    try:
        write(f"{group}/cgroup.kill", 1)
    except FileNotFoundError:
        return True  # another has ended and removed it
    except OSError:
        return False
    return True


def release(group: str) -> None:
    """Let go of who is to run on, and remove the group; its keeper goes last."""
    for _ in range(TRIES):
        others = [pid for pid in members(group) if pid not in {0, os.getpid()}]
        if not others:
            break
        for pid in others:
            leave(group, pid)
    if leave(group, os.getpid()):
        remove(group)


def remove(group: str, tries: int = TRIES) -> bool:
    """Remove a group whose last process is just ending; return whether it is gone."""
    for _ in range(tries):
        try:
            os.rmdir(group)  # noqa: PTH106 - pathlib is dear
        except FileNotFoundError:
            return True
        except OSError as error:
            if error.errno != errno.EBUSY:
                return False
            sweep(group)
            sleep(MOMENT)
        else:
            return True
    return False


def sweep(place: str) -> None:
    """Remove the groups that nobody has made who lives."""
    for name in groups_in(place):
        maker = name.removeprefix(PREFIX).partition("-")[0]
        try:
            if maker.isdigit():
                os.kill(int(maker), 0)
        except ProcessLookupError:
            sweep(f"{place}/{name}")
            try:
                os.rmdir(f"{place}/{name}")  # noqa: PTH106 - pathlib is dear
            except OSError:
                pass  # somebody is in it, whom nobody ended
        except OSError:
            pass  # another user's


def groups_in(place: str) -> Iterator[str]:
    """Yield the names of the groups that were made in a place."""
    try:
        names = os.listdir(place)  # noqa: PTH208 - pathlib is dear
    except OSError:
        return
    yield from (name for name in names if name.startswith(PREFIX))


def write(path: str, number: int) -> None:
    """Write a number into a file of a group."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, b"%d" % number)
    finally:
        os.close(descriptor)
