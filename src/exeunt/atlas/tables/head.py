"""head's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "head",
    "aliases": (),
    "closed": True,
    "valued": ("-n", "-c", "--lines", "--bytes"),
    "rows": (
        {
            "code": 0,
            "meaning": "the beginnings were printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some input could not be read, or an option is wrong",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
