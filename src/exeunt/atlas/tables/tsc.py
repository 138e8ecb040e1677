"""tsc's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "tsc",
    "aliases": (),
    "closed": False,
    "valued": (
        "-p",
        "-t",
        "-m",
        "--project",
        "--target",
        "--module",
        "--outDir",
        "--outFile",
        "--lib",
        "--jsx",
        "--moduleResolution",
        "--rootDir",
    ),
    "rows": (
        {
            "code": 0,
            "flags": ("--noEmit",),
            "meaning": "no error was found",
            "category": "ok",
            "effects": "none",
            "source": "tsc source, ExitStatus",
        },
        {
            "code": 1,
            "meaning": "errors were found and nothing was emitted, or the call is "
            "wrong",
            "category": "findings",
            "source": "tsc source, ExitStatus; measured (TypeScript 7)",
        },
        {
            "code": 2,
            "meaning": "errors were found, and the output was emitted all the same",
            "category": "findings",
            "effects": "complete",
            "source": "tsc source, ExitStatus; measured (TypeScript 7)",
        },
        {
            "code": 3,
            "meaning": "the project is invalid, and nothing was emitted",
            "category": "input",
            "source": "tsc source, ExitStatus",
        },
        {
            "code": 4,
            "meaning": "the references between projects form a cycle, and nothing was "
            "emitted",
            "category": "input",
            "source": "tsc source, ExitStatus",
        },
    ),
}
