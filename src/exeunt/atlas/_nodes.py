"""The lists of a line → its commands, with those inside of others."""

from __future__ import annotations

from ._syntax import Block, parse_syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._syntax import Item, Simple


def numbered(items: Sequence[Item]) -> dict[int, tuple[str, ...]]:
    """Return the words of every command in some lists, by its number."""
    found: dict[int, tuple[str, ...]] = {}
    for item in items:
        for node in item.stages:
            found[node.number] = node.words
            for part in node.parts if isinstance(node, Block) else ():
                found |= numbered(part)
    return found


def commands_of(line: str) -> list[Simple]:
    """Return the commands of a line, but those that only set variables."""
    found: list[Simple] = []
    rest = [*(parse_syntax(line) or ())]
    while rest:
        for node in rest.pop().stages:
            if isinstance(node, Block):
                rest += [item for part in node.parts for item in part]
            elif node.lines or not node.settled:
                found.append(node)
    return found
