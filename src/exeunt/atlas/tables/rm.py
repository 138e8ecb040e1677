"""rm's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "rm",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "everything named is gone",
            "category": "ok",
            "source": "coreutils manual, Exit status; measured: with -f also if it "
            "never was",
        },
        {
            "code": 1,
            "meaning": "something could not be removed; the rest was",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
