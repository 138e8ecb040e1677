"""An end that was told → its line in the journal, where the person has agreed to that.

The words are masked as those of any other run; when it began is the kernel's word.
"""

from __future__ import annotations

import os
from time import time

from ..atlas.stages import stages_of, unheard
from ..model.stage import Surroundings
from ..secrets.variables import without
from ..store import lines
from ._above import STARTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .end import End


def note(end: End, run: str | None) -> None:
    """Append the line of an end, under the name that its run has, if it has one."""
    words = ("bash", "-c", end.text)
    failed = [(status, 0, command) for status, command in end.failed]
    said = (failed, end.statuses or None)
    began = time_of_start(os.getppid())
    lines.append(
        {
            "v": lines.VERSION,
            "uid": run or lines.uid(),
            "began": round(began, 3),
            "argv": without(words),
            "line": True,
            "cwd": here(),
            "host": os.uname().nodename,
            "name": end.agent,
            "kind": "agent",
            "seconds": round(max(time() - began, 0), 3),
            "status": "exited",
            "exit_code": end.code,
            "hidden": unheard(stages_of(words, end.code, None, said, Surroundings())),
        }
    )


def time_of_start(pid: int) -> float:
    """Return when a process began; now, if the kernel does not say."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - pathlib is dear
            ticks = int(file.read().rpartition(b")")[2].split()[STARTED])
        with open("/proc/uptime", "rb") as file:  # noqa: PTH123 - as above
            up = float(file.read().split()[0])
    except (OSError, ValueError, IndexError):
        return time()
    return time() - up + ticks / os.sysconf("SC_CLK_TCK")


def here() -> str:
    """Return the directory that the command ended in; empty if it is gone."""
    try:
        return os.getcwd()  # noqa: PTH109 - as above
    except OSError:
        return ""
