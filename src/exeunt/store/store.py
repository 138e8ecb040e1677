"""A place → the store: seven memories in one file.

Every verb does what it says or raises StoreError: whoever must not act without having
remembered (a redirect before it is followed, a call that is to happen once) fails
closed by using this. Whoever must go on regardless uses `journal`.
"""

from __future__ import annotations

from os.path import lexists

from ._failures import Failures
from ._redirects import Redirects
from ._runs import Runs
from .clock import Clock
from .database import PATIENCE, Database
from .holds import Holds
from .onces import Onces
from .place import place
from .programs import Programs
from .responses import Responses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Store:
    """What exeunt remembers."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.runs: Runs = Runs(database, clock)
        self.redirects: Redirects = Redirects(database, clock)
        self.programs: Programs = Programs(database, clock)
        self.holds: Holds = Holds(database, clock)
        self.responses: Responses = Responses(database)
        self.failures: Failures = Failures(database, clock)
        self.onces: Onces = Onces(database, clock)

    @classmethod
    def open(
        cls,
        path: str | None = None,
        *,
        patience: float = PATIENCE,
        clock: Clock | None = None,
        strict: bool = False,
    ) -> Self:
        """Open the store at a path, or in the state directory; made if there is none.

        `patience` is how many seconds a verb waits for others who write. A `strict` one
        is refused where another was, may have been, or may be another machine's.
        """
        file = place(path, strict=strict)
        store = cls(Database(file, patience, strict=strict), clock or Clock())
        store.database.read(lambda _: None)  # a place that is no good is told now
        return store

    @classmethod
    def existing(cls, path: str | None = None, *, strict: bool = False) -> Self | None:
        """Open the store if there is one; nothing is made."""
        there = lexists(place(path, strict=strict))
        return cls.open(path, strict=strict) if there else None

    @property
    def path(self) -> str:
        """Where the store is."""
        return self.database.path

    @property
    def notices(self) -> list[str]:
        """What happened to the file that its user should know."""
        return self.database.notices

    def sweep(self) -> int:
        """Forget what is too old or too much; return how many runs those were."""
        self.holds.sweep()
        self.redirects.sweep()
        self.onces.sweep()
        return self.runs.prune()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
