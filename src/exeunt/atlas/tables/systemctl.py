"""systemctl's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "systemctl",
    "aliases": (),
    "closed": False,
    "valued": (
        "-t",
        "-p",
        "-P",
        "-s",
        "-n",
        "-o",
        "-H",
        "-M",
        "--type",
        "--state",
        "--property",
        "--signal",
        "--lines",
        "--output",
        "--host",
        "--machine",
        "--root",
        "--kill-whom",
        "--what",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "status",
                "is-active",
                "is-enabled",
                "is-failed",
                "show",
                "cat",
                "list-units",
                "list-unit-files",
            ),
            "meaning": "the answer is yes",
            "category": "ok",
            "effects": "none",
            "source": "systemctl(1), EXIT STATUS",
        },
        {
            "code": 1,
            "subcommand": "status",
            "meaning": "the unit is dead though its PID file exists; also any failure "
            "to ask",
            "category": "negative",
            "source": "systemctl(1), EXIT STATUS; measured: 1 without a system bus "
            "(systemd 252)",
        },
        {
            "code": 2,
            "subcommand": "status",
            "meaning": "the unit is dead though its lock file exists",
            "category": "negative",
            "source": "systemctl(1), EXIT STATUS",
        },
        {
            "code": 3,
            "subcommand": ("status", "is-active"),
            "meaning": "the unit is not active",
            "category": "negative",
            "source": "systemctl(1), EXIT STATUS",
        },
        {
            "code": 4,
            "subcommand": ("status", "is-active", "is-enabled"),
            "meaning": "there is no such unit, or its state is unknown",
            "category": "not_found",
            "source": "systemctl(1), EXIT STATUS",
        },
        {
            "code": 1,
            "subcommand": "is-enabled",
            "meaning": "the unit is not enabled, or does not exist",
            "category": "negative",
            "source": "systemctl(1), is-enabled; measured (systemd 252)",
        },
        {
            "code": "non-zero",
            "subcommand": "is-failed",
            "meaning": "the unit is not failed: non-zero is the healthy answer",
            "category": "negative",
            "source": "systemctl(1), is-failed",
        },
        {
            "code": 1,
            "meaning": "the request failed, the bus cannot be reached or the verb is "
            "unknown",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "systemctl(1), EXIT STATUS; measured (systemd 252)",
        },
        {
            "code": 5,
            "subcommand": (
                "start",
                "stop",
                "restart",
                "reload",
                "try-restart",
                "reload-or-restart",
            ),
            "meaning": "there is no such unit",
            "category": "not_found",
            "source": "systemctl(1), EXIT STATUS",
        },
    ),
}
