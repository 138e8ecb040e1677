"""touch's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "touch",
    "aliases": (),
    "closed": True,
    "valued": ("-d", "-r", "-t", "--date", "--reference", "--time"),
    "rows": (
        {
            "code": 0,
            "meaning": "every file was touched",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some file could not be touched; the others were",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
