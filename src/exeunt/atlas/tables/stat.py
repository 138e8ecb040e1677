"""stat's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "stat",
    "aliases": (),
    "closed": True,
    "valued": ("-c", "--format", "--printf", "--cached"),
    "rows": (
        {
            "code": 0,
            "meaning": "every file was described",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some file could not be examined; the others were",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
