"""id's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "id",
    "aliases": ("whoami", "groups"),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the user is known",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "there is no such user",
            "category": "negative",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
