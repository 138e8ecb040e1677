"""mktemp's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mktemp",
    "aliases": (),
    "closed": True,
    "valued": ("-p", "--suffix", "--tmpdir"),
    "rows": (
        {
            "code": 0,
            "meaning": "the file or directory was made",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "the file or directory could not be made",
            "category": "precondition",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
