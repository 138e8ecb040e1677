"""A lease → whether who holds it still lives, and what its keeper said last.

A file, locked by whoever holds it: the kernel lets go of that lock when they end, in
whatever namespace of processes they are. The keeper writes the time into it as well,
and its words below that. It is decided here when a holder counts as gone: when nobody
has the lock, or when the time in it is old, or one that has not come yet.

    boot monotonic wall       STAMP bytes, written over at each renewal
    S pid subreaper           what the keeper said, as keeper.py lists it
"""

from __future__ import annotations

import os
from time import monotonic, sleep, time

from .files import open_new, open_old, unlink
from .record import Record, final

RENEWED = 10.0  # seconds from one renewal to the next
AGAIN = 1.0  # seconds to the next try of one that failed
LOST = 45.0  # seconds without one, after which the keeper ends its own tree
GONE = 60.0  # seconds after which nobody counts on the holder any more
STAMP = 96  # bytes at the beginning
MOST = 16_384  # bytes of a lease: four lines of a keeper
LOOKS, MOMENT = 3, 0.002  # how often a lock is looked at, and seconds in between
BOOT_ID = "/proc/sys/kernel/random/boot_id"
NO_BOOT = "-"  # where nobody names it


@final
class Seen(Record):
    """What a lease tells whoever looks at it."""

    lives: bool  # who holds it is there, and not held up
    words: tuple[str, ...]  # what the keeper said, as far as it came


NOTHING = Seen(lives=False, words=())


class Lease:
    """A lease that this process holds."""

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = path
        self.descriptor = descriptor
        lock(descriptor)
        self.renewed_at: float = monotonic()
        self.due_at: float = self.renewed_at
        self.end: int = max(STAMP, os.fstat(descriptor).st_size)

    def renew(self, now: float) -> bool:
        """Renew it if that is due; False if it is lost, for this and all time."""
        if now - self.renewed_at >= LOST:
            self.due_at = now + GONE
            return False
        if now < self.due_at:
            return True
        try:
            os.pwrite(self.descriptor, stamp(), 0)
            seen = os.fstat(self.descriptor).st_nlink > 0  # or nobody can look at it
        except OSError:
            seen = False
        self.due_at = now + (RENEWED if seen else AGAIN)
        if seen:
            self.renewed_at = now
        return True

    def write(self, line: str, *, durable: bool) -> None:
        """Append a line for other processes; a write that fails is ignored."""
        data = f"{line}\n".encode("utf-8", "surrogateescape")
        try:
            self.end += os.pwrite(self.descriptor, data, self.end)
            if durable:
                os.fsync(self.descriptor)
        except OSError:
            pass

    def drop(self) -> None:
        """Delete the lease and close it: how the call ended is recorded elsewhere."""
        drop(self.path)
        os.close(self.descriptor)


def take(directory: str) -> Lease:
    """Make a lease of a new name, and hold it."""
    name = os.urandom(16).hex()
    lease = Lease(f"{directory}/{name}", open_new(directory, name))
    lease.renew(monotonic())
    return lease


def hold(path: str) -> Lease:
    """Hold a lease that the caller has made."""
    return Lease(path, open_old(path, how=os.O_WRONLY))


def drop(path: str) -> None:
    """Delete a lease whose call is over or never began."""
    unlink(path)  # or it is gone, or stays, and is tidied away


def look(path: str, most: int = MOST) -> Seen:
    """Tell what is known of a lease; one that cannot be read has no holder."""
    try:
        descriptor = open_old(path)
    except (OSError, ValueError):
        return NOTHING
    try:
        held = not is_free(descriptor)
        data = os.pread(descriptor, most, 0)  # after the lock, so all of it
    except OSError:
        return NOTHING
    finally:
        os.close(descriptor)
    lines = data[STAMP:].decode("utf-8", "surrogateescape").split("\n")[:-1]
    return Seen(lives=held and is_fresh(data[:STAMP]), words=tuple(lines))


def lock(descriptor: int) -> None:
    """Lock the file until this process ends, or raise OSError where it cannot be."""
    from fcntl import LOCK_NB, LOCK_SH, flock  # 1 ms, for who holds one

    flock(descriptor, LOCK_SH | LOCK_NB)


def is_free(descriptor: int) -> bool:
    """Tell whether nobody holds the file; others may just be looking, for a moment."""
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock  # as above

    for _ in range(LOOKS):
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            sleep(MOMENT)
            continue
        flock(descriptor, LOCK_UN)
        return True
    return False


def stamp() -> bytes:
    """Write down now, by two clocks: one that the machine's start ends, and the wall's.

    The first stands still while the machine sleeps, as do all who could look.
    """
    moments = f"{int(monotonic() * 1000)} {int(time() * 1000)}"
    return f"{boot() or NO_BOOT} {moments}".ljust(STAMP - 1).encode("ascii") + b"\n"


def is_fresh(written: bytes) -> bool:
    """Tell whether a stamp is of the last minute; one from the future is of none."""
    try:
        start, *moments = written.decode("ascii").split()
        passed, wall = (int(moment) / 1000 for moment in moments)
    except ValueError:
        return False
    if start == (boot() or NO_BOOT):
        return 0 <= monotonic() - passed <= GONE
    return abs(time() - wall) <= GONE


def boot() -> str:
    """Name this start of the machine; empty where nobody says."""
    try:
        with open(BOOT_ID, encoding="ascii", errors="replace") as file:  # noqa: PTH123 - pathlib is dear
            return file.read().strip()
    except OSError:
        return ""
