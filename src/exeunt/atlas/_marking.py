"""A command of a line and its status → its mark: heard by the line, hidden, or doubted.

What the status itself is, `_replay` knows; what the line makes of it later, `_ways`.
"""

from __future__ import annotations

from ._builtins import LEAVES
from ._seen import Seen
from ._syntax import Simple
from ._ways import excused_by, swallows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._seen import Exit
    from ._syntax import Block, Item
    from ._ways import Tables, Way

WITHOUT_ELSE = 2  # parts of an `if`: what is asked, and what follows
ENDS = (*LEAVES, "exit", "return")
NEGATIVE = 1  # how a program says no that answers questions


class Marking(Seen):
    """What the tables say of the commands that were seen."""

    def __init__(self, exits: Sequence[Exit] | None, tables: Tables) -> None:
        super().__init__(exits)
        (
            self.is_answer,
            self.is_failure,
            self.is_doubtful,
            self.may_end_first,
            self.is_vouched,
            self.is_finding,
        ) = tables

    def noted(self, node: Simple | Block, way: Way, status: int | None) -> Way:
        """Mark how a command ended; its failure is not hidden yet."""
        marks = way.mark(node.number, status, hidden=False)
        answer = bool(status) and self.is_answer(node.words, status or 0)
        pending = () if status == 0 or answer else (node.number,)
        return way.but(marks=marks, last=status, pending=pending, teller=node.number)

    def held(self, node: Simple | Block, way: Way, status: int | None) -> Way:
        """Mark what holds a command that tells its status, as `( )` and `v=$( )` do."""
        teller = way.teller
        if status == 0 or teller is None:
            return self.noted(node, way, status)
        answer = self.is_answer(self.said(teller), status or 0)
        pending = () if answer else (teller, node.number)
        after = way.but(marks=way.mark(teller, status, hidden=False))
        marks = after.mark(node.number, status, hidden=False)
        return after.but(marks=marks, last=status, pending=pending)

    def named(self, node: Simple | Block, way: Way) -> Way:
        """Mark a block that was run: its status is that of its last command."""
        marks = way.mark(node.number, way.last, hidden=False)
        pending = (*way.pending, node.number) if way.pending else ()
        return way.but(marks=marks, pending=pending)

    def joined(self, item: Item, way: Way, statuses: Sequence[int | None]) -> Way:
        """Make one status of those of the stages, and mark what that does not tell."""
        excused = excused_by(item.stages, statuses, self.is_answer, self.may_end_first)
        last: int | None = statuses[-1]
        judged = range(len(statuses)) if way.pipefail else (len(statuses) - 1,)
        for place in judged if way.pipefail else ():
            status = statuses[place]
            if status is None or last is None:
                last = None
            elif status:
                last = status if place < len(statuses) - 1 and not last else last
        pending: list[int] = []
        marks = way
        for place, (node, status) in enumerate(zip(item.stages, statuses, strict=True)):
            fails = status != 0 and not excused[place]
            hidden: bool | None = False
            if place in judged:
                pending += [node.number] if fails else []
            elif fails:
                hidden = None if status is None else True
            marks = marks.but(marks=marks.mark(node.number, status, hidden=hidden))
        tells = [place for place in judged if statuses[place] != 0] or [-1]
        return marks.but(
            last=last,
            pending=tuple(pending) if last != 0 else (),
            teller=item.stages[tells[-1]].number,
        )

    def unasked(self, item: Item, way: Way) -> Way:
        """Mark a question that could not be asked: `! grep x f` without a file."""
        node = item.stages[-1]
        status = way.marks.get(node.number, (None,))[0]
        if not status or self.is_answer(node.words, status):
            return way
        asks = self.is_answer(node.words, NEGATIVE)
        return (
            way.but(marks=way.mark(node.number, status, hidden=True)) if asks else way
        )

    def unmet(self, parts: Sequence[Sequence[Item]], way: Way) -> Way:
        """Doubt a condition that failed to do what it was to do, with nothing done.

        A question has its answer; one is asked, too, by a command whose words go
        nowhere, and by one that ends the loop or the line where it succeeds. An `else`
        that only writes does as little about it as `|| echo`.
        """
        item, then = parts[0][-1], parts[1][-1].stages[-1]
        node = item.stages[-1]
        status = way.marks.get(node.number, (None,))[0]
        asks = acts(parts[2:], way) or item.negated or then.words[0] in ENDS
        if asks or not isinstance(node, Simple) or node.opens or not status:
            return way
        if self.is_finding(node.words, status) and len(parts) > WITHOUT_ELSE:
            return way.but(marks=way.mark(node.number, status, hidden=True))
        if not self.is_failure(node.words, status):
            return way
        return way.but(marks=way.mark(node.number, status, hidden=None))


def acts(parts: Sequence[Sequence[Item]], way: Way) -> bool:
    """Tell whether what follows `else` does more about a failure than to write it."""
    if not parts:
        return False
    return len(parts) > 1 or not all(
        swallows(item, captured=way.captured) for item in parts[0]
    )
