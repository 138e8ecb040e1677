"""nice's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "nice",
    "aliases": (),
    "closed": False,
    "valued": ("-n", "--adjustment"),
    "rows": (
        {
            "code": 125,
            "meaning": "nice itself failed; the command did not run",
            "category": "usage",
            "source": "nice(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "nice(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "nice(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": ">0",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "nice(1), Exit status",
        },
    ),
}
