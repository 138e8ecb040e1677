"""ansible-playbook's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "ansible-playbook",
    "aliases": ("ansible",),
    "closed": False,
    "valued": (
        "-i",
        "-l",
        "-e",
        "-t",
        "-f",
        "-u",
        "-c",
        "-C",
        "-M",
        "-m",
        "-a",
        "--inventory",
        "--limit",
        "--extra-vars",
        "--tags",
        "--skip-tags",
        "--forks",
        "--user",
        "--connection",
        "--vault-password-file",
        "--start-at-task",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no task failed; also when no host matched",
            "category": "ok",
            "effects": "unknown",
            "source": "measured (ansible-core 2.14)",
        },
        {
            "code": 1,
            "meaning": "the playbook was not found, or an error before any task",
            "category": "not_found",
            "source": "measured (ansible-core 2.14)",
        },
        {
            "code": 2,
            "meaning": "tasks failed on some hosts, which may be half changed; or the "
            "call is wrong",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "ansible-core source, TaskQueueManager; measured (ansible-core "
            "2.14)",
        },
        {
            "code": 4,
            "meaning": "hosts could not be reached, or the playbook does not parse",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "ansible-core source, TaskQueueManager; measured (ansible-core "
            "2.14)",
        },
        {
            "code": 99,
            "meaning": "a person interrupted it; some hosts may be half changed",
            "category": "interrupted",
            "retryable": "no",
            "effects": "unknown",
            "source": "ansible-core source, cli",
        },
        {
            "code": 250,
            "meaning": "an unexpected exception; some hosts may be half changed",
            "category": "internal",
            "retryable": "no",
            "effects": "unknown",
            "source": "ansible-core source, cli",
        },
    ),
}
