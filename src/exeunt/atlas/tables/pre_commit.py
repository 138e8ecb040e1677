"""pre-commit's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pre-commit",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "--config",
        "--files",
        "--from-ref",
        "--to-ref",
        "--hook-stage",
    ),
    "rows": (
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "a hook failed or changed files; also a missing configuration "
            "or hook",
            "category": "findings",
            "effects": "unknown",
            "source": "pre-commit documentation; measured (pre-commit)",
        },
        {
            "code": 1,
            "meaning": "an error that was foreseen, such as no repository",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "pre-commit documentation; measured (pre-commit)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "measured (pre-commit)",
        },
        {
            "code": 3,
            "meaning": "an unexpected error",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "pre-commit documentation",
        },
        {
            "code": 130,
            "meaning": "a person interrupted it",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "pre-commit documentation",
        },
    ),
}
