"""An exit that nobody declared → the failure, in the words of the program itself."""

from __future__ import annotations

from ..text.clean import clean
from .classify import UNDECLARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.outcome import Failed
    from .run import Run

DETAIL = 2048  # characters of the last words that a failure is told with
LONGEST = 300  # of one line; more is in the detail
FRAME = " \t\r│┃|"  # what a box has on both sides of its words


def in_words(failed: Failed, run: Run) -> Failed:
    """Tell an exit by the table of a known program, or in the program's own words."""
    if failed.error.code != UNDECLARED:
        return failed
    from ._known import as_known  # of an exit that nobody declared

    return as_known(failed, in_own_words(failed, run), run)


def in_own_words(failed: Failed, run: Run) -> Failed:
    """Let the last line that the program wrote say why it failed, on stderr or else."""
    for written in (run.streams.stderr_tail(), run.streams.printed_tail()):
        tail = clean(written.encode("utf-8", "backslashreplace"))
        lines = [line.strip(FRAME) for line in tail.splitlines()]
        words = [line for line in lines if any(c.isalnum() for c in line)]
        if words:
            message, last = words[-1][:LONGEST], tail.strip()[-DETAIL:]
            detail = None if last.strip(FRAME) == message else last
            error = failed.error.replace(message=message, detail=detail)
            return failed.replace(error=error)
    return failed
