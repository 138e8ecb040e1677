"""buck2's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "buck2",
    "aliases": (),
    "closed": False,
    "valued": ("-c", "--config", "--target-platforms", "-j"),
    "rows": (
        {
            "code": 2,
            "meaning": "the infrastructure failed",
            "category": "unavailable",
            "retryable": "depends",
            "effects": "none",
            "source": "Buck2 documentation, Exit codes",
        },
        {
            "code": 3,
            "meaning": "the user's error, such as a build that fails",
            "category": "input",
            "source": "Buck2 documentation, Exit codes",
        },
        {
            "code": 32,
            "subcommand": "test",
            "meaning": "some tests failed",
            "category": "findings",
            "effects": "unknown",
            "source": "Buck2 documentation, Exit codes",
        },
    ),
}
