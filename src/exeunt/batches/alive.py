"""A batch → who runs its jobs now: pullers whose lease is held."""

from __future__ import annotations

from ..lease import look
from .queue import pullers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from .queue import Queue

PID = 2  # of a process's four words, as the store's clock names it


def running(queue: Queue) -> tuple[int, ...]:
    """Return the processes that run jobs of a batch; none is one that is gone."""

    def act(connection: Connection) -> list[tuple[str, str]]:
        return connection.execute("SELECT lease, process FROM pullers").fetchall()

    found: list[int] = []
    for lease, process in queue.database.read(act):
        words = process.split()
        if look(f"{pullers()}/{lease}").lives and len(words) > PID:
            found.append(int(words[PID]) if words[PID].isdigit() else 0)
    return tuple(found)
