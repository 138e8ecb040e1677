"""Somebody said "not before T" → until when nobody calls, whichever process asks.

A wall clock that jumps makes no hold longer: within one start of the machine the time
since then counts, and after it a hold lasts at most as long as it was meant to.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._words import raw, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from .clock import Clock
    from .database import Database

LONGEST = 86_400.0  # seconds; who asks for more is asked again tomorrow


@final
class Hold(Record):
    """Whom not to call, until when, and why."""

    key: str
    until: float  # seconds since 1970, by the clock as it is now
    why: str


class Holds:
    """What is on hold, by the name of a program or a host."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def hold(self, key: str, until: float, why: str = "") -> float:
        """Ask everybody not to call; the later of two moments counts."""
        seconds = min(until - self.clock.now(), LONGEST)
        if seconds != seconds:  # noqa: PLR0124 - NaN
            msg = f"a hold until {until} never ends"
            raise InputError(msg, fix="give seconds since 1970")
        return self.database.write(
            lambda connection: self.put(connection, key, seconds, why), durable=False
        )

    def put(self, connection: Connection, key: str, seconds: float, why: str) -> float:
        """Hold a key for so long, in a transaction; return until when that is."""
        now, passed = self.clock.now(), self.clock.since_boot()
        end = max(seconds, 0, *self.lefts(connection, key).values())
        moments = (int(moment * 1000) for moment in (now, now + end, passed + end))
        made, until, until_since_boot = moments
        row = raw(key), made, until, self.clock.boot(), until_since_boot, raw(why)
        query = "INSERT OR REPLACE INTO holds VALUES (?, ?, ?, ?, ?, ?)"
        connection.execute(query, row)
        return now + end

    def held(self, key: str) -> float | None:
        """Return until when a key is on hold; None if it is not."""
        left = self.database.read(lambda connection: self.lefts(connection, key))
        return next((self.clock.now() + end for end in left.values()), None)

    def list(self) -> list[Hold]:
        """Return what is on hold now."""
        now = self.clock.now()
        return [
            Hold(text(key), now + left, text(why))
            for (key, why), left in self.database.read(self.lefts).items()
        ]

    def release(self, key: str) -> bool:
        """End a hold; tell whether there was one."""
        query = "DELETE FROM holds WHERE key = ?"
        return bool(self.database.change(query, (raw(key),)))

    def sweep(self) -> None:
        """Delete what is over."""

        def delete(connection: Connection) -> None:
            good = {key for key, _ in self.lefts(connection)}
            keys = connection.execute("SELECT key FROM holds").fetchall()
            over = [(key,) for (key,) in keys if key not in good]
            connection.executemany("DELETE FROM holds WHERE key = ?", over)

        self.database.write(delete, durable=False)

    def lefts(
        self, connection: Connection, key: str | None = None
    ) -> dict[tuple[bytes, bytes], float]:
        """Return the seconds left, by key and reason, of what is not over."""
        query = "SELECT key, why, made, until, boot, until_since_boot FROM holds"
        if key is None:
            rows = connection.execute(f"{query} ORDER BY key")
        else:
            rows = connection.execute(f"{query} WHERE key = ?", (raw(key),))
        now, passed, boot = self.clock.now(), self.clock.since_boot(), self.clock.boot()
        lefts: dict[tuple[bytes, bytes], float] = {}
        for name, why, made, until, its_boot, until_since_boot in rows:
            if boot and boot == its_boot:
                left = until_since_boot / 1000 - passed
            else:
                left = min(until / 1000 - now, (until - made) / 1000)
            if left > 0:
                lefts[name, why] = left
        return lefts
