"""dd's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "dd",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was copied",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "a file could not be opened, read or written; a part may be "
            "copied",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
