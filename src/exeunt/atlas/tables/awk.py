"""awk's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "awk",
    "aliases": ("gawk", "mawk", "nawk"),
    "closed": False,
    "valued": (
        "-F",
        "-f",
        "-v",
        "-i",
        "-l",
        "-W",
        "--field-separator",
        "--file",
        "--assign",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the program ended without a failing exit",
            "category": "ok",
            "effects": "unknown",
            "source": "gawk(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the program says exit 1, or gawk found it or an option wrong",
            "category": "ambiguous",
            "retryable": "no",
            "source": "gawk(1), EXIT STATUS; measured (gawk 5.2; mawk gives 2)",
        },
        {
            "code": 2,
            "meaning": "fatal error, such as an input that cannot be read, or the "
            "program says exit 2",
            "category": "ambiguous",
            "retryable": "no",
            "source": "gawk(1), EXIT STATUS; measured (gawk 5.2, mawk 1.3.4)",
        },
    ),
}
