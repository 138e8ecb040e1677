"""timeout's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "timeout",
    "aliases": (),
    "closed": False,
    "valued": ("-k", "-s", "--kill-after", "--signal"),
    "rows": (
        {
            "code": 124,
            "meaning": "the command ran out of time and was sent a signal",
            "category": "timeout",
            "retryable": "depends",
            "effects": "unknown",
            "source": "timeout(1), EXIT STATUS; measured (coreutils 9.1)",
        },
        {
            "code": 125,
            "meaning": "timeout itself failed; the command did not run",
            "category": "usage",
            "source": "timeout(1), EXIT STATUS; measured (coreutils 9.1)",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "timeout(1), EXIT STATUS; measured (coreutils 9.1)",
        },
        {
            "code": 127,
            "meaning": "the command was not found",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "timeout(1), EXIT STATUS; measured (coreutils 9.1)",
        },
        {
            "code": 137,
            "flags": (
                "-k",
                "--kill-after",
                "-s KILL",
                "-s 9",
                "-s SIGKILL",
                "--signal KILL",
                "--signal 9",
                "--signal SIGKILL",
            ),
            "meaning": "the command ran out of time and was killed",
            "category": "timeout",
            "retryable": "depends",
            "effects": "unknown",
            "source": "timeout(1), EXIT STATUS; measured (coreutils 9.1)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "timeout(1), EXIT STATUS",
        },
    ),
}
