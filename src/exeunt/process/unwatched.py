"""What is known of a run that this process did not watch → its record."""

from __future__ import annotations

from .flow import Running
from .request import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .completed import Completed


def ended_before(request: Request, words: Sequence[str]) -> Completed | None:
    """Make the record of another process's run, of what its keeper has said of it.

    None, if it did not say how the run ended; ValueError, if those are not its words.
    """
    run = Running(request, recorded="never")
    run.move("let go")
    for line in words:
        run.report.note(line, 0)
    return None if run.report.status is None else run.wait()


def unstarted(detail: str) -> Completed:
    """Make the record of a run that never began: a wrong call, or a bug of exeunt."""
    run = Running(Request(["exeunt"]), recorded="never")
    run.never_ran(detail)
    return run.wait().replace(command="")
