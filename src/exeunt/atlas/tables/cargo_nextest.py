"""cargo nextest's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cargo nextest",
    "aliases": ("cargo-nextest",),
    "closed": False,
    "valued": (
        "-p",
        "-E",
        "-P",
        "-j",
        "--package",
        "--profile",
        "--partition",
        "--test-threads",
        "--manifest-path",
        "--features",
        "--retries",
    ),
    "rows": (
        {
            "code": 4,
            "subcommand": "run",
            "meaning": "there were no tests to run",
            "category": "negative",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 96,
            "meaning": "the call or the setup is wrong",
            "category": "usage",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 100,
            "subcommand": "run",
            "meaning": "some tests failed",
            "category": "findings",
            "effects": "unknown",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 101,
            "meaning": "the build failed",
            "category": "input",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 102,
            "meaning": "cargo metadata failed",
            "category": "input",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 104,
            "meaning": "the list of tests could not be made",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "nextest documentation, NextestExitCode",
        },
        {
            "code": 105,
            "meaning": "a setup script failed",
            "category": "precondition",
            "effects": "unknown",
            "source": "nextest documentation, NextestExitCode",
        },
    ),
}
