"""xz's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "xz",
    "aliases": ("unxz", "xzcat", "lzma", "unlzma", "lzcat"),
    "closed": True,
    "valued": (
        "-S",
        "-T",
        "-F",
        "-C",
        "-M",
        "-D",
        "--suffix",
        "--threads",
        "--format",
        "--check",
        "--memlimit",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every file was done",
            "category": "ok",
            "source": "xz(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "error: a file is missing or damaged, or an option is wrong; "
            "the others may be done",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "xz(1), EXIT STATUS; measured (xz 5.4)",
        },
        {
            "code": 2,
            "meaning": "something worth a warning happened, but no error",
            "category": "warning",
            "effects": "unknown",
            "source": "xz(1), EXIT STATUS",
        },
    ),
}
