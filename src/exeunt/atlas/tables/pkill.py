"""pkill's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pkill",
    "aliases": (),
    "closed": True,
    "valued": (
        "-g",
        "-G",
        "-P",
        "-s",
        "-t",
        "-u",
        "-U",
        "-F",
        "-r",
        "--signal",
        "--pgroup",
        "--group",
        "--parent",
        "--session",
        "--terminal",
        "--euid",
        "--uid",
        "--pidfile",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "at least one process was signalled",
            "category": "ok",
            "source": "pgrep(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "no process matched, or none could be signalled",
            "category": "negative",
            "source": "pgrep(1), EXIT STATUS; measured (procps 4.0.2)",
        },
        {
            "code": 2,
            "meaning": "the command line is wrong",
            "category": "usage",
            "source": "pgrep(1), EXIT STATUS",
        },
        {
            "code": 3,
            "meaning": "fatal error, such as too little memory",
            "category": "internal",
            "retryable": "no",
            "source": "pgrep(1), EXIT STATUS",
        },
    ),
}
