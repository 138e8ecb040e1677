"""A flow that is over → Completed: how the command ended, what it said, what is left.

The names are those on the wire: a wrapper's seven keys, and what exeunt adds.
"""

from __future__ import annotations

import os
from time import monotonic_ns

from ..record import Record, final
from ..secrets.spoken import spoken
from ..text.rendered import Rendered
from .verdict import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from ..dialects.reading import Reading
    from ..model.ending import Ending
    from ..terminal.waiting import Waiting
    from ._log import Logged
    from .flow import Flow
    from .verdict import Status

    Source = Literal["child", "runner", "signal"]

SOURCES: dict[Status, Source] = {"exited": "child", "signaled": "signal"}
TERM = 15  # the wait status of a command that we have ended for its question
NOTHING = Rendered("", 0, 0, 0, 0, binary=False)
# What reading the end of an unknown command that exits with 0 and says no JSON gives:
# written out, since finding out costs more than starting Python. A test compares it.
PLAIN_SUCCESS: dict[str, Any] = {
    "code": 0,
    "name": "SUCCESS",
    "meaning": "the command says it succeeded",
    "retryable": None,
    "side_effects": "complete",
    "answer": None,
    "phase": None,
    "certainty": "convention",
    "dialect": "shell",
    "source": "POSIX XCU 2.8.2; bash(1)",
    "anomalies": [],
}

# What it means that a command was started and left alone, as was asked.
DETACHED: dict[str, Any] = {
    **PLAIN_SUCCESS,
    "meaning": "the command was started and runs on; ask its session how it goes",
    "side_effects": "unknown",
    "certainty": "declared",
    "dialect": "shuck",
    "source": "exeunt run",
}

# What it means that a command has a question, and is kept until that is answered.
ASKING: dict[str, Any] = {
    **DETACHED,
    "code": 124,
    "name": "TIMEOUT",
    "meaning": "it waits for an answer, and goes on when it gets one",
    "retryable": "no",
}

# What a wrong call of ours means: nothing happened, and the call can be put right.
MISUSE: dict[str, Any] = {
    **PLAIN_SUCCESS,
    "code": 125,
    "name": "ARG_ERROR",
    "meaning": "exeunt itself was called wrongly",
    "retryable": "after_fix",
    "side_effects": "none",
    "phase": "validation",
    "certainty": "declared",
    "dialect": "shuck",
    "source": "exeunt run",
}


@final
class Cleanup(Record):
    """What became of the tree: how many were killed, how many run on, who vouches."""

    __slots__ = ("killed", "left", "proof", "pids")
    killed: int
    left: int
    proof: str  # subreaper: nothing can have escaped; best_effort: it may have
    pids: tuple[int, ...]  # of those that run on

    def __init__(
        self, killed: int, left: int, proof: str, pids: tuple[int, ...]
    ) -> None:
        self._fill(killed, left, proof, pids)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return {
            "killed": self.killed,
            "left": self.left,
            "proof": self.proof,
            "pids": list(self.pids),
        }


@final
class Completed(Record):
    """How a run ended."""

    __slots__ = (
        "stdout",
        "stderr",
        "exit_code",
        "duration_ms",
        "timed_out",
        "command",
        "args",
        "status",
        "source",
        "signal",
        "detail",
        "streams",
        "log",
        "stderr_log",
        "log_error",
        "sha256",
        "stderr_sha256",
        "total_bytes",
        "omitted_bytes",
        "omitted_lines",
        "invalid_bytes",
        "folded",
        "binary",
        "input_unsent_bytes",
        "environment",
        "screen",
        "cleanup",
        "session",
        "warnings",
        "wait_status",
        "line",
        "limit",
        "document",
        "dialect",
        "manifest",
        "waiting",
        "unmask",
    )
    stdout: str
    stderr: str
    exit_code: int  # ours: the child's up to 123, 124 to 127, or 128 and the signal
    duration_ms: int
    timed_out: bool
    command: str
    args: tuple[str, ...]
    status: Status
    source: Source
    signal: str | None
    detail: str | None  # why it was not started, or what went wrong here
    streams: Literal["split", "merged"]
    log: str | None
    stderr_log: str | None
    log_error: str | None
    sha256: str | None
    stderr_sha256: str | None
    total_bytes: int
    omitted_bytes: int
    omitted_lines: int
    invalid_bytes: int
    folded: int
    binary: bool
    input_unsent_bytes: int | None
    environment: Mapping[str, str | None]  # as we have set it; None: removed
    screen: str | None  # what it shows, if a program had it as we returned
    cleanup: Cleanup
    session: str | None  # under which it goes on
    warnings: tuple[str, ...]
    # Not on the wire, but what the reading is made of:
    wait_status: int
    line: str | None  # for a shell, if that was asked for
    limit: float | None  # the seconds that it was given
    document: bytes | None  # the JSON on stdout, where the text above does not have it
    dialect: str | None
    manifest: Mapping[str, object] | None
    waiting: Waiting | None  # for an answer, if that is why we returned
    unmask: bool  # keys and random text are shown on the wire, too

    def __init__(self, **fields: Any) -> None:
        self._fill(*(fields[name] for name in self.__match_args__))

    @property
    def ok(self) -> bool:
        """Whether the command ran to its end and exited with 0."""
        return self.status == "exited" and not self.exit_code

    @property
    def ending(self) -> Ending:
        """What the operating system saw; of a run that we ended, that we did."""
        from ..model.ending import (  # for who asks
            TimedOut,
            Unstarted,
            from_wait_status,
        )

        if self.status in {"timed_out", "idle", "unkillable"}:
            return TimedOut(self.limit, idle=self.status == "idle")
        if self.status == "not_found" or self.status == "not_executable":  # noqa: PLR1714 - as a type
            return Unstarted(self.status, self.detail or "")
        if self.session is not None:
            return TimedOut(None)  # it still runs, so nobody has seen its end
        if self.status == "waiting_for_input":
            return from_wait_status(TERM)  # whatever it made of that
        if self.wait_status < 0:
            return Unstarted("failed", self.detail or "")
        return from_wait_status(self.wait_status)

    @property
    def reading(self) -> Reading:
        """What the ending means, by the best table there is."""
        from ..reading.read import read  # 12 ms, for who asks

        return read(
            self.ending,
            self.document or self.stdout.encode("utf-8", "replace"),
            self.stderr.encode("utf-8", "replace"),
            argv=() if self.line is not None else (self.command, *self.args),
            line=self.line,
            dialect=self.dialect,
            manifest=self.manifest,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the record in its names on the wire."""
        return self.recorded()[0]

    def recorded(self) -> tuple[dict[str, Any], Reading | None]:
        """Return the record and its reading, which a plain success does without."""
        said: dict[str, Any] = {name: getattr(self, name) for name in ON_THE_WIRE}
        said["args"], said["warnings"] = list(self.args), list(self.warnings)
        said["environment"] = dict(self.environment)
        said["waiting"] = self.waiting.as_dict() if self.waiting else None
        said["cleanup"] = self.cleanup.as_dict()
        said |= spoken(said, unmask=self.unmask)
        if self.session is not None:
            asks = self.status == "waiting_for_input"
            said["reading"] = dict(ASKING if asks else DETACHED)
            return said, None
        reading = None if self.ok and is_plain(self) else self.reading
        said["reading"] = dict(PLAIN_SUCCESS) if reading is None else reading.as_dict()
        return said, reading

    def __repr__(self) -> str:
        """Show how it ended; what it said may be long."""
        return (
            f"<Completed {self.command!r}: {self.status} {self.exit_code}, "
            f"{self.duration_ms} ms, {self.total_bytes} bytes>"
        )


ON_THE_WIRE = Completed.__match_args__[: Completed.__match_args__.index("wait_status")]


def is_plain(done: Completed) -> bool:
    """Tell whether no table but the convention can know a success."""
    if done.line is not None or done.dialect or done.manifest is not None:
        return False
    if done.document is not None or any(
        "{" in text for text in (done.stdout, done.stderr)
    ):
        return False
    from ..atlas.index import INDEX  # for who asks
    from ..atlas.users import users_table
    from ..atlas.wrappers import WRAPPERS

    name = os.path.basename(done.command)  # noqa: PTH119 - pathlib is dear
    if name in INDEX or name in WRAPPERS:
        return False
    return users_table(name) is None


def duration(flow: Flow) -> int:
    """Return for how many milliseconds it ran; what never began ran for none."""
    now = flow.ended_ns or monotonic_ns()
    return (now - (flow.started_ns or now)) // 1_000_000


def completed(  # noqa: PLR0913 - what there is to know
    flow: Flow,
    rendered: Mapping[str, Rendered],
    logged: Mapping[str, Logged],
    *,
    unsent: int | None = None,
    warnings: tuple[str, ...] = (),
    session: str | None = None,
) -> Completed:
    """Put together what is known of a run that is over."""
    request = flow.request
    status, code, detail = verdict(flow)
    texts = {name: rendered.get(name, NOTHING) for name in ("stdout", "stderr")}
    logs = {name: logged.get(name) for name in ("stdout", "stderr")}
    stdout = flow.captures.get("stdout")
    document = bytes(stdout.document or b"") if stdout is not None else b""
    if document == texts["stdout"].text.encode("utf-8", "replace"):
        document = b""  # once is enough
    died_by = flow.status & 0x7F if flow.status and flow.status > 0 else 0
    source = SOURCES.get(status, "runner")
    return Completed(
        stdout=texts["stdout"].text,
        stderr=texts["stderr"].text,
        exit_code=code,
        duration_ms=duration(flow),
        timed_out=status in {"timed_out", "idle"},
        command=request.words[0],
        args=request.words[1:],
        status=status,
        source=source,
        signal=signal_name(died_by),
        detail=detail,
        streams="merged" if request.merge else "split",
        log=logs["stdout"].path if logs["stdout"] else None,
        stderr_log=logs["stderr"].path if logs["stderr"] else None,
        log_error=next((e for log in logs.values() if (e := log_error(log))), None),
        sha256=logs["stdout"].sha256 if logs["stdout"] else None,
        stderr_sha256=logs["stderr"].sha256 if logs["stderr"] else None,
        total_bytes=sum(capture.total for capture in flow.captures.values()),
        omitted_bytes=sum(text.omitted_bytes for text in texts.values()),
        omitted_lines=sum(text.omitted_lines for text in texts.values()),
        invalid_bytes=sum(text.invalid_bytes for text in texts.values()),
        folded=sum(text.folded for text in texts.values()),
        binary=any(text.binary for text in texts.values()),
        input_unsent_bytes=unsent,
        environment=flow.ours,
        screen=screen_of(flow, ended=source != "runner"),
        cleanup=Cleanup(flow.killed, flow.left, flow.proof, tuple(flow.pids)),
        session=session,
        warnings=warnings,
        wait_status=-1 if flow.status is None else flow.status,
        line=request.shell,
        limit=request.idle if status == "idle" else request.timeout,
        document=document or None,
        dialect=request.dialect,
        manifest=request.manifest,
        waiting=flow.dialogue.waiting if flow.dialogue and source == "runner" else None,
        unmask=request.unmask,
    )


def screen_of(flow: Flow, *, ended: bool) -> str | None:
    """Return what the screen shows, where that says more than the lines written to it.

    A command that ended by itself has left the screen, unless it forgot to.
    """
    dialogue = flow.dialogue
    if dialogue is None or (ended and not dialogue.full):
        return None
    if not dialogue.full and dialogue.kind != "keys":
        return None
    from ..terminal.display import picture  # for a terminal
    from .capture import redactor_for  # loaded by then

    return picture(dialogue.display, redactor_for(flow.request))


def log_error(log: Logged | None) -> str | None:
    """Say why a log does not hold everything, if it does not."""
    return None if log is None else log.error or ("capped" if log.capped else None)


def signal_name(number: int) -> str | None:
    """Name the signal that ended the command, if one did."""
    if not number:
        return None
    from ..model.ending import signal_name as name  # builds enums

    return name(number)


def unstarted(detail: str) -> Completed:
    """Make the record of a run that never began: a wrong call, or a bug of ours."""
    from .flow import Flow  # on the way to an error
    from .request import Request

    flow = Flow(Request(["exeunt"]))
    flow.failure = "failed", detail
    return completed(flow, {}, {}).replace(command="")
