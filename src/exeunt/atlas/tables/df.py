"""df's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "df",
    "aliases": (),
    "closed": True,
    "valued": (
        "-B",
        "-t",
        "-x",
        "--block-size",
        "--type",
        "--exclude-type",
        "--output",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the file systems were listed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "some file or file system could not be examined; the others "
            "were listed",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
