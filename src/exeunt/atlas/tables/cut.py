"""cut's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cut",
    "aliases": (),
    "closed": True,
    "valued": (
        "-b",
        "-c",
        "-d",
        "-f",
        "--bytes",
        "--characters",
        "--delimiter",
        "--fields",
        "--output-delimiter",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the parts were printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an input could not be read, or an option is wrong",
            "category": "input",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
