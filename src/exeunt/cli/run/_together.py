"""Options of one call of `exeunt run` → those that do not go together, refused."""

from __future__ import annotations

from ..argv import refuse, wants_record
from . import OPTIONS, RETRY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..argv import Options

MANY = (
    *("--env", "--secret-env", "--input", "--retry-on"),
    *("--secret-input", "--secret-input-env", "--secret-input-file"),
)
# Who says how to retry wants to retry.
HOW = (
    *("--attempts", "--max-wait", "--idempotent", "--retry-on", "--follow"),
    "--refresh",
)
APART = (
    ("--brief", "--envelope"),
    ("--for-agent", "--explain"),
    ("--for-agent", "--quiet"),
    ("--for-agent", "--json"),
    ("--for-agent", "--envelope"),
    ("--for-agent", "--retry"),
    ("--for-agent", "--once"),
    ("--explain", "--quiet"),
    ("--log", "--no-log"),
    ("--merge", "--split"),
    ("--retry", "--detach"),
    ("--retry", "--session"),
    ("--retry", "--keep"),
    ("--retry", "--patience"),
    ("--once", "--retry"),
    ("--once", "--detach"),
    ("--preserve-signal", "--retry"),
    ("--preserve-signal", "--once"),
    ("--preserve-signal", "--detach"),
)
# What a session is not started with, and why.
STARTED = {
    "--once": "a session is started each time",
    "--max-input": "a session's command is typed at",
    "--patience": "a session is kept, whether or not its command waits",
    **dict.fromkeys(
        ("--retry", *(row[0] for row in OPTIONS if row[-1] == RETRY)),
        "a session is one run, and is not repeated",
    ),
}
# What says nothing alone, and what it needs.
NEEDED = (
    ("--max-input", "--once", "--once KEY"),
    ("--shell-program", "--shell", "--shell LINE"),
    ("--answers-fail", "--on-failure", "--on-failure LINE"),
)
# What only a terminal can do, and why one may not be needed.
TERMINAL_ONLY = (
    ("--split", "; without it, stderr is apart already"),
    ("--record", ""),
    ("--patience", ""),
)


def check_together(options: Options, verb: str, *, typed: bool) -> None:
    """Refuse options that exclude each other, and those that are given twice."""
    check_form(options)
    wishes = [name for name in ("--retry", *HOW) if name in options]
    if wishes:
        options.setdefault("--retry", [""])
    for name, texts in options.items():
        if name not in MANY and texts.count(texts[0]) < len(texts):
            refuse(f"{name} is given twice", "once is enough")
    for one, other in APART:
        if one in options and other in options:
            names = [wishes[0] if name == "--retry" else name for name in (one, other)]
            refuse(f"{' and '.join(names)} exclude each other", "give one of the two")
    for name in options if verb == "session start" else ():
        if name in STARTED:
            refuse(STARTED[name], f"leave {name} out")
    check_streams(options, typed=typed)
    check_alone(options)


def check_alone(options: Options) -> None:
    """Refuse options that say nothing without another."""
    for name, *_, group in () if "--retry" in options else OPTIONS:
        if group == RETRY and name in options:
            refuse(f"{name} says nothing without --retry", "add --retry")
    for name, other, how in NEEDED:
        if name in options and other not in options:
            refuse(f"{name} says nothing without {other}", f"add {how}")
    if "--brief" in options and not wants_record(options):
        refuse("--brief says nothing without --json", "add --json")


def check_form(options: Options) -> None:
    """Refuse a form that there is not, and two at once."""
    for mode in options.get("--output", ()):
        if mode not in {"json", "text"}:
            refuse(f"--output {mode} is no mode", "write json or text")
        for name in ("--json", "--envelope") if mode == "text" else ():
            if name in options:
                refuse(f"{name} and --output text exclude each other", "give one")


def check_streams(options: Options, *, typed: bool) -> None:
    """Refuse what a terminal cannot do, and what only one can."""
    if typed and "--stdin" in options:
        refuse("--stdin and a terminal exclude each other", "type it: --input LINE")
    for name in ("--once", "--max-input") if typed else ():
        if name in options:
            refuse(f"{name} and a terminal exclude each other", f"leave {name} out")
    for name, pipes in () if typed else TERMINAL_ONLY:
        if name in options:
            refuse(f"{name} needs a terminal", f"add --pty{pipes}")
