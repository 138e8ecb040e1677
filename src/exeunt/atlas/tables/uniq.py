"""uniq's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "uniq",
    "aliases": (),
    "closed": True,
    "valued": (
        "-f",
        "-s",
        "-w",
        "--skip-fields",
        "--skip-chars",
        "--check-chars",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the lines were printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "the input could not be read, or an option is wrong",
            "category": "input",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
