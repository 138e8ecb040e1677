"""mkdir's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mkdir",
    "aliases": (),
    "closed": True,
    "valued": ("-m", "--mode"),
    "rows": (
        {
            "code": 0,
            "meaning": "every directory was made",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some directory exists already or could not be made; the "
            "others were",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
