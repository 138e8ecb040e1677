"""tox's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "tox",
    "aliases": (),
    "closed": False,
    "valued": ("-e", "-c", "-f", "-m", "--workdir", "--result-json", "--root"),
    "rows": (
        {
            "code": 1,
            "meaning": "an environment failed",
            "category": "findings",
            "effects": "unknown",
            "source": "tox documentation",
        },
        {
            "code": 254,
            "meaning": "no environment could be run, for example one that is unknown",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (tox 4)",
        },
    ),
}
