"""openssl's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "openssl",
    "aliases": (),
    "closed": False,
    "valued": (),
    "rows": (
        {
            "code": 1,
            "subcommand": "x509",
            "flags": ("-checkend",),
            "meaning": "the certificate expires within that time",
            "category": "negative",
            "source": "openssl-x509(1), -checkend; measured (OpenSSL 3.0)",
        },
        {
            "code": 1,
            "meaning": "a file cannot be read, the command is unknown, or something "
            "failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (OpenSSL 3.0)",
        },
        {
            "code": 2,
            "subcommand": "verify",
            "meaning": "the certificate could not be verified, or not be read",
            "category": "negative",
            "source": "openssl-verify(1); measured (OpenSSL 3.0)",
        },
    ),
}
