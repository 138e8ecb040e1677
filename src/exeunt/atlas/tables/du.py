"""du's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "du",
    "aliases": (),
    "closed": True,
    "valued": (
        "-B",
        "-d",
        "-t",
        "--block-size",
        "--max-depth",
        "--threshold",
        "--exclude",
        "--time",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was counted",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "something could not be read; the rest was counted",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
