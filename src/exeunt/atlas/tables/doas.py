"""doas' exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "doas",
    "aliases": (),
    "closed": False,
    "valued": ("-u", "-C", "-a"),
    "rows": (
        {
            "code": 1,
            "meaning": "doas refused, or could not start the command",
            "category": "ambiguous",
            "retryable": "no",
            "source": "doas(1), EXIT STATUS; measured (OpenDoas 6.8)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "doas(1), EXIT STATUS",
        },
    ),
}
