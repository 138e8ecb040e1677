"""diff's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "diff",
    "aliases": (),
    "closed": True,
    "valued": (
        "-I",
        "-W",
        "-x",
        "-X",
        "-F",
        "-L",
        "-D",
        "-C",
        "-U",
        "-S",
        "--label",
        "--exclude",
        "--exclude-from",
        "--width",
        "--starting-file",
        "--color",
        "--palette",
        "--tabsize",
        "--line-format",
        "--from-file",
        "--to-file",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the inputs are the same",
            "category": "ok",
            "effects": "none",
            "source": "diff(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "the inputs differ",
            "category": "negative",
            "source": "diff(1), EXIT STATUS; measured (diffutils 3.8)",
        },
        {
            "code": 2,
            "meaning": "an input could not be read, or the options are wrong",
            "category": "input",
            "source": "diff(1), EXIT STATUS; measured (diffutils 3.8)",
        },
    ),
}
