"""readlink's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "readlink",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the name was resolved",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, readlink invocation",
        },
        {
            "code": 1,
            "meaning": "it is no symbolic link, or does not exist",
            "category": "negative",
            "source": "coreutils manual, readlink invocation; measured (coreutils 9.1)",
        },
    ),
}
