"""ssh-add's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ssh-add",
    "aliases": (),
    "closed": True,
    "valued": ("-t", "-S", "-E", "-e", "-s", "-h", "-H"),
    "rows": (
        {
            "code": 0,
            "meaning": "done, or identities were listed",
            "category": "ok",
            "source": "ssh-add(1), EXIT STATUS",
        },
        {
            "code": 1,
            "flags": ("-l", "-L"),
            "meaning": "the agent holds no identity",
            "category": "negative",
            "source": "ssh-add(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
        {
            "code": 1,
            "meaning": "the command failed, for example at a missing key file",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "ssh-add(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
        {
            "code": 2,
            "meaning": "no agent can be reached",
            "category": "precondition",
            "source": "ssh-add(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
    ),
}
