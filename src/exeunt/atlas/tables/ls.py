"""ls' exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ls",
    "aliases": ("dir", "vdir"),
    "closed": True,
    "valued": (
        "-I",
        "-T",
        "-w",
        "--ignore",
        "--hide",
        "--sort",
        "--time",
        "--color",
        "--block-size",
        "--format",
        "--indicator-style",
        "--quoting-style",
        "--time-style",
        "--width",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was listed",
            "category": "ok",
            "effects": "none",
            "source": "ls(1), Exit status",
        },
        {
            "code": 1,
            "meaning": "something inside a directory could not be read; the rest was "
            "listed",
            "category": "partial",
            "effects": "none",
            "source": "ls(1), Exit status",
        },
        {
            "code": 2,
            "meaning": "a path named in the call could not be read, or an option is "
            "wrong; the rest was listed",
            "category": "not_found",
            "source": "ls(1), Exit status; measured (coreutils 9.1)",
        },
    ),
}
