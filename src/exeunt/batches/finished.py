"""An attempt at a job that is over → Finished: what is told of it."""

from __future__ import annotations

from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..deciding.decision import Decision
    from ..process.completed import Completed
    from ._tables import State
    from .job import Job

FINAL = ("done", "failed", "held", "moved", "doubt", "cancelled")


@final
class Finished(Record):
    """What became of a job: how its run ended, and what was decided about that."""

    job: Job
    state: State
    _: KW_ONLY
    number: int  # of its row in the batch's file
    attempts: int  # how often it was begun
    record: Completed | None  # None where nothing was run
    decision: Decision | None
    why: str | None  # it waits, is held or in doubt
    started: float  # seconds since 1970
    seconds: float

    @property
    def final(self) -> bool:
        """Whether nothing more comes of it by itself."""
        return self.state in FINAL

    @property
    def ok(self) -> bool:
        """Whether it ran, and did its job."""
        return self.record is not None and self.record.ok
