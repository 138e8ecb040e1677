"""A record → a command that is run because of it, once, and for no longer than so."""

from __future__ import annotations

from ...model.json import dumps
from ...process.flow import Running
from ...process.request import Request
from ._end import begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

OUT = 2  # our stderr: stdout is the command's whose end this is about


def react(line: str, record: Mapping[str, Any], patience: float) -> str:
    """Give a line to sh, the record on its stdin; say what went wrong, if it did.

    Its output goes to our stderr. Its whole tree is ended when its time is over.
    """
    request = Request(
        shell=line,
        shell_program="sh",
        input=dumps({**record}) + "\n",
        timeout=patience,
        log=False,
    )
    request.kind = "hook"
    shown = {"stdout": OUT, "stderr": OUT}
    with Running(request, shown=shown, recorded="never") as running:
        begin(running)
        running.finish()
        running.close()
    status, code, detail = running.report.verdict()
    if status == "exited":
        return f"exit {code}" if code else ""
    return detail or status.replace("_", " ")
