"""nox's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "nox",
    "aliases": (),
    "closed": False,
    "valued": (
        "-s",
        "-e",
        "-f",
        "-t",
        "-k",
        "-p",
        "--session",
        "--noxfile",
        "--tags",
        "--python",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "a session failed",
            "category": "findings",
            "effects": "unknown",
            "source": "nox documentation",
        },
        {
            "code": 2,
            "meaning": "the noxfile is missing or the call is wrong",
            "category": "usage",
            "source": "measured (nox)",
        },
    ),
}
