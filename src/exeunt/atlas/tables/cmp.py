"""cmp's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cmp",
    "aliases": (),
    "closed": True,
    "valued": ("-i", "-n", "--ignore-initial", "--bytes"),
    "rows": (
        {
            "code": 0,
            "meaning": "the inputs are the same",
            "category": "ok",
            "effects": "none",
            "source": "cmp(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the inputs differ",
            "category": "negative",
            "source": "cmp(1), EXIT STATUS; measured (diffutils 3.8)",
        },
        {
            "code": 2,
            "meaning": "an input could not be read, or the options are wrong",
            "category": "input",
            "source": "cmp(1), EXIT STATUS; measured (diffutils 3.8)",
        },
    ),
}
