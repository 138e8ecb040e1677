"""stdbuf's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "stdbuf",
    "aliases": (),
    "closed": False,
    "valued": ("-i", "-o", "-e", "--input", "--output", "--error"),
    "rows": (
        {
            "code": 125,
            "meaning": "stdbuf itself failed; the command did not run",
            "category": "usage",
            "source": "stdbuf(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "stdbuf(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "stdbuf(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "stdbuf(1), Exit status",
        },
    ),
}
