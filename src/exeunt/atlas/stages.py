"""A shell's line, its code and the processes of it that were seen → its stages.

Read `_syntax` (what the line says), `_replay` (what it did), `_ways` (what is hidden).
"""

from __future__ import annotations

from ..model.row import Answer
from ..model.stage import Stage
from ._lookup import look_up, tables
from ._replay import Replay
from ._words import inner_command, parse, peel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ._replay import Exit


def stages_of(
    argv: Sequence[str],
    code: int,
    exits: Sequence[Exit] | None,
    functions: Collection[str] = (),
) -> tuple[Stage, ...]:
    """Tell of each command of a line how it ended, and whether the line hides that.

    `argv` is the shell's. `exits` are the processes that it forked, in their order: of
    each its parent (its place among them, -1 for the shell), its status and its words;
    None where they were not all seen. `functions` came to the shell from outside.
    """
    replay = Replay(exits, is_answer, may_end_first, functions)
    top = [] if exits is None else [n for n, one in enumerate(exits) if one[0] < 0]
    layer = peel(argv)
    if layer is None or not isinstance(layer.inner, str) or layer.name not in READ:
        found = replay.unplaced(argv[-1], top, code)
    else:
        found = replay.explained(layer.inner, top, code)
        options = layer.inner.removesuffix(argv[-1]).count("\n")  # a command each
        found = found[options:]
    return tuple([Stage(*told) for told in found])


READ = ("bash", "dash", "ksh", "sh")  # whose lines are read here


def is_answer(words: Sequence[str], status: int) -> bool:
    """Tell whether a status is an answer and no failure, as of grep without a match."""
    match = look_up(words, status) if words else None
    return match is not None and match.row.answer is Answer.NO


def may_end_first(words: Sequence[str]) -> bool:
    """Tell whether a command may end before its input does, as head does."""
    inner = inner_command(words)
    for table, rest in tables(inner) if inner else ():
        may = table.get("may_end_first")
        if may is not None:
            flags = parse(rest, table.get("valued", ())).flags
            return "flags" not in may or not flags.isdisjoint(may["flags"])
    return False
