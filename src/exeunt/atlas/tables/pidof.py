"""pidof's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pidof",
    "aliases": (),
    "closed": True,
    "valued": ("-o", "-S"),
    "rows": (
        {
            "code": 0,
            "meaning": "a program of that name runs",
            "category": "ok",
            "effects": "none",
            "source": "pidof(8), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "no program of that name runs",
            "category": "negative",
            "source": "pidof(8), EXIT STATUS; measured (sysvinit-utils 3.06)",
        },
    ),
}
