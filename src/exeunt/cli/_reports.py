"""Rows of the journal → files for others: a page for people, metrics for monitors."""

from __future__ import annotations

from time import time

from ..files import absolute
from ._files import unusable
from ._files import write as put
from ._moments import moment
from .argv import refuse, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..journal.rows import Rows
    from .verbs import Call

LINES = 20  # of a log
WHOLE = ("--failed", "--verdict", "--status", "--action", "--limit")  # not of a report


def reported(rows: Rows, call: Call) -> dict[str, Any]:
    """Write what is asked for about all calls that the options ask for."""
    for name in WHOLE:
        if name in call.options:
            given = "--report" if "--report" in call.options else "--metrics"
            refuse(
                f"{name} says nothing to {given}", "leave it out: all runs are in it"
            )
    asked = {
        "since": call.value("--since", moment),
        "name": call.text("--name"),
        "host": call.text("--host"),
        "tool": call.text("--tool"),
        "exit_code": call.value("--exit-code", whole),
    }
    said: dict[str, Any] = {}
    if "--report" in call.options:
        said["report"] = page_of(rows, asked, report_of(call.texts("--report")))
    if "--metrics" in call.options:
        said["metrics"] = metrics_of(rows, asked, call.texts("--metrics")[-1])
    return said


def page_of(rows: Rows, asked: dict[str, Any], path: str) -> str:
    """Write the page; return where it is."""
    from ..journal.told import said, told
    from ..reports.page import write  # what a page is made of

    page = write(
        told(rows, asked),
        name=f"Runs of {asked['name'] or asked['tool'] or 'all programs'}",
        said=lambda row: said(rows, row, LINES),
        now=time(),
    )
    put(path, page)
    return path


def metrics_of(rows: Rows, asked: dict[str, Any], path: str) -> str:
    """Add what has ended since the last time; return where the metrics are."""
    from ..journal.told import told
    from ..reports.metrics import add_journal  # for who asks

    try:
        add_journal(absolute(path), told(rows, asked), time())
    except OSError as error:
        what = f"{path!r} cannot be written"
        raise unusable(what, error, "FILE_UNWRITABLE") from None
    return path


def report_of(texts: Sequence[str]) -> str:
    """Read html=FILE."""
    form, _, path = texts[-1].partition("=")
    if len(texts) > 1 or form != "html" or not path:
        refuse(f"--report {texts[-1]} is no report", "write --report html=FILE, once")
    return path
