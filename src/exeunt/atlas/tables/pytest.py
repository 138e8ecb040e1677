"""pytest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pytest",
    "aliases": ("py.test",),
    "closed": True,
    "valued": (
        "-k",
        "-m",
        "-n",
        "-p",
        "-c",
        "-o",
        "-W",
        "-r",
        "--maxfail",
        "--rootdir",
        "--basetemp",
        "--junitxml",
        "--junit-xml",
        "--tb",
        "--durations",
        "--cov",
        "--cov-report",
        "--ignore",
        "--deselect",
        "--timeout",
        "--import-mode",
        "--max-warnings",
        "--confcutdir",
        "--capture",
        "--log-level",
        "--color",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every test passed",
            "category": "ok",
            "effects": "unknown",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
        {
            "code": 1,
            "meaning": "some tests failed",
            "category": "findings",
            "effects": "unknown",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
        {
            "code": 2,
            "meaning": "stopped by a person, by pytest.exit, or by errors while "
            "collecting",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
        {
            "code": 3,
            "meaning": "internal error of pytest or a plugin",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "pytest documentation, Exit codes",
        },
        {
            "code": 4,
            "meaning": "the call is wrong: an unknown option, or a path or test that "
            "does not exist",
            "category": "usage",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
        {
            "code": 5,
            "meaning": "no test was collected",
            "category": "negative",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
        {
            "code": 6,
            "meaning": "more warnings than --max-warnings allows",
            "category": "findings",
            "effects": "unknown",
            "source": "pytest documentation, Exit codes; measured (pytest 9)",
        },
    ),
}
