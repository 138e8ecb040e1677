"""fd's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "fd",
    "aliases": ("fdfind",),
    "closed": False,
    "valued": (
        "-d",
        "-e",
        "-E",
        "-t",
        "-x",
        "-X",
        "-S",
        "-c",
        "-j",
        "--max-depth",
        "--extension",
        "--exclude",
        "--type",
        "--exec",
        "--exec-batch",
        "--size",
        "--color",
        "--threads",
        "--changed-within",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("-x", "-X", "--exec", "--exec-batch"),
            "meaning": "the search ran, whether or not anything matched",
            "category": "ok",
            "effects": "none",
            "source": "measured (fd 8.6)",
        },
        {
            "code": 1,
            "flags": ("-q", "--quiet"),
            "meaning": "nothing matched",
            "category": "negative",
            "source": "fd(1), --quiet; measured (fd 8.6)",
        },
        {
            "code": 1,
            "meaning": "a path could not be searched, an option is wrong, or a "
            "command of -x failed",
            "category": "ambiguous",
            "retryable": "no",
            "source": "fd(1)",
        },
    ),
}
