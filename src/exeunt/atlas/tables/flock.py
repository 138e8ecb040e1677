"""flock's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "flock",
    "aliases": (),
    "closed": False,
    "valued": (
        "-w",
        "-E",
        "-c",
        "--timeout",
        "--wait",
        "--conflict-exit-code",
        "--command",
    ),
    "rows": (
        {
            "code": 1,
            "flags": ("-n", "--nb", "--nonblock", "-w", "--timeout", "--wait"),
            "meaning": "another process holds the lock; the command did not run",
            "category": "conflict",
            "retryable": "yes",
            "source": "flock(1), EXIT STATUS; measured (util-linux 2.38)",
        },
        {
            "code": 64,
            "meaning": "the command line is wrong",
            "category": "usage",
            "source": "measured (util-linux 2.38)",
        },
        {
            "code": 66,
            "meaning": "the lock file cannot be opened",
            "category": "precondition",
            "source": "measured (util-linux 2.38)",
        },
        {
            "code": 69,
            "meaning": "the command was not found or cannot be executed",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "measured (util-linux 2.38)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "flock(1), EXIT STATUS; measured (util-linux 2.38)",
        },
    ),
}
