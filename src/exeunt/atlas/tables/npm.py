"""npm's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "npm",
    "aliases": (),
    "closed": False,
    "valued": (
        "--prefix",
        "-w",
        "--workspace",
        "--registry",
        "--cache",
        "--userconfig",
        "--loglevel",
        "--tag",
        "--omit",
        "--include",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "outdated",
                "audit",
                "ls",
                "list",
                "view",
                "explain",
                "whoami",
                "config",
                "search",
                "ping",
            ),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "npm documentation",
        },
        {
            "code": 1,
            "subcommand": "outdated",
            "meaning": "at least one package is outdated",
            "category": "negative",
            "source": "npm documentation, npm outdated",
        },
        {
            "code": "non-zero",
            "subcommand": "audit",
            "meaning": "vulnerabilities at or above the audit level, or the registry "
            "could not be asked",
            "category": "findings",
            "source": "npm documentation, npm audit; measured (npm 11.19): offline "
            "gives 1 too",
        },
        {
            "code": 1,
            "subcommand": ("ls", "list", "explain"),
            "meaning": "the package is not in the tree, or the tree has problems",
            "category": "negative",
            "source": "npm documentation, npm ls; measured (npm 11.19)",
        },
        {
            "code": 1,
            "subcommand": ("view", "info", "show"),
            "meaning": "the package is unknown, or the registry could not be asked",
            "category": "not_found",
            "source": "measured (npm 11.19)",
        },
        {
            "code": 1,
            "subcommand": "whoami",
            "meaning": "nobody is logged in",
            "category": "auth",
            "source": "measured (npm 11.19)",
        },
        {
            "code": 1,
            "subcommand": (
                "run",
                "run-script",
                "test",
                "t",
                "start",
                "stop",
                "restart",
                "exec",
                "x",
            ),
            "meaning": "there is no such script, or its own 1",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "npm documentation, npm run; measured (npm 11.19); corrected: a "
            "script's 1 looks the same",
        },
        {
            "code": 254,
            "meaning": "there is no package.json here",
            "category": "precondition",
            "source": "measured (npm 11.19)",
        },
        {
            "code": "other",
            "subcommand": (
                "run",
                "run-script",
                "test",
                "t",
                "start",
                "stop",
                "restart",
                "exec",
                "x",
            ),
            "meaning": "the script's own code",
            "category": "passthrough",
            "source": "npm documentation, npm run; measured (npm 11.19: 7 stays 7)",
        },
        {
            "code": 1,
            "meaning": "any other error; only the text tells",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "measured (npm 11.19)",
        },
    ),
}
