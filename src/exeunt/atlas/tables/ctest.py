"""ctest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ctest",
    "aliases": (),
    "closed": False,
    "valued": (
        "-R",
        "-E",
        "-L",
        "-LE",
        "-C",
        "-D",
        "-M",
        "-T",
        "-S",
        "-j",
        "--test-dir",
        "--timeout",
        "--output-junit",
    ),
    "rows": (
        {
            "code": 8,
            "meaning": "some tests failed",
            "category": "findings",
            "effects": "unknown",
            "source": "measured (ctest 3.25)",
        },
    ),
}
