"""pipx's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pipx",
    "aliases": (),
    "closed": False,
    "valued": ("--spec", "--python", "--index-url", "-i", "--pip-args"),
    "rows": (
        {
            "code": 1,
            "meaning": "the package could not be got, or is not installed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (pipx)",
        },
        {
            "code": 2,
            "meaning": "an option is wrong",
            "category": "usage",
            "source": "measured (pipx)",
        },
        {
            "code": "other",
            "subcommand": "run",
            "meaning": "the app's own code",
            "category": "passthrough",
            "source": "pipx documentation, pipx run (not measured)",
        },
    ),
}
