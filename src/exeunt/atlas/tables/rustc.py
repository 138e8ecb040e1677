"""rustc's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "rustc",
    "aliases": (),
    "closed": False,
    "valued": (
        "-o",
        "-L",
        "-l",
        "-C",
        "-O",
        "--edition",
        "--crate-type",
        "--crate-name",
        "--out-dir",
        "--emit",
        "--target",
        "--cfg",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "the source has errors, is missing, or the call is wrong",
            "category": "input",
            "source": "measured (rustc 1.95)",
        },
        {
            "code": 101,
            "meaning": "the compiler itself panicked",
            "category": "crash",
            "retryable": "no",
            "effects": "none",
            "source": "rustc documentation",
        },
    ),
}
