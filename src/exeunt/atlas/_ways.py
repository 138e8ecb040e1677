"""A replay of a line → one way that it can have gone, and the steps between two ways.

Where is it decided that a failure is hidden? Here: `dropped` marks those whose status
the line goes on without. What `||` or a condition asks for is no hidden failure, unless
nothing follows but a word.
"""

from __future__ import annotations

from ._syntax import Simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._syntax import Block, Item

    Marks = dict[int, tuple[int | None, bool | None]]  # number → status, hidden
    # Of a command and its status: is it an answer, is it known to be a failure, may it
    # be one; and of a command alone: may it end before its input does, does its table
    # vouch for its 0; and again with a status, has it found something.
    Asks = Callable[[Sequence[str], int], bool]
    Is = Callable[[Sequence[str]], bool]
    Tables = tuple[Asks, Asks, Asks, Is, Is, Asks]

FAILED = -1  # a status that is not 0; which one was not seen
# Commands that say a failure away: nothing is done about it.
WRITES = ("echo", "printf")
SWALLOWS = (":", "true", "sleep", *WRITES)
SIGPIPE = 141


class Way:
    """How far a replay has come: processes used up, the last status, the marks."""

    __slots__ = (
        "at",
        "captured",
        "ended",
        "errexit",
        "last",
        "left",
        "marks",
        "pending",
        "pipefail",
        "teller",
        "units",
    )

    def __init__(
        self, units: tuple[int, ...] | None, marks: Marks, *, captured: bool = False
    ) -> None:
        self.units = units  # the processes of this shell; None: they were not seen
        self.at = 0
        self.last: int | None = 0  # None: 0 or not
        self.pending: tuple[int, ...] = ()  # whose failure the last status is
        self.marks = marks
        self.captured = captured  # a word that it writes is a value
        self.teller: int | None = None  # the command whose status is the last one
        self.left = ""  # `break` or `continue`, up to the loop that it leaves
        self.errexit = self.pipefail = self.ended = False

    def but(self, **changes: object) -> Way:
        """Copy a way with some of it changed."""
        other = Way.__new__(Way)
        for name in Way.__slots__:
            setattr(other, name, changes.get(name, getattr(self, name)))
        return other

    def mark(self, number: int, status: int | None, *, hidden: bool | None) -> Marks:
        """Return the marks with one more: of what ran twice, the worse."""
        before, was = self.marks.get(number, (0, False))
        worse = True if was is True else None if was is None else hidden
        worse = True if hidden is True else worse
        return {**self.marks, number: (status if status != 0 else before, worse)}

    @property
    def key(self) -> object:
        """What tells two ways apart."""
        rest = (self.at, self.last, self.pending, self.errexit, self.pipefail)
        return rest, self.teller, self.left, self.ended, frozenset(self.marks.items())


def dropped(way: Way) -> Way:
    """Go on without the last status: a failure that it tells of is hidden now."""
    after = way
    for number in way.pending:
        status, _ = after.marks[number]
        hidden = None if status is None else status != 0
        after = after.but(marks=after.mark(number, status, hidden=hidden))
    return after.but(pending=())


def asked(way: Way, item: Item) -> Way:
    """Go on after `&&` or `||`, which have looked at the last status."""
    swallowed = way.last != 0 and swallows(item, captured=way.captured)
    return dropped(way) if swallowed else way.but(pending=())


def retried(way: Way, before: Item) -> Way:
    """Forget the failures of what was tried until `&& break` left the loop."""
    if way.left != "break":
        return way
    marks = dict(way.marks)
    for node in before.stages:
        if node.number in marks:
            marks[node.number] = (marks[node.number][0], False)
    return way.but(marks=marks)


def swallows(item: Item, *, captured: bool) -> bool:
    """Tell whether what follows `||` does nothing about the failure.

    To write a word does something where that is `captured`: `v=$(a || echo none)`.
    """
    node = item.stages[0]
    if len(item.stages) > 1 or not isinstance(node, Simple):
        return False
    if captured and node.words[0] in WRITES:
        return False
    return node.words[0] in SWALLOWS or node.words == ("exit", "0")


def sides(way: Way) -> list[Way]:
    """Return a way for each of success and failure, where it may be either."""
    if way.last is not None:
        return [way]
    return [
        assumed(way, None, 0).but(last=0, pending=()),
        assumed(way, None, FAILED).but(last=FAILED),
    ]


def assumed(way: Way, before: int | None, status: int) -> Way:
    """Mark the commands that ended last with a status, in place of `before`."""
    marks = dict(way.marks)
    for number in way.pending:
        if marks[number][0] == before:
            marks[number] = (status, marks[number][1])
    return way.but(marks=marks)


def settled(way: Way, code: int | None) -> list[Way]:
    """Return a way whose last status is the shell's own, or none if it is not."""
    if code is None:
        return [way]
    before = way.last
    if before is None or (before == FAILED and code):
        one = len(way.pending) == 1 or not code
        found = assumed(way, before, code) if one else way
        return [found.but(last=code, pending=way.pending if code else ())]
    return [way] if way.last == code else []


def excused_by(
    stages: Sequence[Simple | Block],
    statuses: Sequence[int | None],
    is_answer: Asks,
    may_end_first: Callable[[Sequence[str]], bool],
) -> list[bool]:
    """Tell of which stages a failure is none: an answer, or a reader that left."""
    found = [False] * len(stages)
    left = False  # whether the reader of this stage has ended before its input did
    for place in range(len(stages) - 1, -1, -1):
        words, status = stages[place].words, statuses[place]
        cut = left and status == SIGPIPE
        found[place] = cut or (bool(status) and is_answer(words, status or 0))
        left = cut or (statuses[place - 1] == SIGPIPE and may_end_first(words))
    return found


def with_options(way: Way, words: Sequence[str]) -> Way:
    """Note what `set` changes."""
    errexit, pipefail = way.errexit, way.pipefail
    for place, word in enumerate(words[1:], start=1):
        if word == "--" or word[:1] not in ("-", "+"):
            break
        on = word.startswith("-")
        named = words[place + 1] if "o" in word and place + 1 < len(words) else ""
        errexit = on if "e" in word or named == "errexit" else errexit
        pipefail = on if named == "pipefail" else pipefail
        if named:
            rest = (words[0], *words[place + 2 :])
            return with_options(way.but(errexit=errexit, pipefail=pipefail), rest)
    return way.but(errexit=errexit, pipefail=pipefail)


def agreed(number: int, ways: Sequence[Way]) -> tuple[int | None, bool | None]:
    """Return the status and the mark of a command, where all ways agree on them."""
    marks = [way.marks.get(number, (None, False)) for way in ways]
    status, hidden = marks[0]
    same = all(status == other for other, _ in marks)
    known = all(hidden is other for _, other in marks)
    return status if same and status != FAILED else None, hidden if known else None
