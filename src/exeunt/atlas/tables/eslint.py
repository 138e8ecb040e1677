"""eslint's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "eslint",
    "aliases": (),
    "closed": True,
    "valued": (
        "-c",
        "-f",
        "-o",
        "--config",
        "--format",
        "--output-file",
        "--ext",
        "--rule",
        "--max-warnings",
        "--parser",
        "--plugin",
        "--cache-location",
        "--ignore-pattern",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("--fix",),
            "meaning": "no error was found, and not too many warnings",
            "category": "ok",
            "effects": "none",
            "source": "ESLint documentation, Exit codes",
        },
        {
            "code": 1,
            "meaning": "errors, or more warnings than allowed, were found",
            "category": "findings",
            "source": "ESLint documentation, Exit codes; measured (ESLint 10)",
        },
        {
            "code": 1,
            "flags": ("--fix",),
            "meaning": "problems are left; others may have been fixed",
            "category": "findings",
            "effects": "unknown",
            "source": "ESLint documentation, Exit codes",
        },
        {
            "code": 2,
            "meaning": "the configuration or the call is wrong, no file matches, or "
            "an internal error",
            "category": "usage",
            "source": "ESLint documentation, Exit codes; measured (ESLint 10)",
        },
    ),
}
