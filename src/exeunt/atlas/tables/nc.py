"""nc's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "nc",
    "aliases": ("netcat", "ncat"),
    "closed": False,
    "valued": (
        "-i",
        "-I",
        "-m",
        "-O",
        "-p",
        "-P",
        "-q",
        "-s",
        "-T",
        "-V",
        "-w",
        "-W",
        "-X",
        "-x",
    ),
    "rows": (
        {
            "code": 1,
            "flags": ("-z",),
            "meaning": "nothing listens there",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "measured (OpenBSD nc 1.219)",
        },
        {
            "code": 1,
            "meaning": "the connection failed, or an option is wrong",
            "category": "network",
            "retryable": "depends",
            "effects": "unknown",
            "source": "measured (OpenBSD nc 1.219)",
        },
    ),
}
