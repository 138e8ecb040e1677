"""A program's file → what was taken from it, as long as it is that very file.

It is decided here which file is the same: one path, one device, one inode, one size,
and neither its bytes nor its inode touched since. What another file of that name says
is nothing that is known of this one.
"""

from __future__ import annotations

from ..model.json import dumps, loads
from ..record import Record, final
from ._words import raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection
    from typing import Any

    from .clock import Clock
    from .database import Database

LARGEST = 1 << 20  # bytes of a manifest that is kept
MOST = 500  # manifests, the oldest of which go first


@final
class ProgramFile(Record):
    """The file that a word calls, as the kernel tells it from all others."""

    path: str  # absolute, without links, unless the link has a name of its own
    device: int
    inode: int
    size: int
    modified: int  # nanoseconds since 1970: when its bytes changed
    changed: int  # and when anything about it did

    @property
    def place(self) -> str:
        """Which file it is, whatever is in it."""
        return f"{self.device}:{self.inode}"

    @property
    def pin(self) -> str:
        """Which file it is, with what is in it."""
        return f"{self.place}:{self.size}:{self.modified}:{self.changed}"


class Programs:
    """The memory of manifests that were taken from programs."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def keep(self, program: ProgramFile, manifest: Mapping[str, Any]) -> bool:
        """Keep a manifest that was taken from a file; False if it is too large."""
        said = dumps(dict(manifest)).encode("ascii")
        if len(said) > LARGEST:
            return False
        row = raw(program.path), program.pin, int(self.clock.now() * 1000), said

        def insert(connection: Connection) -> bool:
            connection.execute("INSERT OR REPLACE INTO manifests VALUES (?,?,?,?)", row)
            connection.execute(
                "DELETE FROM manifests WHERE file NOT IN "
                "(SELECT file FROM manifests ORDER BY taken DESC LIMIT ?)",
                (MOST,),
            )
            return True

        return self.database.write(insert)

    def manifest(self, program: ProgramFile) -> dict[str, Any] | None:
        """Return the manifest that was taken from this file, if it is still that."""
        query = "SELECT manifest FROM manifests WHERE file = ? AND pin = ?"
        row = raw(program.path), program.pin
        found = self.database.read(
            lambda connection: connection.execute(query, row).fetchone()
        )
        said: dict[str, Any] | None = loads(found[0].decode("ascii")) if found else None
        return said
