"""cd's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cd",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the directory was entered",
            "category": "ok",
            "effects": "none",
            "source": "POSIX cd",
        },
        {
            "code": 1,
            "meaning": "the directory does not exist or cannot be entered",
            "category": "precondition",
            "source": "POSIX cd; measured (bash 5.2, zsh 5.9)",
        },
        {
            "code": 2,
            "meaning": "the directory does not exist or cannot be entered",
            "category": "precondition",
            "source": "POSIX cd; measured (dash 0.5.12)",
        },
    ),
}
