"""busybox's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "busybox",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 127,
            "meaning": "this busybox has no applet of that name",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "measured (BusyBox 1.35)",
        },
        {
            "code": "other",
            "meaning": "the applet's own code",
            "category": "passthrough",
            "source": "measured (BusyBox 1.35)",
        },
    ),
}
