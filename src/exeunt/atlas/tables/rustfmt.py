"""rustfmt's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "rustfmt",
    "aliases": (),
    "closed": False,
    "valued": ("--edition", "--config", "--config-path", "--emit"),
    "rows": (
        {
            "code": 1,
            "flags": ("--check",),
            "meaning": "files would be reformatted, are missing or do not parse",
            "category": "negative",
            "source": "rustfmt documentation; measured (rustfmt 1.9)",
        },
        {
            "code": 1,
            "meaning": "a file could not be formatted, or the call is wrong",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (rustfmt 1.9)",
        },
    ),
}
