"""pylint's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "pylint",
    "aliases": (),
    "closed": False,
    "valued": (
        "--rcfile",
        "--disable",
        "--enable",
        "--output-format",
        "-d",
        "-e",
        "-f",
        "-j",
        "--fail-under",
        "--fail-on",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "nothing was found",
            "category": "ok",
            "effects": "none",
            "source": "pylint documentation, Exit codes",
        },
        {
            "code": 1,
            "meaning": "a fatal message was issued, for example for a module that was "
            "not found",
            "category": "input",
            "source": "pylint documentation, Exit codes; measured (pylint)",
        },
        {
            "code": "2-31",
            "meaning": "messages were issued; the bits are 1 fatal, 2 error, 4 "
            "warning, 8 refactor, 16 convention",
            "category": "findings",
            "source": "pylint documentation, Exit codes; measured (pylint)",
        },
        {
            "code": 32,
            "meaning": "the call is wrong",
            "category": "usage",
            "source": "pylint documentation, Exit codes; measured (pylint)",
        },
    ),
}
