"""pdm's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pdm",
    "aliases": (),
    "closed": False,
    "valued": ("-p", "--project"),
    "rows": (
        {
            "code": 1,
            "meaning": "the command failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (pdm 2)",
        },
        {
            "code": 2,
            "meaning": "the command or an option is unknown",
            "category": "usage",
            "source": "measured (pdm 2)",
        },
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "pdm did not find the command",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (pdm 2)",
        },
        {
            "code": "other",
            "subcommand": "run",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "measured (pdm 2: 7 stays 7)",
        },
    ),
}
