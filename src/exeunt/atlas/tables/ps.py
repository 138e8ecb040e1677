"""ps' exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ps",
    "aliases": (),
    "closed": False,
    "valued": (
        "-p",
        "-o",
        "-C",
        "-u",
        "-U",
        "-g",
        "-G",
        "-t",
        "--pid",
        "--ppid",
        "--user",
        "--sort",
        "--format",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the processes were listed",
            "category": "ok",
            "effects": "none",
            "source": "measured (procps 4.0.2)",
        },
        {
            "code": 1,
            "flags": ("-p", "--pid", "-C"),
            "meaning": "no process was selected",
            "category": "negative",
            "source": "measured (procps 4.0.2)",
        },
        {
            "code": 1,
            "meaning": "no process was selected, or an option is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "none",
            "source": "measured (procps 4.0.2)",
        },
    ),
}
