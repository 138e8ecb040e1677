"""A run's status and its reading → what came of it, for a caller to build on.

It is decided here, for every room, what came of a run. `BY_STATUS` bounds what
the reading says: a command that exeunt has ended did not do its job, whatever number it
left with; of one that nobody saw the end of, nobody knows.
"""

from __future__ import annotations

from ..model.codes import Effects
from ..model.row import Verdict, worst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..dialects.reading import Reading

# The best verdict of each status; None: the command has not ended, so there is none.
BY_STATUS: Mapping[str, Verdict | None] = {
    "exited": Verdict.DONE,
    "signaled": Verdict.DONE,  # the reading knows: a shell may have passed it on
    "timed_out": Verdict.FAILED,
    "idle": Verdict.FAILED,
    "cancelled": Verdict.FAILED,
    "waiting_for_input": None,
    "detached": None,
    "not_found": Verdict.FAILED,
    "not_executable": Verdict.FAILED,
    "unkillable": Verdict.FAILED,
    "internal_error": Verdict.UNKNOWN,  # unless it is known that nothing was done
}

UNSEEN = "nobody saw how it ended: what kept it was killed, or could not go on"


def bounded(status: str, reading: Reading) -> Reading:
    """Return the reading of a run, with no better verdict than its status allows."""
    best = BY_STATUS[status] or Verdict.FAILED
    if best is Verdict.UNKNOWN:
        if reading.effects is Effects.NONE:
            return reading
        return reading.replace(doubtful=True, meaning=UNSEEN)
    return reading.replace(at_best=worst((best, reading.at_best)))
