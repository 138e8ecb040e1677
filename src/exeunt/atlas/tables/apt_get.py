"""apt-get's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "apt-get",
    "aliases": ("apt", "apt-cache", "apt-mark"),
    "closed": False,
    "valued": (
        "-o",
        "-c",
        "-t",
        "-a",
        "--option",
        "--config-file",
        "--target-release",
        "--default-release",
        "--host-architecture",
    ),
    "rows": (
        {
            "code": 0,
            "subcommand": ("show", "search", "policy", "list", "depends", "rdepends"),
            "meaning": "the question was answered",
            "category": "ok",
            "effects": "none",
            "source": "apt-cache(8)",
        },
        {
            "code": 100,
            "meaning": "any error: a held lock, no such package, a wrong option or "
            "the network; only the text tells",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "apt-get(8), DIAGNOSTICS; measured (apt 2.6)",
        },
    ),
}
