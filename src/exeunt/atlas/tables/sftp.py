"""sftp's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sftp",
    "aliases": (),
    "closed": False,
    "valued": (
        "-B",
        "-b",
        "-c",
        "-D",
        "-F",
        "-i",
        "-J",
        "-l",
        "-o",
        "-P",
        "-R",
        "-S",
        "-s",
        "-X",
    ),
    "rows": (
        {
            "code": 1,
            "flags": ("-b",),
            "meaning": "a command of the batch failed and stopped it",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "sftp(1), -b",
        },
        {
            "code": 255,
            "meaning": "the connection or the login failed",
            "category": "network",
            "retryable": "depends",
            "effects": "none",
            "source": "measured (OpenSSH 9.2)",
        },
    ),
}
