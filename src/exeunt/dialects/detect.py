"""A document → the dialect it is written in, or none if nothing tells.

The dialect of an unknown tool is detected here, never assumed. Two dialects share the
five-key envelope and swap 2 and 3, so a bare envelope with either is told apart by
what it promises, or not at all. Every other document is of the first dialect that
calls it its own.
"""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.document import find_document
from ..model.received import is_envelope
from ..record import Record, final
from .dialect import DEFAULT, MODULES, has_five_keys
from .dialect import dialect as dialect_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..model.anomaly import Anomaly
    from .dialect import Dialect

FIELDS_OF_1_6 = ("retry_after_ms", "retry_strategy", "fix_required", "fix_command")
SWAPPED = (2, 3)
SUCCESSOR = "agent-spec@1.6"
WRAPPER = "shuck"  # whose form the record of every run has
UNCLEAR = "unclear"
# Who has a document of a kind of its own, and keys of which one is in it.
OWN = {name: keys for name, (_, *keys) in MODULES.items() if keys}


@final
class Detected(Record):
    """The dialect a command speaks, and the document that shows it."""

    dialect: str | None  # None: no document; UNCLEAR: an envelope of either kind
    document: dict[str, Any] | None
    anomalies: list[Anomaly]


def detect(stdout: bytes, stderr: bytes, number: int) -> Detected:
    """Name the dialect of what a command printed, if anything tells."""
    document, found = find_document(stdout, is_known)
    if document is None:
        return detect_on_stderr(stderr, found)
    if is_envelope(document):
        return Detected(envelope_dialect(document, number), document, found)
    for table in writers(document):
        failed = number and table.fails_on == "stderr"
        error = detect_on_stderr(stderr, found) if failed else None
        return (
            error if error and error.document else Detected(table.name, document, found)
        )
    return Detected(None, document, found)


def detect_on_stderr(stderr: bytes, found: list[Anomaly]) -> Detected:
    """Look at the end of stderr, where some dialects put the document of a failure."""
    for name in OWN if b"{" in stderr else ():
        table = dialect_named(name)
        if table.fails_on == "stderr":
            document, on_stderr = table.find(b"", stderr)
            if document is not None:
                return Detected(name, document, on_stderr)
    return Detected(None, None, found)


def is_known(document: dict[str, Any]) -> bool:
    """Tell whether any dialect writes documents like this."""
    return is_envelope(document) or any(True for _ in writers(document))


def is_run_record(document: dict[str, Any]) -> bool:
    """Tell whether a document is the record of a run, by whatever wrapper."""
    return any(table.wraps for table in writers(document))


def writers(document: dict[str, Any]) -> Iterator[Dialect]:
    """Find the dialects that call a document their own kind."""
    for name, keys in OWN.items():
        if any(key in document for key in keys):
            table = dialect_named(name)
            if table.is_document(document):
                yield table


def envelope_dialect(document: dict[str, Any], number: int) -> str:
    """Tell the two generations of the spec apart, or say that nothing does."""
    named = document["meta"].get("dialect")
    if isinstance(named, str) and has_five_keys(named):
        return named
    error: dict[str, Any] | None = document.get("error")
    if not isinstance(error, dict):
        return UNCLEAR if number in SWAPPED else DEFAULT
    if any(field in error for field in FIELDS_OF_1_6):
        return SUCCESSOR
    if "retry_after" in error or number not in SWAPPED:
        return DEFAULT
    return by_promise(error, number)


def by_promise(error: dict[str, Any], number: int) -> str:
    """Tell which generation calls this number a rejected argument, or a write."""
    rejected = error.get("code") == "ARG_ERROR" or error.get("phase") == "validation"
    wrote = error.get("code") == "PARTIAL_FAILURE" or error.get("phase") in (
        "execution",
        "cleanup",
    )
    if number == ExitCode.ARG_ERROR.value and error.get("retryable") is True:
        rejected = True  # a partial write is retryable in neither
    if rejected is wrote:
        return UNCLEAR
    meant = ExitCode.ARG_ERROR if rejected else ExitCode.PARTIAL_FAILURE
    return generation(meant, number)


def generation(meant: ExitCode, number: int) -> str:
    """Tell which generation has one of the two swapped numbers for a code."""
    return DEFAULT if meant.value == number else SUCCESSOR
