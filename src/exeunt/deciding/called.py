"""Runs of a call → Called: how it ended in the end, and all that was tried."""

from __future__ import annotations

from ..model.actions import Action
from ..model.row import Verdict
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..model.words import Why
    from ..process.completed import Completed
    from .decision import Decision

FINE = (Action.PROCEED, Action.USE_CACHED)


@final
class Attempt(Record):
    """One run of a call: why it was made, how it ended, what was decided about it."""

    why: Why
    words: tuple[str, ...]  # without their secrets
    waited: float  # seconds, before it
    status: str
    exit_code: int
    code: str  # the name of what the number means
    duration_ms: int
    log: str | None
    decision: Decision

    def as_dict(self) -> dict[str, Any]:
        """Return the attempt in its names on the wire."""
        fields = self.as_fields()
        del fields["decision"]  # which is called `next`
        return {**fields, "words": [*self.words], "next": self.decision.as_dict()}


@final
class Called(Record):
    """What became of a call."""

    completed: Completed  # the last run
    decision: Decision  # what is left to do, for whoever called
    attempts: tuple[Attempt, ...]
    pages: tuple[Any, ...]  # the data of each envelope that answers, in order
    warnings: tuple[str, ...]  # of the command, and of the loop
    answer: Mapping[str, Any] | None  # the envelope that answers, perhaps a kept one

    @property
    def verdict(self) -> Verdict | None:
        """What came of the last run; unknown, where some of its data is missing."""
        verdict = self.completed.verdict
        missing = verdict is Verdict.DONE and self.decision.action not in FINE
        return Verdict.UNKNOWN if missing else verdict

    @property
    def ok(self) -> bool:
        """Whether the verdict is done."""
        return self.verdict is Verdict.DONE

    def as_dict(self) -> dict[str, Any]:
        """Return the last run's record with what was decided, and what was tried."""
        record = self.completed.as_dict()
        return {
            **record,
            "warnings": [*record["warnings"], *self.warnings],
            "next": self.decision.as_dict(),
            "attempts": [attempt.as_dict() for attempt in self.attempts],
            "pages": list(self.pages),
            "untrusted": [
                *record["untrusted"],
                *(["warnings"] if self.warnings else []),
                *(["next.command"] if self.decision.command else []),
                *(["pages"] if self.pages else []),
            ],
        }
