"""The same call fails again and again → how often, whichever process made it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from .clock import Clock
    from .database import Database

LONGEST = 86_400.0  # seconds that a failure counts at most
FORGET = "DELETE FROM failures WHERE fingerprint = ?"


class Failures:
    """How often a call failed lately; a success wipes it out."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def note(self, fingerprint: str, *, failed: bool) -> None:
        """Note how a call ended."""
        if not failed:
            self.database.change(FORGET, (fingerprint,), durable=False)
            return
        now = int(self.clock.now() * 1000)

        def add(connection: Connection) -> None:
            row = fingerprint, now
            connection.execute("INSERT INTO failures VALUES (?, ?)", row)
            query = "DELETE FROM failures WHERE at < ?"
            connection.execute(query, (now - int(LONGEST * 1000),))

        self.database.write(add, durable=False)

    def forget(self, fingerprint: str) -> int:
        """Forget the failures of a call; return how many those were."""
        return self.database.change(FORGET, (fingerprint,))

    def tally(self, fingerprint: str, window: float = 3600.0) -> int:
        """Count the failures of a call within so many seconds of now."""
        now, width = int(self.clock.now() * 1000), int(min(window, LONGEST) * 1000)
        # Around now, not before it: the clock may have been put back.
        query = (
            "SELECT count(*) FROM failures WHERE fingerprint = ? AND at BETWEEN ? AND ?"
        )
        row = fingerprint, now - width, now + width
        return self.database.read(
            lambda connection: int(connection.execute(query, row).fetchone()[0])
        )
