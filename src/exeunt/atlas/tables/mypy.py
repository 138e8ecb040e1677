"""mypy's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mypy",
    "aliases": (),
    "closed": True,
    "valued": (
        "-m",
        "-p",
        "-c",
        "--module",
        "--package",
        "--command",
        "--config-file",
        "--python-version",
        "--platform",
        "--cache-dir",
        "--exclude",
        "--python-executable",
        "--follow-imports",
        "--disable-error-code",
        "--enable-error-code",
        "--junit-xml",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no type error was found",
            "category": "ok",
            "effects": "none",
            "source": "mypy source, main.py",
        },
        {
            "code": 1,
            "meaning": "type errors were found",
            "category": "findings",
            "source": "mypy source, main.py; issue 6003; measured (mypy)",
        },
        {
            "code": 2,
            "meaning": "the call is wrong, a file is missing, a syntax error stopped "
            "it, or it crashed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "none",
            "source": "mypy source, main.py; issue 6003; measured (mypy)",
        },
    ),
}
