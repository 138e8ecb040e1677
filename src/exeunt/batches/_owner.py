"""A puller → its lease, and on it the places that it runs jobs in.

Each place has a line: the job and the attempt that are about to start there, and the
keeper, as soon as it is known. A line needs no sync: whoever reads it finds either the
same start of the machine, with all that was written, or another one, where nothing of
it counts.
"""

from __future__ import annotations

import os
from time import monotonic, time

from ..lease import STAMP, Lease, boot, look, take
from ..store.clock import is_gone, namespace, started

LINE = 64  # bytes of a place's line
FIELDS = 4  # of a line
PLACES = 4096  # at most: as many lines are read
UNSEEN = 20.0  # seconds that keepers have whom nobody here can see


class Owner:
    """A puller of this process: its row, its lease, and its places."""

    def __init__(self, number: int, lease: Lease) -> None:
        self.number = number
        self.lease = lease
        self.pid: int = os.getpid()

    def note(
        self, place: int, job: int, attempt: int, keeper: int = 0, pid: int = 0
    ) -> None:
        """Write what is about to start in a place, and later who keeps it, and it."""
        who = name_of(keeper) if keeper else "-"
        line = f"{job} {attempt} {who} {pid}".encode("ascii").ljust(LINE - 1)
        os.pwrite(self.lease.descriptor, line + b"\n", STAMP + place * LINE)

    def leave(self, *, owes: bool) -> None:
        """Let go of the lease; where something has no end yet, others read it."""
        if owes:
            os.close(self.lease.descriptor)
        else:
            self.lease.drop()


def enlist(directory: str, count: int) -> Lease:
    """Take a lease for a new puller, with room for what it will write."""
    lease = take(directory)
    lease.renew(monotonic())
    os.pwrite(lease.descriptor, (b" " * (LINE - 1) + b"\n") * count, STAMP)
    return lease


def name_of(pid: int) -> str:
    """Name a process so that no later one is mistaken for it."""
    return f"{pid}:{started(pid)}"


def places(path: str, process: str) -> dict[tuple[int, int], tuple[str, int]] | None:
    """Return what a puller wrote last: the keeper and the command, by job and attempt.

    None if that means nothing: the machine was started since, or it is gone.
    """
    lines = look(path, STAMP + PLACES * LINE).words
    if not lines or process.partition(" ")[0] != boot():
        return None
    found: dict[tuple[int, int], tuple[str, int]] = {}
    for line in lines:
        words = line.split()
        if len(words) == FIELDS:
            job, attempt, keeper, pid = words
            found[int(job), int(attempt)] = keeper, int(pid)
    return found


def is_kept(keeper: str, path: str, process: str) -> bool:
    """Tell whether a keeper may still be there, ending what a gone puller ran.

    In another world of processes none can be seen, so time has to pass.
    """
    pid, _, start = keeper.partition(":")
    head, space, _, _ = process.split(" ")
    if space != namespace():
        try:
            return abs(time() - os.stat(path).st_mtime) < UNSEEN  # noqa: PTH116 - pathlib is dear
        except OSError:
            return False
    return (
        pid.isdigit() and bool(start) and not is_gone(f"{head} {space} {pid} {start}")
    )
