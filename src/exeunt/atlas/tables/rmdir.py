"""rmdir's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "rmdir",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "every directory was removed",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some directory does not exist or is not empty; the others "
            "were removed",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
