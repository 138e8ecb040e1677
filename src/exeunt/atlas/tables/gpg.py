"""gpg's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "gpg",
    "aliases": ("gpg2", "gpgv"),
    "closed": False,
    "valued": (
        "-r",
        "-u",
        "-o",
        "--recipient",
        "--local-user",
        "--output",
        "--homedir",
        "--keyring",
        "--passphrase",
        "--passphrase-file",
        "--keyserver",
        "--status-fd",
        "--command-fd",
        "--batch-size",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "a signature is bad",
            "category": "security",
            "source": "gpg(1), RETURN VALUE",
        },
        {
            "code": 2,
            "meaning": "fatal error: a missing key or file, an unreadable message or "
            "a wrong option",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "gpg(1), RETURN VALUE; measured (GnuPG 2.2)",
        },
    ),
}
