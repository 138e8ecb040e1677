"""scp's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "scp",
    "aliases": (),
    "closed": False,
    "valued": ("-c", "-D", "-F", "-i", "-J", "-l", "-o", "-P", "-S", "-X"),
    "rows": (
        {
            "code": 0,
            "meaning": "everything was copied",
            "category": "ok",
            "source": "scp(1), EXIT STATUS",
        },
        {
            "code": 1,
            "meaning": "something could not be copied, or an option is wrong; the "
            "rest was copied",
            "category": "partial",
            "source": "scp(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
        {
            "code": 255,
            "meaning": "the connection or the login failed",
            "category": "network",
            "retryable": "depends",
            "effects": "none",
            "source": "measured (OpenSSH 9.2)",
        },
    ),
}
