"""realpath's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "realpath",
    "aliases": (),
    "closed": True,
    "valued": ("--relative-to", "--relative-base"),
    "rows": (
        {
            "code": 0,
            "meaning": "every name was resolved",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "a part of some path does not exist",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
