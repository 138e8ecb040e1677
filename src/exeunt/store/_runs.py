"""A run → a row before it starts, and how it ended afterwards.

The row is on the disk before the command runs, so that a run of which nobody knows how
it ended is seen: its process is named in it, and is gone.
"""

from __future__ import annotations

from ..errors import StoreError
from ..record import Record, final
from ._words import packed, raw, text, unpacked
from .clock import Clock, is_gone, owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from sqlite3 import Connection
    from typing import Any, TypedDict, Unpack

    from ._database import Database

    class Ending(TypedDict, total=False):
        """How a run ended, beside its status."""

        exit_code: int | None
        reading: str | None
        action: str | None
        rule: str | None
        duration_ms: int | None
        log: str | None


RUNNING, UNKNOWN = "running", "unknown"
KILLED = "exeunt was killed"
KEPT_SECONDS = 30 * 86_400.0
KEPT_BYTES = 64 << 20
BATCH = 500  # rows that are deleted at once: nobody waits for long


@final
class Run(Record):
    """One row of the journal; what is None is not known, or not yet."""

    id: int
    began: float  # seconds since 1970
    fingerprint: str
    tool: str
    argv: tuple[str, ...]
    cwd: str
    attempt: int
    status: str  # how it ended; or running, or unknown: exeunt was killed
    exit_code: int | None
    reading: str | None
    action: str | None
    rule: str | None
    duration_ms: int | None
    log: str | None

    @property
    def detail(self) -> str | None:
        """Why there is no ending, if there will be none."""
        return KILLED if self.status == UNKNOWN else None


ENDING = ("status", "exit_code", "reading", "action", "rule", "duration_ms", "log")
COLUMNS = (
    f"id, began, fingerprint, tool, argv, cwd, attempt, {', '.join(ENDING)}, owner"
)


class Runs:
    """The journal of runs."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def begin(
        self, fingerprint: str, argv: Sequence[str], cwd: str = "", *, attempt: int = 1
    ) -> int:
        """Note that a run is about to start; the words come without their secrets."""
        tool = raw((argv[0] if argv else "").rpartition("/")[2])
        began = int(self.clock.now() * 1000)
        row = began, fingerprint, tool, packed(argv), raw(cwd), attempt, owner()

        def insert(connection: Connection) -> int:
            return (
                connection.execute(
                    "INSERT INTO runs (began, fingerprint, tool, argv, cwd, attempt,"
                    " owner) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    row,
                ).lastrowid
                or 0
            )

        return self.database.write(insert)

    def finish(self, run: int, *, status: str, **ending: Unpack[Ending]) -> None:
        """Note how a run of this process ended; only the first time counts."""
        log = ending.get("log")
        known = {**ending, "status": status, "log": None if log is None else raw(log)}
        query = (
            f"UPDATE runs SET {', '.join(f'{name} = ?' for name in ENDING)}"  # noqa: S608 - our own words
            " WHERE id = ? AND owner = ? AND status IS NULL"
        )
        row = *map(known.get, ENDING), run, owner()
        if not self.database.change(query, row):
            msg = f"run {run} is none that this process has begun"
            raise StoreError(msg, error_code="STORE_STALE")

    def list(  # noqa: PLR0913 - one for each question
        self,
        *,
        since: float | None = None,
        tool: str | None = None,
        status: str | None = None,
        action: str | None = None,
        fingerprint: str | None = None,
        limit: int = 50,
    ) -> list[Run]:
        """Return the runs that all of this is true of, the newest first."""
        open_end = status in {RUNNING, UNKNOWN}
        asked = {
            "began >= ?": None if since is None else int(since * 1000),
            "tool = ?": None if tool is None else raw(tool),
            "status = ?": None if open_end else status,
            "action = ?": action,
            "fingerprint = ?": fingerprint,
        }
        given = {clause: value for clause, value in asked.items() if value is not None}
        clauses = [*given, *(["status IS NULL"] if open_end else [])] or ["1"]
        query = (
            f"SELECT {COLUMNS} FROM runs WHERE {' AND '.join(clauses)} ORDER BY id DESC"  # noqa: S608 - our own words
        )

        def select(connection: Connection) -> list[Run]:
            found: list[Run] = []
            for row in connection.execute(query, tuple(given.values())):
                run = made(row)
                if len(found) == limit:
                    break
                if status is None or run.status == status:
                    found.append(run)
            return found

        return self.database.read(select)

    def show(self, run: int) -> Run | None:
        """Return one run, if it is there."""

        def select(connection: Connection) -> Run | None:
            query = f"SELECT {COLUMNS} FROM runs WHERE id = ?"  # noqa: S608 - as above
            row = connection.execute(query, (run,)).fetchone()
            return None if row is None else made(row)

        return self.database.read(select) if 0 <= run < 1 << 63 else None

    def prune(
        self, *, age: float | None = KEPT_SECONDS, size: int | None = KEPT_BYTES
    ) -> int:
        """Forget the oldest runs beyond an age or a size, but none under way."""
        before = None if age is None else int((self.clock.now() - age) * 1000)
        count = sum(self.batches(before, size))
        if count:
            self.database.read(shrink)
        return count

    def batches(self, before: int | None, size: int | None) -> Iterator[int]:
        """Delete some at a time, until nothing is too old or too much."""
        last = 0  # what is under way stays, and is passed by

        def delete(connection: Connection) -> tuple[int, int]:
            rows = connection.execute(
                "SELECT id, began, status, owner FROM runs WHERE id > ?"
                " ORDER BY id LIMIT ?",
                (last, BATCH),
            ).fetchall()
            over = size is not None and used(connection) > size
            old = [
                (row[0],)
                for row in rows
                if (over or (before is not None and row[1] < before))
                and (row[2] is not None or is_gone(row[3]))
            ]
            connection.executemany("DELETE FROM runs WHERE id = ?", old)
            return len(old), rows[-1][0] if rows else 0

        while True:
            count, seen = self.database.write(delete, durable=False)
            yield count
            if not count or not seen:
                return
            last = seen


def made(row: tuple[Any, ...]) -> Run:
    """Make a record of a row; one without an ending is as its process is."""
    number, began, fingerprint, tool, argv, cwd, attempt, status, *rest = row
    exit_code, reading, action, rule, duration_ms, log, who = rest
    return Run(
        number,
        began / 1000,
        fingerprint,
        text(tool),
        unpacked(argv),
        text(cwd),
        attempt,
        status or (UNKNOWN if is_gone(who) else RUNNING),
        exit_code,
        reading,
        action,
        rule,
        duration_ms,
        None if log is None else text(log),
    )


def used(connection: Connection) -> int:
    """Return about how many bytes are in use, without the cache, which has a limit."""
    names = ("page_count", "freelist_count", "page_size")
    count, free, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names
    )
    query = "SELECT ifnull(sum(length(body)), 0) FROM responses"
    (cached,) = connection.execute(query).fetchone()
    return int((count - free) * size - cached)


def shrink(connection: Connection) -> None:
    """Give the room of what was deleted back to the disk."""
    connection.executescript("PRAGMA incremental_vacuum")  # a step for each page
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
