"""A document → the dialect it is written in, or none if nothing tells.

The dialect of an unknown tool is detected, never assumed. Two dialects share the
five-key envelope and swap 2 and 3, so a bare envelope with either is told apart by
what it promises, or not at all.
"""

from __future__ import annotations

from ..model.document import find_document
from ..model.received import is_envelope
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.anomaly import Anomaly

FIELDS_OF_1_6 = ("retry_after_ms", "retry_strategy", "fix_required", "fix_command")
SWAPPED = (2, 3)
GENERATIONS = ("agent-spec", "agent-spec@1.6")  # who write the five-key envelope
UNCLEAR = "unclear"


@final
class Detected(Record):
    """The dialect a command speaks, and the document that shows it."""

    __slots__ = ("dialect", "document", "anomalies")
    dialect: str | None  # None: no document; UNCLEAR: an envelope of either kind
    document: dict[str, Any] | None
    anomalies: list[Anomaly]

    def __init__(
        self,
        dialect: str | None,
        document: dict[str, Any] | None,
        anomalies: list[Anomaly],
    ) -> None:
        self._fill(dialect, document, anomalies)


def detect(stdout: bytes, stderr: bytes, number: int) -> Detected:
    """Name the dialect of what a command printed, if anything tells."""
    document, found = find_document(stdout, is_known)
    if document is None:
        return detect_on_stderr(stderr, found)
    if is_envelope(document):
        return Detected(envelope_dialect(document, number), document, found)
    if not is_murli(document):
        return Detected("shuck", document, found)
    failed = detect_on_stderr(stderr, found) if number else None
    return failed if failed and failed.document else Detected("murli", document, found)


def detect_on_stderr(stderr: bytes, found: list[Anomaly]) -> Detected:
    """Look where only murli puts its document: at the end of stderr."""
    from ..dialects.murli import find  # rarely reached

    document, on_stderr = find(b"", stderr) if stderr else (None, [])
    if document is None:
        return Detected(None, None, found)
    return Detected("murli", document, on_stderr)


def is_known(document: dict[str, Any]) -> bool:
    """Tell whether any dialect writes documents like this on stdout."""
    from ..dialects.shuck import is_record  # rarely reached

    return is_envelope(document) or is_murli(document) or is_record(document)


def is_murli(document: dict[str, Any]) -> bool:
    """Tell whether a document is murli's."""
    from ..dialects.murli import is_document  # rarely reached

    return is_document(document)


def envelope_dialect(document: dict[str, Any], number: int) -> str:
    """Tell the two generations of the spec apart, or say that nothing does."""
    named = document["meta"].get("dialect")
    if named in GENERATIONS:
        return str(named)
    error: dict[str, Any] | None = document.get("error")
    if not isinstance(error, dict):
        return UNCLEAR if number in SWAPPED else "agent-spec"
    if any(field in error for field in FIELDS_OF_1_6):
        return "agent-spec@1.6"
    if "retry_after" in error or number not in SWAPPED:
        return "agent-spec"
    return by_promise(error, number)


def by_promise(error: dict[str, Any], number: int) -> str:
    """Tell who calls this number a rejected argument, and who a partial write."""
    rejected = error.get("code") == "ARG_ERROR" or error.get("phase") == "validation"
    wrote = error.get("code") == "PARTIAL_FAILURE" or error.get("phase") in (
        "execution",
        "cleanup",
    )
    if number == 3 and error.get("retryable") is True:  # noqa: PLR2004
        rejected = True  # a partial write is retryable in neither
    if rejected is wrote:
        return UNCLEAR
    seed = rejected is (number == 3)  # noqa: PLR2004 - the seeds' ARG_ERROR
    return "agent-spec" if seed else "agent-spec@1.6"
