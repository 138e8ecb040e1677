"""wc's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "wc",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was counted",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some input could not be read, or an option is wrong; the "
            "others were counted",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
