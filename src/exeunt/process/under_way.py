"""/proc → the runs that are under way: the keepers of this user, by their names.

A keeper is called `exeunt:` and the number of the process whose command it keeps, so
nothing is written when a run begins, and nothing can be left over when one ends. A run
in another world of processes, such as a container's, is not seen from here.
"""

from __future__ import annotations

import os
from time import CLOCK_BOOTTIME, clock_gettime, time

from ..record import Record, final
from ..tree import KEEPER, glance, is_keepers_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LOGGER = "exeunt-logger"  # what a keeper becomes whose command has left something
PARENT, STARTED = 1, 19  # fields of /proc/PID/stat, behind the name


@final
class UnderWay(Record):
    """One command that runs now."""

    pid: int
    keeper: int
    host: int  # the process that asked for it
    words: tuple[str, ...]  # as they were given, with their secrets
    started: float  # seconds since 1970
    asked_by: tuple[str, ...]  # the words of the host
    parent: str  # the name of the process that started the host


class Seen(Record):
    """A process, as /proc lists it."""

    pid: int
    parent: int
    name: str
    started: int  # ticks since the machine's start


def runs() -> list[UnderWay]:
    """Return the runs of this user, the oldest first."""
    everybody = {one.pid: one for one in processes()}
    found: list[UnderWay] = []
    for one in everybody.values():
        keeper = everybody.get(one.parent)
        if keeper is None or is_keepers_name(one.name) or one.name == LOGGER:
            continue
        if not is_keepers_name(keeper.name) or not is_ours(keeper.pid):
            continue
        host = int(keeper.name.removeprefix(KEEPER))
        found.append(
            UnderWay(
                pid=one.pid,
                keeper=keeper.pid,
                host=host,
                words=words_of(one.pid) or (one.name,),
                started=since(one.started),
                asked_by=words_of(host),
                parent=starter(host),
            )
        )
    return sorted(found, key=lambda one: (one.started, one.pid))


def processes() -> Iterator[Seen]:
    """Yield every process that can be seen; one that has just ended is none."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib is dear
    except OSError:
        return
    for pid in names:
        one = process(int(pid)) if pid.isdigit() else None
        if one is not None:
            yield one


def process(pid: int) -> Seen | None:
    """Look at one process; None if it has ended."""
    try:
        head, _, rest = glance(f"/proc/{pid}/stat").rpartition(b")")
    except OSError:
        return None
    fields = rest.split()
    if len(fields) <= STARTED or fields[0] == b"Z":
        return None
    name = head.partition(b"(")[2].decode("utf-8", "replace")
    return Seen(pid, int(fields[PARENT]), name, int(fields[STARTED]))


def is_ours(pid: int) -> bool:
    """Tell whether a process is this user's; a keeper's files are nobody's."""
    try:
        status = glance(f"/proc/{pid}/status")
    except OSError:
        return False
    users = status.partition(b"\nUid:")[2].split(None, 1)
    return bool(users) and users[0] == str(os.getuid()).encode("ascii")


def words_of(pid: int) -> tuple[str, ...]:
    """Return the words that a process was started with, or has given itself."""
    try:
        words = glance(f"/proc/{pid}/cmdline")
    except OSError:
        return ()
    parts = words.removesuffix(b"\0").split(b"\0") if words else []
    return tuple(os.fsdecode(part) for part in parts)


def starter(pid: int) -> str:
    """Return the name of the process that started another one; none, if it is gone."""
    one = process(pid)
    parent = None if one is None or one.parent <= 1 else process(one.parent)
    return "" if parent is None else parent.name


def began(pid: int) -> float | None:
    """Return when a process began; None if it is gone."""
    one = process(pid)
    return None if one is None else since(one.started)


def since(ticks: int) -> float:
    """Return when something was, by the ticks since the machine's start."""
    passed = clock_gettime(CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    return time() - max(passed, 0.0)
