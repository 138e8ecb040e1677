"""A supervisor's answer → SessionState, Output, Reply: the records of a session."""

from __future__ import annotations

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self


@final
class SessionState(Record):
    """What is known of a session."""

    __slots__ = (
        "session",
        "status",
        "exit_code",
        "signal",
        "detail",
        "command",
        "args",
        "cwd",
        "pid",
        "supervisor",
        "size",
        "started_at",
        "ended_at",
        "total_bytes",
        "log",
        "stderr_log",
        "queued",
        "waiting",
        "record",
    )
    session: str
    status: str  # running, waiting_for_input, lost, or a run's final word
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

    def __init__(self, **fields: Any) -> None:
        self._fill(*(fields[name] for name in self.__match_args__))

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Self:
        """Make it of what a supervisor says."""
        fields = {name: found.get(name) for name in cls.__match_args__}
        fields["args"] = tuple(found.get("args") or ())
        fields["size"] = tuple(size) if (size := found.get("size")) else None
        return cls(**fields)

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

    __slots__ = ("text", "offset", "next_offset", "total_bytes", "missing_bytes")
    text: str
    offset: int
    next_offset: int
    total_bytes: int
    missing_bytes: int  # that the log has not kept

    def __init__(
        self,
        text: str,
        offset: int,
        next_offset: int,
        total_bytes: int,
        missing_bytes: int = 0,
    ) -> None:
        self._fill(text, offset, next_offset, total_bytes, missing_bytes)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return self.as_fields()


@final
class Reply(Record):
    """What a command said to what was typed, and how it is now."""

    __slots__ = ("text", "offset", "next_offset", "state", "late")
    text: str
    offset: int
    next_offset: int
    state: SessionState
    late: bool  # it had not come to rest when the time was up

    def __init__(
        self,
        text: str,
        offset: int,
        next_offset: int,
        state: SessionState,
        late: bool = False,
    ) -> None:
        self._fill(text, offset, next_offset, state, late)
