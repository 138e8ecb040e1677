"""flake8's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "flake8",
    "aliases": (),
    "closed": False,
    "valued": (
        "--config",
        "--select",
        "--ignore",
        "--max-line-length",
        "--exclude",
        "--format",
        "-j",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "nothing was found",
            "category": "ok",
            "effects": "none",
            "source": "flake8 documentation",
        },
        {
            "code": 1,
            "meaning": "violations were found; a missing file counts as one",
            "category": "findings",
            "source": "flake8 documentation, --exit-zero; measured (flake8)",
        },
        {
            "code": 2,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "measured (flake8)",
        },
    ),
}
