"""The words of a command and its exit code → what the tool's manual says it means.

One literal table per tool (`tables/`), loaded when that tool is looked up and not
before. `look_up` reads the words of one command, through the wrappers in front of it;
`look_up_line` reads a shell line and credits only what could have ended it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ._line import Candidate
    from ._match import Match
    from ._table import Table

__all__ = [
    "candidates",
    "check_table",
    "knows",
    "load_table",
    "look_up",
    "look_up_line",
    "tools",
]


def look_up(argv: Sequence[str], code: int) -> Match | None:
    """Read the exit code of a command; None if no table speaks of it."""
    from ._lookup import look_up as read  # only when asked for

    return read(argv, code)


def look_up_line(line: str, code: int, *, pipefail: bool = False) -> Match | None:
    """Read the exit code of a shell line; None if it cannot be told whose it is."""
    from ._lookup import look_up_line as read  # only when asked for

    return read(line, code, pipefail=pipefail)


def candidates(
    line: str, code: int, *, pipefail: bool = False
) -> tuple[Candidate, ...]:
    """List the commands of a shell line that could have ended it with this code."""
    from ._lookup import candidates as find  # only when asked for

    return find(line, code, pipefail=pipefail)


def knows(argv: Sequence[str]) -> bool:
    """Tell whether a table, the user's or ours, describes the program of a command."""
    from ._lookup import tables  # only when asked for

    return any(True for _ in tables(argv)) if argv else False


def load_table(path: str | PathLike[str]) -> Table:
    """Read a user's table from a TOML file, or raise TableError with the fix."""
    from .users import load_table as load  # only when asked for

    return load(path)


def check_table(table: Mapping[str, object], where: str) -> Table:
    """Return a table that is sound, or raise TableError with the place and the fix."""
    from ._check import check_table as check  # only when asked for

    return check(table, where)


def tools() -> tuple[str, ...]:
    """Name the tools that have a built-in table, in alphabetical order."""
    from .index import INDEX  # only when asked for

    return tuple(sorted(INDEX))
