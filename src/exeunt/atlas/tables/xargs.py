"""xargs' exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "xargs",
    "aliases": (),
    "closed": True,
    "valued": (
        "-a",
        "-d",
        "-E",
        "-I",
        "-L",
        "-n",
        "-P",
        "-s",
        "--arg-file",
        "--delimiter",
        "--max-lines",
        "--max-args",
        "--max-procs",
        "--max-chars",
        "--process-slot-var",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "every invocation succeeded, or there was none",
            "category": "ok",
            "effects": "unknown",
            "source": "xargs(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "xargs itself failed, for example at an option or the input "
            "file",
            "category": "ambiguous",
            "retryable": "no",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 123,
            "meaning": "at least one invocation ended with 1 to 125; the others ran",
            "category": "partial",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9: 126 and 127 as "
            "well)",
        },
        {
            "code": 124,
            "meaning": "an invocation ended with 255 and stopped xargs",
            "category": "partial",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 125,
            "meaning": "an invocation was killed by a signal",
            "category": "partial",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 126,
            "meaning": "the command cannot be run",
            "category": "environment",
            "effects": "none",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "xargs(1), EXIT STATUS; measured (findutils 4.9)",
        },
    ),
}
