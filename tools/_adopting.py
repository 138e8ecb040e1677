"""A suite of tests that calls Click apps → the same calls, adopted, and each outcome.

A pytest plugin. ADOPTING=1 adopts what is called, OUTCOMES names the file to write.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from _pytest import compat, monkeypatch

import exeunt

if TYPE_CHECKING:
    import pytest

OUTCOMES: dict[str, str] = {}
DIALECT = "agent-spec@1.6"  # a wrong call stays 2, on which most tests insist
AS_WAS = click.Command.main
monkeypatch.notset = compat.NOTSET  # type: ignore[attr-defined] # as Flask's suite names it


def pytest_configure() -> None:
    """Adopt every app from here on, if that is asked for."""
    if os.environ.get("ADOPTING"):
        click.Command.main = adopted_main  # type: ignore[assignment,method-assign]


def adopted_main(
    app: Any,
    args: Any = None,
    prog_name: str | None = None,
    complete_var: str | None = None,
    standalone_mode: bool = True,
    **extra: Any,
) -> Any:
    """Call an app as its adopted program would be, or as Click does within a call."""
    settings = {n: v for n, v in extra.items() if n != "windows_expand_args"}
    is_line = all(isinstance(word, str) for word in args or ())  # as a shell's are
    if CALLS or settings or complete_var or not standalone_mode or not is_line:
        return AS_WAS(app, args, prog_name, complete_var, standalone_mode, **extra)
    CALLS.append(app)
    try:
        code, _ = exeunt.adopt(app, name=prog_name, dialect=DIALECT).run(args)
    finally:
        CALLS.pop()
    raise SystemExit(code)  # not sys.exit(), which a test may have replaced


CALLS: list[Any] = []  # the adopted call that runs now


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep the worst that a test came to."""
    if report.outcome != "passed" or report.when == "call":
        OUTCOMES[report.nodeid] = report.outcome


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the outcomes down, once for all workers."""
    if not hasattr(session.config, "workerinput"):
        Path(os.environ["OUTCOMES"]).write_text(json.dumps(OUTCOMES), "utf-8")
