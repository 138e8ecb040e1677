"""ruff's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ruff",
    "aliases": (),
    "closed": True,
    "valued": (
        "--config",
        "--select",
        "--ignore",
        "--extend-select",
        "--extend-ignore",
        "--output-format",
        "--target-version",
        "--line-length",
        "--exclude",
        "--output-file",
        "--per-file-ignores",
        "--cache-dir",
        "-o",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": "check",
            "without": ("--fix", "--fix-only"),
            "meaning": "no violation was found",
            "category": "ok",
            "effects": "none",
            "source": "ruff documentation, Exit codes",
        },
        {
            "code": 0,
            "subcommand": "format",
            "flags": ("--check", "--diff"),
            "meaning": "every file is formatted",
            "category": "ok",
            "effects": "none",
            "source": "ruff documentation, Exit codes",
        },
        {
            "code": 1,
            "subcommand": "check",
            "meaning": "violations were found; a missing file counts as one",
            "category": "findings",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 1,
            "subcommand": "check",
            "flags": ("--fix", "--unsafe-fixes", "--fix-only"),
            "meaning": "violations are left; others may have been fixed",
            "category": "findings",
            "effects": "unknown",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 2,
            "subcommand": ("check", "rule", "config", "linter", "server"),
            "meaning": "the configuration or the call is wrong, or an internal error",
            "category": "usage",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 1,
            "subcommand": "format",
            "flags": ("--check", "--diff"),
            "meaning": "files would be reformatted",
            "category": "negative",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 2,
            "subcommand": "format",
            "flags": ("--check", "--diff"),
            "meaning": "a file could not be parsed, or the call is wrong",
            "category": "input",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 2,
            "subcommand": "format",
            "meaning": "a file could not be parsed, or the call is wrong; other files "
            "were formatted",
            "category": "input",
            "retryable": "no",
            "effects": "unknown",
            "source": "ruff documentation, Exit codes; measured (ruff 0.17)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "measured (ruff 0.17)",
        },
    ),
}
