"""base64's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "base64",
    "aliases": ("base32", "basenc"),
    "closed": True,
    "valued": ("-w", "--wrap"),
    "rows": (
        {
            "code": 0,
            "meaning": "the data was converted",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "the input could not be read or is malformed",
            "category": "input",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
