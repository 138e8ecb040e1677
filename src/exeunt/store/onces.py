"""A key → a call that is made at most once under it, and how that ended.

The key is on the disk before the call is made. One that was begun and has no ending is
never made again: nobody knows how far it got.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final
from ._words import raw
from .clock import Clock, is_gone, owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from ._database import Database

KEPT_SECONDS = 30 * 86_400.0  # an ending is told again for so long


@final
class Once(Record):
    """What is known under a key."""

    fingerprint: str  # of the call that the key was first used for
    began: float  # seconds since 1970
    _: KW_ONLY
    under_way: bool  # whoever began it is still there
    record: bytes | None  # how it ended; None: not yet, or nobody knows


class Onces:
    """The calls that are made once."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def begin(self, key: str, fingerprint: str) -> Once | None:
        """Take a key; None if it is ours now, else what is known under it."""
        began = int(self.clock.now() * 1000)

        def take(connection: Connection) -> Once | None:
            query = "SELECT fingerprint, began, owner, record FROM onces WHERE key = ?"
            row = connection.execute(query, (raw(key),)).fetchone()
            if row is not None:
                name, since, who, record = row
                under_way = record is None and not is_gone(who)
                return Once(name, since / 1000, under_way=under_way, record=record)
            connection.execute(
                "INSERT INTO onces VALUES (?, ?, ?, ?, NULL)",
                (raw(key), fingerprint, began, owner()),
            )
            return None

        return self.database.write(take)

    def finish(self, key: str, record: bytes) -> None:
        """Note how the call ended that this process has begun."""
        query = "UPDATE onces SET record = ? WHERE key = ? AND owner = ?"
        self.database.change(query, (record, raw(key), owner()))

    def give_back(self, key: str) -> None:
        """Free a key that this process took for a call which then never began."""
        query = "DELETE FROM onces WHERE key = ? AND owner = ? AND record IS NULL"
        self.database.change(query, (raw(key), owner()))

    def sweep(self) -> None:
        """Forget endings that are old; what has none stays."""
        before = int((self.clock.now() - KEPT_SECONDS) * 1000)
        query = "DELETE FROM onces WHERE record IS NOT NULL AND began < ?"
        self.database.change(query, (before,), durable=False)
