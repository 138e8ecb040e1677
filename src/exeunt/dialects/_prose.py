"""Outcome → data on stdout, or prose on stderr, for dialects without an envelope."""

from __future__ import annotations

from ..model.json import calm
from ..model.outcome import Done
from ..model.said import wrap
from .dialect import Context, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.detail import ErrorDetail
    from ..model.outcome import Failed, Outcome


def write(outcome: Outcome[object], context: Context) -> Written:  # noqa: ARG001
    """Put the bare data on stdout, or the failure in words on stderr."""
    if isinstance(outcome, Done):
        return Written(stdout=calm(wrap(outcome.data)) + "\n", lost=unsaid(outcome))
    return Written(stderr=prose(outcome.error), lost=untold(outcome))


def prose(error: ErrorDetail) -> str:
    """Tell a failure to a person: what, why, and what to do."""
    lines = [f"error: {error.message}"]
    if error.detail:
        lines += ["", "Caused by:", *(f"    {x}" for x in error.detail.splitlines())]
    if error.suggestion:
        lines += ["", f"hint: {error.suggestion}"]
    return "\n".join(lines) + "\n"


def untold(failed: Failed) -> tuple[str, ...]:
    """Name what words on stderr do not tell a program."""
    error = failed.error
    said = {
        "retryable": error.retryable,
        "retry_after": error.retry_after,
        "phase": error.phase,
        "redirect": error.redirect,
        "fix_command": error.fix_command,
        "warnings": failed.warnings or None,
        "partial": failed.partial,
        "meta": failed.extra or None,
    }
    unsaid = (name for name, value in said.items() if value is not None)
    return ("error.code", *unsaid)


def unsaid(done: Done[object]) -> tuple[str, ...]:
    """Name what bare data has no place for."""
    said = {
        "warnings": done.warnings,
        "truncated": done.truncated,
        "cursor": done.cursor,
        "not_modified": done.not_modified,
        "meta": done.extra,
    }
    return tuple(name for name, value in said.items() if value)
