"""dig's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "dig",
    "aliases": (),
    "closed": True,
    "valued": ("-b", "-c", "-f", "-k", "-p", "-q", "-t", "-x", "-y"),
    "rows": (
        {
            "code": 0,
            "meaning": "a server answered, if only that the name does not exist",
            "category": "ok",
            "effects": "none",
            "source": "dig(1), RETURN CODES",
        },
        {
            "code": 1,
            "meaning": "the command line is wrong",
            "category": "usage",
            "source": "dig(1), RETURN CODES; measured (BIND 9.18)",
        },
        {
            "code": 8,
            "meaning": "the batch file could not be opened",
            "category": "input",
            "source": "dig(1), RETURN CODES",
        },
        {
            "code": 9,
            "meaning": "no server answered",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "dig(1), RETURN CODES; measured (BIND 9.18)",
        },
        {
            "code": 10,
            "meaning": "internal error",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "dig(1), RETURN CODES",
        },
    ),
}
