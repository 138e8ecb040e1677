"""A command that moved for good → the words that are run instead of it.

Only a permanent redirect is kept, and it is on the disk before it is followed.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._words import packed, raw, text, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection

    from ._database import Database
    from .clock import Clock

MOST_HOPS = 10  # moved, and moved again


@final
class Remembered(Record):
    """Where a command moved: `old` is what follows the program, `new` is everything."""

    program: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    made: float  # seconds since 1970


class Redirects:
    """The memory of redirects."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def remember(
        self, program: str, old: Sequence[str], new: Sequence[str], *, permanent: bool
    ) -> bool:
        """Keep a redirect, if it is permanent; it replaces what was known before."""
        if not program or not new:
            msg = "a redirect leads from a program to a command"
            raise InputError(msg, fix="give both")
        if [program, *old] == list(new):
            msg = "a redirect leads to itself"
            raise InputError(msg, fix="call the command as it is")
        if not permanent:
            return False
        row = raw(program), packed(old), packed(new), int(self.clock.now() * 1000)
        query = "INSERT OR REPLACE INTO redirects VALUES (?, ?, ?, ?)"
        return bool(self.database.change(query, row))

    def lookup(
        self, argv: Sequence[str], *, whole: bool = False
    ) -> tuple[str, ...] | None:
        """Return what is run instead, however often it moved; None if it did not.

        `whole`: only what was remembered for exactly these words.
        """

        def follow(connection: Connection) -> tuple[str, ...] | None:
            here, seen = tuple(argv), {tuple(argv)}
            while (there := one_hop(connection, here, whole=whole)) is not None:
                if there in seen or len(seen) > MOST_HOPS:
                    return None  # in a circle: nobody knows where it is
                seen.add(there)
                here = there
            return None if here == tuple(argv) else here

        return self.database.read(follow) if argv else None

    def list(self) -> list[Remembered]:
        """Return all that is remembered."""
        query = "SELECT program, old, new, made FROM redirects ORDER BY program, old"
        return self.database.read(
            lambda connection: [
                Remembered(text(program), unpacked(old), unpacked(new), made / 1000)
                for program, old, new, made in connection.execute(query)
            ]
        )

    def forget(self, program: str, old: Sequence[str] | None = None) -> int:
        """Forget one redirect of a program, or all; return how many those were."""
        query, row = "DELETE FROM redirects WHERE program = ?", [raw(program)]
        if old is not None:
            query, row = f"{query} AND old = ?", [*row, packed(old)]
        return self.database.change(query, (*row,))


def one_hop(
    connection: Connection, argv: tuple[str, ...], *, whole: bool
) -> tuple[str, ...] | None:
    """Replace the longest beginning of a command that has moved."""
    program, *rest = argv
    words = packed(rest)
    query = "SELECT old, new FROM redirects WHERE program = ?"
    known = connection.execute(query, (raw(program),)).fetchall()
    moved = [
        (old, new)
        for old, new in known
        if words == old or (words.startswith(old) and not whole)
    ]
    if not moved:
        return None
    old, new = max(moved, key=lambda pair: len(pair[0]))
    return unpacked(new + words[len(old) :])
