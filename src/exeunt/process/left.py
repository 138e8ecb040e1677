"""Streams that are still written to at the end → the keeper, whose logger reads on.

What a command leaves running keeps a place to write: its streams are handed to the
keeper, with a new log and all that is known of secrets. Nothing of the caller goes
along, and the caller waits for nobody.
"""

from __future__ import annotations

import marshal
import os

from ..files import absolute, open_new
from ..tree import glance
from .capture import redactor_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..secrets.redact import Redactor
    from .capture import Capture
    from .completed import Completed
    from .reasons import Report
    from .request import Request
    from .streams import Streams

STREAMS = b"s"  # what comes with the descriptors; no order is written so
NAMED = 5  # processes that are named
UNWANTED = "no log is kept"


class Left:
    """What a command left running that may still write, and where that goes."""

    def __init__(self, pids: Sequence[int], count: int) -> None:
        self.names: list[str] = names_of(pids)
        self.count = count
        self.log: str | None = None
        self.error: str = ""  # why there is no log

    def hide(self, redactor: Redactor | None) -> None:
        """Keep secrets out of what is said of it, as out of all else."""
        if redactor is not None:
            self.names = [redactor.text(name) for name in self.names]
            self.log = self.log and redactor.text(self.log)

    def told_in(self, done: Completed) -> Completed:
        """Have a record say the same."""
        warnings = (*done.warnings, self.sentence)
        return done.replace(left_log=self.log, warnings=warnings)

    @property
    def sentence(self) -> str:
        """Say who goes on, and where its output is."""
        one = self.count == 1
        who = f"1 process {'goes' if one else 'go'} on" if one else ""
        who = who or f"{self.count} processes go on"
        whose = "its" if one else "their"
        named = f": {', '.join(self.names)}" if self.names else ""
        if self.log is not None:
            return f"{who}{named}; {whose} output goes to {self.log}"
        return f"{who}{named}; {whose} output is read and dropped: {self.error}"


def hand_over(
    request: Request, streams: Streams, report: Report, orders: int
) -> Left | None:
    """Give the open pipes of a run that is over to its keeper; None if that fails."""
    if not report.left or report.reason is not None:
        return None
    captures = [c for c in streams.captures.values() if c.open and c.terminal is None]
    if not captures:
        return None
    left = Left(report.pids, report.left)
    log = open_log(request, streams.log_name(), left)
    redactors = [kept(request, capture) for capture in captures]
    left.hide(redactor_for(request))
    given = [streams.let_go(capture) for capture in captures]
    paper = os.memfd_create("left", os.MFD_CLOEXEC)
    try:
        with open(paper, "wb", closefd=False) as file:
            marshal.dump(facts(left, redactors, len(log)), file)
        send(orders, [paper, *log, *given])
    except OSError:
        return None  # the keeper was killed: who still writes finds nobody
    finally:
        for descriptor in (paper, *log, *given):
            os.close(descriptor)
    return left


def kept(request: Request, capture: Capture) -> Redactor | None:
    """Return what hides a stream's secrets in a log, where the stream has come to.

    What passed on unread by it is read again: a secret may stand across the border.
    """
    if capture.kept is not None:
        return capture.kept
    redactor = redactor_for(request)
    if redactor is not None:
        redactor.feed(capture.last)
        redactor.flush()
    return redactor


def facts(left: Left, redactors: Sequence[Redactor | None], log: int) -> dict[str, Any]:
    """Return what the logger is to know, in types that marshal knows.

    Of the secrets that are their forms, which all streams have in common.
    """
    known = next((one.known for one in redactors if one is not None), None)
    who = ", ".join(left.names) or "what a command left"
    where = left.log or "nowhere"
    return {
        "title": f"exeunt: logs the output of {who} to {where}",
        "log": log,
        "known": None if known is None else (known.any_case, known.in_case),
        "states": [None if one is None else one.state() for one in redactors],
    }


def open_log(request: Request, name: str, left: Left) -> list[int]:
    """Open a new log, to write and to read it; neither, where there can be none."""
    try:
        if isinstance(request.log, str):
            from ..named import open_given  # few logs are

            path = absolute(f"{request.log}.left")
            descriptor = open_given(path)
            os.ftruncate(descriptor, 0)
        else:
            from ._log import logs_directory, tidy  # where few had a log before

            if not (request.log or request.left_log):
                left.error = UNWANTED
                return []
            directory = logs_directory()
            path = f"{directory}/{name}.left"
            descriptor = open_new(directory, f"{name}.left")
            tidy()
    except (OSError, ValueError) as error:
        left.error = getattr(error, "strerror", None) or str(error)
        return []
    left.log = path
    return [descriptor, reading(descriptor)]


def reading(descriptor: int) -> int:
    """Open a log once more, to read; without /proc it is not read, and is emptied."""
    try:
        return os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return os.dup(descriptor)


def send(orders: int, descriptors: Sequence[int]) -> None:
    """Send descriptors to the keeper, through the socket of its orders."""
    module: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
    packed = b"".join([number.to_bytes(4, "little") for number in descriptors])
    rights = [(module.SOL_SOCKET, module.SCM_RIGHTS, packed)]
    socket = module.socket(module.AF_UNIX, module.SOCK_STREAM, 0, orders)
    try:
        socket.sendmsg([STREAMS], rights, module.MSG_NOSIGNAL | module.MSG_DONTWAIT)
    finally:
        socket.detach()


def names_of(pids: Sequence[int]) -> list[str]:
    """Name processes as they call themselves, each name once."""
    found: dict[str, None] = {}
    for pid in pids:
        try:
            name = glance(f"/proc/{pid}/comm").decode("utf-8", "replace").strip()
        except OSError:
            continue  # it has just ended
        found[name] = None
        if len(found) > NAMED:
            return [*[*found][:NAMED], "…"]
    return [*found]
