"""The words of a call, and whose code it has → whether something beside that one ran.

What the table of one command says about effects is not said of the others of its line:
they may have done all that they do by the time it fails.
"""

from __future__ import annotations

from ._builtins import is_unread, unwrapped
from ._words import program_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._shell import Command

# What changes nothing but the shell itself, or only reads and prints.
ONLY_THE_SHELL = frozenset(
    (
        *(":", "true", "false", "echo", "printf", "pwd", "cd", "set", "export"),
        *("unset", "umask", "shopt", "ulimit", "readonly", "local", "declare"),
        *("test", "[", "[[", "exit", "return", "wait", "type", "shift", "sleep"),
    )
)
ONLY_READS = frozenset(
    (
        *("cat", "head", "tail", "grep", "egrep", "fgrep", "wc", "cut", "tr", "jq"),
        *("nl", "tac", "rev", "seq", "basename", "dirname", "realpath", "readlink"),
        *("ls", "uname", "id", "whoami"),
    )
)
RUNS_MORE = ("$(", "`", "<(", ">(")  # what a word may have a shell run


def ran_beside(
    argv: Sequence[str], line: str | None, told_by: Sequence[str] = ()
) -> bool:
    """Tell whether other commands of a call may have had effects.

    `told_by` are the words of the command whose code the line's is, where it was seen;
    else it is the last one's. A line that nobody can read may have any.
    """
    argv, line = unwrapped(argv, line)
    if line is None:
        return bool(argv) and is_unread(argv)
    from ._shell import parse_line  # few failures are of a line

    parsed = parse_line(line)
    if not parsed or any(mark in line for mark in RUNS_MORE):
        return True
    stages = [stage for pipeline in parsed for stage in pipeline.stages]
    teller = tuple(told_by) or stages[-1].words
    places = [place for place, one in enumerate(stages) if one.words == teller]
    others = [one for place, one in enumerate(stages) if place not in places[-1:]]
    return not all(map(is_harmless, others))


def is_harmless(command: Command) -> bool:
    """Tell whether a command changes nothing that outlives its shell."""
    if command.may_not_open:
        return False
    name = program_names(command.words[0])[0] if command.words else ":"
    return name in ONLY_THE_SHELL or name in ONLY_READS
