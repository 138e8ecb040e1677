"""The fork of a front → the supervisor of its run, until the run is over."""

from __future__ import annotations

import os

from ...errors import ExeuntError
from ...process.flow import Running
from ...sessions.place import Place, create
from ...sessions.prompts import prompts_of
from ...sessions.supervisor import Supervisor
from ...sessions.wire import pack
from ...terminal.terminal import size_of
from ..argv import wants_record
from ._end import OUTWARDS, after, begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...process.completed import Completed
    from ...process.request import Request
    from ..argv import Options

    # What is done when the run is over, or kept: the report that the front gets.
    Ended = Callable[[Running], "dict[str, Any]"]
    Kept = Callable[[Supervisor, Completed], "dict[str, Any]"]

KEPT_LOG = 1 << 30  # bytes of a log that is read while it grows


class Attendant:
    """The supervisor: runs a command for the front, and stays when that returns."""

    def __init__(
        self,
        front: Any,
        request: Request,
        warnings: tuple[str, ...],
        options: Options,
    ) -> None:
        self.front = front
        self.request = request
        self.warnings = warnings
        self.options = options
        self.detached: bool = "--detach" in options
        request.max_log = max(request.max_log, KEPT_LOG)

    def stay(self, ended: Ended, kept: Kept, limits: dict[str, float]) -> None:
        """Run the command to its end, with or without the front.

        `limits` are of the supervisor: how long it keeps a question, and when what is
        likely to be one counts.
        """
        os.setsid()
        try:
            place = self.place()
        except (ExeuntError, OSError) as error:
            self.front.sendall(pack({"refused": as_error(error)}))
            return
        hidden = self.detached or wants_record(self.options)
        with Running(
            self.request,
            shown=None if hidden else OUTWARDS,
            recorded="now" if hidden else "later",
            warnings=self.warnings,
        ) as running:
            size = None if "--size" in self.options else size_of(1)
            if size is not None and self.request.size is not None:
                running.resize(*size)
            begin(running, prompts_of(running, place) if self.detached else None)
            supervisor = Supervisor(running, place=place, **limits)
            done = self.keep(supervisor)
            if done is None:
                if place is not None:
                    place.remove()
                self.front.sendall(pack(ended(running)))
                return
            self.front.sendall(pack(kept(supervisor, done)))
            self.front.close()
            leave_streams()
            serve(supervisor)
            after(running)

    def place(self) -> Place | None:
        """Take the name that the session is to have, before anything is started."""
        name = self.options["--session"][-1] if "--session" in self.options else None
        return create(name) if name is not None or self.detached else None

    def keep(self, supervisor: Supervisor) -> Completed | None:
        """Wait with the front; return the record of a run that becomes a session."""
        if not supervisor.attend(self.front.fileno(), detached=self.detached):
            return None
        try:
            return supervisor.stay(detached=self.detached)
        except (ExeuntError, OSError) as error:
            supervisor.running.warnings += (f"no session could be made: {error}",)
            supervisor.end()
            return None


def serve(supervisor: Supervisor) -> None:
    """Answer the callers of the session until the command has ended."""
    try:
        supervisor.serve()
    except Exception as error:  # noqa: BLE001 - nobody above could tell it
        supervisor.running.abandon()
        supervisor.break_off(f"exeunt has a bug: {type(error).__name__}: {error}")


def as_error(error: Exception) -> list[str]:
    """Say why there can be no session of that name."""
    if isinstance(error, OSError):
        return ["START_FAILED", f"no session can be made: {error.strerror}", ""]
    code = getattr(error, "error_code", "START_FAILED")
    return [code, getattr(error, "message", ""), getattr(error, "fix", "")]


def leave_streams() -> None:
    """Close the front's streams: a reader of its pipes would wait for the session."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.close(nowhere)
    os.chdir("/")
