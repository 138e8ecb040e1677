"""Attempts of a call → rows of the journal, which have the call in common.

A verdict is read later, by the tables of that day. What the command said in its output
is not there any more, then: so far as that was read, it bounds the verdict.
"""

from __future__ import annotations

from ..atlas.stages import unheard
from ..model.row import Certainty, Verdict
from ..process.capture import redactor_for
from ..process.noted import cwd_of, host
from ..process.request import changed
from ..store.lines import uid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dialects.reading import Reading
    from ..process.completed import Completed
    from ..process.request import Request
    from ._attempted import Course
    from .decision import Decision
    from .memory import Memory


class Rows:
    """What the journal gets of one call."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.call: str = uid()
        self.count: int = 0

    def begin(self, course: Course) -> int | None:
        """Note that the call is about to be made, if that is to be noted."""
        request = course.request
        if not request.is_noted:
            return None
        self.count += 1
        hide = redactor_for(request)
        return self.memory.begin(
            course.name,
            course.shown(course.words),
            cwd_of(request) if hide is None else hide.text(cwd_of(request)),
            {
                "attempt": self.count,
                "call": self.call,
                "name": request.name,
                "host": host(),
                "is_line": course.is_line,
                "dialect": request.dialect,
            },
        )

    def request(self, course: Course, row: int | None) -> Request:
        """Return what is run: it leaves a line only where it has no row."""
        remembers = self.memory.journal is not None
        wanted = course.request.journal and row is None and remembers
        return changed(course.request, journal=wanted, kind="call")

    def finish(
        self, row: int | None, done: Completed, reading: Reading, decision: Decision
    ) -> None:
        """Note how an attempt ended, and what was decided."""
        said = reading.certainty is Certainty.ENVELOPE or reading.anomalies
        bound = said or reading.doubtful or reading.at_best is not Verdict.DONE
        self.memory.finish(
            row,
            done.status,
            {
                "exit_code": done.exit_code,
                "reading": reading.name,
                "action": decision.action.value,
                "rule": decision.rule,
                "duration_ms": done.duration_ms,
                "log": done.log,
                "signal": done.signal,
                "stderr_log": done.stderr_log,
                "left_log": done.left_log,
                "hidden": None if done.stages is None else unheard(done.stages),
                "at_best": reading.verdict.value if bound else None,
            },
        )

    def refuse(self, course: Course, done: Completed, decision: Decision) -> None:
        """Note a call that is not made."""
        self.finish(self.begin(course), done, done.reading, decision)
