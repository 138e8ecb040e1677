"""make's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "make",
    "aliases": ("gmake",),
    "closed": True,
    "valued": (
        "-C",
        "-f",
        "-I",
        "-o",
        "-W",
        "--directory",
        "--file",
        "--makefile",
        "--include-dir",
        "--old-file",
        "--what-if",
        "--eval",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every target is made or up to date",
            "category": "ok",
            "source": "make(1), EXIT STATUS",
        },
        {
            "code": 0,
            "flags": ("-q", "--question", "-n", "--dry-run", "--just-print"),
            "meaning": "every target is up to date, or the recipes were printed",
            "category": "ok",
            "effects": "none",
            "source": "make(1), -q and -n",
        },
        {
            "code": 1,
            "flags": ("-q", "--question"),
            "meaning": "a target is not up to date",
            "category": "negative",
            "source": "make(1), EXIT STATUS; measured (GNU Make 4.3)",
        },
        {
            "code": 2,
            "flags": ("-q", "--question", "-n", "--dry-run", "--just-print"),
            "meaning": "there is no such rule, or an option is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "none",
            "source": "make(1), EXIT STATUS; measured (GNU Make 4.3)",
        },
        {
            "code": 2,
            "meaning": "a recipe failed, there is no such rule, or an option is "
            "wrong; earlier recipes were run",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "make(1), EXIT STATUS; measured (GNU Make 4.3)",
        },
    ),
}
