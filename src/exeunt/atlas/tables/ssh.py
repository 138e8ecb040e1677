"""ssh's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ssh",
    "aliases": (),
    "closed": False,
    "valued": (
        "-B",
        "-b",
        "-c",
        "-D",
        "-E",
        "-e",
        "-F",
        "-I",
        "-i",
        "-J",
        "-L",
        "-l",
        "-m",
        "-O",
        "-o",
        "-p",
        "-Q",
        "-R",
        "-S",
        "-W",
        "-w",
    ),
    "rows": (
        {
            "code": 255,
            "meaning": "ssh itself failed (connection, login, option), or the remote "
            "command was killed or ended with 255",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "ssh(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
        {
            "code": "0-254",
            "meaning": "the remote command's own code",
            "category": "passthrough",
            "source": "ssh(1), EXIT STATUS; measured (OpenSSH 9.2)",
        },
    ),
}
