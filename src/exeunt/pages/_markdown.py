r"""Text from elsewhere → Markdown that shows it, and can do nothing else.

A text stands on one line, with every character spelled out that steers, turns or hides
text. What Markdown would take for its own is escaped, and nothing more: agents read
pages as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

# Between two letters an underscore is one; & only begins what looks like an entity.
OWN = re.compile(r"[\\`*\[\]<|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#A-Za-z])")
OPENING = re.compile(r"[#+\-=>]|\d{1,9}(?=[.)](?: |$))")  # a heading, an item, a quote


def line(text: str) -> str:
    """Put a text on one line, where nothing in it steers."""
    return " ".join("".join(map(visible, text)).split())


def visible(char: str) -> str:
    """Write a character, or its number."""
    if char.isprintable():
        return char
    return " " if char.isspace() else repr(char)[1:-1]


def prose(text: str) -> str:
    """Write a text so that it is read as it is."""
    escaped = OWN.sub(r"\\\g<0>", line(text))
    opening = OPENING.match(escaped)
    if opening is None:
        return escaped
    place = opening.end() if opening[0].isdigit() else 0
    return f"{escaped[:place]}\\{escaped[place:]}"


def code(text: str) -> str:
    """Write a text as code, outside of tables: there a bar would end the cell."""
    shown = line(text)
    if not shown:
        return '`""`'
    ticks = "`" * (longest_run(shown) + 1)
    padding = " " if shown[0] == "`" or shown[-1] == "`" else ""
    return f"{ticks}{padding}{shown}{padding}{ticks}"


def block(lines: Iterable[str], language: str = "") -> str:
    """Write lines as a block of code."""
    shown = [line(one) for one in lines]
    fence = "`" * max(3, *(longest_run(one) + 1 for one in shown))
    return "\n".join([f"{fence}{language}", *shown, fence])


def longest_run(text: str) -> int:
    """Count the backticks that follow each other."""
    return max(map(len, re.findall("`+", text)), default=0)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table of cells that are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def bullets(items: Iterable[str]) -> str:
    """Write a list of items that are Markdown already."""
    return "\n".join(f"- {item}" for item in items)


def page(parts: Iterable[str]) -> str:
    """Put parts below each other, empty ones left out."""
    return "\n\n".join(part for part in parts if part) + "\n"
