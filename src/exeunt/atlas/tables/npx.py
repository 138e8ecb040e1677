"""npx's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "npx",
    "aliases": ("bunx",),
    "closed": False,
    "valued": ("-p", "-c", "--package", "--call", "-w", "--workspace"),
    "rows": (
        {
            "code": 1,
            "meaning": "the package could not be got or started",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (npm 11.19)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "npm documentation, npm exec; measured (npm 11.19: 7 stays 7)",
        },
    ),
}
