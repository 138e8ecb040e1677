"""codespell's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "codespell",
    "aliases": (),
    "closed": False,
    "valued": (
        "-I",
        "-L",
        "-D",
        "-S",
        "-x",
        "--skip",
        "--ignore-words",
        "--ignore-words-list",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no misspelling was found",
            "category": "ok",
            "effects": "none",
            "source": "measured (codespell)",
        },
        {
            "code": 65,
            "meaning": "misspellings were found",
            "category": "findings",
            "source": "measured (codespell)",
        },
        {
            "code": 2,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "measured (codespell)",
        },
    ),
}
