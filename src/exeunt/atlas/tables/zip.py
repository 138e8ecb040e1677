"""zip's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "zip",
    "aliases": (),
    "closed": False,
    "valued": (
        "-b",
        "-n",
        "-P",
        "-t",
        "-tt",
        "-x",
        "-i",
        "-O",
        "-s",
        "-Z",
        "--out",
        "--password",
        "--exclude",
        "--include",
        "--temp-path",
        "--suffixes",
    ),
    "rows": (
        {
            "code": 12,
            "meaning": "there was nothing to do",
            "category": "negative",
            "source": "zip(1), DIAGNOSTICS; measured (zip 3.0)",
        },
        {
            "code": 14,
            "meaning": "a file could not be written",
            "category": "environment",
            "effects": "unknown",
            "source": "zip(1), DIAGNOSTICS",
        },
        {
            "code": 15,
            "meaning": "the archive could not be created",
            "category": "environment",
            "effects": "none",
            "source": "zip(1), DIAGNOSTICS; measured (zip 3.0)",
        },
        {
            "code": 16,
            "meaning": "the command line is wrong",
            "category": "usage",
            "source": "zip(1), DIAGNOSTICS; measured (zip 3.0)",
        },
        {
            "code": 18,
            "meaning": "a file could not be opened; the archive was otherwise written",
            "category": "partial",
            "source": "zip(1), DIAGNOSTICS; measured (zip 3.0)",
        },
        {
            "code": 18,
            "flags": ("-F", "-FF"),
            "meaning": "the archive could not be opened",
            "category": "not_found",
            "source": "measured (zip 3.0)",
        },
    ),
}
