"""date's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "date",
    "aliases": (),
    "closed": True,
    "valued": (
        "-d",
        "-f",
        "-r",
        "-s",
        "--date",
        "--file",
        "--reference",
        "--set",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("-s", "--set"),
            "meaning": "the time was printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 0,
            "flags": ("-s", "--set"),
            "meaning": "the clock was set",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "without": ("-s", "--set"),
            "meaning": "the date or an option is malformed",
            "category": "usage",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 1,
            "flags": ("-s", "--set"),
            "meaning": "the clock could not be set, or the date is malformed",
            "category": "permission",
            "source": "coreutils manual, Exit status",
        },
    ),
}
