"""ninja's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ninja",
    "aliases": (),
    "closed": False,
    "valued": ("-C", "-f", "-j", "-k", "-l", "-d", "-t", "-w"),
    "rows": (
        {
            "code": 1,
            "meaning": "a command of the build failed, there is no build file, or an "
            "option is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (ninja 1.11)",
        },
        {
            "code": 2,
            "meaning": "a person interrupted it",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "ninja source, ExitInterrupted",
        },
    ),
}
