"""rg's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "rg",
    "aliases": ("ripgrep",),
    "closed": True,
    "valued": (
        "-e",
        "-f",
        "-m",
        "-A",
        "-B",
        "-C",
        "-d",
        "-g",
        "-j",
        "-M",
        "-r",
        "-t",
        "-T",
        "--regexp",
        "--file",
        "--max-count",
        "--glob",
        "--type",
        "--type-not",
        "--replace",
        "--max-depth",
        "--sort",
        "--iglob",
        "--pre",
        "--encoding",
        "-E",
        "--color",
        "--threads",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "a line matched",
            "category": "ok",
            "effects": "none",
            "source": "rg(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "no line matched and nothing went wrong",
            "category": "negative",
            "source": "rg(1), EXIT STATUS; measured (ripgrep 13.0)",
        },
        {
            "code": 2,
            "meaning": "a file could not be read or the pattern is wrong, even if "
            "other lines matched (with -q a match still gives 0)",
            "category": "input",
            "source": "rg(1), EXIT STATUS; measured (ripgrep 13.0)",
        },
    ),
}
