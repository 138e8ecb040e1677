"""lsof's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "lsof",
    "aliases": (),
    "closed": False,
    "valued": ("-p", "-u", "-i", "-c", "-d", "-g", "-a", "+D"),
    "rows": (
        {
            "code": 0,
            "meaning": "open files were listed",
            "category": "ok",
            "effects": "none",
            "source": "lsof(8), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "nothing that was asked for is open, or it could not be found",
            "category": "negative",
            "source": "lsof(8), EXIT STATUS; measured (lsof 4.95)",
        },
    ),
}
