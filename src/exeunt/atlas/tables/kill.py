"""kill's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "kill",
    "aliases": (),
    "closed": False,
    "valued": ("-s", "-n", "-q", "--signal", "--queue"),
    "rows": (
        {
            "code": 0,
            "meaning": "at least one process was signalled",
            "category": "ok",
            "source": "kill(1), EXIT STATUS",
        },
        {
            "code": 0,
            "flags": ("-0", "-s 0"),
            "meaning": "the process exists",
            "category": "ok",
            "effects": "none",
            "source": "kill(1)",
        },
        {
            "code": 1,
            "meaning": "no such process, not allowed, or a wrong argument",
            "category": "ambiguous",
            "retryable": "no",
            "source": "kill(1), EXIT STATUS; measured (bash 5.2, util-linux 2.38)",
        },
        {
            "code": 1,
            "flags": ("-0", "-s 0"),
            "meaning": "no such process, or it is not ours to signal",
            "category": "negative",
            "source": "kill(1); measured (bash 5.2)",
        },
        {
            "code": 64,
            "meaning": "some processes were signalled and some were not",
            "category": "partial",
            "source": "kill(1), EXIT STATUS",
        },
    ),
}
