"""golangci-lint's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "golangci-lint",
    "aliases": (),
    "closed": False,
    "valued": (
        "-c",
        "-E",
        "-D",
        "-p",
        "--config",
        "--enable",
        "--disable",
        "--timeout",
        "--out-format",
        "--new-from-rev",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": "run",
            "without": ("--fix",),
            "meaning": "no issue was found",
            "category": "ok",
            "effects": "none",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 1,
            "subcommand": "run",
            "without": ("--fix",),
            "meaning": "issues were found",
            "category": "findings",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 1,
            "subcommand": "run",
            "flags": ("--fix",),
            "meaning": "issues are left; others may have been fixed",
            "category": "findings",
            "effects": "unknown",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 3,
            "subcommand": "run",
            "meaning": "it failed",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 4,
            "subcommand": "run",
            "meaning": "time ran out",
            "category": "timeout",
            "retryable": "depends",
            "effects": "none",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 5,
            "subcommand": "run",
            "meaning": "there are no Go files to analyse",
            "category": "negative",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 6,
            "subcommand": "run",
            "meaning": "no configuration file was found",
            "category": "precondition",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
        {
            "code": 7,
            "subcommand": "run",
            "meaning": "an error was logged",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "none",
            "source": "golangci-lint source, pkg/exitcodes 1.64.8",
        },
    ),
}
