"""scenarios/differences.toml → its part of docs/reference/adopted.md."""

from __future__ import annotations

from _markdown import table
from _real_differences import table as rows


def differences() -> str:
    """What an adopted program may do otherwise, for whom, and what keeps it from it."""
    head = ["for", "before", "adopted", "as before with"]
    return table(
        head, ([row["for"], row["was"], row["now"], row.get("off")] for row in rows())
    )
