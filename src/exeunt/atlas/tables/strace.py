"""strace's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "strace",
    "aliases": (),
    "closed": False,
    "valued": (
        "-a",
        "-b",
        "-e",
        "-E",
        "-I",
        "-o",
        "-O",
        "-p",
        "-P",
        "-s",
        "-S",
        "-u",
        "-U",
        "-X",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "strace could not start the command, or the command's own 1",
            "category": "ambiguous",
            "retryable": "no",
            "source": "strace(1), DIAGNOSTICS; measured (strace 6.1)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "strace(1), DIAGNOSTICS; measured (strace 6.1)",
        },
    ),
}
