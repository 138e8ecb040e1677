"""Failed → what its envelope says: the error made whole, and our own warning."""

from __future__ import annotations

from ..errors import OutcomeError
from .codes import ExitCode
from .detail import TOKEN_CODES, ErrorDetail
from .entry import default_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .outcome import Failed


def complete(failed: Failed) -> ErrorDetail:
    """Fill what the author left unsaid from the entry, and refuse contradictions."""
    code, error = failed.code, failed.error
    declared = failed.entry or default_entry(code)
    if error.retryable and not declared.retryable:
        msg = f"{code.name} is declared as not retryable"
        raise OutcomeError(msg, fix="declare it retryable in the command's entry")
    retryable = declared.retryable if error.retryable is None else error.retryable
    if error.retry_after is not None and not retryable:
        msg = f"retry_after at {code.name}, which is not retryable"
        raise OutcomeError(msg, fix="leave retry_after out")
    if (error.redirect is not None) is not (code is ExitCode.REDIRECTED):
        msg = f"error.redirect belongs to REDIRECTED, and to it alone, not {code.name}"
        raise OutcomeError(msg, fix="give both or neither")
    if error.code in TOKEN_CODES and code is not ExitCode.AUTH_REQUIRED:
        msg = f"{error.code} belongs to AUTH_REQUIRED, not {code.name}"
        raise OutcomeError(msg, fix="use ExitCode.AUTH_REQUIRED")
    return error.replace(retryable=retryable)


def warned(failed: Failed) -> tuple[str, ...]:
    """Add the factory's own warning where an agent would be left without a cue."""
    if failed.code is ExitCode.AUTH_REQUIRED and failed.error.code not in TOKEN_CODES:
        cue = f"error.code {failed.error.code} is none of {', '.join(TOKEN_CODES)}"
        return (*failed.warnings, cue)
    return failed.warnings
