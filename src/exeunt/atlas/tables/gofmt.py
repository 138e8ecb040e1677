"""gofmt's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "gofmt",
    "aliases": (),
    "closed": False,
    "valued": ("-r", "-cpuprofile"),
    "rows": (
        {
            "code": 0,
            "without": ("-w",),
            "meaning": "every file was read; -l lists those that are not formatted "
            "and still gives 0",
            "category": "ok",
            "effects": "none",
            "source": "measured (go 1.19)",
        },
        {
            "code": 2,
            "meaning": "a file does not parse or is missing, or the call is wrong",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (go 1.19)",
        },
    ),
}
