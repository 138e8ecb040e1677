"""A run that is over → Completed: how the command ended, what it said, what is left.

The names are those on the wire: a wrapper's seven keys, and what exeunt adds.
"""

from __future__ import annotations

import os

from ..record import KW_ONLY, Record, field_names, final
from ..secrets.mask import spoken
from .reasons import LOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from ..dialects.reading import Reading
    from ..model.ending import Ending
    from ..model.row import Verdict
    from ..model.stage import Hidden, Stage
    from ..model.words import Source, Status
    from ..terminal.waiting import Waiting

RECORD_VERSION = "2.0"  # of the record: its major number changes with its meaning
TERM = 15  # the wait status of a command that was ended because it asked
# What reading the end of an unknown command that exits with 0 and says no JSON gives:
# written out, since finding out costs more than starting Python. A test compares it.
PLAIN_SUCCESS: dict[str, Any] = {
    "code": 0,
    "name": "SUCCESS",
    "verdict": "done",
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

# What it means that a command was started and left alone, as was asked: it has no
# verdict before it has ended.
DETACHED: dict[str, Any] = {
    **{name: value for name, value in PLAIN_SUCCESS.items() if name != "verdict"},
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
    "name": "INPUT_REQUIRED",
    "meaning": "it waits for an answer, and goes on when it gets one",
    "retryable": "no",
}

# What a wrong call of ours means: nothing happened, and the call can be put right.
MISUSE: dict[str, Any] = {
    **PLAIN_SUCCESS,
    "code": 125,
    "name": "ARG_ERROR",
    "verdict": "failed",
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

    killed: int
    left: int
    proof: str  # cgroup, subreaper: nothing can have escaped; best_effort: it may have
    pids: tuple[int, ...]  # of those that run on

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return {**self.as_fields(), "pids": list(self.pids)}


@final
class Completed(Record):
    """How a run ended."""

    _: KW_ONLY
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
    left_log: str | None = None  # of what runs on and still writes
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
    stages: tuple[Stage, ...] | None  # of a line of several commands, run to its end
    # Not on the wire, but what the reading is made of:
    wait_status: int
    line: str | None  # for a shell, if that was asked for
    limit: float | None  # the seconds that it was given
    document: bytes | None  # the JSON on stdout, where the text above does not have it
    dialect: str | None
    manifest: Mapping[str, object] | None
    waiting: Waiting | None  # for an answer, if that is why we returned
    unmask: bool  # keys and random text are shown on the wire, too
    tag: object = None  # that of the request

    @property
    def ok(self) -> bool:
        """Whether the verdict is done: the command ran, and did its job."""
        if self.status != "exited":
            return False
        return is_plain(self) or self.reading.verdict.value == "done"

    @property
    def verdict(self) -> Verdict | None:
        """What came of the command; None while it runs on or waits."""
        return None if self.status in UNENDED else self.reading.verdict

    @property
    def ending(self) -> Ending:
        """What the operating system saw; of a run that we ended, that we did."""
        from ..model.ending import TimedOut, Unstarted, from_wait_status

        if self.status in {"timed_out", "idle", "unkillable"}:
            return TimedOut(self.limit, idle=self.status == "idle")
        if self.status == "not_found" or self.status == "not_executable":  # noqa: PLR1714 - as a type
            return Unstarted(self.status, self.detail or "")
        if self.session is not None:
            return TimedOut(None)  # it still runs, so nobody has seen its end
        if self.status == "waiting_for_input" or self.detail == LOST:
            return from_wait_status(TERM)  # whatever it made of that
        if self.wait_status < 0:
            return Unstarted("failed", self.detail or "")
        return from_wait_status(self.wait_status)

    @property
    def reading(self) -> Reading:
        """What the ending means, by the best table there is."""
        from ..reading.verdict import bounded  # 12 ms, for who asks

        return bounded(self.status, self.read())

    def read(self) -> Reading:
        """Read the ending by the best table there is."""
        from ..model.stage import teller  # as above
        from ..reading.read import read

        stages = self.stages
        streams = (
            self.document or self.stdout.encode("utf-8", "replace"),
            self.stderr.encode("utf-8", "replace"),
        )
        return read(
            self.ending,
            *streams,
            argv=() if self.line is not None else (self.command, *self.args),
            line=self.line,
            dialect=self.dialect,
            manifest=self.manifest,
            hidden=None if stages is None else unheard_in(stages, streams),
            told_by=teller(stages, self.exit_code) if stages else (),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the record in its names on the wire."""
        return self.recorded()[0]

    def facts(self) -> dict[str, Any]:
        """Return the record without what it means."""
        said: dict[str, Any] = {name: getattr(self, name) for name in ON_THE_WIRE}
        said["args"], said["warnings"] = list(self.args), list(self.warnings)
        said["environment"] = dict(self.environment)
        said["schema_version"] = RECORD_VERSION
        if self.stages is not None:
            said["stages"] = [stage.as_dict() for stage in self.stages]
        said["waiting"] = self.waiting.as_dict() if self.waiting else None
        said["cleanup"] = self.cleanup.as_dict()
        return said | spoken(said, unmask=self.unmask)

    def recorded(self) -> tuple[dict[str, Any], Reading | None]:
        """Return the record and its reading, which a plain success does without."""
        said = self.facts()
        if self.session is not None:
            asks = self.status == "waiting_for_input"
            said["reading"] = dict(ASKING if asks else DETACHED)
            return said, None
        reading = None if is_plain(self) else self.reading
        said["reading"] = dict(PLAIN_SUCCESS) if reading is None else reading.as_dict()
        return said, reading

    def __repr__(self) -> str:
        """Show how it ended; what it said may be long."""
        return (
            f"<Completed {self.command!r}: {self.status} {self.exit_code}, "
            f"{self.duration_ms} ms, {self.total_bytes} bytes>"
        )


def unheard_in(stages: Sequence[Stage], streams: tuple[bytes, bytes]) -> Hidden:
    """Say what came of the commands of a line that failed unheard."""
    from ..atlas.stages import unheard  # for a line alone

    return unheard(stages, *streams)


UNENDED = ("waiting_for_input", "detached")
FIELDS = field_names(Completed)
ON_THE_WIRE = FIELDS[: FIELDS.index("wait_status")]


def is_plain(done: Completed) -> bool:
    """Tell a success that no table but the convention can know."""
    if done.exit_code or done.status != "exited":
        return False
    if done.line is not None or done.dialect or done.manifest is not None:
        return False
    if done.stages is not None:
        return False
    if done.document is not None or "{" in done.stdout or "{" in done.stderr:
        return False
    from ..atlas import has_table  # for who asks

    return not has_table(os.path.basename(done.command))  # noqa: PTH119 - pathlib is dear
