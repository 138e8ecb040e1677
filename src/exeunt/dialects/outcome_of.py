"""Reading → Outcome: what another program said, to be said again in another dialect."""

from __future__ import annotations

from ..errors import InputError
from ..model.anomaly import MEANINGS, Anomaly
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail
from ..model.entry import ExitCodeEntry, default_entry, is_constant
from ..model.outcome import Done, Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.outcome import Outcome
    from ..model.received import ReceivedEnvelope
    from .reading import Reading

# A reading can settle these; an envelope made from it would claim more than it knows.
UNSAYABLE = (
    Anomaly.MISSING_ERROR,
    Anomaly.BOTH_NULL,
    Anomaly.ERROR_NULL,
    Anomaly.WRONG_TYPE,
    Anomaly.OK_EXIT_CONFLICT,
    Anomaly.CODE_MISMATCH,
    Anomaly.REDIRECT_MISSING,
)


DAMAGE = (
    Anomaly.MALFORMED_JSON,
    Anomaly.NOT_UTF8,
    Anomaly.TOO_LARGE,
    Anomaly.TWO_DOCUMENTS,
)


def outcome_of(reading: Reading) -> Outcome[object]:
    """Rebuild the outcome behind an envelope, or say why that would be invention."""
    received = reading.envelope
    if received is None:
        raise no_envelope(reading.anomalies)
    if any(anomaly in UNSAYABLE for anomaly in reading.anomalies):
        msg = "the envelope contradicts itself or its exit code"
        raise invalid(msg, reading.anomalies)
    if reading.code is ExitCode.SUCCESS:
        return Done(
            received.data,
            warnings=received.warnings,
            not_modified=received.meta.get("not_modified") is True,
            truncated=received.meta.get("truncated") is True,
            cursor=text_of(received, "cursor"),
        )
    return Failed(
        reading.code,
        error_of(reading, received),
        entry=entry_of(reading, received),
        warnings=received.warnings,
        partial=received.data if reading.code is ExitCode.PARTIAL_FAILURE else None,
    )


def error_of(reading: Reading, received: ReceivedEnvelope) -> ErrorDetail:
    """Say the error again, in the model's fields."""
    name = (received.error_code or "").upper().replace("-", "_")
    retryable = entry_of(reading, received).retryable
    delay = received.retry_after if retryable else None
    at_redirect = reading.code is ExitCode.REDIRECTED
    return ErrorDetail(
        name if is_constant(name) else reading.name,
        received.message or reading.meaning,
        detail=received.detail,
        retryable=retryable,
        retry_after=None if delay is None else -int(-delay // 1),  # never too early
        phase=received.phase,
        suggestion=received.suggestion,
        redirect=received.redirect if at_redirect else None,
    )


def entry_of(reading: Reading, received: ReceivedEnvelope) -> ExitCodeEntry:
    """Say what the code promised: the envelope's own `retryable`, where it has one."""
    usual = default_entry(reading.code)
    if received.retryable is False or not usual.retryable:
        return usual.replace(retryable=False)
    return usual


def text_of(received: ReceivedEnvelope, key: str) -> str | None:
    """Return a text of meta."""
    value = received.meta.get(key)
    return value if isinstance(value, str) else None


def no_envelope(anomalies: tuple[Anomaly, ...]) -> InputError:
    """Make the error for bytes that hold no envelope, with what is wrong with them."""
    damage = tuple(anomaly for anomaly in anomalies if anomaly in DAMAGE)
    return invalid("there is no envelope of this dialect in it", damage)


def invalid(message: str, anomalies: tuple[Anomaly, ...]) -> InputError:
    """Make the error for an envelope that cannot be passed on."""
    why = "; ".join(MEANINGS[anomaly] for anomaly in anomalies)
    error = InputError(
        f"{message}: {why}" if why else message,
        fix="check the dialect, the exit code and the file",
    )
    error.error_code = "INVALID_ENVELOPE"
    return error
