"""yamllint's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "yamllint",
    "aliases": (),
    "closed": False,
    "valued": ("-c", "-d", "-f", "--config-file", "--config-data", "--format"),
    "rows": (
        {
            "code": 0,
            "meaning": "no error was found",
            "category": "ok",
            "effects": "none",
            "source": "yamllint documentation",
        },
        {
            "code": 1,
            "meaning": "errors were found",
            "category": "findings",
            "source": "yamllint documentation, Errors and warnings; measured "
            "(yamllint)",
        },
        {
            "code": 2,
            "flags": ("-s", "--strict"),
            "meaning": "only warnings were found",
            "category": "findings",
            "source": "yamllint documentation, --strict; measured (yamllint)",
        },
        {
            "code": 255,
            "meaning": "a file could not be read, or the configuration is wrong",
            "category": "not_found",
            "source": "measured (yamllint)",
        },
    ),
}
