"""getent's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "getent",
    "aliases": (),
    "closed": True,
    "valued": ("-s", "--service"),
    "rows": (
        {
            "code": 0,
            "meaning": "every key was found",
            "category": "ok",
            "effects": "none",
            "source": "getent(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "an argument is missing or the database unknown",
            "category": "usage",
            "source": "getent(1), EXIT STATUS; measured (glibc 2.36)",
        },
        {
            "code": 2,
            "meaning": "a key was not found in the database",
            "category": "negative",
            "source": "getent(1), EXIT STATUS; measured (glibc 2.36)",
        },
        {
            "code": 3,
            "meaning": "the database cannot be enumerated",
            "category": "precondition",
            "source": "getent(1), EXIT STATUS",
        },
    ),
}
