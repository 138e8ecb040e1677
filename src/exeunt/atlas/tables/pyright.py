"""pyright's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pyright",
    "aliases": ("basedpyright",),
    "closed": True,
    "valued": (
        "-p",
        "--project",
        "--pythonversion",
        "--pythonplatform",
        "--pythonpath",
        "--venvpath",
        "--level",
        "--threads",
        "--verifytypes",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no error was found",
            "category": "ok",
            "effects": "none",
            "source": "pyright documentation, Command line",
        },
        {
            "code": 1,
            "meaning": "errors were found",
            "category": "findings",
            "source": "pyright documentation, Command line; measured (pyright)",
        },
        {
            "code": 2,
            "meaning": "fatal error",
            "category": "internal",
            "retryable": "no",
            "effects": "none",
            "source": "pyright documentation, Command line",
        },
        {
            "code": 3,
            "meaning": "the configuration file could not be read or parsed",
            "category": "input",
            "source": "pyright documentation, Command line; measured (pyright)",
        },
        {
            "code": 4,
            "meaning": "the call is wrong, or a file does not exist",
            "category": "usage",
            "source": "pyright documentation, Command line; measured (pyright)",
        },
    ),
}
