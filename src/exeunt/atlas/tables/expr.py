"""expr's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "expr",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the result is neither empty nor 0",
            "category": "ok",
            "effects": "none",
            "source": "expr(1), Exit status",
        },
        {
            "code": 1,
            "meaning": "the result is empty or 0",
            "category": "negative",
            "source": "expr(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 2,
            "meaning": "the expression is invalid",
            "category": "usage",
            "source": "expr(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": 3,
            "meaning": "an error occurred",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "expr(1), Exit status",
        },
    ),
}
