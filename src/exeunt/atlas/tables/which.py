"""which's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "which",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "every command was found",
            "category": "ok",
            "effects": "none",
            "source": "which(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "a command was not found or is not executable",
            "category": "negative",
            "source": "which(1), EXIT STATUS; measured (debianutils 5.7)",
        },
        {
            "code": 2,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "which(1), EXIT STATUS; measured (debianutils 5.7)",
        },
    ),
}
