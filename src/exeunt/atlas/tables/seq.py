"""seq's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "seq",
    "aliases": (),
    "closed": True,
    "valued": ("-f", "-s", "--format", "--separator"),
    "rows": (
        {
            "code": 0,
            "meaning": "the numbers were printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an operand is no number",
            "category": "usage",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
