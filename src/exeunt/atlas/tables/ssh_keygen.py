"""ssh-keygen's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ssh-keygen",
    "aliases": (),
    "closed": False,
    "valued": (
        "-f",
        "-t",
        "-b",
        "-C",
        "-F",
        "-R",
        "-N",
        "-P",
        "-I",
        "-s",
        "-n",
        "-O",
        "-V",
        "-m",
        "-Y",
    ),
    "rows": (
        {
            "code": 1,
            "flags": ("-F",),
            "meaning": "the host is not in the file",
            "category": "negative",
            "source": "measured (OpenSSH 9.2)",
        },
        {
            "code": 1,
            "meaning": "an option is wrong, or something failed",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (OpenSSH 9.2)",
        },
        {
            "code": 255,
            "meaning": "a key file cannot be used, or the key type is unknown",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (OpenSSH 9.2)",
        },
    ),
}
