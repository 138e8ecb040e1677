"""bandit's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "bandit",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "-f",
        "-o",
        "-s",
        "-t",
        "-b",
        "-x",
        "-p",
        "--configfile",
        "--format",
        "--output",
        "--skip",
        "--tests",
        "--baseline",
        "--exclude",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no issue was found",
            "category": "ok",
            "effects": "none",
            "source": "bandit documentation",
        },
        {
            "code": 1,
            "meaning": "issues were found",
            "category": "findings",
            "source": "bandit documentation, --exit-zero; measured (bandit)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "measured (bandit)",
        },
    ),
}
