"""docker compose's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "docker compose",
    "aliases": ("docker-compose",),
    "closed": False,
    "valued": (
        "-f",
        "-p",
        "-e",
        "-u",
        "-w",
        "--file",
        "--project-name",
        "--profile",
        "--env-file",
        "--project-directory",
        "--parallel",
        "--ansi",
        "--progress",
        "--index",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": (
                "ps",
                "logs",
                "config",
                "images",
                "top",
                "version",
                "ls",
                "port",
            ),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "docker compose reference",
        },
        {
            "code": 1,
            "meaning": "any error; only the text tells",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "docker compose reference",
        },
        {
            "code": "other",
            "subcommand": ("exec", "run"),
            "meaning": "the command's own code",
            "category": "passthrough",
            "source": "docker compose reference, exec and run",
        },
    ),
}
