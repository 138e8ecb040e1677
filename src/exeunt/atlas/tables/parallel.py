"""parallel's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "parallel",
    "aliases": (),
    "closed": False,
    "valued": (
        "-j",
        "-a",
        "-n",
        "-N",
        "-I",
        "--jobs",
        "--max-args",
        "--results",
        "--joblog",
        "--timeout",
        "--retries",
        "--delay",
    ),
    "rows": (
        {
            "code": "1-100",
            "meaning": "as many jobs failed as the code says; the others ran",
            "category": "partial",
            "source": "parallel(1), EXIT STATUS; measured (GNU parallel 20221122)",
        },
        {
            "code": 101,
            "meaning": "more than 100 jobs failed",
            "category": "partial",
            "source": "parallel(1), EXIT STATUS",
        },
        {
            "code": 255,
            "meaning": "parallel itself failed",
            "category": "ambiguous",
            "retryable": "no",
            "source": "parallel(1), EXIT STATUS",
        },
    ),
}
