"""One run, as the journal and a batch tell it → what all reports read in it.

A row is a mapping, in the names on the wire; it may lack any of them, and have others:

id, name, argv, cwd, host, kind, log, status, exit_code, seconds: as in the journal
started     when it began, UTC: 2026-01-31T22:00:00Z
verdict     done, no, findings, unknown, failed; None while it has not ended
why         the code's name, of one that failed or may have; of one that waits, for what
meaning     what its exit code says, in a sentence
cut         words are missing at the end of argv, or are hidden
side_effects  none, partial, complete or unknown
state       how far it is, in a batch: todo, doing, held and so on
attempts    how often the command was run, or a list with each
waited      the seconds between its attempts
resolve     the line that settles a doubt, where there is one
again       the line that runs it again, where that is not `exeunt run`
"""

from __future__ import annotations

from datetime import UTC, datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Row = Mapping[str, Any]
    # A row → the last lines of what it wrote, without its secrets.
    Said = Callable[[Row], Sequence[str]]

FAILED, UNKNOWN, DONE = "failed", "unknown", "done"
BAD = (FAILED, UNKNOWN)
VERDICTS = ("done", "no", "findings", "unknown", "failed")  # best first


def moment(row: Row) -> float | None:
    """Return when a run began, in seconds since 1970."""
    started = row.get("started")
    if not started:
        return None
    try:
        found = datetime.fromisoformat(started)
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def attempts(row: Row) -> int:
    """Return how often a command was run for one call."""
    given = row.get("attempts", 1)
    return max(given if isinstance(given, int) else len(given), 1)


def program(row: Row) -> str:
    """Return the name of a row's program."""
    argv = row.get("argv") or ("",)
    return argv[0].rstrip("/").rpartition("/")[2] or "?"
