"""ln's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ln",
    "aliases": (),
    "closed": True,
    "valued": ("-S", "-t", "--suffix", "--target-directory"),
    "rows": (
        {
            "code": 0,
            "meaning": "every link was made",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some link could not be made, for example because the name "
            "exists",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
