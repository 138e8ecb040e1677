"""basename's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "basename",
    "aliases": ("dirname",),
    "closed": True,
    "valued": ("-s", "--suffix"),
    "rows": (
        {
            "code": 0,
            "meaning": "the name was printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an operand is missing or superfluous",
            "category": "usage",
            "source": "coreutils manual, Exit status",
        },
    ),
}
