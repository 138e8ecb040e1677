"""poetry's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "poetry",
    "aliases": (),
    "closed": False,
    "valued": ("-C", "-P", "--directory", "--project"),
    "rows": (
        {
            "code": 1,
            "meaning": "the command failed or is unknown",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (poetry 2)",
        },
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "poetry did not find the command",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (poetry 2)",
        },
        {
            "code": "other",
            "subcommand": "run",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "poetry documentation, run; measured (poetry 2: 7 stays 7)",
        },
    ),
}
