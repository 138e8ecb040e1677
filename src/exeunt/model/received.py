"""A document in some dialect → what its sender said, leniently.

The strict twin is `ResponseEnvelope`, which only we make. A received envelope may lack
anything; fields of the wrong type are set aside and named in `anomalies`.
"""

from __future__ import annotations

from ..errors import ExeuntError
from ..record import KW_ONLY, Record, final, made
from .anomaly import Anomaly, note
from .detail import Phase, Reason, Redirect
from .said import KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Document = dict[str, Any]

LONGEST = 1e9  # seconds, 30 years: nobody waits longer
LEAST_KEYS = 3  # of the five, besides a boolean ok and an object meta (K15)


@final
class ReceivedEnvelope(Record):
    """What a command said when it ended, in the model's terms."""

    _: KW_ONLY
    ok: bool | None = None
    data: Any = None
    error_code: str | None = None
    message: str | None = None
    detail: str | None = None
    retryable: bool | None = None
    retry_after: float | None = None
    phase: Phase | None = None
    suggestion: str | None = None
    redirect: Redirect | None = None
    warnings: tuple[str, ...] = ()
    meta: Mapping[str, Any] = made(default_factory=dict)
    number: int | None = None  # the exit status that the document itself names
    document: Mapping[str, Any] = made(default_factory=dict)


def is_envelope(document: Document) -> bool:
    """Tell an envelope from other JSON that happens to have such a key."""
    return (
        isinstance(document.get("ok"), bool)
        and isinstance(document.get("meta"), dict)
        and sum(key in document for key in KEYS) >= LEAST_KEYS
    )


def receive(document: Document, found: list[Anomaly]) -> ReceivedEnvelope:
    """Read a five-key envelope of either generation of the spec."""
    error: Document = typed(document, "error", dict, found) or {}
    meta: Document = document["meta"]
    found += [anomaly for key, anomaly in _MISSING if key not in document]
    if document.get("error") is None:
        silent = document.get("data") is None and "error" in document
        if silent and meta.get("not_modified") is not True:
            note(found, Anomaly.BOTH_NULL)
    elif not isinstance(error.get("code"), str):
        note(found, Anomaly.WRONG_TYPE)
    return ReceivedEnvelope(
        ok=document["ok"],
        data=typed(document, "data", (dict, list), found),
        error_code=typed(error, "code", str, found),
        message=typed(error, "message", str, found),
        detail=typed(error, "detail", str, found),
        retryable=typed(error, "retryable", bool, found),
        retry_after=delay(error, found),
        phase=phase_of(error, found),
        suggestion=typed(error, "suggestion", str, found)
        or typed(error, "fix_required", str, found),
        redirect=redirect_of(error, found),
        warnings=warnings_of(document, found),
        meta=meta,
        document=document,
    )


_MISSING = (
    ("error", Anomaly.MISSING_ERROR),
    ("data", Anomaly.MISSING_DATA),
    ("warnings", Anomaly.MISSING_WARNINGS),
)


def typed(fields: Document, key: str, kind: Any, found: list[Anomaly]) -> Any:
    """Return a field if it has its type; null and absent are the same.

    A boolean is a number to Python alone.
    """
    value = fields.get(key)
    boolean = isinstance(value, bool) and kind is not bool
    if value is None or (isinstance(value, kind) and not boolean):
        return value
    note(found, Anomaly.WRONG_TYPE)
    return None


def delay(error: Document, found: list[Anomaly]) -> float | None:
    """Return the wait in seconds; of two that disagree, the longer."""
    seconds = number(error, "retry_after", LONGEST, found)
    millis = number(error, "retry_after_ms", LONGEST * 1000, found)
    if millis is None:
        return seconds
    if seconds is not None and seconds * 1000 != millis:
        note(found, Anomaly.DELAYS_DISAGREE)
    return max(seconds or 0.0, millis / 1000)


def number(
    fields: Document, key: str, below: float, found: list[Anomaly]
) -> float | None:
    """Return a field if it is a number that can be waited for."""
    value: float | None = typed(fields, key, (int, float), found)
    if value is not None and not 0 <= value < below:  # nor is NaN
        note(found, Anomaly.WRONG_TYPE)
        return None
    return value


def phase_of(error: Document, found: list[Anomaly]) -> Phase | None:
    """Return the phase if it is one of the three."""
    name = error.get("phase")
    if name is None:
        return None
    phase = _PHASES.get(name) if isinstance(name, str) else None
    if phase is None:
        note(found, Anomaly.WRONG_TYPE)
    return phase


_PHASES = {phase.value: phase for phase in Phase}
_REASONS = {reason.value: reason for reason in Reason}


def redirect_of(error: Document, found: list[Anomaly]) -> Redirect | None:
    """Return the redirect if it says where to and for how long."""
    said: Document | None = typed(error, "redirect", dict, found)
    if said is None:
        return None
    reason = typed(said, "reason", str, found)
    try:
        return Redirect(
            said["command"], permanent=said["permanent"], reason=_REASONS.get(reason)
        )
    except (ExeuntError, KeyError):
        note(found, Anomaly.WRONG_TYPE)
        return None


def warnings_of(document: Document, found: list[Anomaly]) -> tuple[str, ...]:
    """Return the warnings that are texts."""
    said: list[Any] | None = typed(document, "warnings", list, found)
    if not said:
        return ()
    texts = tuple(warning for warning in said if isinstance(warning, str))
    if len(texts) != len(said):
        note(found, Anomaly.WRONG_TYPE)
    return texts
