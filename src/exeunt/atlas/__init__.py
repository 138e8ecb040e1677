"""The words of a command and its exit code → what the tool's manual says it means.

Which tools have a table, and which commands run another, is answered here as well.
A table is a TOML file: those of `tables/` are compiled into one module, and one of them
is decoded when its tool is looked up; a user's is read from the user's configuration.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ._line import Candidate
    from ._match import Match
    from .table_format import Table

__all__ = [
    "candidates",
    "check_table",
    "has_table",
    "inner_command",
    "is_wrapper",
    "knows",
    "load_table",
    "look_up",
    "look_up_line",
    "tools",
]


def look_up(argv: Sequence[str], code: int) -> Match | None:
    """Read the exit code of a command; None if no table speaks of it."""
    from ._lookup import look_up as read

    return read(argv, code)


def look_up_line(line: str, code: int, *, pipefail: bool = False) -> Match | None:
    """Read the exit code of a shell line; None if it cannot be told whose it is."""
    from ._lookup import look_up_line as read

    return read(line, code, pipefail=pipefail)


def candidates(
    line: str, code: int, *, pipefail: bool = False
) -> tuple[Candidate, ...]:
    """List the commands of a shell line that could have ended it with this code."""
    from ._lookup import candidates as find

    return find(line, code, pipefail=pipefail)


def knows(argv: Sequence[str]) -> bool:
    """Tell whether a table describes the program of a command, version or not."""
    from ._words import program_names

    return bool(argv) and any(has_table(name) for name in program_names(argv[0]))


def has_table(name: str) -> bool:
    """Tell whether a table, built in or the user's, is of exactly this name."""
    from ._tables import ALIASES, TEXTS
    from ._users import users_table

    return name in TEXTS or name in ALIASES or users_table(name) is not None


def tools() -> tuple[str, ...]:
    """Name the tools that have a built-in table, in alphabetical order."""
    from ._tables import ALIASES, TEXTS

    return tuple(sorted([*TEXTS, *ALIASES]))


def is_wrapper(program: str) -> bool:
    """Tell whether a program runs the command that it is given, as sudo and sh do."""
    from ._words import program_names
    from .wrappers import WRAPPERS

    return any(name in WRAPPERS for name in program_names(program))


def inner_command(argv: Sequence[str]) -> Sequence[str] | None:
    """Take all wrappers off a command; None where what they run cannot be told."""
    from ._words import inner_command as find

    return find(argv)


def load_table(path: str | PathLike[str]) -> Table:
    """Read a user's table from a TOML file, or raise TableError with the fix."""
    from ._users import load_table as load

    return load(path)


def check_table(table: Mapping[str, object], where: str) -> Table:
    """Return a table that is sound, or raise TableError with the place and the fix."""
    from .table_format import check_table as check

    return check(table, where)
