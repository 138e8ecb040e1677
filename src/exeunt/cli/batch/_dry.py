"""Jobs → what would be run, one command a line, as a shell would take it."""

from __future__ import annotations

from ...leaving.boundary import deliver
from ...model.codes import ExitCode
from ...model.detail import ErrorDetail, Phase
from ...model.outcome import Done, Failed, Outcome
from . import _joblog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...batches.job import Job

PLACE = 1  # in which each would run, if it ran alone


def printed(jobs: Iterator[Job], *, as_json: bool) -> Outcome[dict[str, Any]]:
    """Print each command; all of the input is read, so what is wrong in it is said."""
    whole = [command(job.at(PLACE)) for job in jobs]
    if not as_json:
        lines = "".join(f"{line}\n" for line in whole)
        if deliver(lines.encode("utf-8", "surrogateescape"), b"", 0):
            msg = "the commands could not be printed"
            detail = ErrorDetail("UNWRITTEN", msg, phase=Phase.EXECUTION)
            return Failed(ExitCode.GENERAL_ERROR, detail)
    return Done({"total": len(whole), "commands": whole})


def command(job: Job) -> str:
    """Write a job as a line."""
    return _joblog.command(job.words, job.shell)
