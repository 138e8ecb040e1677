"""cat's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cat",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was copied to the output",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some input could not be read; the others were copied to the "
            "output",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
