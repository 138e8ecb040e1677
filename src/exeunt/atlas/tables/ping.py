"""ping's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ping",
    "aliases": (),
    "closed": True,
    "valued": (
        "-c",
        "-i",
        "-I",
        "-l",
        "-m",
        "-M",
        "-p",
        "-Q",
        "-s",
        "-S",
        "-t",
        "-T",
        "-w",
        "-W",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "the host answered",
            "category": "ok",
            "effects": "none",
            "source": "ping(8)",
        },
        {
            "code": 1,
            "meaning": "no answer came, or too few in time",
            "category": "unavailable",
            "retryable": "yes",
            "effects": "none",
            "source": "ping(8)",
        },
        {
            "code": 2,
            "meaning": "another error, such as a name that cannot be resolved or a "
            "wrong option",
            "category": "network",
            "retryable": "depends",
            "effects": "none",
            "source": "ping(8); measured (iputils 20221126)",
        },
    ),
}
