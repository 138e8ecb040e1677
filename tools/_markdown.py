"""Values → the pieces of a Markdown page."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell(x) for x in line)} |\n" for line in lines)


def cell(value: object) -> str:
    """Write one cell; what is not said is a dash."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return str("–" if value is None else value).replace("|", "\\|")


def code(text: object) -> str:
    """Write something as code."""
    return f"`{text}`"


def fenced(text: str, language: str = "text") -> str:
    """Write a block that is shown, not run."""
    return f"```{language}\n{text.rstrip()}\n```\n"
