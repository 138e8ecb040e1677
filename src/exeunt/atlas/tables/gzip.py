"""gzip's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "gzip",
    "aliases": ("gunzip", "zcat"),
    "closed": True,
    "valued": ("-S", "--suffix"),
    "rows": (
        {
            "code": 0,
            "meaning": "every file was done; one that already has the suffix is left "
            "alone",
            "category": "ok",
            "source": "gzip(1), DIAGNOSTICS; measured (gzip 1.12)",
        },
        {
            "code": 1,
            "meaning": "error: a file is missing or damaged, or an option is wrong; "
            "the others may be done",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "gzip(1), DIAGNOSTICS; measured (gzip 1.12)",
        },
        {
            "code": 2,
            "meaning": "warning: a directory, an existing output or an unknown suffix "
            "was skipped",
            "category": "warning",
            "effects": "unknown",
            "source": "gzip(1), DIAGNOSTICS; measured (gzip 1.12); corrected: what "
            "was skipped is not done",
        },
    ),
}
