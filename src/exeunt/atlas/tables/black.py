"""black's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "black",
    "aliases": (),
    "closed": True,
    "valued": (
        "-l",
        "-t",
        "-c",
        "-W",
        "--line-length",
        "--target-version",
        "--config",
        "--include",
        "--exclude",
        "--workers",
        "--code",
    ),
    "rows": (
        {
            "code": 0,
            "flags": ("--check", "--diff"),
            "meaning": "every file is formatted, or the difference was shown",
            "category": "ok",
            "effects": "none",
            "source": "black documentation, --check",
        },
        {
            "code": 0,
            "meaning": "every file is formatted now",
            "category": "ok",
            "source": "black documentation",
        },
        {
            "code": 1,
            "flags": ("--check",),
            "meaning": "files would be reformatted",
            "category": "negative",
            "source": "black documentation, --check; measured (black)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong, or a file does not exist",
            "category": "usage",
            "source": "measured (black)",
        },
        {
            "code": 123,
            "flags": ("--check", "--diff"),
            "meaning": "a file could not be parsed, or an internal error",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "black documentation, --check; measured (black); corrected: a "
            "syntax error gives it too",
        },
        {
            "code": 123,
            "meaning": "a file could not be parsed, or an internal error; others may "
            "be formatted",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "black documentation, --check; measured (black); corrected: a "
            "syntax error gives it too",
        },
    ),
}
