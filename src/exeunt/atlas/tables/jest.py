"""jest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "jest",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "-t",
        "--config",
        "--testNamePattern",
        "--testPathPattern",
        "--maxWorkers",
        "-w",
        "--reporters",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every test passed",
            "category": "ok",
            "effects": "unknown",
            "source": "Jest documentation",
        },
        {
            "code": 1,
            "meaning": "tests failed, none was found, or an option is unknown",
            "category": "findings",
            "effects": "unknown",
            "source": "measured (Jest 30)",
        },
    ),
}
