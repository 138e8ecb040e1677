"""A call's fingerprint → what it answered last, and under which etag.

Bounded: what was not used for the longest time makes room for what is new.
"""

from __future__ import annotations

from ..record import Record, final
from ._words import raw, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from .database import Database

LIMIT = 16 << 20  # bytes of all answers together


@final
class Response(Record):
    """An answer that is good as long as its etag is."""

    etag: str
    body: bytes


class Responses:
    """The cache of answers; whoever puts one in has hidden the secrets of it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def put(self, fingerprint: str, etag: str, body: bytes, limit: int = LIMIT) -> bool:
        """Keep an answer in place of an older one; False if it is too large."""
        if len(body) > limit:
            return False

        def insert(connection: Connection) -> bool:
            connection.execute(
                "INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?)",
                (fingerprint, next_use(connection), raw(etag), body),
            )
            make_room(connection, limit)
            return True

        return self.database.write(insert, durable=False)

    def get(self, fingerprint: str) -> Response | None:
        """Return the last answer, if it is still there."""

        def select(connection: Connection) -> Response | None:
            query = "SELECT etag, body FROM responses WHERE fingerprint = ?"
            row = connection.execute(query, (fingerprint,)).fetchone()
            if row is None:
                return None
            query = "UPDATE responses SET used = ? WHERE fingerprint = ?"
            connection.execute(query, (next_use(connection), fingerprint))
            return Response(text(row[0]), row[1])

        return self.database.write(select, durable=False)

    def clear(self) -> int:
        """Forget every answer."""
        return self.database.change("DELETE FROM responses")


def next_use(connection: Connection) -> int:
    """Return a number above all that were given."""
    query = "SELECT ifnull(max(used), 0) + 1 FROM responses"
    return int(connection.execute(query).fetchone()[0])


def make_room(connection: Connection, limit: int) -> None:
    """Forget what was used longest ago, until the rest is within the limit."""
    total = 0
    query = "SELECT fingerprint, length(body) FROM responses ORDER BY used DESC"
    for fingerprint, size in connection.execute(query).fetchall():
        total += size
        if total > limit:
            connection.execute(
                "DELETE FROM responses WHERE fingerprint = ?", (fingerprint,)
            )
            total -= size
