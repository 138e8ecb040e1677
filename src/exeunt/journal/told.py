"""Runs of the journal → the rows that reports are made of, one by one.

A row of a report has less than one that is listed: what was to be done is decided for
nobody here. The end of a log is read for the few that are shown.
"""

from __future__ import annotations

from itertools import pairwise

from ..model.row import Verdict
from ..secrets.mask import masked, masked_words
from .rows import BAD, is_asked, output, seconds_of, stamp, tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ..store.journal import Run
    from .rows import Rows

NARROWED = ("since", "tool", "name", "host", "exit_code")
# What has gone wrong, where the number alone would say that nothing has.
UNSAID = {"hidden_failure": "a command of the line failed, and the line went on"}
LONGEST = 300  # characters of a line that is shown


def told(rows: Rows, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a row for each call that the options ask for, the newest first."""
    wanted = {name: asked.get(name) for name in NARROWED}
    unstored = {**wanted, "status": None}
    for run in rows.apart:
        if is_asked(run, unstored):
            yield row_of(rows, run)
    if rows.store is not None:
        for run in rows.store.runs.each(last=True, **wanted):
            yield row_of(rows, run)


def row_of(rows: Rows, run: Run) -> dict[str, Any]:
    """Return what a report needs to know of a run."""
    verdict = rows.verdict(run)
    argv, hidden = masked_words(run.argv)  # a report is passed on
    row: dict[str, Any] = {
        "id": run.id or None,
        "name": run.name,
        "argv": argv,
        "cut": run.is_cut or hidden,
        "cwd": run.cwd,
        "host": run.host,
        "verdict": verdict.value if verdict else None,
        "exit_code": run.exit_code,
        "status": run.status,
        "seconds": seconds_of(run),
        "started": stamp(run.began),
        "log": run.log,
        "stderr_log": run.stderr_log,
        "kind": run.kind,
    }
    attempts = rows.attempts(run)
    row["attempts"] = [rows.attempt(one) for one in attempts]
    row["waited"] = waited(attempts)
    if verdict in BAD:
        row |= reason(rows, run)
    return row


def reason(rows: Rows, run: Run) -> dict[str, Any]:
    """Say why a run did not do its job, or may not have, and what it did."""
    why = rows.why(run)
    if run.detail:
        return {"why": why, "meaning": run.detail, "side_effects": "unknown"}
    reading = rows.reading(run)
    if reading.name == "SUCCESS":  # its number says nothing of what went wrong
        return {"why": why, "meaning": UNSAID.get(why), "side_effects": "unknown"}
    doubtful = reading.verdict is Verdict.UNKNOWN
    effects = "unknown" if doubtful else reading.effects.value
    return {"why": why, "meaning": reading.meaning, "side_effects": effects}


def waited(attempts: Sequence[Run]) -> float:
    """Return the seconds that passed between the attempts of a call."""
    return sum(
        max(later.began - one.began - (seconds_of(one) or 0), 0)
        for one, later in pairwise(attempts)
    )


def said(rows: Rows, row: Mapping[str, Any], lines: int) -> list[str]:
    """Return the last lines that a run wrote, keys and random text in words.

    Those of its stderr, if there are any: that is where a failure is told.
    """
    run = rows.find(row["id"]) if row["id"] else None
    if run is None or run.kind == "foreground":
        return []
    found = tail(output(run.stderr_log, run)) or tail(output(run.log, run))
    text, _ = masked("\n".join(found))
    return [line[:LONGEST] for line in text.split("\n")[-lines:] if line.strip()]
