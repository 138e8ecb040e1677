"""sudo's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sudo",
    "aliases": (),
    "closed": False,
    "valued": (
        "-u",
        "-g",
        "-p",
        "-h",
        "-C",
        "-D",
        "-R",
        "-T",
        "-r",
        "-t",
        "-U",
        "--user",
        "--group",
        "--prompt",
        "--host",
        "--close-from",
        "--chdir",
        "--chroot",
        "--command-timeout",
        "--role",
        "--type",
        "--other-user",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "the password or the policy refused, or the command was not "
            "found",
            "category": "ambiguous",
            "retryable": "no",
            "source": "sudo(8), EXIT VALUE; measured (sudo 1.9.13)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "sudo(8), EXIT VALUE; measured (sudo 1.9.13)",
        },
    ),
}
