"""cmake's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cmake",
    "aliases": (),
    "closed": False,
    "valued": (
        "-S",
        "-B",
        "-C",
        "-D",
        "-U",
        "-G",
        "-T",
        "-A",
        "-P",
        "-E",
        "--build",
        "--install",
        "--preset",
        "--target",
        "-t",
        "--config",
        "-j",
        "--parallel",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "configuring or building failed, or an option is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (cmake 3.25)",
        },
    ),
}
