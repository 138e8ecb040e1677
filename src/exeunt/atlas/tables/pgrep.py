"""pgrep's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pgrep",
    "aliases": (),
    "closed": True,
    "valued": (
        "-d",
        "-g",
        "-G",
        "-P",
        "-s",
        "-t",
        "-u",
        "-U",
        "-F",
        "-r",
        "--delimiter",
        "--pgroup",
        "--group",
        "--parent",
        "--session",
        "--terminal",
        "--euid",
        "--uid",
        "--pidfile",
        "--ns",
        "--nslist",
        "--runstates",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "a process matched",
            "category": "ok",
            "effects": "none",
            "source": "pgrep(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "no process matched",
            "category": "negative",
            "source": "pgrep(1), EXIT STATUS; measured (procps 4.0.2)",
        },
        {
            "code": 2,
            "meaning": "the command line is wrong",
            "category": "usage",
            "source": "pgrep(1), EXIT STATUS; measured (procps 4.0.2)",
        },
        {
            "code": 3,
            "meaning": "fatal error, such as too little memory",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "pgrep(1), EXIT STATUS",
        },
    ),
}
