"""The atlas by the name that it had → `exeunt.atlas`, for one release more."""

from __future__ import annotations

from ..atlas import (
    candidates,
    check_table,
    knows,
    load_table,
    look_up,
    look_up_line,
    tools,
)

__all__ = [
    "candidates",
    "check_table",
    "knows",
    "load_table",
    "look_up",
    "look_up_line",
    "tools",
]
