"""chown's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "chown",
    "aliases": ("chgrp",),
    "closed": True,
    "valued": ("--from", "--reference"),
    "rows": (
        {
            "code": 0,
            "meaning": "every owner was set",
            "category": "ok",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some file does not exist or is not ours to change; the others "
            "were changed",
            "category": "partial",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
