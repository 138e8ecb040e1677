"""The words of a command and its exit code → what the tool's manual says it means.

Which tools have a table, and which commands run another, is answered here as well.
A table is a TOML file: those of `tables/` are compiled into one module, and one of them
is decoded when its tool is looked up; a user's is read from the user's configuration.
Every function is loaded when it is first asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._beside import ran_beside as ran_beside
    from ._evidence import heed as heed
    from ._lookup import candidates as candidates
    from ._lookup import has_many as has_many
    from ._lookup import look_up as look_up
    from ._lookup import look_up_invocation as look_up_invocation
    from ._lookup import look_up_line as look_up_line
    from ._lookup import stands_alone as stands_alone
    from ._users import load_table as load_table
    from ._words import inner_command as inner_command
    from ._words import is_wrapper as is_wrapper
    from ._words import peel as peel
    from .table_format import check_table as check_table

else:  # hidden from type checkers, for whom __getattr__ would have every name
    from .. import offered

    __getattr__, __dir__, _ = offered(
        __name__,
        {
            "atlas": "has_table knows tools",
            "atlas._beside": "ran_beside",
            "atlas._evidence": "heed",
            "atlas._lookup": "candidates has_many look_up look_up_invocation "
            "look_up_line stands_alone",
            "atlas._users": "load_table",
            "atlas._words": "inner_command is_wrapper peel",
            "atlas.table_format": "check_table",
        },
    )


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
