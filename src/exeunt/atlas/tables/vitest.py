"""vitest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "vitest",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "-t",
        "-r",
        "--config",
        "--testNamePattern",
        "--root",
        "--reporter",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every test passed",
            "category": "ok",
            "effects": "unknown",
            "source": "Vitest documentation",
        },
        {
            "code": 1,
            "meaning": "tests failed, or none was found",
            "category": "findings",
            "effects": "unknown",
            "source": "measured (Vitest)",
        },
    ),
}
