"""The options of `exeunt run` → its page, and that of `exeunt drive`."""

from __future__ import annotations

from ...model.codes import Effects
from ...model.entry import declare, entry
from ..verbs import Option, Page
from . import OPTIONS
from ._together import MANY, STARTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..verbs import Exits

DRIVEN = "30s"  # how long a program is driven unless told otherwise
IMPLIED = ("--pty", "--merge", "--stdin")  # a terminal is one stream, and is typed at
UNTYPED = ("--once", "--max-input")  # never at a terminal
FORMS = ("--json", "--output", "--help")  # of an answer that is no run's record
# What a session is in any case, or never: its page says nothing of it.
UNSAID = (
    *IMPLIED,
    "--detach",
    "--brief",
    "--envelope",
    "--for-agent",
    "--quiet",
    *STARTED,
)
OF_A_SESSION = {
    "--session": {"help": "name the session"},
    "--log": {"usual": "a private file"},
}

STILL_RAN: Exits = {
    declare("STILL_RAN", 124): entry(
        "We returned while the command still ran",
        retryable=False,
        effects=Effects.PARTIAL,
    ),
    declare("RUNNER_FAILED", 125): entry(
        "The call was wrong, or the runner failed",
        retryable=False,
        effects=Effects.NONE,
    ),
}


def make() -> Page:
    """Describe the verb for `--help`."""
    return Page(
        "run",
        summary="Run any command and know how it ended.",
        usage=(
            "exeunt run [options] [--] COMMAND [ARG...]",
            "exeunt run [options] --shell 'LINE'",
        ),
        options=listed(),
        examples=(
            ("exeunt run --timeout 5m sort file", "its output, its number, no orphans"),
            ("exeunt run --json sort file", "one record: how it ended, what it means"),
            ("exeunt run --retry --attempts 5 sort file", "until decide says stop"),
        ),
        most=None,
        danger="mutating",
        exits=STILL_RAN,
    )


def make_driven() -> Page:
    """Describe the verb that types at a program."""
    own = [
        option.replace(
            usual=DRIVEN if option.name == "--timeout" else option.usual,
            shown=option.name not in UNTYPED,
        )
        for option in listed()
        if option.name not in IMPLIED
    ]
    return Page(
        "drive",
        summary="Type at an interactive program.",
        usage=("exeunt drive [options] COMMAND [ARG...] [-- INPUT...]",),
        options=tuple(own),
        examples=(
            ("exeunt drive python3 -q -- 'print(6*7)'", "typed when it is wanted"),
            ("exeunt drive --json sqlite3 my.db -- .tables", "one record, as of run"),
        ),
        most=None,
        danger="mutating",
        exits=STILL_RAN,
    )


def started() -> tuple[Option, ...]:
    """Describe the options of a run that is a session from its start."""
    return tuple(
        option.replace(
            shown=option.name not in UNSAID, **OF_A_SESSION.get(option.name, {})
        )
        for option in listed()
        if option.name not in FORMS
    )


def listed() -> tuple[Option, ...]:
    """Describe each option."""
    return tuple(
        Option(name, metavar, help=text, usual=usual, group=group, many=name in MANY)
        for name, _, metavar, text, usual, group in OPTIONS
    )
