"""A supervisor's answer → SessionState, Output, Reply: the records of a session."""

from __future__ import annotations

from ..model.row import Verdict
from ..record import KW_ONLY, Record, field_names, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self


@final
class SessionState(Record):
    """What is known of a session."""

    _: KW_ONLY
    session: str
    status: str  # running, waiting_for_input, lost, unreadable, or a run's last word
    exit_code: int | None
    signal: str | None
    detail: str | None
    command: str
    args: tuple[str, ...]
    cwd: str
    pid: int
    supervisor: int
    size: tuple[int, int] | None  # of its terminal: columns and rows
    started_at: float
    ended_at: float | None
    total_bytes: int  # of output that can be read
    log: str | None
    stderr_log: str | None
    queued: int  # lines that are still to be typed
    waiting: Mapping[str, str] | None
    record: Mapping[str, Any] | None  # of the run, when it has ended

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Self:
        """Make it of what a supervisor says, or has left."""
        fields: dict[str, Any] = {name: found.get(name) for name in field_names(cls)}
        fields["args"] = tuple(found.get("args") or ())
        fields["size"] = tuple(size) if (size := found.get("size")) else None
        return cls(**fields)

    @property
    def verdict(self) -> Verdict | None:
        """What came of the command; None while it runs or waits."""
        said = self.record["reading"].get("verdict") if self.record else None
        return None if said is None else Verdict(said)

    @property
    def ok(self) -> bool:
        """Whether the verdict is done."""
        return self.verdict is Verdict.DONE

    @property
    def ended(self) -> bool:
        """Whether the command has ended."""
        return self.ended_at is not None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return {**self.as_fields(), "args": list(self.args)}


@final
class Output(Record):
    """A piece of what a session's command wrote, and where the next one begins."""

    text: str
    offset: int
    next_offset: int
    total_bytes: int
    missing_bytes: int = 0  # that the log has not kept

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return self.as_fields()


@final
class Reply(Record):
    """What a command said to what was typed, and how it is now."""

    text: str
    offset: int
    next_offset: int
    state: SessionState
    late: bool = False  # it had not come to rest when the time was up
    # Of the line that a shell ran, or of the command if that has ended; None if it is
    # not certain.
    exit_code: int | None = None
