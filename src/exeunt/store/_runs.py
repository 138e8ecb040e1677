"""A run → a row before it starts, and how it ended afterwards.

The row is on the disk before the command runs, so that a run of which nobody knows how
it ended is seen: its process is named in it, and is gone. A run that left a line has a
row when somebody takes the line over; by then it has ended.
"""

from __future__ import annotations

from ..errors import StoreError
from ..record import Record, final
from ._words import packed, raw, text, unpacked
from .clock import Clock, is_gone, owner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from sqlite3 import Connection
    from typing import Any, TypedDict, Unpack

    from .database import Database

    class Beginning(TypedDict, total=False):
        """What is known of a run when it begins, beside its words."""

        attempt: int
        call: str | None
        name: str | None
        host: str | None
        is_line: bool
        dialect: str | None

    class Asked(TypedDict, total=False):
        """Which runs are asked for; with `last`, the last attempt of each call."""

        since: float | None
        tool: str | None
        status: str | None
        action: str | None
        fingerprint: str | None
        name: str | None
        host: str | None
        exit_code: int | None
        last: bool

    class Ending(TypedDict, total=False):
        """How a run ended, beside its status."""

        exit_code: int | None
        reading: str | None
        action: str | None
        rule: str | None
        duration_ms: int | None
        log: str | None
        signal: str | None
        stderr_log: str | None
        left_log: str | None
        hidden: str | None
        at_best: str | None


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
    signal: str | None
    stderr_log: str | None
    left_log: str | None  # of what runs on
    hidden: str | None  # whether a command of the line failed unheard, as read() takes
    at_best: str | None  # the verdict that its output allows, where that was read
    call: str | None  # what the attempts of one call have in common
    kind: str
    name: str | None
    host: str | None
    pid: int | None
    is_line: bool  # the last word is a line for a shell
    is_cut: bool  # some words are missing at the end
    dialect: str | None

    @property
    def detail(self) -> str | None:
        """Why there is no ending, if there will be none."""
        return KILLED if self.status == UNKNOWN else None


ENDING = (
    *("status", "exit_code", "reading", "action", "rule", "duration_ms", "log"),
    *("signal", "stderr_log", "left_log", "hidden", "at_best"),
)
WHOLE = (
    *("id", "began", "fingerprint", "tool", "argv", "cwd", "attempt", *ENDING, "call"),
    *("kind", "name", "host", "pid", "is_line", "is_cut", "dialect"),
)
COLUMNS = f"{', '.join(WHOLE)}, owner"
BYTES = {"tool", "argv", "cwd", "log", "stderr_log", "left_log", "name", "host"}
# Of several attempts the last says how the call ended.
NEWEST = "ORDER BY began DESC, id DESC"  # first
LAST = (
    "NOT EXISTS (SELECT 1 FROM runs AS later"
    " WHERE later.call = runs.call AND later.id > runs.id)"
)
TAKEN = (
    *("uid", "began", "fingerprint", "tool", "argv", "cwd", "attempt", "owner"),
    *("status", "exit_code", "duration_ms", "log", "signal", "stderr_log"),
    *("left_log", "hidden"),
    *("call", "kind", "name", "host", "pid", "is_line", "is_cut", "dialect"),
)

OPEN = ("log", "stderr_log", "left_log", "hidden", "signal", "pid")  # in some lines


def selected(**asked: Unpack[Asked]) -> tuple[str, tuple[Any, ...]]:
    """Return the query for the runs that all of this is true of, and its values."""
    status, since = asked.get("status"), asked.get("since")
    open_end = status in {RUNNING, UNKNOWN}
    wanted: dict[str, Any] = {
        "began >= ?": None if since is None else int(since * 1000),
        "status = ?": None if open_end else status,
    }
    for name in ("action", "fingerprint", "exit_code"):
        wanted[f"{name} = ?"] = asked.get(name)
    for name in ("tool", "name", "host"):
        text = asked.get(name)
        wanted[f"{name} = ?"] = None if text is None else raw(str(text))
    given = {clause: value for clause, value in wanted.items() if value is not None}
    clauses = [
        *given,
        *(["status IS NULL"] if open_end else []),
        *([LAST] if asked.get("last") else []),
    ] or ["1"]
    query = f"SELECT {COLUMNS} FROM runs WHERE {' AND '.join(clauses)}"  # noqa: S608 - our own words
    return query, tuple(given.values())


class Runs:
    """The journal of runs."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def begin(
        self,
        fingerprint: str,
        argv: Sequence[str],
        cwd: str = "",
        **known: Unpack[Beginning],
    ) -> int:
        """Note that a run is about to start; the words come without their secrets."""
        row = {
            "began": int(self.clock.now() * 1000),
            "fingerprint": fingerprint,
            "tool": tool_of(argv),
            "argv": packed(argv),
            "cwd": raw(cwd),
            "attempt": 1,
            "owner": owner(),
            **known,
        }

        def insert(connection: Connection) -> int:
            query = f"INSERT INTO runs ({', '.join(row)}) VALUES ({marks(row)})"  # noqa: S608 - our own words
            return connection.execute(query, stored(row)).lastrowid or 0

        return self.database.write(insert)

    def take(self, rows: Callable[[], Iterator[dict[str, Any]]]) -> None:
        """Add runs that have left a line: all or none, each once, by its name.

        What one line leaves open, another of the same name may say.
        """
        query = (
            f"INSERT OR IGNORE INTO runs ({', '.join(TAKEN)}) VALUES ({marks(TAKEN)})"  # noqa: S608 - as above
            " ON CONFLICT (uid) WHERE uid IS NOT NULL DO UPDATE SET "
            + ", ".join(f"{name} = coalesce({name}, excluded.{name})" for name in OPEN)
        )

        def insert(connection: Connection) -> None:
            connection.executemany(query, (stored(complete(row)) for row in rows()))

        self.database.write(insert)

    def finish(self, run: int, *, status: str, **ending: Unpack[Ending]) -> None:
        """Note how a run of this process ended; only the first time counts."""
        known = {**ending, "status": status}
        query = (
            f"UPDATE runs SET {', '.join(f'{name} = ?' for name in ENDING)}"  # noqa: S608 - our own words
            " WHERE id = ? AND owner = ? AND status IS NULL"
        )
        row = *stored({name: known.get(name) for name in ENDING}), run, owner()
        if not self.database.change(query, row):
            msg = f"run {run} is none that this process has begun"
            raise StoreError(msg, error_code="STORE_STALE")

    def list(
        self,
        *,
        chosen: Callable[[Run], bool] | None = None,
        limit: int = 50,
        **asked: Unpack[Asked],
    ) -> list[Run]:
        """Return the runs that all of this is true of, the newest first."""
        query, values = selected(**asked)
        status = asked.get("status")

        def select(connection: Connection) -> list[Run]:
            found: list[Run] = []
            for row in connection.execute(f"{query} {NEWEST}", values):
                if len(found) == limit:
                    break
                run = made(row)
                if (status is None or run.status == status) and (
                    chosen is None or chosen(run)
                ):
                    found.append(run)
            return found

        return self.database.read(select)

    def each(self, **asked: Unpack[Asked]) -> Iterator[Run]:
        """Yield the same one by one, some read at a time: nobody waits for a reader."""
        query, values = selected(**asked)
        status = asked.get("status")
        last = ""  # what was read so far begins at this row

        def select(connection: Connection) -> list[Run]:
            rows = connection.execute(
                f"{query}{last} {NEWEST} LIMIT {BATCH}", (*values, *reached)
            )
            return [made(row) for row in rows]

        reached: tuple[int, ...] = ()
        while found := self.database.read(select):
            yield from (run for run in found if status in {None, run.status})
            last = " AND (began, id) < (?, ?)"
            reached = round(found[-1].began * 1000), found[-1].id

    def attempts(self, run: Run) -> Sequence[Run]:
        """Return all attempts of the call that a run is one of, in their order."""
        if run.call is None:
            return [run]
        query = f"SELECT {COLUMNS} FROM runs WHERE call = ? ORDER BY id"  # noqa: S608 - as above

        def select(connection: Connection) -> list[Run]:
            return [made(row) for row in connection.execute(query, (run.call,))]

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
    fields: dict[str, Any] = dict(zip(WHOLE, row, strict=False))
    for name in BYTES - {"argv"}:
        fields[name] = None if fields[name] is None else text(fields[name])
    fields["began"] /= 1000
    fields["argv"] = unpacked(fields["argv"])
    fields["status"] = fields["status"] or (UNKNOWN if is_gone(row[-1]) else RUNNING)
    for name in ("is_line", "is_cut"):
        fields[name] = bool(fields[name])
    return Run(**fields)


def complete(row: dict[str, Any]) -> dict[str, Any]:
    """Give the row of a line what follows from it; it has no owner, since it ended."""
    argv: list[str] = row["argv"]
    known = {**row, "tool": tool_of(argv), "argv": packed(argv), "cwd": raw(row["cwd"])}
    known |= {"began": int(row["began"] * 1000), "fingerprint": "", "owner": ""}
    return {name: known.get(name) for name in TAKEN}


def unstored(row: dict[str, Any]) -> Run:
    """Make a record of what a line says, where no store has a row for it."""
    known: dict[str, Any] = {name: row.get(name) for name in WHOLE}
    known |= {"id": 0, "fingerprint": "", "tool": text(tool_of(row["argv"]))}
    known["argv"] = tuple(row["argv"])
    return Run(**known)


def tool_of(argv: Sequence[str]) -> bytes:
    """Return the name of a command's program."""
    return raw((argv[0] if argv else "").rpartition("/")[2])


def stored(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values of a row as they are kept: texts from elsewhere as bytes."""
    return tuple(
        raw(value) if name in BYTES and isinstance(value, str) else value
        for name, value in row.items()
    )


def marks(row: Collection[str]) -> str:
    """Return as many question marks as a row has values."""
    return ", ".join("?" * len(row))


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
