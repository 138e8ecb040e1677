"""mount's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "mount",
    "aliases": ("umount",),
    "closed": False,
    "valued": ("-t", "-o", "-O", "-L", "-U", "-N", "--types", "--options"),
    "rows": (
        {
            "code": 1,
            "meaning": "the call or the permissions are wrong",
            "category": "usage",
            "source": "mount(8), EXIT STATUS; measured (util-linux 2.38)",
        },
        {
            "code": 2,
            "meaning": "system error, such as too little memory or no loop device",
            "category": "environment",
            "effects": "none",
            "source": "mount(8), EXIT STATUS",
        },
        {
            "code": 4,
            "meaning": "internal error",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "mount(8), EXIT STATUS",
        },
        {
            "code": 8,
            "meaning": "a person interrupted it",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "mount(8), EXIT STATUS",
        },
        {
            "code": 16,
            "meaning": "mounted, but the table of mounts could not be written",
            "category": "environment",
            "effects": "complete",
            "source": "mount(8), EXIT STATUS",
        },
        {
            "code": 32,
            "meaning": "mounting failed; the codes are bits that add up: 1 usage, 2 "
            "system, 4 internal, 8 interrupted, 16 table, 64 some succeeded",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "mount(8), EXIT STATUS; measured (util-linux 2.38)",
        },
        {
            "code": 64,
            "meaning": "some mounts succeeded and some did not",
            "category": "partial",
            "source": "mount(8), EXIT STATUS",
        },
    ),
}
