"""coverage's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "coverage",
    "aliases": (),
    "closed": False,
    "valued": (
        "--rcfile",
        "--data-file",
        "--fail-under",
        "--include",
        "--omit",
        "--source",
        "-m",
        "-o",
        "-d",
    ),
    "rows": (
        {
            "code": 2,
            "subcommand": ("report", "html", "xml", "json", "lcov"),
            "flags": ("--fail-under",),
            "meaning": "the total is below the limit",
            "category": "negative",
            "source": "coverage documentation, --fail-under; measured (coverage 7)",
        },
        {
            "code": 1,
            "meaning": "there is no data, the call is wrong, or the program that ran "
            "failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (coverage 7)",
        },
    ),
}
