"""pnpm's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pnpm",
    "aliases": (),
    "closed": False,
    "valued": ("-C", "-F", "--dir", "--filter", "--package"),
    "rows": (
        {
            "code": 1,
            "meaning": "the command or script was not found, or something failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (pnpm 12.18)",
        },
        {
            "code": 2,
            "meaning": "an option is unknown",
            "category": "usage",
            "source": "measured (pnpm 12.18)",
        },
        {
            "code": 1,
            "subcommand": ("exec", "run", "dlx", "test", "start"),
            "meaning": "the command or script was not found, or its own 1",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (pnpm 12.18)",
        },
        {
            "code": "other",
            "subcommand": ("exec", "run", "dlx", "test", "start"),
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "measured (pnpm 12.18: 7 stays 7)",
        },
    ),
}
