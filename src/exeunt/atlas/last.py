"""A shell's line and the statuses of the pipeline that ended it → which one that was.

A shell tells how each stage of its last pipeline ended, and not which of the line it
was: here it is found, or nothing is said.
"""

from __future__ import annotations

from ._syntax import Block, parse_syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._syntax import Item

LEAVES = "exit"  # what a shell ends with is no pipeline of its own to it
TRANSPARENT = ("{", "if", "for", "while", "until")  # blocks that this shell runs


def last_pipeline(
    line: str, statuses: Sequence[int]
) -> tuple[tuple[str, ...], ...] | None:
    """Return the words of each stage; None where it may have been another."""
    items = parse_syntax(line)
    if not items or not statuses:
        return None
    found = {
        tuple(stage.words for stage in item.stages)
        for item in ends(items, statuses[-1])
        if len(item.stages) == len(statuses)
    }
    return found.pop() if len(found) == 1 else None


def ends(items: Sequence[Item], status: int) -> Iterator[Item]:
    """Yield the pipelines that may have run last, and have ended with a status."""
    items = [item for item in items if not item.background]
    if items and items[-1].stages[0].words[:1] == (LEAVES,):
        yield from ends(items[:-1], status)
        return
    for place, item in enumerate(items):
        failed = bool(status) is not item.negated
        if is_final(items[place + 1 :], failed=failed):
            yield item
            node = item.stages[0]
            if isinstance(node, Block) and len(item.stages) == 1:
                for part in node.parts if node.kind in TRANSPARENT else ():
                    yield from ends(part, status)


def is_final(rest: Sequence[Item], *, failed: bool) -> bool:
    """Tell whether nothing follows a pipeline that ended so: all of it is skipped."""
    passing = "||" if failed else "&&"  # what would run after it
    return not any(item.joint in {passing, ";"} for item in rest)
