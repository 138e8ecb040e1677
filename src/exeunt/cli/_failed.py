"""What a verb raised → an Outcome: the caller's mistake, or a bug of ours."""

from __future__ import annotations

import os

from ..errors import InputError, SessionError, StoreError
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.outcome import Failed

BROKEN = "EXEUNT_BUG"
# What is no wrong call: it could exist, and does not, or is not in that state.
FAILURES = {
    ExitCode.NOT_FOUND: "FILE_NOT_FOUND COMMAND_NOT_FOUND UNKNOWN_TOOL UNKNOWN_HOLD "
    "UNKNOWN_KEY UNKNOWN_CALL UNKNOWN_REDIRECT UNKNOWN_RUN UNKNOWN_SESSION NO_AGENT "
    "UNKNOWN_BATCH UNKNOWN_JOB",
    ExitCode.CONFLICT: "SESSION_EXISTS BATCH_EXISTS",
    ExitCode.PRECONDITION: "NOT_EXECUTABLE SESSION_ENDED NO_TERMINAL NO_LOG "
    "NO_MANIFEST NO_DOOR NO_HOME NOT_EDITABLE NOT_INSTALLED NOT_PYTHON NOT_WRITABLE "
    "ONCE_ENDED PYTHON_TOO_OLD DECLINED RECORD_DAMAGED SECRET_ECHOED STORE_DAMAGED "
    "STORE_FULL STORE_NEWER STORE_STALE STORE_UNUSABLE BATCH_RUNS NOT_RESOLVABLE",
    ExitCode.TIMEOUT: "NO_ANSWER SESSION_TIMEOUT",
    ExitCode.UNAVAILABLE: "INSTALL_BUSY ONCE_UNDER_WAY SILENT STORE_BUSY",
    ExitCode.GENERAL_ERROR: "START_FAILED UNWRITTEN",
}
CODES = {name: code for code, names in FAILURES.items() for name in names.split()}
MISUSES = (ExitCode.ARG_ERROR, ExitCode.NOT_FOUND)


def failed(error: Exception) -> Failed:
    """Turn what a verb raised into an outcome: the caller's mistake, or our bug."""
    if not isinstance(error, InputError | SessionError | StoreError):
        return broken(error)
    code = CODES.get(error.error_code, ExitCode.ARG_ERROR)
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
