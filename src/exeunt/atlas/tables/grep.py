"""grep's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "grep",
    "aliases": ("egrep", "fgrep", "rgrep"),
    "closed": True,
    "valued": (
        "-e",
        "-f",
        "-m",
        "-A",
        "-B",
        "-C",
        "-D",
        "-d",
        "--regexp",
        "--file",
        "--max-count",
        "--after-context",
        "--before-context",
        "--context",
        "--label",
        "--include",
        "--exclude",
        "--exclude-dir",
        "--exclude-from",
        "--binary-files",
        "--devices",
        "--directories",
        "--color",
        "--colour",
        "--group-separator",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "a line matched",
            "category": "ok",
            "effects": "none",
            "source": "grep(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "no line matched",
            "category": "negative",
            "source": "grep(1); measured (GNU grep 3.8)",
        },
        {
            "code": 1,
            "flags": ("-L", "--files-without-match"),
            "meaning": "no line matched, and the files without a match were listed",
            "category": "negative",
            "source": "measured (GNU grep 3.8)",
        },
        {
            "code": 2,
            "meaning": "a file could not be read or the pattern is wrong; other files "
            "may have matched (with -q a match still gives 0)",
            "category": "input",
            "source": "grep(1), EXIT STATUS; measured (GNU grep 3.8)",
        },
    ),
}
