"""`exeunt batch` → many commands: queued before they run, and told as they end."""

from __future__ import annotations

import os

from ...batches.inputs import MARKS
from ...model.codes import ExitCode
from ...model.outcome import Done, Outcome
from ..argv import refuse, wants_record
from ..verbs import BUSY, GONE, UNFIT, Call, Command
from ._codes import ENTRIES
from ._options import own, understood
from ._show import show_nothing
from ._verbs import COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...batches.job import Job
    from ...batches.queue import Queue
    from ..argv import Options
    from ..verbs import Exits
    from ._others import Others
    from ._results import Lines

    Data = dict[str, Any]

# What a batch remembers of its first call, for --resume to mean the same.
REMEMBERED = (
    *("--jobs", "--timeout", "--delay", "--memfree", "--load", "--nice", "--per-key"),
    *("--attempts", "--idempotent", "--retry-on"),
)
UNHEARD: dict[str, tuple[str, ...]] = {
    "--dry-run": (
        "--resume",
        "--retry-failed",
        "--joblog",
        "--results",
        "--on-failure",
        "--events",
        "--metrics",
    ),
    "-k": ("--line-buffer",),
}


def run(call: Call) -> Outcome[Data]:
    """Queue the jobs that are named, and run them; or go on with a batch."""
    options = understood(call)
    check(options)
    as_json = in_json(options)
    from ._input import jobs_of  # with regular expressions, for who runs any
    from ._limits import limits_of, niceness

    jobs = jobs_of(call, options)
    limits_of(options)  # what is wrong with them is said before all else
    niceness(options)
    if "--dry-run" in options:
        return print_only(jobs, as_json=as_json)
    from ._others import Others  # with the runner, as the next
    from ._run import logs_of

    others = Others.of(options)
    logs = logs_of(options)
    queue, options, told = queued(jobs, options)
    try:
        return run_jobs(queue, options, logs, told, others, as_json=as_json)
    finally:
        queue.close()


def check(options: Options) -> None:
    """Refuse options that say nothing beside each other."""
    for name, others in UNHEARD.items():
        for other in others if name in options else ():
            if other in options:
                refuse(f"{other} says nothing beside {name}", "leave one of them out")
    if "--retry-failed" in options and "--resume" not in options:
        fix = "write exeunt batch --resume NAME --retry-failed"
        refuse("--retry-failed needs the batch whose jobs failed", fix)
    if "--resume" in options and "--name" in options:
        refuse("--resume names the batch", "leave --name out")
    if "parallel" in options.get("--exit", ()) and in_json(options):
        refuse("--exit parallel is for people", "leave out --json or it")


def in_json(options: Options) -> bool:
    """Tell whether one envelope is printed, and nothing that the jobs say."""
    if "--output" in options or "--json" in options:
        return wants_record(options)
    return os.environ.get("EXEUNT_OUTPUT") == "json"


def queued(
    jobs: Iterator[Job] | None, options: Options
) -> tuple[Queue, Options, list[str]]:
    """Return the batch that is to be run, the options that count, and what is new."""
    from ...batches.queue import Queue  # it loads SQLite

    if "--resume" not in options:
        if jobs is None:
            fix = "write exeunt batch FILE, or exeunt batch -- COMMAND {} ::: INPUT..."
            refuse("there is nothing to run", fix)
        name = options["--name"][-1] if "--name" in options else None
        kept = {option: options[option] for option in REMEMBERED if option in options}
        settings = {"options": kept}
        return (
            Queue.create(name, jobs, settings, shuffled="--shuf" in options),
            options,
            [],
        )
    queue = Queue.open(options["--resume"][-1])
    told: list[str] = []
    if jobs is not None:
        found = queue.add(jobs)
        told.append(f"{found.new:,} new, {found.gone:,} gone, {found.same:,} the same")
        from ...secrets.variables import without  # for what is shown

        told += [f"  new: {one}" for one in without(found.new_jobs)]
        told += [f"  gone: {one}" for one in without(found.gone_jobs)]
    if "--retry-failed" in options:
        count = queue.retry(idempotent="--idempotent" in options)
        told.append(f"{count:,} that failed are run again")
    queue.unpause()
    return queue, {**queue.settings.get("options", {}), **options}, told


def print_only(jobs: Iterator[Job] | None, *, as_json: bool) -> Outcome[Data]:
    """Print the commands as a shell would take them, and run none."""
    from ._dry import printed  # for who asks

    if jobs is None:
        refuse("there is nothing to print", "write exeunt batch --dry-run FILE")
    return printed(jobs, as_json=as_json)


def run_jobs(  # noqa: PLR0913 - a batch, how it is run, and who is told
    queue: Queue,
    options: Options,
    logs: dict[str, Lines],
    told: list[str],
    others: Others | None,
    *,
    as_json: bool,
) -> Outcome[Data]:
    """Run what is queued, and say how that ended."""
    from ..run._end import complain  # with the runner
    from ._limits import limits_of, niceness
    from ._run import Run, data_of, outcome_of, summary

    limits, nice = limits_of(options), niceness(options)
    quiet = "--quiet" in options
    for line in () if quiet else told:
        complain(line)
    if nice:
        os.nice(nice)
    run = Run(queue, limits, options, logs, as_json=as_json)
    run.others = others
    if others is not None:
        others.begin(queue)
    run.go()
    if others is not None:
        others.end(queue, data_of(queue.name, queue.counts()))
    outcome = outcome_of(run, queue.name)
    counts = queue.counts()
    if run.is_cancelled:
        if not quiet:
            complain(summary(counts))
            complain(f"exeunt batch --resume {queue.name} goes on")
            if counts.doubt:
                complain(f"exeunt batch status {queue.name} shows what is in doubt")
        error = KeyboardInterrupt()
        vars(error)["number"] = run.caught
        raise error
    if isinstance(outcome, Done) and os.isatty(2) and not quiet:
        complain(f"{queue.name}: {summary(counts)}, in {run.took}")
    return outcome


def to_the_input(arguments: list[str], rest: list[str]) -> int:
    """Leave all words behind a ::: to the input."""
    return len(rest) if arguments[-1] in MARKS else 0


def number(call: Call, outcome: Outcome[Data]) -> int | None:
    """Return GNU parallel's number, if that is asked for and the batch was run."""
    if call.text("--exit") != "parallel":
        return None
    data: Any = outcome.data if isinstance(outcome, Done) else outcome.extra.get(NAME)
    if "failed" not in (data or ()):
        return None
    from ._run import number_of

    return number_of(data)


NAME = "batch"
EXITS: Exits = {
    **GONE,
    **UNFIT,
    **BUSY,
    ExitCode.CONFLICT: "Another batch has the name",
    ExitCode.PARTIAL_FAILURE: "Some jobs failed, or were not begun",
    **ENTRIES,
}
COMMAND = Command(
    NAME,
    summary="Run many commands: each is queued first, and no doubtful one repeated.",
    usage=(
        "exeunt batch [options] FILE",
        "exeunt batch [options] -- COMMAND... [::: INPUT...]",
        "exeunt batch [options] --shell LINE [::: INPUT...]",
        "exeunt batch --resume NAME [options]",
        *(one.usage[0] for one in COMMANDS.values()),
    ),
    options=own(),
    examples=(
        ("exeunt batch -- gzip -9 {} ::: *.log", "one job for each file"),
        ("exeunt batch -j8 -a urls -- ./fetch {} page-{#}.html", "a job for each line"),
        (
            "exeunt batch --name nightly jobs.jsonl",
            '{"argv": ["./send", "1"], "id": "1"} a line',
        ),
        ("exeunt batch --resume nightly", "after a kill, a restart or a ^C"),
        ("exeunt batch status nightly", "how far it is, from anywhere"),
    ),
    danger="mutating",
    raw=True,
    exits=EXITS,
    run=run,
    show=show_nothing,
    most=None,
    theirs=to_the_input,
    form=in_json,
    commands=COMMANDS,
    alone=True,
    parted=True,
    number=number,
)
