"""`exeunt batch VERB` → what is queued and what came of it: shown, settled, ended."""

from __future__ import annotations

from ...model.codes import ExitCode
from ...model.outcome import Done, Outcome
from ..argv import refuse, whole
from ..verbs import BUSY, GONE, UNFIT, Call, Command, Option
from ._show import STATES, show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...batches.queue import Queue
    from ..verbs import Exits

    Data = dict[str, Any]

SOME = 20  # jobs that are shown unless told otherwise
ANSWERS = ("done", "again", "failed")


def of(
    act: Callable[[Queue, list[str], Call], Data],
) -> Callable[[Call], Outcome[Data]]:
    """Do something with the batch that the first word names."""

    def run(call: Call) -> Outcome[Data]:
        if not call.words:
            refuse("that needs the name of a batch", "exeunt batch list names them")
        from ...batches.queue import Queue  # it loads SQLite

        name, *words = call.words
        queue = Queue.open(name)
        try:
            return Done(act(queue, words, call))
        finally:
            queue.close()

    return run


def list_all(_: Call) -> Outcome[Data]:
    """List the batches with their counts; one that cannot be read is named."""
    from ...batches.queue import Queue, names  # as above
    from ...errors import ExeuntError
    from ._rows import status_of

    found: list[Data] = []
    warnings: list[str] = []
    for name in names():
        try:
            queue = Queue.open(name)
            try:
                found.append({**status_of(queue, 0), "jobs": []})
            finally:
                queue.close()
        except ExeuntError as error:  # one that cannot be read hides no other
            warnings.append(f"{name}: {error.message}")
    return Done({"batches": found}, warnings=warnings)


def status(queue: Queue, _: list[str], __: Call) -> Data:
    """Tell how far it is."""
    from ._rows import status_of

    return status_of(queue, SOME)


def show_rows(queue: Queue, words: list[str], call: Call) -> Data:
    """Tell of one job, or of all that are asked for."""
    from ._rows import as_dict, with_output

    if "--report" in call.options:
        from ._report import reported  # for who asks

        if words or "--state" in call.options or "--limit" in call.options:
            refuse("a report has all jobs", f"exeunt batch show {queue.name} --report")
        return reported(queue, call.texts("--report"))
    if words:
        return with_output(queue.find(words[0]), queue.name)
    states: Any = call.texts("--state")
    limit = call.value("--limit", whole)
    found: list[Data] = []
    for row in queue.rows(*states):
        if len(found) == (SOME if limit is None else limit):
            break
        found.append(as_dict(row, queue.name))
    return {"name": queue.name, "total": queue.counts().total, "rows": found}


def resolve(queue: Queue, words: list[str], _: Call) -> Data:
    """Write what a person says of a job."""
    if len(words) != 2:  # noqa: PLR2004 - a job and an answer
        fix = f"write exeunt batch resolve {queue.name} ID {'|'.join(ANSWERS)}"
        refuse("that needs a job and what became of it", fix)
    job, answer = words
    if answer not in ANSWERS:
        from ...errors import unknown

        raise unknown(answer, "answer", ANSWERS)
    given: Any = answer
    queue.resolve(job, given)
    more = f"exeunt batch --resume {queue.name} runs it" if answer == "again" else ""
    said = f"{job} is {'to be run again' if more else answer}"
    return {"name": queue.name, "said": f"{said}; {more}" if more else said}


def cancel(queue: Queue, _: list[str], __: Call) -> Data:
    """Have nothing begun any more, and what runs ended."""
    count = queue.cancel()
    return {"name": queue.name, "said": f"{count:,} not begun are cancelled"}


def pause(queue: Queue, _: list[str], __: Call) -> Data:
    """Have nothing begun for a while."""
    queue.pause()
    fix = f"exeunt batch resume {queue.name}"
    return {"name": queue.name, "said": f"nothing more is begun; {fix} ends that"}


def unpause(queue: Queue, _: list[str], __: Call) -> Data:
    """End a pause; whoever runs the batch goes on."""
    queue.unpause()
    more = f"if nobody runs it: exeunt batch --resume {queue.name}"
    return {"name": queue.name, "said": f"jobs are begun again; {more}"}


def remove(queue: Queue, _: list[str], __: Call) -> Data:
    """Forget a batch and its results; not one that is being run."""
    from ...batches.alive import running

    if running(queue):
        from ...errors import InputError

        msg = f"jobs of {queue.name} are being run"
        fix = f"exeunt batch cancel {queue.name} ends them"
        raise InputError(msg, fix=fix, error_code="BATCH_RUNS")
    queue.remove()
    return {"name": queue.name, "said": f"{queue.name} and its results are forgotten"}


def verb(  # noqa: PLR0913 - as many as a page has parts
    call: str,
    summary: str,
    run: Callable[[Call], Outcome[Data]],
    *options: Option,
    done: str,
    exits: Exits = GONE,
    most: int = 1,
    safe: bool = False,
) -> Command:
    """Make a verb of the words that its call begins with."""
    return Command(
        " ".join(word for word in call.split()[:2] if word.islower()),
        summary=summary,
        usage=(f"exeunt {call}",),
        options=options,
        run=run,
        show=show,
        most=most,
        danger="safe" if safe else "mutating",
        exits={ExitCode.SUCCESS: done, **exits, **BUSY, **UNFIT},
    )


COMMANDS = {
    one.name.split()[1]: one
    for one in (
        verb(
            "batch list",
            "List the batches, and how far they are.",
            list_all,
            done="They are listed, if there are any",
            exits={},
            most=0,
            safe=True,
        ),
        verb(
            "batch status NAME",
            "Show how far a batch is, what runs, and what waits for somebody.",
            of(status),
            done="The counts are shown",
            safe=True,
        ),
        verb(
            "batch show NAME [JOB]",
            "Show the jobs of a batch, or one of them with what it said.",
            of(show_rows),
            Option(
                "--state",
                "NAME",
                help=f"show those that are {', '.join(STATES)}; may be repeated",
                choices=STATES,
                many=True,
            ),
            Option("--limit", "N", help="show no more than so many", usual=str(SOME)),
            Option(
                "--report",
                "html=FILE",
                help="write one page of all of them: plots, what failed, what to do",
            ),
            done="They are shown, if there are any",
            most=2,
            safe=True,
        ),
        verb(
            "batch resolve NAME JOB done|again|failed",
            "Say what became of a job that nobody saw end, or have it run again.",
            of(resolve),
            done="It is written",
            most=3,
        ),
        verb(
            "batch cancel NAME",
            "Have no more jobs begun, and end those that run.",
            of(cancel),
            done="It is written, and whoever runs the batch obeys in a second",
        ),
        verb(
            "batch pause NAME",
            "Have no more jobs begun; those that run go on.",
            of(pause),
            done="It is written, and whoever runs the batch obeys in a second",
        ),
        verb(
            "batch resume NAME",
            "Have jobs begun again after a pause.",
            of(unpause),
            done="It is written, and whoever runs the batch obeys in a second",
        ),
        verb(
            "batch remove NAME",
            "Forget a batch and its results.",
            of(remove),
            done="It is forgotten",
        ),
    )
}
