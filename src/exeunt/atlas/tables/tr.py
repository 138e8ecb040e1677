"""tr's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "tr",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the input was translated",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an operand is missing or wrong",
            "category": "usage",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
