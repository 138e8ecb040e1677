"""Ends, and free places → the rows that say so, and the jobs to start: one transaction.

An end is written once, by whoever has the job: compared with its owner and its attempt.
What a job is claimed for is on the disk before it starts.
"""

from __future__ import annotations

from ..model.json import encode, loads
from ..record import KW_ONLY, Record, final, made
from ._tables import DOING, NUMBERS, TODO, WAITING
from .finished import FINAL
from .job import Job, decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from sqlite3 import Connection
    from typing import Any

    from ._tables import State


@final
class Claim(Record):
    """A job that this puller is to run: it is nobody else's until it ends."""

    number: int  # of its row
    owner: int
    attempt: int
    job: Job
    course: Mapping[str, Any]  # where its call stands
    key: bytes


@final
class End(Record):
    """What became of a claim."""

    claim: Claim
    state: State
    _: KW_ONLY
    why: str | None = None
    pause: float | None = None  # seconds until it is due
    course: Mapping[str, Any] = made(default_factory=dict[str, "Any"])
    record: bytes | None = None  # of the run, where there is one
    effects: str | None = None  # as its reading says
    holds: tuple[tuple[float, str], ...] = ()  # of its key: seconds, and why
    uncounted: bool = False  # it never began, so that was no attempt
    session: str | None = None  # that its command goes on in, still this puller's


def moments(seconds: float, now: float, passed: float) -> tuple[int, int, int]:
    """Say when a pause is over, by two clocks, and how long it is."""
    return (
        int((passed + seconds) * 1000),
        int((now + seconds) * 1000),
        int(seconds * 1000),
    )


def finish(connection: Connection, end: End, now: float, passed: float) -> bool:
    """Write an end; False if the job is not this claim's any more."""
    claim, state = end.claim, NUMBERS[end.state]
    due, until, pause = (None, None, None)
    if end.pause is not None:
        due, until, pause = moments(end.pause, now, passed)
    goes_on = state == DOING  # at once, as another attempt
    course = {**end.course, "session": end.session} if end.session else end.course
    changed = connection.execute(
        "UPDATE jobs SET state = ?, attempt = attempt + ?, owner = ?, due = ?,"
        " until = ?, pause = ?, course = ?, why = ?"
        " WHERE id = ? AND owner = ? AND attempt = ?",
        (
            state,
            int(goes_on) - int(end.uncounted),
            claim.owner if goes_on or end.session else None,
            due,
            until,
            pause,
            encode(dict(course)).encode("ascii") if course else None,
            None if end.why is None else end.why.encode("utf-8", "surrogatepass"),
            claim.number,
            claim.owner,
            claim.attempt,
        ),
    ).rowcount
    if not changed:
        return False
    if end.record is not None or end.state in FINAL:
        connection.execute(
            "INSERT OR REPLACE INTO ends (job, at, effects, record)"
            " VALUES (?, ?, ?, ?)",
            (claim.number, int(now * 1000), end.effects, end.record),
        )
    return True


def wake(connection: Connection, passed: float) -> None:
    """Let those go on whose pause is over."""
    connection.execute(
        "UPDATE jobs SET state = ?, due = NULL WHERE state = ? AND due <= ?",
        (TODO, WAITING, int(passed * 1000)),
    )


def wish(connection: Connection) -> str:
    """Return what is wanted of the pullers."""
    (found,) = connection.execute("SELECT wish FROM batch").fetchone()
    return str(found)


def claim(  # noqa: PLR0913 - what there is to be kept to
    connection: Connection,
    owner: int,
    count: int,
    held: Collection[bytes],
    per_key: int | None,
    now: float,
) -> list[Claim]:
    """Take so many jobs whose turn it is: none that is on hold, few of one key."""
    found = todo(connection, count, held, per_key) if count > 0 else []
    connection.executemany(
        "UPDATE jobs SET state = ?, owner = ?, attempt = attempt + 1, began = ?,"
        " why = NULL WHERE id = ?",
        ((DOING, owner, int(now * 1000), row[0]) for row in found),
    )
    return [
        Claim(
            number,
            owner,
            attempt + 1,
            decoded(job),
            {} if course is None else loads(course.decode("ascii")),
            key,
        )
        for number, attempt, job, course, key in found
    ]


def todo(
    connection: Connection, count: int, held: Collection[bytes], per_key: int | None
) -> list[tuple[Any, ...]]:
    """Return the rows whose turn it is."""
    many = running(connection) if per_key is not None else {}
    never = {*held, *(key for key, number in many.items() if number >= (per_key or 0))}
    query = "SELECT id, attempt, job, course, key FROM jobs WHERE state = ?"
    if never:
        query += f" AND key NOT IN ({', '.join('?' * len(never))})"
    query += " ORDER BY rank, place"
    found: list[tuple[Any, ...]] = []
    rows = connection.execute(query, (TODO, *never))
    for row in rows:
        key = row[4]
        if per_key is not None:
            if many.get(key, 0) >= per_key:
                continue
            many[key] = many.get(key, 0) + 1
        found.append(row)
        if len(found) == count:
            break
    rows.close()
    return found


def running(connection: Connection) -> dict[bytes, int]:
    """Count the jobs under way, by key."""
    query = "SELECT key, count(*) FROM jobs WHERE state = ? GROUP BY key"
    return dict(connection.execute(query, (DOING,)).fetchall())


def next_due(
    connection: Connection, passed: float, holds: Sequence[float]
) -> float | None:
    """Return the seconds until something goes on: what waits, or what is on hold."""
    query = "SELECT min(due) FROM jobs WHERE due IS NOT NULL"
    (due,) = connection.execute(query).fetchone()
    times = [] if due is None else [due / 1000 - passed]
    if (
        holds
        and connection.execute(
            "SELECT 1 FROM jobs WHERE state = ? LIMIT 1", (TODO,)
        ).fetchone()
    ):
        times += holds
    return max(0.0, min(times)) if times else None


def count_from(connection: Connection, boot: str, now: float, passed: float) -> None:
    """Tell pauses by the clock of this start of the machine, if it is another one.

    None is longer than it was meant to be, whatever the wall's clock has done.
    """
    (before,) = connection.execute("SELECT boot FROM batch").fetchone()
    if before == boot:
        return
    connection.execute(
        "UPDATE jobs SET due = ? + max(0, min(until - ?, pause)) WHERE due IS NOT NULL",
        (int(passed * 1000), int(now * 1000)),
    )
    connection.execute("UPDATE batch SET boot = ?", (boot,))
