"""sleep's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sleep",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the time is over",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "the duration is malformed",
            "category": "usage",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
