"""A batch, and how its jobs end → those who are to be told: events, metrics, a line.

A line of --on-failure is run once, when the batch is over: what failed is told as
groups, for 5,000 failures of one kind are one.
"""

from __future__ import annotations

from ...secrets.mask import masked_words
from ..run._end import complain
from ..run._heed import FAILED, Heed
from ._results import masked
from ._rows import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ...batches.finished import Finished
    from ...batches.queue import Queue
    from ..argv import Options

NAMES = ("--on-failure", "--events", "--metrics")
GROUPS = 20  # of failures, that a line is told of


class Others:
    """Who is told of a batch."""

    def __init__(self, options: Options) -> None:
        self.heed: Heed = Heed(options)
        self.batch: str = ""
        self.counts: Any = None
        if self.heed.metrics is not None:
            from ...reports.metrics import Counts  # for who asks

            self.counts = Counts()

    @classmethod
    def of(cls, options: Options) -> Others | None:
        """Return them, if there are any; what could not be done is refused."""
        return cls(options) if any(name in options for name in NAMES) else None

    def begin(self, queue: Queue) -> None:
        """Tell that the batch is run."""
        self.batch = queue.name
        counts = queue.counts()
        self.heed.tell("batch started", {"batch": queue.name, **counts.as_fields()})

    def job(self, finished: Finished) -> None:
        """Tell how an attempt at a job ended, and what comes of it."""
        facts = {"batch": self.batch, **row_of(finished)}
        self.heed.tell("ended" if finished.final else "waits", facts)
        if self.counts is not None and finished.final:
            self.counts.count(facts)

    def end(self, queue: Queue, data: Mapping[str, Any]) -> None:
        """Tell that this process runs the batch no more; once."""
        self.heed.tell("batch ended", {"batch": queue.name, **data})
        if self.counts is not None and self.heed.metrics is not None:
            try:
                self.counts.add_to(self.heed.metrics)
            except (OSError, ValueError) as error:
                complain(f"--metrics: {getattr(error, 'strerror', None) or error}")
        if self.heed.command is not None and (data["failed"] or data["doubt"]):
            self.heed.react({"batch": queue.name, **data, "failures": groups(queue)})


def groups(queue: Queue) -> list[dict[str, Any]]:
    """Return what failed, and what is in doubt, each failure once."""
    from ...reports.groups import as_dict, grouped  # for a batch that failed
    from ._report import row_of as told
    from ._report import said

    rows = (told(row, queue.name) for row in queue.rows("failed", "doubt"))
    found = grouped(rows).found()[:GROUPS]
    return [as_dict(group, lambda row: said(queue, row)) for group in found]


def row_of(finished: Finished) -> dict[str, Any]:
    """Tell of an attempt at a job as reports read it."""
    job, done = finished.job, finished.record
    words, shell = masked(finished)
    argv, hidden = masked_words(words if shell is None else ("sh", "-c", shell))
    said: dict[str, Any] = {
        "id": job.id or str(finished.number),
        "number": finished.number,
        "argv": [*argv],
        "cut": hidden,
        "state": finished.state,
        "because": finished.why,
        "attempts": finished.attempts,
        "started": moment(finished.started),
        "verdict": None,
        "seconds": finished.seconds,
    }
    if done is None:
        doubt = "unknown" if finished.state == "doubt" else None
        return {**said, "verdict": doubt, "seconds": None}
    verdict = done.verdict
    bad = verdict is not None and verdict.value in FAILED
    return {
        **said,
        "verdict": verdict.value if verdict else None,
        "why": done.reading.name if bad else None,
        "status": done.status,
        "exit_code": done.exit_code,
        "signal": done.signal,
        "seconds": done.duration_ms / 1000,
    }
