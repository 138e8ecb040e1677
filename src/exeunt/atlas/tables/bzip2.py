"""bzip2's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "bzip2",
    "aliases": ("bunzip2", "bzcat"),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "every file was done",
            "category": "ok",
            "source": "bzip2(1), RETURN VALUES",
        },
        {
            "code": 1,
            "meaning": "a file was not found, or an option or the system failed",
            "category": "environment",
            "retryable": "no",
            "effects": "unknown",
            "source": "bzip2(1), RETURN VALUES; measured (bzip2 1.0.8)",
        },
        {
            "code": 2,
            "meaning": "a compressed file is damaged",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "bzip2(1), RETURN VALUES; measured (bzip2 1.0.8)",
        },
        {
            "code": 3,
            "meaning": "an internal check failed: a bug",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "bzip2(1), RETURN VALUES",
        },
    ),
}
