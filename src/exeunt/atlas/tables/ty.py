"""ty's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ty",
    "aliases": (),
    "closed": False,
    "valued": (
        "--python",
        "--project",
        "--config",
        "--output-format",
        "--python-version",
        "--exclude",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": "check",
            "meaning": "no error was found",
            "category": "ok",
            "effects": "none",
            "source": "ty documentation, Exit codes",
        },
        {
            "code": 1,
            "subcommand": "check",
            "meaning": "errors were found",
            "category": "findings",
            "source": "ty documentation, Exit codes; measured (ty)",
        },
        {
            "code": 2,
            "meaning": "the call or the configuration is wrong, or a file could not "
            "be read",
            "category": "usage",
            "source": "ty documentation, Exit codes; measured (ty)",
        },
        {
            "code": 101,
            "meaning": "internal error",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "ty documentation, Exit codes",
        },
    ),
}
