"""Rows of the journal → a file for others: a page for people."""

from __future__ import annotations

from time import time

from ._files import write as put
from .argv import refuse, whole
from .moments import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..journal.rows import Rows
    from .verbs import Call

LINES = 20  # of a log
WHOLE = ("--failed", "--verdict", "--status", "--action", "--limit")  # not of a report


def reported(rows: Rows, call: Call) -> dict[str, Any]:
    """Write the page of all calls that the options ask for; say where it is."""
    from ..journal.told import said, told
    from ..reports.page import write  # what a page is made of

    path = report_of(call.texts("--report"))
    for name in WHOLE:
        if name in call.options:
            refuse(
                f"{name} says nothing to --report", "leave it out: all runs are in it"
            )
    asked = {
        "since": call.value("--since", moment),
        "name": call.text("--name"),
        "host": call.text("--host"),
        "tool": call.text("--tool"),
        "exit_code": call.value("--exit-code", whole),
    }
    page = write(
        told(rows, asked),
        name=f"Runs of {asked['name'] or asked['tool'] or 'all programs'}",
        said=lambda row: said(rows, row, LINES),
        now=time(),
    )
    put(path, page)
    return {"report": path}


def report_of(texts: Sequence[str]) -> str:
    """Read html=FILE."""
    form, _, path = texts[-1].partition("=")
    if len(texts) > 1 or form != "html" or not path:
        refuse(f"--report {texts[-1]} is no report", "write --report html=FILE, once")
    return path
