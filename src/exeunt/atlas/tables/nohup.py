"""nohup's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "nohup",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 125,
            "meaning": "nohup itself failed; the command did not run",
            "category": "usage",
            "source": "nohup(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "nohup(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "nohup(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "nohup(1), Exit status",
        },
    ),
}
