"""uname's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "uname",
    "aliases": ("nproc", "arch", "hostid"),
    "closed": True,
    "valued": ("--ignore",),
    "rows": (
        {
            "code": 0,
            "meaning": "the system was described",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
