"""uvx's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "uvx",
    "aliases": (),
    "closed": False,
    "valued": (
        "--from",
        "--with",
        "--python",
        "-p",
        "--index",
        "--index-url",
        "--constraints",
        "-c",
        "--env-file",
    ),
    "rows": (
        {
            "code": 1,
            "meaning": "uv could not get the tool",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": 2,
            "meaning": "the call of uvx is wrong, or the tool could not be started",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "measured (uv 0.13)",
        },
        {
            "code": "other",
            "meaning": "the tool's own code",
            "category": "passthrough",
            "source": "uv documentation, uv tool run",
        },
    ),
}
