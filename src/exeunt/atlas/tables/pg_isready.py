"""pg_isready's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pg_isready",
    "aliases": (),
    "closed": True,
    "valued": (
        "-d",
        "-h",
        "-p",
        "-t",
        "-U",
        "--dbname",
        "--host",
        "--port",
        "--timeout",
        "--username",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the server takes connections",
            "category": "ok",
            "effects": "none",
            "source": "pg_isready(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the server rejects connections, for example while it starts",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "pg_isready(1), EXIT STATUS",
        },
        {
            "code": 2,
            "meaning": "the server does not answer",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "pg_isready(1), EXIT STATUS; measured (15)",
        },
        {
            "code": 3,
            "meaning": "nothing was tried, because the parameters are wrong",
            "category": "usage",
            "source": "pg_isready(1), EXIT STATUS; measured (15)",
        },
    ),
}
