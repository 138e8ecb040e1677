"""A key → a call that is made at most once under it, and how that ended.

The key is on the disk before the call is made. One that was begun and has no ending is
never made again: nobody knows how far it got. Whether somebody still makes it is known
by its lease, which its keeper renews, and on which it leaves its last words.
"""

from __future__ import annotations

import os
from time import time

from ..errors import StoreError
from ..files import above, is_name, open_directory
from ..lease import GONE, Lease, look, take
from ..record import KW_ONLY, Record, final
from ._words import raw
from .clock import Clock, owner
from .place import unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from .database import Database

KEPT_SECONDS = 30 * 86_400.0  # an ending is told again for so long
BY_HAND = ""  # the owner of what a person has said of a call:
DONE, FAILED = b"done", b"failed"  # in place of a record
COLUMNS = "fingerprint, began, owner, record, lease"


@final
class Once(Record):
    """What is known under a key."""

    fingerprint: str  # of the call that the key was first used for
    began: float  # seconds since 1970
    _: KW_ONLY
    under_way: bool  # whoever began it is still there
    record: bytes | None  # how it ended; None: not yet, or nobody knows
    words: tuple[str, ...]  # of its keeper, where that is all there is
    by_hand: bool  # the record is what a person has said


class Onces:
    """The calls that are made once."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self.leases: str = f"{above(database.path)}/once"

    def begin(self, key: str, fingerprint: str) -> Once | Lease:
        """Take a key; its lease if it is ours now, else what is known under it."""
        taken: list[Lease] = []  # a transaction may be tried again

        def begin(connection: Connection) -> Once | Lease:
            known = self.known(connection, key)
            if known is not None and not never_ran(known):
                return known
            self.forget(connection, key)
            lease = taken[0] if taken else take(self.leases)
            taken[:] = [lease]
            now, counted = self.clock.now(), self.count(connection)
            row = raw(key), fingerprint, int(now * 1000), owner(), counted
            connection.execute(
                "INSERT INTO onces (key, fingerprint, began, owner, counted, lease)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*row, lease.path.rpartition("/")[2]),
            )
            return lease

        ours = False
        try:
            found = self.database.write(begin)
            ours = found in taken
        except OSError as error:
            raise unusable(self.leases, error) from None
        finally:
            for lease in () if ours else taken:
                lease.drop()
        return found

    def finish(self, key: str, record: bytes) -> None:
        """Note how the call ended that this process has begun."""
        query = "UPDATE onces SET record = ? WHERE key = ? AND owner = ?"
        if not self.database.change(query, (record, raw(key), owner())):
            msg = "its key was forgotten meanwhile, or resolved by hand"
            fix = "look at what it did before it is called again"
            raise StoreError(msg, fix=fix, error_code="STORE_STALE")

    def give_back(self, key: str) -> None:
        """Free a key that this process took for a call which then never began."""
        query = "DELETE FROM onces WHERE key = ? AND owner = ? AND record IS NULL"
        self.database.change(query, (raw(key), owner()))

    def resolve(self, key: str, record: bytes | None) -> bool:
        """Note what a person says of a call that nobody saw end, or free its key.

        False if the key is not known. One that is under way ends by itself, and one
        that has ended is as it is.
        """

        def resolve(connection: Connection) -> bool:
            known = self.known(connection, key)
            if known is None:
                return False
            if known.under_way:
                msg, fix = "it is under way", "wait for its end, or end it"
                raise StoreError(msg, fix=fix, error_code="ONCE_UNDER_WAY")
            if known.record is not None and not known.by_hand:
                msg = "it has ended, and how is known"
                fix = "use another key to run it again"
                raise StoreError(msg, fix=fix, error_code="ONCE_ENDED")
            if record is None:
                self.forget(connection, key)
                return True
            query = "UPDATE onces SET record = ?, owner = ? WHERE key = ?"
            connection.execute(query, (record, BY_HAND, raw(key)))
            return True

        return self.database.write(resolve)

    def sweep(self) -> None:
        """Forget endings that are old by both clocks; what has none stays."""

        def sweep(connection: Connection) -> set[str]:
            wall = int((self.clock.now() - KEPT_SECONDS) * 1000)
            passed = self.count(connection) - int(KEPT_SECONDS * 1000)
            connection.execute(
                "DELETE FROM onces WHERE record IS NOT NULL"
                " AND began < ? AND counted < ?",
                (wall, passed),
            )
            query = "SELECT lease FROM onces WHERE record IS NULL"
            return {name for (name,) in connection.execute(query)}

        self.tidy(self.database.write(sweep, durable=False))

    # --- in a transaction

    def known(self, connection: Connection, key: str) -> Once | None:
        """Return what is known under a key, if anything is."""
        query = f"SELECT {COLUMNS} FROM onces WHERE key = ?"  # noqa: S608 - our own words
        row = connection.execute(query, (raw(key),)).fetchone()
        if row is None:
            return None
        name, since, who, record, lease = row
        seen = look(self.path(lease)) if record is None else None
        return Once(
            name,
            since / 1000,
            under_way=seen is not None and seen.lives,
            record=record,
            words=() if seen is None else seen.words,
            by_hand=who == BY_HAND,
        )

    def forget(self, connection: Connection, key: str) -> None:
        """Free a key."""
        connection.execute("DELETE FROM onces WHERE key = ?", (raw(key),))

    def count(self, connection: Connection) -> int:
        """Add the time since the last call to the age of keys, by the machine's clock.

        What passed while no machine was on is not counted: keys are kept for longer.
        """
        query = "SELECT boot, since_boot, counted FROM counted"
        row = connection.execute(query).fetchone() or ("", 0, 0)
        boot, now = self.clock.boot(), int(self.clock.since_boot() * 1000)
        before = row[1] if row[0] == boot else 0
        counted: int = row[2] + max(0, now - before)
        query = "INSERT OR REPLACE INTO counted VALUES (1, ?, ?, ?)"
        connection.execute(query, (boot, now, counted))
        return counted

    # --- the leases

    def path(self, lease: str | None) -> str:
        """Return where a lease is; one of an older exeunt is nowhere."""
        return f"{self.leases}/{lease}" if lease and is_name(lease) else ""

    def tidy(self, known: set[str]) -> None:
        """Remove the leases of keys that nobody took, or whose endings are known."""
        try:
            folder = open_directory(self.leases)
        except OSError:
            return
        from ..logs import logs_in, remove  # now and then

        try:
            for changed, _, name in logs_in(folder):
                if name not in known and abs(time() - changed) > GONE:
                    remove(name, folder)
        except OSError:
            pass  # another time
        finally:
            os.close(folder)


def never_ran(known: Once) -> bool:
    """Tell whether a keeper has said that it started nothing, and nobody more."""
    said = known.words[-1:] if known.record is None and not known.under_way else ()
    return any(word.startswith("F ") for word in said)
