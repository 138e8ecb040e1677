"""setsid's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "setsid",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "measured (util-linux 2.38)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "measured (util-linux 2.38)",
        },
        {
            "code": ">0",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "measured (util-linux 2.38)",
        },
    ),
}
