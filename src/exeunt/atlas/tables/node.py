"""node's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "node",
    "aliases": ("nodejs",),
    "closed": False,
    "valued": (
        "-e",
        "-p",
        "-r",
        "-C",
        "--eval",
        "--print",
        "--require",
        "--import",
        "--conditions",
        "--loader",
        "--input-type",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "an exception that nobody caught, a script that was not found, "
            "or the program's own 1",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "Node.js documentation, process exit codes; measured (Node 20)",
        },
        {
            "code": 9,
            "meaning": "an option of node is wrong",
            "category": "usage",
            "source": "Node.js documentation, process exit codes; measured (Node 20)",
        },
        {
            "code": 13,
            "meaning": "a top-level await never settled",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "Node.js documentation, process exit codes; measured (Node 20)",
        },
    ),
}
