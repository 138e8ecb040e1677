"""murli: ten codes → and back; results on stdout, one error envelope on stderr.

murli's `recoverable` is not `retryable`: it says that *something* can be done. Both
generations of its envelopes are read, with and without status and message.
"""

from __future__ import annotations

from ..model.anomaly import Anomaly
from ..model.codes import Effects, ExitCode, Retryable
from ..model.detail import TOKEN_CODES, Redirect
from ..model.document import find_document
from ..model.failure import complete
from ..model.outcome import Done, Failed
from ..model.received import ReceivedEnvelope, delay, typed
from ..model.row import Row
from . import _prose
from .dialect import Beyond, Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.detail import ErrorDetail
    from ..model.outcome import Outcome

SOURCE = "murli v1.0.2, exit codes"
CANCELLED = "CANCELLED"
USER_ERROR, TOOL_ERROR, CANCELLED_NUMBER = 1, 2, 9

ROWS = (
    Row(0, ExitCode.SUCCESS, name="ExitOK", source=SOURCE),
    Row(1, ExitCode.ARG_ERROR, name="ExitUserError", source=SOURCE,
        meaning="invalid input: a flag, an argument or a constraint",
        retryable=Retryable.AFTER_FIX, effects=Effects.UNKNOWN),
    Row(2, ExitCode.GENERAL_ERROR, name="ExitToolError", source=SOURCE,
        meaning="an internal failure: a dependency, an unexpected state, a bug",
        retryable=Retryable.DEPENDS),
    Row(3, ExitCode.PARTIAL_FAILURE, name="ExitPartial", source=SOURCE,
        meaning="some operations succeeded, some failed"),
    Row(4, ExitCode.TIMEOUT, name="ExitTimeout", source=SOURCE,
        meaning="the operation timed out before it was complete"),
    Row(5, ExitCode.NOT_FOUND, name="ExitNotFound", source=SOURCE),
    Row(6, ExitCode.PERMISSION_DENIED, name="ExitPermission", source=SOURCE,
        meaning="the permissions do not suffice"),
    Row(7, ExitCode.CONFLICT, name="ExitConflict", source=SOURCE,
        retryable=Retryable.DEPENDS),
    Row(8, ExitCode.RATE_LIMITED, name="ExitRateLimited", source=SOURCE),
    Row(9, ExitCode.GENERAL_ERROR, name="ExitCancelled", source=SOURCE,
        meaning="cancelled before it was complete", retryable=Retryable.DEPENDS,
        effects=Effects.PARTIAL),
)  # fmt: skip

# What `error` says beyond the number: (number, name) → code. Prefixes end in `*`.
NAMES = {
    (1, "confirmation_required"): ExitCode.PRECONDITION,
    (1, "precondition*"): ExitCode.PRECONDITION,
    (1, "redirected"): ExitCode.REDIRECTED,
    (2, "unavailable*"): ExitCode.UNAVAILABLE,
    (6, "auth*"): ExitCode.AUTH_REQUIRED,
    (6, "token*"): ExitCode.AUTH_REQUIRED,
    (6, "payment_required"): ExitCode.PAYMENT_REQUIRED,
}
BEFORE_HANDLER = ("flag_error", "invalid_", "command_error", "unknown_", "missing_")

# Codes that share a number with another one keep their name in `error`.
SAID_BY_NAME = {
    ExitCode.PRECONDITION: "precondition",
    ExitCode.AUTH_REQUIRED: "auth_required",
    ExitCode.PAYMENT_REQUIRED: "payment_required",
    ExitCode.UNAVAILABLE: "unavailable",
    ExitCode.REDIRECTED: "redirected",
}
RECOVERABLE = {
    ExitCode.ARG_ERROR,
    ExitCode.PRECONDITION,
    ExitCode.AUTH_REQUIRED,
    ExitCode.PAYMENT_REQUIRED,
    ExitCode.TIMEOUT,
    ExitCode.RATE_LIMITED,
    ExitCode.UNAVAILABLE,
    ExitCode.REDIRECTED,
}


def write(outcome: Outcome[object], context: Context) -> Written:
    """Put a result on stdout, or one error envelope on stderr."""
    from ..model.said import line, wrap  # reading needs no writer

    versions = {"schema_version": "1.0"}
    if context.tool_version:
        versions["tool_version"] = context.tool_version
    if isinstance(outcome, Done):
        document = {"status": "ok", "result": wrap(outcome.data), **versions}
        return Written(stdout=line(document), lost=_prose.unsaid(outcome))
    cancelled = outcome.error.code == CANCELLED
    # A code of the command's own passes through.
    number = CANCELLED_NUMBER if cancelled else DIALECT.number_for(outcome.code)[0]
    document, lost = error_document(outcome, number)
    if cancelled and outcome.code is not ExitCode.GENERAL_ERROR:
        lost = (f"the code {outcome.code.name}: 9 says only cancelled", *lost)
    return Written(stderr=line(document | versions), number=number, lost=lost)


def error_document(
    failed: Failed, number: int
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Say a failure in murli's fields; name what has no field."""
    error = complete(failed)
    name, suggestion = error.code.lower(), error.suggestion
    lost: list[str] = []
    code = failed.code
    said = SAID_BY_NAME.get(code) if isinstance(code, ExitCode) else None
    if said and error.code not in TOKEN_CODES and number != CANCELLED_NUMBER:
        name = said
        lost.append(f"error.code {error.code}")
    if error.redirect:
        suggestion = error.redirect.command
    lost += [
        field
        for field, value in (
            ("detail", error.detail),
            ("phase", error.phase),
            ("fix_command", error.fix_command),
            ("warnings", failed.warnings),
            ("meta", failed.extra),
        )
        if value
    ]
    document = {
        "status": "error",
        "code": number,
        "error": name,
        "message": error.message,
        "suggestion": suggestion,
        "recoverable": is_recoverable(failed, error),
        "retry_after_ms": None
        if error.retry_after is None
        else error.retry_after * 1000,
        "result": failed.partial,
    }
    return {k: v for k, v in document.items() if v is not None}, tuple(lost)


def is_recoverable(failed: Failed, error: ErrorDetail) -> bool:
    """Tell whether anything can be done: a fix, or a wait that is not ruled out."""
    if failed.code in {ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE}:
        return bool(error.retryable)
    return failed.code in RECOVERABLE or bool(error.retryable)


def is_document(document: dict[str, Any]) -> bool:
    """Tell a murli envelope, of either generation, from other JSON."""
    if "recoverable" not in document and "schema_version" not in document:
        return False  # many an API says status, error and code
    said = document.get("status")
    if said == "error" or "recoverable" in document:
        return isinstance(document.get("error"), str) and "code" in document
    if "result" not in document:
        return False
    return said in ("ok", "plan") or "tool_version" in document


def find(stdout: bytes, stderr: bytes) -> tuple[dict[str, Any] | None, list[Anomaly]]:
    """Find the error envelope that ends stderr, or the result on stdout."""
    document, found = find_document(stderr, is_document)
    if document is not None:  # logs may stand before it: that is murli's own rule
        found = [a for a in found if a is not Anomaly.STRAY_OUTPUT]
    else:
        document, found = find_document(stdout, is_document)
    return document, found


def receive(document: dict[str, Any], found: list[Anomaly]) -> ReceivedEnvelope:
    """Read a murli envelope in the model's terms."""
    name = typed(document, "error", str, found)
    suggestion = typed(document, "suggestion", str, found)
    moved = suggestion if name == "redirected" and (suggestion or "").strip() else None
    return ReceivedEnvelope(
        ok=None if "status" not in document else document["status"] != "error",
        data=document.get("result"),
        error_code=name.upper() if name else None,
        message=typed(document, "message", str, found) or name,
        retryable=False if document.get("recoverable") is False else None,
        retry_after=delay(document, found),
        suggestion=suggestion,
        redirect=Redirect(moved, permanent=False) if moved else None,
        number=typed(document, "code", int, found),
        document=document,
    )


def refine(row: Row, received: ReceivedEnvelope | None) -> Row:
    """Let the envelope's own word for the failure decide where the number is coarse."""
    if received is None or received.error_code is None:
        return row
    if received.number not in {None, row.number}:
        return row  # the envelope is about another ending
    name = received.error_code.lower()
    named = next((c for key, c in NAMES.items() if says(key, row.number, name)), None)
    recoverable = received.document.get("recoverable")
    outage = row.number == TOOL_ERROR and recoverable is True  # not a bug
    code = named or (ExitCode.UNAVAILABLE if outage else row.code)
    before = row.number == USER_ERROR and name.startswith(BEFORE_HANDLER)
    effects = code.effects if named else row.effects  # an outage promises nothing
    return row.replace(
        code=code,
        meaning=row.meaning if code is row.code else code.meaning,
        effects=Effects.NONE if before else effects,
        retryable=recovery(code, row, recoverable),
        action=row.action if code is row.code else code.action,
    )


def says(key: tuple[int, str], number: int, name: str) -> bool:
    """Tell whether a row of NAMES fits a number and the envelope's word."""
    wanted_number, wanted = key
    if number != wanted_number:
        return False
    return name.startswith(wanted[:-1]) if wanted.endswith("*") else name == wanted


def recovery(code: ExitCode, row: Row, recoverable: object) -> Retryable | None:
    """Translate `recoverable`: only a wait makes the unchanged call succeed."""
    if not isinstance(recoverable, bool):
        return row.retryable if code is row.code else code.retryable
    if not recoverable:
        return Retryable.NO
    if code in {ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE}:
        return Retryable.YES
    if code in {ExitCode.TIMEOUT, ExitCode.GENERAL_ERROR}:
        return Retryable.DEPENDS
    return Retryable.AFTER_FIX


DIALECT = Dialect(
    "murli",
    title="ten codes, the error envelope on stderr",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(
        Beyond(10, 78, anomaly="unknown_code"),
        Beyond(79, 125, anomaly="undeclared_code"),
        Beyond(126, 255, table="shell"),
    ),
    own_numbers={
        ExitCode.SUCCESS: 0,
        ExitCode.GENERAL_ERROR: 2,
        ExitCode.PARTIAL_FAILURE: 3,
        ExitCode.ARG_ERROR: 1,
        ExitCode.PRECONDITION: 1,
        ExitCode.NOT_FOUND: 5,
        ExitCode.CONFLICT: 7,
        ExitCode.PERMISSION_DENIED: 6,
        ExitCode.AUTH_REQUIRED: 6,
        ExitCode.PAYMENT_REQUIRED: 6,
        ExitCode.TIMEOUT: 4,
        ExitCode.RATE_LIMITED: 8,
        ExitCode.UNAVAILABLE: 2,
        ExitCode.REDIRECTED: 1,
    },
    own_codes=range(79, 126),
    lost={
        ExitCode.GENERAL_ERROR: "that the effects are unknown",
        ExitCode.PARTIAL_FAILURE: "that it must never be retried blindly",
        ExitCode.ARG_ERROR: "the promise that nothing was changed",
        ExitCode.PRECONDITION: "the category: 1 is any user error",
        ExitCode.AUTH_REQUIRED: "the category: 6 is any missing permission",
        ExitCode.PAYMENT_REQUIRED: "the category: 6 is any missing permission",
        ExitCode.TIMEOUT: "that some writes may have happened",
        ExitCode.UNAVAILABLE: "the category: 2 is any internal failure",
        ExitCode.REDIRECTED: "whether the move is permanent; the command is only a "
        "suggestion",
    },
    envelope=True,
    fails_on="stderr",
    cancelled=CANCELLED_NUMBER,
    checked=True,
    write=write,
    is_document=is_document,
    find=find,
    receive=receive,
    refine=refine,
)
