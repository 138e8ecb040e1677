"""A file that is ours from its first byte to its last → its text, or none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str, ...]

WHOLE = "text"  # the one name that such a file has


def read(text: str) -> dict[str, Any]:
    """Read a text; an empty one says nothing."""
    return {WHOLE: text} if text else {}


def put(_: str, __: Path, value: str) -> str:
    """Have the file hold this."""
    return value


def take(_: str, __: Path, ___: int) -> str:
    """Have the file hold nothing."""
    return ""
