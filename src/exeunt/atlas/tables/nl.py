"""nl's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "nl",
    "aliases": (
        "tac",
        "paste",
        "fold",
        "fmt",
        "join",
        "comm",
        "expand",
        "rev",
        "column",
    ),
    "closed": False,
    "valued": (
        "-b",
        "-d",
        "-f",
        "-h",
        "-i",
        "-l",
        "-n",
        "-s",
        "-v",
        "-w",
        "-t",
        "-1",
        "-2",
        "-j",
        "-o",
        "-c",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the lines were printed",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, Exit status",
        },
        {
            "code": 1,
            "meaning": "an input could not be read, or an option is wrong",
            "category": "input",
            "source": "coreutils manual, Exit status; measured for comm (coreutils "
            "9.1)",
        },
    ),
}
