"""perl's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "perl",
    "aliases": (),
    "closed": False,
    "valued": ("-I", "-M", "-m", "-e", "-E", "-F"),
    "rows": (
        {
            "code": 255,
            "meaning": "the program died or did not compile",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "perldoc, die; measured (perl 5.36)",
        },
        {
            "code": 2,
            "meaning": "the script cannot be opened, or the program's own 2",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (perl 5.36)",
        },
    ),
}
