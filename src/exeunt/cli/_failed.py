"""What a verb raised → an Outcome: the caller's mistake, or a bug of ours."""

from __future__ import annotations

import os

from ..errors import ExeuntError, InputError, SessionError, StoreError
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.outcome import Failed

BROKEN = "EXEUNT_BUG"
# What is no wrong call: it could exist, and does not, or is not in that state.
FAILURES = {
    "FILE_NOT_FOUND": ExitCode.NOT_FOUND,
    "UNKNOWN_TOOL": ExitCode.NOT_FOUND,
    "UNKNOWN_KEY": ExitCode.NOT_FOUND,
    "UNKNOWN_HOLD": ExitCode.NOT_FOUND,
    "UNKNOWN_CALL": ExitCode.NOT_FOUND,
    "UNKNOWN_REDIRECT": ExitCode.NOT_FOUND,
    "UNKNOWN_RUN": ExitCode.NOT_FOUND,
    "UNKNOWN_SESSION": ExitCode.NOT_FOUND,
    "COMMAND_NOT_FOUND": ExitCode.NOT_FOUND,
    "SESSION_EXISTS": ExitCode.CONFLICT,
    "NOT_EXECUTABLE": ExitCode.PRECONDITION,
    "SESSION_ENDED": ExitCode.PRECONDITION,
    "NO_TERMINAL": ExitCode.PRECONDITION,
    "NO_LOG": ExitCode.PRECONDITION,
    "NO_MANIFEST": ExitCode.PRECONDITION,
    "SECRET_ECHOED": ExitCode.PRECONDITION,
    "NO_ANSWER": ExitCode.TIMEOUT,
    "SESSION_TIMEOUT": ExitCode.TIMEOUT,
    "SILENT": ExitCode.UNAVAILABLE,
    "START_FAILED": ExitCode.GENERAL_ERROR,
    "ONCE_ENDED": ExitCode.PRECONDITION,
    "ONCE_UNDER_WAY": ExitCode.UNAVAILABLE,
    "STORE_BUSY": ExitCode.UNAVAILABLE,
    "STORE_DAMAGED": ExitCode.PRECONDITION,
    "STORE_FULL": ExitCode.PRECONDITION,
    "STORE_NEWER": ExitCode.PRECONDITION,
    "STORE_STALE": ExitCode.PRECONDITION,
    "STORE_UNUSABLE": ExitCode.PRECONDITION,
}
MISUSES = (ExitCode.ARG_ERROR, ExitCode.NOT_FOUND)


def failed(error: ExeuntError) -> Failed:
    """Turn what exeunt raised into an outcome: the caller's mistake, or our bug."""
    if not isinstance(error, InputError | SessionError | StoreError):
        return broken(error)
    code = FAILURES.get(error.error_code, ExitCode.ARG_ERROR)
    misuse = code in MISUSES
    detail = ErrorDetail(
        error.error_code,
        error.message,
        phase=Phase.VALIDATION if misuse else Phase.EXECUTION,
        suggestion=error.fix or None,
    )
    return Failed(code, detail, origin="parser" if misuse else "handler")


def broken(error: Exception) -> Failed:
    """Report a bug of ours without a traceback at the user."""
    detail = ErrorDetail(
        BROKEN,
        f"exeunt has a bug: {type(error).__name__}: {error}",
        phase=Phase.EXECUTION,
        suggestion="run it again with EXEUNT_DEV=1 and report the traceback",
    )
    if os.environ.get("EXEUNT_DEV"):
        import traceback  # 10 ms, for developers

        traceback.print_exception(error)
    return Failed(ExitCode.GENERAL_ERROR, detail)
