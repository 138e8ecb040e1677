"""tee's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "tee",
    "aliases": (),
    "closed": True,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "the input was written to every file",
            "category": "ok",
            "source": "coreutils manual, tee invocation",
        },
        {
            "code": 1,
            "meaning": "some file could not be written; the others were",
            "category": "partial",
            "source": "coreutils manual, tee invocation; measured (coreutils 9.1)",
        },
    ),
}
