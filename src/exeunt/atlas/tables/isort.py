"""isort's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "isort",
    "aliases": (),
    "closed": False,
    "valued": (
        "-l",
        "-m",
        "-p",
        "-o",
        "-s",
        "--settings-path",
        "--profile",
        "--skip",
        "--line-length",
    ),
    "rows": (
        {
            "code": 0,
            "flags": ("-c", "--check", "--check-only", "--diff"),
            "meaning": "every import is sorted",
            "category": "ok",
            "effects": "none",
            "source": "isort documentation",
        },
        {
            "code": 1,
            "flags": ("-c", "--check", "--check-only"),
            "meaning": "imports are not sorted",
            "category": "negative",
            "source": "isort documentation, --check-only; measured (isort)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "measured (isort)",
        },
    ),
}
