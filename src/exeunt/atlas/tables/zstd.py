"""zstd's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "zstd",
    "aliases": ("unzstd", "zstdcat"),
    "closed": False,
    "valued": ("-o", "-D", "-T", "-M"),
    "rows": (
        {
            "code": 1,
            "meaning": "a file is missing or not in the format, or an option is "
            "wrong; the others may be done",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (zstd 1.5.4)",
        },
    ),
}
