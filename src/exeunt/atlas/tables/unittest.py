"""unittest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "unittest",
    "aliases": (),
    "closed": False,
    "valued": ("-k", "-s", "-p", "-t", "--durations"),
    "rows": (
        {
            "code": 0,
            "meaning": "every test passed; before Python 3.12 also when there was none",
            "category": "ok",
            "effects": "unknown",
            "source": "unittest documentation; measured (Python 3.11)",
        },
        {
            "code": 1,
            "meaning": "some tests failed, or a module could not be loaded",
            "category": "findings",
            "effects": "unknown",
            "source": "unittest documentation; measured (Python 3.11)",
        },
        {
            "code": 5,
            "meaning": "no test was run",
            "category": "negative",
            "source": "unittest documentation, new in Python 3.12",
        },
    ),
}
