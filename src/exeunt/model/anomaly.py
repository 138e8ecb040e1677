"""What does not add up in an ending → its name.

A reading always comes to a meaning; anomalies say which signal it had to set aside.
"""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Anomaly(Enum):
    """A contradiction or damage that a reading had to settle."""

    OK_EXIT_CONFLICT = "ok_exit_conflict"
    ERROR_AT_SUCCESS = "error_at_success"
    ERROR_NULL = "error_null"
    MISSING_ERROR = "missing_error"
    MISSING_DATA = "missing_data"
    MISSING_WARNINGS = "missing_warnings"
    BOTH_NULL = "both_null"
    WRONG_TYPE = "wrong_type"
    CODE_MISMATCH = "code_mismatch"
    CODE_OUT_OF_RANGE = "code_out_of_range"
    RESERVED_CODE = "reserved_code"
    UNDECLARED_CODE = "undeclared_code"
    UNKNOWN_CODE = "unknown_code"
    INVALID_ENTRY = "invalid_entry"
    HIDDEN_FAILURE = "hidden_failure"
    RETRYABLE_CONFLICT = "retryable_conflict"
    PHASE_CONFLICT = "phase_conflict"
    REDIRECT_ELSEWHERE = "redirect_elsewhere"
    REDIRECT_MISSING = "redirect_missing"
    DELAY_WITHOUT_RETRYABLE = "delay_without_retryable"
    DELAYS_DISAGREE = "delays_disagree"
    TRUNCATED_WITHOUT_CURSOR = "truncated_without_cursor"
    TOKEN_CODE_MISSING = "token_code_missing"  # noqa: S105 - the name of an anomaly
    DIALECT_UNCLEAR = "dialect_unclear"
    NO_ENVELOPE = "no_envelope"
    MALFORMED_JSON = "malformed_json"
    DUPLICATE_KEYS = "duplicate_keys"
    TWO_DOCUMENTS = "two_documents"
    STRAY_OUTPUT = "stray_output"
    NOT_UTF8 = "not_utf8"
    TOO_LARGE = "too_large"


MEANINGS = {
    Anomaly.OK_EXIT_CONFLICT: "ok and the exit code disagree; the exit code holds",
    Anomaly.ERROR_AT_SUCCESS: "an error came with exit code 0; do not act on the data "
    "without looking",
    Anomaly.ERROR_NULL: "the exit code is not 0, but error is null",
    Anomaly.MISSING_ERROR: "the key error is missing: malformed, read as code 1",
    Anomaly.MISSING_DATA: "the key data is missing",
    Anomaly.MISSING_WARNINGS: "the key warnings is missing; read as empty",
    Anomaly.BOTH_NULL: "data and error are both null: malformed, nothing to act on",
    Anomaly.WRONG_TYPE: "a field has the wrong type and was set aside",
    Anomaly.CODE_MISMATCH: "the envelope names another code than the process; the "
    "process holds",
    Anomaly.CODE_OUT_OF_RANGE: "no exit status has this number; read as code 1",
    Anomaly.RESERVED_CODE: "14-63 is reserved and should not be seen; read as code 1",
    Anomaly.UNDECLARED_CODE: "79-125 is the command's own, and it declares no such "
    "code; read as code 1",
    Anomaly.UNKNOWN_CODE: "the table has no such number; read as code 1",
    Anomaly.HIDDEN_FAILURE: "a command of the line failed, and the line went on",
    Anomaly.INVALID_ENTRY: "the declared entry breaks a hard rule, which holds",
    Anomaly.RETRYABLE_CONFLICT: "retryable is true where the table forbids it; the "
    "table holds",
    Anomaly.PHASE_CONFLICT: "phase validation with effects; the effects hold",
    Anomaly.REDIRECT_ELSEWHERE: "a redirect at another code than REDIRECTED; ignored",
    Anomaly.REDIRECT_MISSING: "REDIRECTED without a usable redirect",
    Anomaly.DELAY_WITHOUT_RETRYABLE: "a delay without retryable: true; ignored",
    Anomaly.DELAYS_DISAGREE: "two delay fields disagree; the longer one holds",
    Anomaly.TRUNCATED_WITHOUT_CURSOR: "truncated, but no cursor to go on with",
    Anomaly.TOKEN_CODE_MISSING: "AUTH_REQUIRED without a TOKEN_ code; get credentials",
    Anomaly.DIALECT_UNCLEAR: "2 and 3 mean opposite things in two tables, and nothing "
    "tells which one this is; no blind retry",
    Anomaly.NO_ENVELOPE: "the dialect promises an envelope, and none came",
    Anomaly.MALFORMED_JSON: "it begins like JSON, but does not parse",
    Anomaly.DUPLICATE_KEYS: "a key stands twice in one object; the last one holds here",
    Anomaly.TWO_DOCUMENTS: "more than one document; the last one holds",
    Anomaly.STRAY_OUTPUT: "other output stands beside the document",
    Anomaly.NOT_UTF8: "the output is not valid UTF-8",
    Anomaly.TOO_LARGE: "the output is too large to be an envelope",
}


def note(found: list[Anomaly], anomaly: Anomaly) -> None:
    """Add an anomaly once."""
    if anomaly not in found:
        found.append(anomaly)


# What takes a success back: an error beside it, or a damaged envelope (K5, R27).
CONTRADICTED = (
    Anomaly.ERROR_AT_SUCCESS,
    Anomaly.CODE_MISMATCH,
    Anomaly.NO_ENVELOPE,
    Anomaly.MISSING_ERROR,
    Anomaly.BOTH_NULL,
    Anomaly.DUPLICATE_KEYS,
)


def is_contradicted(anomalies: Iterable[Anomaly]) -> bool:
    """Tell whether a success is none, by what does not add up about it."""
    return any(anomaly in CONTRADICTED for anomaly in anomalies)
