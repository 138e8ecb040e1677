"""The rows of a batch → what people see of them, and what they say about them."""

from __future__ import annotations

from ..errors import InputError
from ..model.json import loads
from ..record import Record, final
from ._records import whole
from ._tables import (
    CANCEL,
    CANCELLED,
    DONE,
    DOUBT,
    FAILED,
    HELD,
    MOVED,
    NUMBERS,
    STATES,
    TODO,
    WAITING,
)
from .job import Job, decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection
    from typing import Any, Literal

    from ._tables import State

    Answer = Literal["done", "failed", "again"]

SOME = 200  # rows at a time
BY_HAND = b"somebody said so"
ANSWERS = {"done": DONE, "failed": FAILED, "again": TODO}
RESOLVABLE = (FAILED, HELD, MOVED, DOUBT, CANCELLED)
NO_EFFECTS = "none"
COLUMNS = (
    "jobs.id, jobs.job, state, attempt, began, due, why, ends.at,"
    " CASE WHEN ? THEN ends.record END, CASE WHEN owner THEN course END"
)
TABLES = "jobs LEFT JOIN ends ON ends.job = jobs.id"


@final
class Counts(Record):
    """How many jobs are in which state."""

    todo: int = 0
    doing: int = 0
    done: int = 0
    failed: int = 0
    waiting: int = 0
    held: int = 0
    moved: int = 0
    doubt: int = 0
    cancelled: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.as_fields().values())

    @property
    def open(self) -> int:
        """Those that go on without a person."""
        return self.todo + self.doing + self.waiting


@final
class Row(Record):
    """A job, and what became of it."""

    number: int
    job: Job
    state: State
    attempt: int  # how often it was begun
    began: float | None  # seconds since 1970, when it was claimed last
    due: float | None  # seconds until it goes on
    why: str | None  # it waits, is held or in doubt
    ended: float | None  # seconds since 1970
    record: bytes | None  # of the run
    session: str | None  # that answers its question


def counts(connection: Connection) -> list[int]:
    """Count the jobs by the number of their state."""
    rows = connection.execute("SELECT number FROM tallies ORDER BY state")
    return [number for (number,) in rows]


def some(
    connection: Connection,
    states: Sequence[State],
    after: int,
    passed: float,
    *,
    records: bool,
) -> list[Row]:
    """Return the next rows after a number."""
    query = f"SELECT {COLUMNS} FROM {TABLES} WHERE jobs.id > ?"  # noqa: S608 - our own words
    if states:
        query += f" AND state IN ({', '.join('?' * len(states))})"
    query += f" ORDER BY jobs.id LIMIT {SOME}"
    numbers = [NUMBERS[state] for state in states]
    rows = connection.execute(query, (records, after, *numbers)).fetchall()
    return [row_of(row, passed) for row in rows]


def ended(connection: Connection, after: int, passed: float) -> list[tuple[int, Row]]:
    """Return the next ends after one, in their order."""
    query = f"""SELECT {COLUMNS}, turn FROM ends JOIN jobs ON jobs.id = ends.job
        WHERE turn > ? ORDER BY turn LIMIT {SOME}"""  # noqa: S608 - our own words
    rows = connection.execute(query, (True, after)).fetchall()
    return [(int(row[-1]), row_of(row[:-1], passed)) for row in rows]


def find(connection: Connection, name: str, passed: float) -> Row | None:
    """Return a job by its id, or else by its number."""
    query = f"SELECT {COLUMNS} FROM {TABLES} WHERE "  # noqa: S608 - as above
    by_id = b"=" + name.encode("utf-8", "surrogatepass")
    row = connection.execute(query + "name = ?", (True, by_id)).fetchone()
    if row is None and name.isascii() and name.isdigit():
        row = connection.execute(query + "jobs.id = ?", (True, int(name))).fetchone()
    return None if row is None else row_of(row, passed)


def row_of(row: tuple[Any, ...], passed: float) -> Row:
    """Make a row of its columns."""
    number, job, state, attempt, began, due, why, ended, record, course = row
    named: State = STATES[int(state)]
    return Row(
        number,
        decoded(job),
        named,
        attempt,
        None if began is None else began / 1000,
        None if due is None else max(0.0, due / 1000 - passed),
        None if why is None else why.decode("utf-8", "surrogatepass"),
        None if ended is None else ended / 1000,
        None if record is None else whole(record),
        loads(course.decode("ascii")).get("session") if course else None,
    )


def resolve(connection: Connection, number: int, answer: Answer, now: float) -> None:
    """Write what a person says of a job that does not go on by itself."""
    query = "SELECT state, owner FROM jobs WHERE id = ?"
    state, owner = connection.execute(query, (number,)).fetchone()
    if state == HELD and owner is not None:
        msg = f"the command of the job {number} waits for an answer"
        fix = "answer it: exeunt batch show says in which session"
        raise InputError(msg, fix=fix, error_code="NOT_RESOLVABLE")
    if state not in RESOLVABLE:
        msg = f"the job {number} is {STATES[state]}"
        fix = "only what is in doubt, held, moved, failed or cancelled is resolved"
        raise InputError(msg, fix=fix, error_code="NOT_RESOLVABLE")
    again = answer == "again"
    connection.execute(
        "UPDATE jobs SET state = ?, lost = 0, course = NULL, why = ? WHERE id = ?",
        (ANSWERS[answer], None if again else BY_HAND, number),
    )
    if again:
        connection.execute("DELETE FROM ends WHERE job = ?", (number,))
    else:
        connection.execute(
            "INSERT OR REPLACE INTO ends (job, at, effects, record) SELECT ?, ?,"
            " effects, record FROM (SELECT 1) LEFT JOIN ends ON ends.job = ?",
            (number, int(now * 1000), number),
        )


def retry(connection: Connection, *, idempotent: bool, everything: bool) -> int:
    """Have failed jobs done again: by their effects, or as a person has said."""
    may = "safe OR ends.effects = ?"
    if idempotent or everything:
        may = "? IS NOT NULL"
    return connection.execute(
        f"""UPDATE jobs SET state = ?, course = NULL, lost = 0, why = NULL
        WHERE id IN (SELECT jobs.id FROM {TABLES} WHERE state = ? AND ({may}))""",  # noqa: S608 - our own words
        (TODO, FAILED, NO_EFFECTS),
    ).rowcount


def cancel(connection: Connection) -> int:
    """Have nothing begun any more."""
    connection.execute("UPDATE batch SET wish = ?", (CANCEL,))
    return connection.execute(
        "UPDATE jobs SET state = ?, due = NULL, why = ? WHERE state IN (?, ?)",
        (CANCELLED, b"the batch was cancelled", TODO, WAITING),
    ).rowcount
