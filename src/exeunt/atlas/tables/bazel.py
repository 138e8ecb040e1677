"""bazel's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "bazel",
    "aliases": ("bazelisk",),
    "closed": False,
    "valued": (
        "-c",
        "--config",
        "--jobs",
        "-j",
        "--test_filter",
        "--output_base",
    ),
    "rows": (
        {
            "code": 1,
            "subcommand": "build",
            "meaning": "the build failed",
            "category": "input",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 1,
            "meaning": "the build failed",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 2,
            "meaning": "the command line or the environment is wrong",
            "category": "usage",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 3,
            "subcommand": ("test", "coverage"),
            "meaning": "the build is fine, some tests failed or timed out",
            "category": "findings",
            "effects": "unknown",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 4,
            "subcommand": ("test", "coverage"),
            "meaning": "the build is fine, no tests were found",
            "category": "negative",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 8,
            "meaning": "interrupted, with an orderly shutdown",
            "category": "interrupted",
            "retryable": "no",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 9,
            "meaning": "another command holds the server's lock",
            "category": "conflict",
            "retryable": "yes",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 32,
            "meaning": "something outside, not on this machine, failed",
            "category": "environment",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 33,
            "meaning": "Bazel ran out of memory",
            "category": "environment",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 36,
            "meaning": "something on this machine fails, probably for good",
            "category": "environment",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 37,
            "meaning": "an exception that was not handled",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 38,
            "meaning": "the build is done; publishing its events failed for the moment",
            "category": "unavailable",
            "retryable": "depends",
            "effects": "complete",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 39,
            "meaning": "the remote cache has evicted what the build needs",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "Bazel documentation, Exit codes",
        },
        {
            "code": 45,
            "meaning": "the build is done; publishing its events fails for good",
            "category": "unavailable",
            "retryable": "no",
            "effects": "complete",
            "source": "Bazel documentation, Exit codes",
        },
    ),
}
