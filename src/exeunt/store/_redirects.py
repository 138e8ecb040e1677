"""A command that moved for good → the words that are run instead of it.

Only a permanent redirect is kept, for the very file that was called, for 30 days, and
it is on the disk before it is followed.
"""

from __future__ import annotations

from ..errors import InputError
from ..record import Record, final
from ._words import packed, raw, text, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .clock import Clock
    from .database import Database
    from .programs import ProgramFile

OLDEST = 30 * 86_400.0  # seconds; then the program is asked once more


@final
class Remembered(Record):
    """Where a command moved: `old` is what follows the program, `new` is everything."""

    id: int
    program: str  # the path of its file
    old: tuple[str, ...]
    new: tuple[str, ...]
    made: float  # seconds since 1970


class Redirects:
    """The memory of redirects."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def remember(
        self, program: ProgramFile, old: Sequence[str], new: Sequence[str]
    ) -> bool:
        """Keep a permanent redirect; it replaces what was known before."""
        if not new:
            msg = "a redirect leads to a command"
            raise InputError(msg, fix="give its words")
        if [program.path, *old] == list(new):
            msg = "a redirect leads to itself"
            raise InputError(msg, fix="call the command as it is")
        made = int(self.clock.now() * 1000)
        row = raw(program.path), program.place, packed(old), packed(new), made
        query = (
            "INSERT OR REPLACE INTO moves (file, place, old, new, made) "
            "VALUES (?, ?, ?, ?, ?)"
        )
        return bool(self.database.change(query, row))

    def lookup(self, program: ProgramFile, old: Sequence[str]) -> Remembered | None:
        """Return what is run instead, however often it moved; None if it did not."""
        known = {
            one.old: one
            for one in self.select(
                "WHERE file = ? AND place = ?", raw(program.path), program.place
            )
        }
        here, seen = tuple(old), {tuple(old)}
        found: Remembered | None = None
        while (there := known.get(here)) is not None:
            if there.new[0] != program.path:
                return there
            found, here = there, there.new[1:]
            if here in seen:
                return None  # in a circle: nobody knows where it is
            seen.add(here)
        return found

    def list(self) -> list[Remembered]:
        """Return all that is remembered, and not too old to be used."""
        return [*self.select("")]

    def select(self, where: str, *values: object) -> tuple[Remembered, ...]:
        """Return the rows that are asked for; one from the future is not believed."""
        query = f"SELECT id, file, old, new, made FROM moves {where} ORDER BY id"  # noqa: S608 - the conditions above
        now = self.clock.now()
        rows = self.database.read(
            lambda connection: connection.execute(query, values).fetchall()
        )
        found = (
            Remembered(number, text(file), unpacked(old), unpacked(new), made / 1000)
            for number, file, old, new, made in rows
        )
        return tuple(one for one in found if 0 <= now - one.made + 1 <= OLDEST)

    def forget(self, number: int | None = None) -> int:
        """Forget one redirect, or all; return how many those were."""
        if number is None:
            return self.database.change("DELETE FROM moves")
        return self.database.change("DELETE FROM moves WHERE id = ?", (str(number),))

    def sweep(self) -> None:
        """Delete what is too old."""
        before = int((self.clock.now() - OLDEST) * 1000)
        query = "DELETE FROM moves WHERE made < ?"
        self.database.change(query, (before,), durable=False)
