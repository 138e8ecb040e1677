"""Options of `exeunt batch` → their page, and what is refused with a word."""

from __future__ import annotations

from ...errors import InputError
from ..verbs import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..argv import Options
    from ..verbs import Call

FIRST, INPUT, LIMITS, AGAIN = "", "input", "limits", "again"
OUTPUT, RECORDS = "output", "records"
# Every option in the order of its page: name, metavar, what it does, what happens
# without it, and the group that it is shown in.
ROWS: tuple[tuple[str, str | None, str, str, str], ...] = (
    ("--jobs", "N", "run so many side by side: 8, 50% of the processors, +2 more",
     "one for each processor", FIRST),
    ("--name", "NAME", "name the batch", "made up", FIRST),
    ("--dry-run", None, "print the commands, and run none", "", FIRST),
    ("--shell", "LINE", "give a line to a shell for each input, with {} quoted in it",
     "", INPUT),
    ("--lines", None, "read FILE as lines for a shell, one a job", "JSON", INPUT),
    ("-a", "FILE", "read the input of the command from FILE; may be repeated",
     "stdin", INPUT),
    ("-0", None, "part the input by NUL instead of by lines", "", INPUT),
    ("--colsep", "REGEX", "part each line into {1} {2} … by this", "", INPUT),
    ("--shuf", None, "run the jobs in random order", "as they come", INPUT),
    ("--timeout", "TIME", "end a job that runs longer", "never", LIMITS),
    ("--delay", "TIME", "wait so long between two starts", "0", LIMITS),
    ("--halt", "WHEN",
     "stop at soon,fail=1 or now,fail=10%; success= and done= count, too",
     "run all", LIMITS),
    ("--memfree", "SIZE", "start none while less memory is free: 500M, 2G", "", LIMITS),
    ("--load", "N", "start none while the load is higher: 4, or 80%", "", LIMITS),
    ("--nice", "N", "lower the priority of the jobs by so much", "0", LIMITS),
    ("--per-key", "N", "run at most so many side by side that one hold would stop",
     "any", LIMITS),
    ("--attempts", "N", "begin a job at most so often", "3", AGAIN),
    ("--idempotent", None, "promise that doing a job twice is doing it once", "",
     AGAIN),
    ("--retry-on", "LIST", "repeat these endings as they are: 1,64-78,signal,timeout",
     "", AGAIN),
    ("--no-wait", None, "end when all that is left waits for a hold or a pause", "",
     AGAIN),
    ("--resume", "NAME", "go on with a batch; with input, compare that first", "",
     AGAIN),
    ("--retry-failed", None, "with --resume: run what failed once more", "", AGAIN),
    ("-k", None, "print what the jobs say in the order in which they start",
     "as they end", OUTPUT),
    ("--tag", None, "begin each line with the job's input", "", OUTPUT),
    ("--line-buffer", None, "print each line at once", "a job's output at its end",
     OUTPUT),
    ("--bar", None, "show on stderr how it goes, in a pipe too: a line every 10 s",
     "at a terminal", OUTPUT),
    ("--quiet", None, "show no bar, and no summary", "", OUTPUT),
    ("--joblog", "FILE", "write a line for each job that ended, as GNU parallel does",
     "", RECORDS),
    ("--results", "FILE", "write the record of each job as a line of JSON", "",
     RECORDS),
    ("--on-failure", "LINE",
     "give sh this line at the end, if jobs failed or may have, and all that on stdin",
     "", RECORDS),
    ("--events", "FILE",
     "append a line of JSON there for the batch's begin and end, and each job's", "",
     RECORDS),
    ("--metrics", "FILE", "count the jobs in FILE, which Prometheus reads", "",
     RECORDS),
    ("--exit", "WHOSE", "leave with numbers of exeunt or of GNU parallel", "exeunt",
     RECORDS),
)  # fmt: skip
CHOICES = {"--exit": ("exeunt", "parallel")}
MANY = ("-a",)
# Other names for the same, as GNU parallel and xargs have them.
ALIASES = {
    "-j": "--jobs",
    "-P": "--jobs",
    "--max-procs": "--jobs",
    "--keep-order": "-k",
    "--null": "-0",
    "--arg-file": "-a",
    "--lb": "--line-buffer",
    "--progress": "--bar",
    "--eta": "--bar",
}
SPLIT = (
    "split the input into files, and give their names: "
    "split -n l/8 big part. && exeunt batch -- sort {} ::: part.*"
)
ONE = "each job gets one input; xargs puts many into one command"
COLUMNS = "write the inputs of a job in one line, and --colsep ' '"
THERE = "run exeunt batch there, by ssh"
RETRIES = (
    "write --attempts N: what may have had an effect is repeated only if "
    "--idempotent promises that it may be"
)
ORDER = (
    "run one batch after the other: exeunt batch a.jsonl && exeunt batch b.jsonl; "
    "or make"
)
PLACE = 'cd there first, or give each job "cwd"'
# What others have and exeunt has not → what to do instead.
REFUSED: dict[str, tuple[str | None, str]] = {
    "--pipe": (None, SPLIT),
    "--pipepart": (None, SPLIT),
    "--xargs": (None, ONE),
    "-X": (None, ONE),
    "-m": (None, ONE),
    "-n": ("N", COLUMNS),
    "-N": ("N", COLUMNS),
    "--max-args": ("N", COLUMNS),
    "-L": ("N", COLUMNS),
    "-I": ("TEXT", "write {} where the input stands"),
    "-i": (None, "write {} where the input stands"),
    "-r": (None, "leave it out: without input nothing is run"),
    "-t": (None, "--joblog and exeunt batch show say what was run"),
    "-p": (None, "--dry-run shows the commands before they are run"),
    "-q": (None, "leave it out: no shell reads the words of a command"),
    "-S": ("HOST", THERE),
    "--sshlogin": ("HOST", THERE),
    "--retries": ("N", RETRIES),
    "--resume-failed": (None, "write --resume NAME --retry-failed"),
    "--link": (None, "write ::: a b :::+ c d"),
    "--xapply": (None, "write ::: a b :::+ c d"),
    "--depends": ("NAME", ORDER),
    "--after": ("NAME", ORDER),
    "--ungroup": (None, "write --line-buffer"),
    "-u": (None, "write --line-buffer"),
    "--wd": ("DIR", PLACE),
    "--workdir": ("DIR", PLACE),
    "--env": ("NAME", 'export the variable, or give each job "env"'),
    "--limit": ("COMMAND", "write --memfree or --load"),
    "--semaphore": (None, "flock lets one run at a time; exeunt run --once, only once"),
    "--tagstring": ("TEXT", "write --tag"),
    "--files": (None, "write --results FILE: each record has the output"),
    "--ctrlc": (None, "leave it out: an interrupt ends all trees"),
}


def own() -> tuple[Option, ...]:
    """Return what the page shows, and what is known beside it."""
    shown = [
        Option(
            name,
            metavar,
            help=what,
            usual=usual,
            group=group,
            many=name in MANY,
            choices=CHOICES.get(name, ()),
        )
        for name, metavar, what, usual, group in ROWS
    ]
    metavars = {option.name: option.metavar for option in shown}
    others = [
        Option(name, metavars[same], help=f"mean {same}", shown=False)
        for name, same in ALIASES.items()
    ]
    refused = [
        Option(name, metavar, help=f"be refused: {fix}", shown=False)
        for name, (metavar, fix) in REFUSED.items()
    ]
    return (*shown, *others, *refused)


def understood(call: Call) -> Options:
    """Refuse what exeunt has not; call each option by its own name."""
    found: Options = {}
    for name, values in call.options.items():
        if name in REFUSED:
            msg = f"{name} is not among what exeunt batch does"
            raise InputError(msg, fix=REFUSED[name][1])
        found.setdefault(ALIASES.get(name, name), []).extend(values)
    return found
