"""A batch → its jobs run by this process, told as they end; and how it all ended."""

from __future__ import annotations

import os
from time import monotonic

from ...batches.pull import Puller
from ...batches.queue import GONE
from ...model.codes import ExitCode
from ...model.detail import ErrorDetail, Phase
from ...model.outcome import Done, Failed, Outcome
from ..run._end import listen
from . import _joblog
from ._bar import Bar, span
from ._codes import ENTRIES, HELD, IN_DOUBT
from ._output import Output, Printer
from ._results import Lines, line, masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ...batches.finished import Finished
    from ...batches.limits import Limits
    from ...batches.queue import Counts, Queue
    from ..argv import Options
    from ._others import Others

INT, TERM, PIPE = 2, 15, 13
DRAINING = (TERM,)  # signals at which what runs is finished; at others it is ended
MOST_FAILED = 100  # that parallel's number tells; 101 are more


class Run:
    """One run of a batch by this process."""

    def __init__(
        self,
        queue: Queue,
        limits: Limits,
        options: Options,
        logs: Mapping[str, Lines],
        *,
        as_json: bool,
    ) -> None:
        self.queue = queue
        self.options = options
        self.joblog = logs.get("--joblog")
        self.results = logs.get("--results")
        for name, log in logs.items():
            log.begin(LOGS[name], more="--resume" in options)
        self.bar: Bar | None = bar_for(options, as_json=as_json)
        self.printer: Printer = Printer(self.clear, silent=as_json)
        self.output: Output | None = None
        if not as_json or self.joblog is not None:
            self.output = Output(
                self.printer,
                ordered="-k" in options,
                tagged="--tag" in options,
                by_line="--line-buffer" in options and not as_json,
            )
        self.puller: Puller = Puller(
            queue,
            limits,
            outlets=None if self.output is None else self.output.outlets,
            tick=self.tick,
        )
        self.others: Others | None = None  # who is told
        self.caught: int = 0  # the signal that had us stop
        self.first_failure: int = 0  # the number of the first job that failed
        self.began: float = monotonic()

    def go(self) -> None:
        """Run the jobs, and tell of each that ends."""
        listen(self.note)
        try:
            for finished in self.puller.run():
                self.tell(finished)
                if self.printer.trouble is not None and not self.puller.draining:
                    self.caught = PIPE if self.printer.deserted else 0
                    self.puller.drain()
        finally:
            if self.output is not None:
                self.output.finish()
            self.clear()
            for log in (self.joblog, self.results):
                if log is not None:
                    log.close()

    def note(self, number: int, _: object) -> None:
        """Finish what runs, or end it, as a signal says."""
        self.caught = self.caught or number
        if number in DRAINING:
            self.puller.drain()
        else:
            self.puller.end()

    def tell(self, finished: Finished) -> None:
        """Print what a job said, and write it down."""
        received = 0
        if self.output is not None:
            number, final = finished.number, finished.final
            received = self.output.ended(number, finished.job, final=final)
        if self.others is not None:
            self.others.job(finished)
        if not finished.final:
            return
        done = finished.record
        if finished.state == "failed" and done is not None:
            self.first_failure = self.first_failure or done.exit_code
        if self.results is not None:
            self.results.add(line(finished))
        if self.joblog is not None and done is not None:
            ours = done.source == "runner" and done.status not in UNSTARTED
            ended = _joblog.ending(done.wait_status, done.exit_code, ours=ours)
            self.joblog.add(
                _joblog.line(
                    finished.job.number,
                    finished.started,
                    finished.seconds,
                    received,
                    ended,
                    _joblog.command(*masked(finished)),
                )
            )

    @property
    def is_cancelled(self) -> bool:
        """Whether a signal had us stop before all was done."""
        counts = self.queue.counts()
        cut = counts.open or (self.puller.ending and counts.done < counts.total)
        return bool(self.caught and cut)

    @property
    def halted_by(self) -> int:
        """The number of the first failure, if such a one had the batch stop."""
        halt = self.puller.limits.halt
        stopped = halt is not None and self.puller.draining and not self.caught
        return self.first_failure if stopped else 0

    @property
    def took(self) -> str:
        """How long it took."""
        return span(monotonic() - self.began)

    def tick(self) -> None:
        """Show how it goes."""
        if self.bar is not None and self.bar.is_due:
            self.bar.draw(self.queue.counts(), self.puller.why)

    def clear(self) -> None:
        """Make room for what is printed next."""
        if self.bar is not None:
            self.bar.clear()


UNSTARTED = ("not_found", "not_executable")


LOGS = {"--joblog": _joblog.HEAD, "--results": ""}  # and how each begins


def logs_of(options: Options) -> dict[str, Lines]:
    """Open the files for lines that are asked for; nothing is in them yet."""
    return {name: Lines(options[name][-1]) for name in LOGS if name in options}


def bar_for(options: Options, *, as_json: bool) -> Bar | None:
    """Make a bar for whoever looks on."""
    terminal = os.isatty(2)
    if "--quiet" in options or not (terminal or "--bar" in options):
        return None
    return None if as_json and "--bar" not in options else Bar(terminal=terminal)


# -- how it ended


def outcome_of(run: Run, name: str) -> Outcome[dict[str, Any]]:
    """Say how the batch ended; doubt is worse than what is only held."""
    counts = run.queue.counts()
    data = data_of(name, counts) | {"halted": run.halted_by}
    troubles = [
        f"{log.path} is not complete: {log.trouble}"
        for log in (run.joblog, run.results)
        if log is not None and log.trouble
    ]
    lost = run.printer.trouble
    all_done = counts.done + gone(run.queue, counts) == counts.total
    if all_done and lost is None:
        return Done(data, warnings=troubles)
    code, text, fix = verdict(counts, name)
    if lost is not None:
        text = f"the output could not be written: {lost.strerror}; {text}"
        code = ExitCode.GENERAL_ERROR if all_done else code
        fix = f"exeunt batch show {name} JOB has what each said"
    detail = ErrorDetail(code.name, text, phase=Phase.EXECUTION, suggestion=fix)
    return Failed(
        code,
        detail,
        entry=ENTRIES.get(code),
        warnings=troubles,
        extra={"batch": data},
    )


def gone(queue: Queue, counts: Counts) -> int:
    """Count those that are cancelled since they are not in the input any more."""
    if not counts.cancelled:
        return 0
    rows = queue.rows("cancelled", records=False)
    return sum(row.why == GONE.decode() for row in rows)


def data_of(name: str, counts: Counts) -> dict[str, Any]:
    """Return the counts in their names on the wire."""
    fields = counts.as_fields()
    return {"name": name, "total": counts.total, **fields}


def verdict(counts: Counts, name: str) -> tuple[Any, str, str]:
    """Return the code, what is said, and what to do next."""
    told = summary(counts)
    resume = f"exeunt batch --resume {name}"
    if counts.doubt:
        fix = f"exeunt batch show {name} --state doubt, then "
        fix += f"exeunt batch resolve {name} JOB done|again|failed"
        return IN_DOUBT, told, fix
    if counts.failed:
        fix = f"exeunt batch show {name} --state failed, or {resume} --retry-failed"
        return ExitCode.PARTIAL_FAILURE, told, fix
    if counts.cancelled:
        fix = f"exeunt batch resolve {name} JOB again has one run after all"
        return ExitCode.PARTIAL_FAILURE, told, fix
    if counts.todo or counts.doing:
        return ExitCode.PARTIAL_FAILURE, told, resume
    if counts.waiting:
        return HELD, told, resume
    return HELD, told, f"exeunt batch status {name} says for what"


def summary(counts: Counts) -> str:
    """Say in one line what became of the jobs."""
    words = (
        ("done", counts.done),
        ("failed", counts.failed),
        ("in doubt", counts.doubt),
        ("held", counts.held),
        ("moved", counts.moved),
        ("waiting", counts.waiting),
        ("running", counts.doing),
        ("cancelled", counts.cancelled),
        ("not begun", counts.todo),
    )
    parts = [f"{number:,} {word}" for word, number in words if number]
    jobs = "job" if counts.total == 1 else "jobs"
    return f"of {counts.total:,} {jobs}: {', '.join(parts) or 'nothing to do'}"


def number_of(data: Mapping[str, Any]) -> int:
    """Return the number that GNU parallel would leave with."""
    if data["halted"]:
        return int(data["halted"])
    return int(min(data["failed"] + data["doubt"], MOST_FAILED + 1))
