"""command's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "command",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 1,
            "flags": ("-v", "-V"),
            "meaning": "there is no command of that name",
            "category": "negative",
            "source": "POSIX command, EXIT STATUS; measured (bash 5.2)",
        },
        {
            "code": 127,
            "flags": ("-v", "-V"),
            "meaning": "there is no command of that name",
            "category": "negative",
            "source": "POSIX command, EXIT STATUS; dash",
        },
        {
            "code": 0,
            "flags": ("-v", "-V"),
            "meaning": "there is a command of that name",
            "category": "ok",
            "effects": "none",
            "source": "POSIX command, EXIT STATUS",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "POSIX command, EXIT STATUS; measured (bash 5.2)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "POSIX command, EXIT STATUS; measured (bash 5.2)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "POSIX command, EXIT STATUS",
        },
    ),
}
