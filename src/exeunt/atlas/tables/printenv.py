"""printenv's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "printenv",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "every variable is set",
            "category": "ok",
            "effects": "none",
            "source": "printenv(1)",
        },
        {
            "code": 1,
            "meaning": "a variable is not set",
            "category": "negative",
            "source": "coreutils manual, printenv invocation; measured (coreutils 9.1)",
        },
        {
            "code": 2,
            "meaning": "an option is wrong, or the output could not be written",
            "category": "usage",
            "source": "coreutils manual, printenv invocation",
        },
    ),
}
