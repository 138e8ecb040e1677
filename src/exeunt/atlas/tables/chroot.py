"""chroot's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "chroot",
    "aliases": (),
    "closed": False,
    "valued": ("--userspec", "--groups"),
    "rows": (
        {
            "code": 125,
            "meaning": "chroot itself failed; the command did not run",
            "category": "environment",
            "effects": "none",
            "source": "chroot(1), Exit status",
        },
        {
            "code": 126,
            "meaning": "the command was found but cannot be executed",
            "category": "environment",
            "effects": "none",
            "source": "chroot(1), Exit status",
        },
        {
            "code": 127,
            "meaning": "the command was not found under the new root",
            "category": "environment",
            "effects": "none",
            "action": "install_tool",
            "source": "chroot(1), Exit status; measured (coreutils 9.1)",
        },
        {
            "code": "other",
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "chroot(1), Exit status",
        },
    ),
}
