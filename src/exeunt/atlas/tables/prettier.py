"""prettier's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "prettier",
    "aliases": (),
    "closed": False,
    "valued": (
        "--config",
        "--parser",
        "--ignore-path",
        "--tab-width",
        "--print-width",
        "--log-level",
        "--plugin",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("-w", "--write"),
            "meaning": "every file is formatted, or was printed",
            "category": "ok",
            "effects": "none",
            "source": "Prettier documentation, CLI",
        },
        {
            "code": 1,
            "flags": ("-c", "--check", "-l", "--list-different"),
            "meaning": "files are not formatted",
            "category": "negative",
            "source": "Prettier documentation, CLI; measured (Prettier 3)",
        },
        {
            "code": 2,
            "without": ("-w", "--write"),
            "meaning": "a file could not be parsed, or none matches",
            "category": "input",
            "effects": "none",
            "source": "Prettier documentation, CLI; measured (Prettier 3)",
        },
        {
            "code": 2,
            "meaning": "a file could not be parsed, or none matches; others may be "
            "formatted",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "Prettier documentation, CLI",
        },
    ),
}
