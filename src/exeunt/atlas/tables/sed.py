"""sed's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sed",
    "aliases": (),
    "closed": False,
    "valued": (
        "-e",
        "-f",
        "-l",
        "-s",
        "--expression",
        "--file",
        "--line-length",
    ),
    "rows": (
        {
            "code": 0,
            "without": ("-i", "--in-place"),
            "meaning": "every input was edited to the output",
            "category": "ok",
            "effects": "none",
            "source": "sed(1), EXIT STATUS",
        },
        {
            "code": 0,
            "flags": ("-i", "--in-place"),
            "meaning": "every file was edited in place",
            "category": "ok",
            "source": "sed manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "the script or an option is wrong, unless the script itself "
            "says q1",
            "category": "usage",
            "effects": "none",
            "source": "sed manual, Exit status; measured (GNU sed 4.9)",
        },
        {
            "code": 2,
            "flags": ("-i", "--in-place"),
            "meaning": "some input does not exist or could not be read; the others "
            "were edited in place",
            "category": "partial",
            "source": "sed manual, Exit status; measured (GNU sed 4.9)",
        },
        {
            "code": 2,
            "meaning": "some input does not exist or could not be read; the others "
            "were processed",
            "category": "not_found",
            "source": "sed manual, Exit status; measured (GNU sed 4.9)",
        },
        {
            "code": 4,
            "meaning": "an I/O error stopped it",
            "category": "environment",
            "effects": "partial",
            "source": "sed manual, Exit status; measured (GNU sed 4.9)",
        },
    ),
}
