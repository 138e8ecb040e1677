"""A run under way → the line that it leaves in the journal when it is over.

All but the write is done while the command runs, which needs us for nothing then:
loading this file, hiding what is secret. It is decided here which facts are in a line.
"""

from __future__ import annotations

import os
from time import monotonic, time

from ..store import lines
from ..thrown import is_thrown_in
from .capture import shown_words
from .task import is_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..secrets.redact import Redactor
    from ._log import Logged
    from .left import Left
    from .reasons import Report
    from .request import Request


class Noted:
    """The facts of one run, from its start to its end."""

    def __init__(
        self, request: Request, report: Report, redactor: Redactor | None
    ) -> None:
        hide: Callable[[str], str] = str if redactor is None else redactor.text
        passed = monotonic() - report.started_at if report.started_at else 0.0
        self.hide = hide
        self.request = request
        self.report = report
        self.known: dict[str, Any] = {
            "v": lines.VERSION,
            "uid": lines.uid(),
            "began": round(time() - passed, 3),
            "argv": shown_words(request, request.words, redactor),
            "line": request.shell is not None,
            "cwd": hide(cwd_of(request)),
            "host": host(),
        }
        if request.name is not None:
            self.known["name"] = hide(request.name)
        if request.dialect is not None:
            self.known["dialect"] = request.dialect
        if is_line(request):
            from . import _stages  # noqa: F401 # pyright: ignore[reportUnusedImport] - not later

    def append(self, logs: Mapping[str, Logged], left: Left | None) -> None:
        """Write the line: the run is over; whatever goes wrong costs the line alone."""
        try:
            facts = self.facts(logs)
            if left is not None and left.log is not None:
                facts["left_log"] = self.hide(left.log)
            lines.append(facts)
        except Exception as error:
            if is_thrown_in(error):
                raise
            return  # no descriptor is left to load what it needs

    def facts(self, logs: Mapping[str, Logged]) -> dict[str, Any]:
        """Return all that the line says."""
        report = self.report
        status, code, _ = report.verdict()
        facts = {
            **self.known,
            "kind": self.request.kind,
            "seconds": report.duration_ms() / 1000,
            "status": status,
            "exit_code": code,
        }
        if report.pid:
            facts["pid"] = report.pid
        signal = (report.status or 0) & 0x7F if (report.status or 0) > 0 else 0
        if signal:
            facts["signal"] = name_of(signal)
        if report.reason is None and is_line(self.request):
            facts["hidden"] = hidden_failure(self.request, report, code)
        for name, log in (("log", "stdout"), ("stderr_log", "stderr")):
            path = logs[log].path if log in logs else None
            if path is not None:
                facts[name] = self.hide(path)
        return facts


def hidden_failure(request: Request, report: Report, code: int) -> str | None:
    """Tell whether a command of a line has failed, and the line went on."""
    from ..atlas.stages import unheard  # loaded by then
    from ._stages import stages

    try:
        return unheard(stages(request, report.heard, code))
    except Exception as error:
        if is_thrown_in(error):
            raise
        return "unknown"  # a line that cannot be taken apart is nobody's fault


def name_of(signal: int) -> str:
    """Name a signal as a record does."""
    from ..model.ending import signal_name  # builds enums; few end by one

    return signal_name(signal)


def cwd_of(request: Request) -> str:
    """Return the directory that a command runs in; empty if it is gone."""
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib is dear
    except OSError:
        here = ""
    return os.path.join(here, request.cwd) if request.cwd else here  # noqa: PTH118 - as above


def host() -> str:
    """Name this machine."""
    return os.uname().nodename
