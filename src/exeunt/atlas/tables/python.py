"""python's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "python",
    "aliases": ("pypy",),
    "closed": False,
    "valued": ("-c", "-m", "-W", "-X", "--check-hash-based-pycs"),
    "rows": (
        {
            "code": 1,
            "meaning": "an exception that nobody caught, a module that was not found, "
            "or the program's own 1",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "Python documentation, sys.exit; measured (Python 3.11)",
        },
        {
            "code": 2,
            "meaning": "the interpreter's call is wrong or the script cannot be "
            "opened, or the program's own 2, by which argparse means usage",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "Python documentation, sys.exit; measured (Python 3.11); "
            "corrected: not always the interpreter's",
        },
        {
            "code": 120,
            "meaning": "the output could not be flushed at the end",
            "category": "environment",
            "retryable": "no",
            "effects": "unknown",
            "source": "Python documentation, sys.exit",
        },
    ),
}
