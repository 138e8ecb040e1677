"""uv's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "uv",
    "aliases": (),
    "closed": False,
    "valued": (
        "--project",
        "--directory",
        "--config-file",
        "--cache-dir",
        "--color",
        "--python",
        "-p",
        "--with",
        "--from",
        "--index",
        "--index-url",
        "--group",
        "--extra",
        "--package",
        "--env-file",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "pip list",
                "pip show",
                "pip check",
                "pip freeze",
                "pip tree",
                "tree",
                "python list",
                "python find",
                "tool list",
                "version",
            ),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "uv documentation",
        },
        {
            "code": 1,
            "meaning": "the packages could not be resolved or installed",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": 1,
            "subcommand": "lock",
            "flags": ("--check", "--locked"),
            "meaning": "the lock file is out of date, or could not be checked",
            "category": "negative",
            "source": "uv documentation, uv lock --check; measured (uv 0.13)",
        },
        {
            "code": 1,
            "subcommand": "pip show",
            "meaning": "the package is not installed",
            "category": "negative",
            "source": "measured (uv 0.13)",
        },
        {
            "code": 1,
            "subcommand": "pip check",
            "meaning": "some installed packages do not fit together",
            "category": "negative",
            "source": "uv documentation, uv pip check",
        },
        {
            "code": 2,
            "meaning": "the call is wrong, a file or an interpreter is missing, or "
            "something unexpected",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": 1,
            "subcommand": ("run", "tool run"),
            "meaning": "uv could not prepare the environment",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": 2,
            "subcommand": ("run", "tool run"),
            "meaning": "uv's call is wrong, or the command could not be started",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": "other",
            "subcommand": ("run", "tool run"),
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "uv documentation, uv run; measured (uv 0.13: 7 stays 7)",
        },
    ),
}
