"""shellcheck's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "shellcheck",
    "aliases": (),
    "closed": True,
    "valued": (
        "-s",
        "-e",
        "-f",
        "-o",
        "-S",
        "-x",
        "-P",
        "-C",
        "-W",
        "-i",
        "--shell",
        "--exclude",
        "--format",
        "--enable",
        "--severity",
        "--source-path",
        "--color",
        "--wiki-link-count",
        "--include",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no issue was found",
            "category": "ok",
            "effects": "none",
            "source": "shellcheck(1), RETURN VALUES",
        },
        {
            "code": 1,
            "meaning": "issues were found",
            "category": "findings",
            "source": "shellcheck(1), RETURN VALUES; measured (shellcheck 0.9)",
        },
        {
            "code": 2,
            "meaning": "some files could not be processed",
            "category": "not_found",
            "source": "shellcheck(1), RETURN VALUES; measured (shellcheck 0.9)",
        },
        {
            "code": 3,
            "meaning": "the call is malformed",
            "category": "usage",
            "source": "shellcheck(1), RETURN VALUES; measured (shellcheck 0.9)",
        },
        {
            "code": 4,
            "meaning": "an option has an unknown value",
            "category": "usage",
            "source": "shellcheck(1), RETURN VALUES; measured (shellcheck 0.9)",
        },
    ),
}
