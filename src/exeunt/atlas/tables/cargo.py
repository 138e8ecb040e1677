"""cargo's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "cargo",
    "aliases": (),
    "closed": False,
    "valued": (
        "-p",
        "-j",
        "-F",
        "-Z",
        "--package",
        "--jobs",
        "--features",
        "--manifest-path",
        "--target",
        "--target-dir",
        "--profile",
        "--bin",
        "--example",
        "--test",
        "--bench",
        "--message-format",
        "--color",
        "--config",
        "-C",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": ("test", "bench"),
            "meaning": "every test passed",
            "category": "ok",
            "effects": "unknown",
            "source": "cargo documentation",
        },
        {
            "code": 0,
            "subcommand": "fmt",
            "flags": ("--check",),
            "meaning": "every file is formatted",
            "category": "ok",
            "effects": "none",
            "source": "measured (cargo 1.95)",
        },
        {
            "code": 0,
            "subcommand": ("metadata", "tree", "search", "version", "pkgid"),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "cargo documentation",
        },
        {
            "code": 1,
            "meaning": "an argument is unexpected",
            "category": "usage",
            "source": "measured (cargo 1.95)",
        },
        {
            "code": 1,
            "subcommand": "fmt",
            "flags": ("--check",),
            "meaning": "files would be reformatted, or do not parse",
            "category": "negative",
            "source": "measured (cargo 1.95)",
        },
        {
            "code": 2,
            "subcommand": "fmt",
            "meaning": "an argument is unexpected",
            "category": "usage",
            "source": "measured (cargo 1.95)",
        },
        {
            "code": 101,
            "meaning": "it failed: a compile error, no manifest, no such command or "
            "crate; only the build directory changed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "cargo documentation, EXIT STATUS; measured (cargo 1.95)",
        },
        {
            "code": 101,
            "subcommand": ("test", "bench", "clippy", "check"),
            "meaning": "it did not compile, a lint was denied or tests failed",
            "category": "findings",
            "effects": "unknown",
            "source": "cargo documentation, EXIT STATUS; measured (cargo 1.95)",
        },
        {
            "code": 101,
            "subcommand": "run",
            "meaning": "it did not compile, or the program panicked",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (cargo 1.95)",
        },
        {
            "code": 1,
            "subcommand": "run",
            "meaning": "an argument of cargo is wrong, or the program's own 1",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (cargo 1.95: 7 stays 7)",
        },
        {
            "code": "other",
            "subcommand": "run",
            "meaning": "the program's own code",
            "category": "passthrough",
            "source": "cargo-run(1), EXIT STATUS; measured (cargo 1.95: 7 stays 7)",
        },
    ),
}
