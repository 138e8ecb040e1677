"""Pullers that are gone → what they had: to do again where it may be, else in doubt.

What was claimed and never began is to do again in any case. What began is done again
only if doing it twice is doing it once, and no sooner than the keeper of its command
has ended that.
"""

from __future__ import annotations

from ..lease import look
from ..record import Record, final
from ._owner import is_kept, places
from ._tables import DOUBT, TODO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection

LOST = b"its puller is gone, and nobody saw how it ended"
OFTEN = b"whoever ran it was gone each time, so it is not begun once more"


@final
class Lost(Record):
    """What became of the jobs of pullers that are gone."""

    again: int
    doubt: int
    pending: int  # whose commands are just being ended
    leases: tuple[str, ...]  # that nobody needs any more


def recover(
    connection: Connection,
    path_of: Callable[[str], str],
    ours: int,
    *,
    idempotent: bool,
    attempts: int,
) -> Lost:
    """See to the jobs of every puller that is gone, but for our own row."""
    again = doubt = pending = 0
    gone: list[str] = []
    query = "SELECT id, lease, process FROM pullers WHERE id != ?"
    for number, lease, process in connection.execute(query, (ours,)).fetchall():
        path = path_of(lease)
        if look(path).lives:
            continue
        known = places(path, process)
        query = "SELECT id, attempt, safe, lost FROM jobs WHERE owner = ?"
        waits = 0
        for job, attempt, safe, lost in connection.execute(query, (number,)).fetchall():
            began = known is None or (job, attempt) in known
            keeper, _ = ("", 0) if known is None else known.get((job, attempt), ("", 0))
            if began and is_kept(keeper, path, process):
                waits += 1
                continue
            may = bool(safe or idempotent)
            if not began:
                give_back(connection, job)
                again += 1
            elif may and lost + 1 < attempts:
                put(connection, job, TODO, None)
                again += 1
            else:
                put(connection, job, DOUBT, OFTEN if may else LOST)
                doubt += 1
        pending += waits
        if not waits:
            connection.execute("DELETE FROM pullers WHERE id = ?", (number,))
            gone.append(path)
    if idempotent:  # said of those that were in doubt before, too
        query = "UPDATE jobs SET state = ?, why = NULL WHERE state = ? AND lost < ?"
        again += connection.execute(query, (TODO, DOUBT, attempts)).rowcount
    return Lost(again, doubt, pending, tuple(gone))


def give_back(connection: Connection, job: int) -> None:
    """Have a job done that was claimed and never began: that was no attempt."""
    connection.execute(
        "UPDATE jobs SET state = ?, owner = NULL, attempt = attempt - 1 WHERE id = ?",
        (TODO, job),
    )


def put(connection: Connection, job: int, state: int, why: bytes | None) -> None:
    """Write what a job is now whose puller is gone."""
    connection.execute(
        "UPDATE jobs SET state = ?, owner = NULL, lost = lost + 1, why = ?"
        " WHERE id = ?",
        (state, why, job),
    )
