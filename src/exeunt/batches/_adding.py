"""Jobs, as they come → rows of the file, and what is new among them, and what is gone.

They are never all in memory. A job without an id is known by its fingerprint, and the
second of the same by being the second.
"""

from __future__ import annotations

from ..deciding.call_words import asked, host
from ..errors import InputError
from ..record import Record, final
from ._tables import CANCELLED, STATES, TODO, WAITING
from .job import decoded, encoded, fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from sqlite3 import Connection
    from typing import Any

    from .job import Job

FEW = 20  # jobs that are named of each kind
COLUMNS = "name, rank, place, key, safe, job, state"
SAFE = ("none", "idempotent")
GONE = b"it is not in the input any more"  # why it is cancelled


@final
class Difference(Record):
    """What another input has that the batch had not, and the other way round."""

    new: int
    gone: int  # of them, those that had not begun are cancelled
    same: int
    new_jobs: tuple[str, ...]  # a few of them, by what they are known by
    gone_jobs: tuple[str, ...]


def name_of(job: Job) -> bytes:
    """Return what a job is known by."""
    if job.id is not None:
        return b"=" + job.id.encode("utf-8", "surrogatepass")
    return b"#" + bytes.fromhex(fingerprint(job))


def key_of(job: Job, name: bytes) -> bytes:
    """Return the key of what stops a job: whom it asks, and where, or itself alone."""
    if job.hold is not None:
        return job.hold.encode("utf-8", "surrogatepass")
    word = asked(job.words) if job.words else None
    if word is None:
        return name
    place = host(job.words)
    text = f"{word}@{place}" if place else word
    return text.encode("utf-8", "surrogatepass")


def fill(connection: Connection, jobs: Iterable[Job], *, shuffled: bool) -> None:
    """Put the jobs of a new batch into its empty table."""
    connection.execute("DROP INDEX jobs_name")  # made once, not with each of a million
    insert(connection, "jobs", rows(jobs, shuffled=shuffled))
    connection.execute("CREATE INDEX jobs_name ON jobs (name)")
    refuse_twice(connection, "jobs")
    tally(connection)


def tally(connection: Connection) -> None:
    """Count the jobs anew; from then on a trigger does so with each change."""
    connection.execute("DELETE FROM tallies")
    query = "INSERT INTO tallies SELECT ?, (SELECT count(*) FROM jobs WHERE state = ?)"
    connection.executemany(query, ((n, n) for n in range(len(STATES))))


def insert(connection: Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    """Insert rows one after the other, as the jobs come."""
    query = f"INSERT INTO {table} ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own words
    connection.executemany(query, rows)


def rows(
    jobs: Iterable[Job], *, shuffled: bool, first: int = 0
) -> Iterator[tuple[Any, ...]]:
    """Make the row of each job."""
    from os import urandom

    for place, job in enumerate(jobs, first):
        name = name_of(job)
        yield (
            name,
            -job.priority,
            int.from_bytes(urandom(7), "big") if shuffled else place,
            key_of(job, name),
            int(job.effects in SAFE),
            encoded(job),
            TODO,
        )


def refuse_twice(connection: Connection, table: str) -> None:
    """Refuse two jobs of one id."""
    query = f"""SELECT min(id), max(id) FROM {table}
        WHERE name >= x'3d' AND name < x'3e'
        GROUP BY name HAVING count(*) > 1 LIMIT 1"""  # noqa: S608 - our own words
    found = connection.execute(query).fetchone()
    if found is None:
        return
    query = f"SELECT job FROM {table} WHERE id IN (?, ?) ORDER BY id"  # noqa: S608 - as above
    one, other = [decoded(job) for (job,) in connection.execute(query, found)]
    msg = f"the id {one.id!r} stands twice in the input: in {one.number}"
    fix = "give each job an id of its own"
    msg_0 = f"{msg} and {other.number}"
    raise InputError(msg_0, fix=fix)


# -- once more


def stage(connection: Connection, jobs: Iterable[Job]) -> None:
    """Take another input in beside the batch, which may go on meanwhile."""
    for table in ("others", "new", "gone"):
        connection.execute(f"DROP TABLE IF EXISTS temp.{table}")
    connection.execute("BEGIN")
    try:
        made = f"CREATE TEMP TABLE others (id INTEGER PRIMARY KEY, {COLUMNS})"
        connection.execute(made)
        insert(connection, "others", rows(jobs, shuffled=False, first=1))
        refuse_twice(connection, "others")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def compare(connection: Connection) -> Difference:
    """Add what is new in the other input, and cancel what is gone from it.

    What is known by the same name is the same job, whatever became of it.
    """
    missing(connection, "new", "others", "jobs")
    missing(connection, "gone", "jobs", "others")
    (others,) = connection.execute("SELECT count(*) FROM others").fetchone()
    new, new_jobs = told(connection, "new", "others")
    gone, gone_jobs = told(connection, "gone", "jobs")
    connection.execute(
        "UPDATE jobs SET state = ?, why = NULL WHERE state = ? AND why = ?"
        " AND id NOT IN (SELECT id FROM gone)",
        (TODO, CANCELLED, GONE),
    )
    connection.execute(
        "UPDATE jobs SET state = ?, due = NULL, why = ? WHERE state IN (?, ?)"
        " AND id IN (SELECT id FROM gone)",
        (CANCELLED, GONE, TODO, WAITING),
    )
    last = "(SELECT coalesce(max(place), 0) FROM jobs)"
    moved = COLUMNS.replace("place", f"place + {last}")
    connection.execute(
        f"INSERT INTO jobs ({COLUMNS}) SELECT {moved} FROM others"  # noqa: S608 - our own words
        " WHERE id IN (SELECT id FROM new) ORDER BY id"
    )
    tally(connection)
    return Difference(new, gone, others - new, new_jobs, gone_jobs)


def missing(connection: Connection, found: str, one: str, other: str) -> None:
    """List the rows of a table that another has not, the second of a name apart."""
    connection.execute(
        f"""CREATE TEMP TABLE {found} AS WITH
        many AS (SELECT name, count(*) AS number FROM {other} GROUP BY name),
        each AS (SELECT id, name, row_number() OVER (PARTITION BY name ORDER BY id)
            AS nth FROM {one})
        SELECT each.id FROM each LEFT JOIN many ON many.name = each.name
        WHERE each.nth > coalesce(many.number, 0)"""  # noqa: S608 - our own words
    )


def told(connection: Connection, found: str, table: str) -> tuple[int, tuple[str, ...]]:
    """Count what was listed, and show a few of them."""
    (count,) = connection.execute(f"SELECT count(*) FROM {found}").fetchone()  # noqa: S608 - our own words
    query = f"SELECT job FROM {table} WHERE id IN (SELECT id FROM {found}) LIMIT {FEW}"  # noqa: S608 - as above
    few = [decoded(job) for (job,) in connection.execute(query)]
    return int(count), tuple([job.id or job.shown for job in few])
