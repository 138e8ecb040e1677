"""Envelopes that answer → their data, page by page; kept, as long as an etag is good.

The etag of an answer is in its meta, or in its data, as a manifest has it.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import ExitCode
from ..model.document import is_object
from .call_words import without_etag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..dialects.reading import Reading
    from ..model.received import ReceivedEnvelope
    from ._attempted import Course
    from .decision import Decision
    from .memory import Memory

    Document = Mapping[str, Any]

WITH_DATA = (Action.PROCEED, Action.NEXT_PAGE, Action.NARROW_QUERY)


class Answers:
    """What a call has answered so far."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.pages: list[Any] = []
        self.last: Document | None = None

    def is_missing(self, reading: Reading, course: Course) -> bool:
        """Tell whether nothing is kept that not_modified could mean."""
        said = reading.envelope
        unchanged = said is not None and said.meta.get("not_modified") is True
        return unchanged and self.kept(course) is None

    def take(self, reading: Reading, decision: Decision, course: Course) -> None:
        """Take the data of an answer; a whole one is kept under its etag."""
        said = reading.envelope
        if decision.action is Action.USE_CACHED:
            self.last = self.kept(course) or {}
            self.pages.append(self.last.get("data"))
        elif said is not None and reading.code is ExitCode.SUCCESS:
            if decision.action in WITH_DATA:
                self.last = said.document
                self.pages.append(said.data)
            if decision.action is Action.PROCEED:
                self.keep(said, course)

    def keep(self, said: ReceivedEnvelope, course: Course) -> None:
        """Keep an answer that has an etag."""
        etag = etag_of(said)
        if etag is not None:
            from ..model.json import dumps  # where one is kept

            body = dumps(dict(said.document)).encode("ascii")
            self.memory.keep(course.unconditional, etag, body)

    def kept(self, course: Course) -> Document | None:
        """Return the answer that was kept under the etag of this call."""
        _, etag = without_etag(course.words)
        kept = self.memory.kept(course.unconditional) if etag is not None else None
        if kept is None or kept.etag != etag:
            return None
        from ..model.json import loads  # where one was kept

        found: Document = loads(kept.body.decode("ascii"))
        return found


def etag_of(said: ReceivedEnvelope) -> str | None:
    """Find the etag that an answer is good under."""
    found = said.meta.get("etag")
    if found is None and is_object(said.data):
        found = said.data.get("etag")
    return found if isinstance(found, str) and found else None
