"""hatch's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "hatch",
    "aliases": (),
    "closed": False,
    "valued": ("-e", "-p", "--env", "--project"),
    "rows": (
        {
            "code": 1,
            "meaning": "the command failed, or the environment could not be made",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (hatch 1)",
        },
        {
            "code": 2,
            "meaning": "the command or an option is unknown",
            "category": "usage",
            "source": "measured (hatch 1)",
        },
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "hatch could not make the environment",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (hatch 1)",
        },
        {
            "code": "other",
            "subcommand": "run",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "hatch documentation, hatch run (not measured)",
        },
    ),
}
