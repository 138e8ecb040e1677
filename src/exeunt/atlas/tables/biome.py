"""biome's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "biome",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 0,
            "without": ("--write", "--fix", "--apply", "--unsafe"),
            "meaning": "nothing was found",
            "category": "ok",
            "effects": "none",
            "source": "Biome documentation",
        },
        {
            "code": 1,
            "subcommand": ("check", "lint", "format", "ci"),
            "meaning": "problems were found, or a file or an option is wrong",
            "category": "findings",
            "effects": "unknown",
            "source": "measured (Biome 2)",
        },
    ),
}
