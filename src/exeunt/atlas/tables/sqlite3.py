"""sqlite3's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sqlite3",
    "aliases": (),
    "closed": False,
    "valued": (
        "-cmd",
        "-init",
        "-separator",
        "-newline",
        "-nullvalue",
        "-mmap",
        "-vfs",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "the SQL is wrong, the file is no database, or an option is "
            "unknown; earlier statements stay",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (sqlite3 3.40)",
        },
        {
            "code": 5,
            "meaning": "the database is locked (SQLITE_BUSY)",
            "category": "conflict",
            "retryable": "depends",
            "effects": "unknown",
            "source": "measured (sqlite3 3.40); sqlite.org/rescode.html",
        },
        {
            "code": 19,
            "meaning": "a constraint failed (SQLITE_CONSTRAINT); earlier statements "
            "stay",
            "category": "conflict",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (sqlite3 3.40); sqlite.org/rescode.html",
        },
    ),
}
