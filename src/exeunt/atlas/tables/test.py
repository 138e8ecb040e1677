"""test's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "test",
    "aliases": ("[",),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the expression is true",
            "category": "ok",
            "effects": "none",
            "source": "POSIX test, EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the expression is false or missing",
            "category": "negative",
            "source": "POSIX test, EXIT STATUS; measured (bash 5.2)",
        },
        {
            "code": 2,
            "meaning": "the expression is malformed",
            "category": "usage",
            "source": "bash(1); measured (bash 5.2, coreutils 9.1)",
        },
    ),
}
