"""mv's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mv",
    "aliases": (),
    "closed": True,
    "valued": ("-S", "-t", "--suffix", "--target-directory"),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was moved",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "something could not be moved; the rest was",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
