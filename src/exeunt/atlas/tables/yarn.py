"""yarn's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "yarn",
    "aliases": (),
    "closed": False,
    "valued": ("--cwd",),
    "rows": (
        {
            "code": 1,
            "meaning": "the command or script was not found, or something failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (yarn 2.4)",
        },
        {
            "code": "other",
            "subcommand": ("run", "exec", "dlx", "test", "start"),
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "yarn documentation, yarn run",
        },
    ),
}
