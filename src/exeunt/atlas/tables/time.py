"""time's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "time",
    "aliases": (),
    "closed": False,
    "valued": ("-f", "-o", "--format", "--output"),
    "rows": (
        {
            "code": 125,
            "meaning": "time itself failed; the command did not run",
            "category": "usage",
            "source": "time(1), EXIT STATUS; measured (GNU time 1.9)",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "time(1), EXIT STATUS; measured (GNU time 1.9)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "time(1), EXIT STATUS; measured (GNU time 1.9)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "time(1), EXIT STATUS",
        },
    ),
}
