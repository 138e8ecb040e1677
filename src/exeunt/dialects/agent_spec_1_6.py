"""agent-spec@1.6: the public spec's later numbers → and back.

Against the seeds, 2 and 3 are swapped, `retryable` means that the *unchanged* call may
succeed, delays are in milliseconds, and what the caller must do is `fix_required`.
"""

from __future__ import annotations

from ..model.codes import ExitCode, Retryable
from ..model.entry import Code, CommandExitCode
from ..model.envelope import ResponseEnvelope, respond
from ..model.row import Row
from ..model.said import line, stamp
from . import agent_spec
from .dialect import Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Outcome

NAME = "agent-spec@1.6"
SOURCE = "CLI Agent Spec 1.6, exit-code.json"

YES, NO = Retryable.YES, Retryable.NO
FIX, DEPENDS = Retryable.AFTER_FIX, Retryable.DEPENDS

ROWS = (
    Row(0, ExitCode.SUCCESS, source=SOURCE),
    Row(1, ExitCode.GENERAL_ERROR, retryable=DEPENDS, source=SOURCE),
    Row(2, ExitCode.ARG_ERROR, retryable=FIX, source=SOURCE),
    Row(3, ExitCode.PARTIAL_FAILURE, retryable=NO, source=SOURCE),
    Row(4, ExitCode.PRECONDITION, retryable=FIX, source=SOURCE),
    Row(5, ExitCode.NOT_FOUND, retryable=NO, source=SOURCE),
    Row(6, ExitCode.CONFLICT, retryable=NO, source=SOURCE),
    Row(7, ExitCode.PERMISSION_DENIED, retryable=NO, source=SOURCE),
    Row(8, ExitCode.AUTH_REQUIRED, retryable=FIX, source=SOURCE),
    Row(9, ExitCode.PAYMENT_REQUIRED, retryable=FIX, source=SOURCE),
    Row(10, ExitCode.TIMEOUT, retryable=DEPENDS, source=SOURCE),
    Row(11, ExitCode.RATE_LIMITED, retryable=YES, source=SOURCE),
    Row(12, ExitCode.UNAVAILABLE, retryable=YES, source=SOURCE),
    Row(13, ExitCode.REDIRECTED, retryable=FIX, source=SOURCE),
)

# What the caller must do when the author does not say it in `suggestion`.
FIX_REQUIRED = {
    ExitCode.ARG_ERROR: "Correct the input named in the message, then call again.",
    ExitCode.PRECONDITION: "Satisfy the condition named in the message, then call "
    "again.",
    ExitCode.AUTH_REQUIRED: "Refresh or obtain credentials, then call again.",
    ExitCode.PAYMENT_REQUIRED: "Pay if you are allowed to, then call again.",
    ExitCode.REDIRECTED: "Call the command in error.redirect instead.",
}


def write(outcome: Outcome[object], context: Context) -> Written:
    """Put one envelope on stdout, in the fields of 1.6."""
    envelope = respond(
        outcome, duration_ms=context.duration_ms, request_id=context.request_id
    )
    document = envelope.as_dict()
    stamp(document, NAME, context.exit_code)
    if document["error"] is None:
        return Written(stdout=line(document))
    document["error"], lost = error_fields(envelope, document["error"])
    return Written(stdout=line(document), lost=lost)


def error_fields(
    envelope: ResponseEnvelope[object], error: dict[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Say an error in 1.6's fields; return what cannot be said as well."""
    repeatable = is_repeatable(envelope)
    seconds = error.pop("retry_after", None)
    error["retryable"] = repeatable
    lost: tuple[str, ...] = ()
    if seconds is not None and repeatable:
        error["retry_after_ms"] = seconds * 1000
    elif seconds is not None:
        lost = ("retry_after: 1.6 has a delay only for the unchanged call",)
    command = envelope.error.fix_command if envelope.error else None
    fix = fix_for(envelope.code, command)
    if fix and not repeatable:
        error["fix_required"] = error.get("suggestion") or fix
        error |= {"fix_command": command} if command else {}
    elif command:
        lost = (*lost, "fix_command: 1.6 has none where the unchanged call may succeed")
    return error, lost


def fix_for(code: Code, command: str | None) -> str | None:
    """Say what the caller must do first, if there is anything to do."""
    usual = FIX_REQUIRED.get(code) if isinstance(code, ExitCode) else None
    return usual or ("Run fix_command, then call again." if command else None)


def is_repeatable(envelope: ResponseEnvelope[object]) -> bool:
    """Tell whether the unchanged call may succeed, which is 1.6's `retryable`."""
    said = bool(envelope.error and envelope.error.retryable)
    if isinstance(envelope.code, CommandExitCode):
        return said
    return said and envelope.code not in FIX_REQUIRED


DIALECT = Dialect(
    NAME,
    title="the public successor: 2 and 3 swapped, milliseconds, fix_required",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=agent_spec.RANGES,
    own_numbers={row.code: row.number for row in ROWS},
    own_codes=range(64, 126),
    lost={},
    envelope=True,
    five_keys=True,
    closed=True,
    fix_required=FIX_REQUIRED,
    checked=True,
    write=write,
    find=agent_spec.find,
    receive=agent_spec.receive,
)
