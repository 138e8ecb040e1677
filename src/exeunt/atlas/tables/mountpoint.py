"""mountpoint's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mountpoint",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "meaning": "it is a mount point",
            "category": "ok",
            "effects": "none",
            "source": "mountpoint(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the directory does not exist, or an option is wrong",
            "category": "not_found",
            "source": "mountpoint(1), EXIT STATUS; measured (util-linux 2.38)",
        },
        {
            "code": 32,
            "meaning": "it is no mount point",
            "category": "negative",
            "source": "mountpoint(1), EXIT STATUS; measured (util-linux 2.38)",
        },
    ),
}
