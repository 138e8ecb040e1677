"""A line's syntax and the processes that its shell forked → what each command did.

Where is it decided whose exit an exit was? Here: the line is replayed in every way that
agrees with the processes, in the order in which they were forked, and with the line's
own code. What all ways agree on is known. A builtin leaves no process, so that its
status is what the rest of the line makes of it.

Where nothing was seen, the same replay says what the code alone proves: `a && b` that
ended with 0 has run both.
"""

from __future__ import annotations

from ..model.stage import GATHERED
from ._builtins import (
    CONSTANT,
    FALLIBLE,
    LEAVES,
    UNREAD,
    WILD,
    is_harmless,
    is_lookup,
    may_ask,
    plain,
)
from ._nodes import numbered
from ._seen import drops
from ._shell import Opaque
from ._syntax import Block, Item, Simple, parse_syntax
from ._under import MOST_WAYS, Under
from ._ways import (
    FAILED,
    Way,
    agreed,
    asked,
    dropped,
    retried,
    settled,
    sides,
    with_options,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ._under import Told

SOURCED = 100_000  # numbers of commands of a file that the shell itself reads
SIGNALLED, START_FAILURES = 128, (126, 127)
MOST_STEPS = 20_000  # of all ways; more is a script
DEEPEST = 20  # lines inside lines, functions inside functions
MOST_LOOSE = 40  # processes that an unread part of a line may have had


class Replay(Under):
    """The ways in which a line can have run."""

    def explained(
        self, line: str, units: Sequence[int], code: int | None
    ) -> list[Told]:
        """Tell of each command of a line how it ended, and whether that is hidden."""
        items = parse_syntax(line)
        found = None if items is None else self.replayed(items, units, code)
        return self.unplaced(line, units, code) if found is None else found

    def replayed(
        self, items: Sequence[Item], units: Sequence[int], code: int | None
    ) -> list[Told] | None:
        """Tell of the commands of some lists; None where no replay agrees with them.

        First those of the lists' own pipelines, then what else has failed unheard.
        """
        if self.depth > DEEPEST:
            return None
        seen = None if self.exits is None else tuple(units)
        words = numbered(items)
        self.words.update(words)
        try:
            ways = self.shell(items, Way(seen, {}, captured=self.captured), code)
        except (Opaque, RecursionError):
            ways = []
        if not ways:
            return None
        tellers = [*{way.teller for way in ways if code}]
        teller = tellers[0] if len(tellers) == 1 else None
        self.teller = self.words[teller] if teller is not None else ()
        top = [
            node.number
            for item in items
            for node in item.stages
            if not (isinstance(node, Block) and node.kind == "function")
        ]
        others = dict.fromkeys(n for way in ways for n in way.marks if n not in top)
        if teller is not None and teller not in top:
            others[teller] = None
        gathered = self.gathered[:1] if code == GATHERED else []
        found: list[Told] = []
        for number in (*top, *others):
            said = words.get(number) or self.words[number]
            status, hidden = agreed(number, ways)
            status = code if number == teller else status
            hidden = False if is_harmless(said, status) else hidden
            if number in top or hidden is not False or number == teller:
                found.append((said, status, hidden))
        return found + gathered

    def unplaced(self, line: str, units: Sequence[int], code: int | None) -> list[Told]:
        """Tell what has failed of a line that cannot be replayed."""
        if self.exits is None:
            return [((line,), None, None)]
        doubt = may_ask(line)
        found: list[Told] = []
        for unit in units:
            way = self.loosely(Way((), {}), unit)
            for number, (status, hidden) in way.marks.items():
                found.append((self.words[number], status, None if doubt else hidden))
        if found and code and found[-1][1] == code:
            found.pop()  # the line's own status tells of it
        return found

    def shell(self, items: Sequence[Item], way: Way, code: int | None) -> list[Way]:
        """Run a list to its end, with the processes and the status that were seen."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Opaque
        ways = self.items(items, [way])
        self.depth -= 1
        ways = [w for w in ways if w.units is None or w.at == len(w.units)]
        return [w for way in ways for w in settled(way, code)]

    # -- lists

    def items(self, items: Sequence[Item], ways: list[Way]) -> list[Way]:
        """Run lists of pipelines."""
        place = 0
        while place < len(items):
            following = place + 1
            while (
                items[place].background
                and following < len(items)
                and items[following].background
                and items[following].joint != ";"
            ):
                following += 1
            group = items[place:following]
            ends = following == len(items) or items[following].joint == ";"
            ways = self.merged(
                after for way in ways for after in self.step(group, way, ends_list=ends)
            )
            if group[0].joint == "&&":
                ways = [retried(way, items[place - 1]) for way in ways]
            place = following
        return ways

    def merged(self, ways: Iterable[Way]) -> list[Way]:
        """Keep one of those that are alike; too many are no explanation."""
        found = {way.key: way for way in ways}
        self.steps += len(found) + 1
        if len(found) > MOST_WAYS or self.steps > MOST_STEPS:
            raise Opaque
        return list(found.values())

    def step(
        self, group: Sequence[Item], way: Way, *, ends_list: bool
    ) -> Iterator[Way]:
        """Run one pipeline, or a list in the background, if the way leads there."""
        item = group[0]
        if way.ended or way.left:
            yield way
            return
        reached = [dropped(way)] if item.joint == ";" else []
        if item.joint != ";":
            for forced in sides(way):
                if (forced.last == 0) is (item.joint == "&&"):
                    reached.append(asked(forced, item))
                else:
                    yield forced  # the pipeline is passed over
        for begun in reached:
            if item.background:
                yield from self.in_background(group, begun)
                continue
            asks = begun.errexit and not (ends_list and not item.negated)
            asks = asks and item.stages[0].words[0] != "set"
            for found in self.pipeline(
                item, begun.but(errexit=False) if asks else begun
            ):
                after = found.but(errexit=True) if asks else found
                stops = after.errexit and ends_list and not item.negated
                for side in sides(after) if stops else [after]:
                    yield side.but(ended=True) if stops and side.last else side

    def in_background(self, group: Sequence[Item], way: Way) -> list[Way]:
        """Start what nobody waits for; its failure is nobody's status."""
        stages = group[0].stages if len(group) == 1 else ()
        if way.units is None:
            for one in [one for item in group for one in item.stages]:
                way = way.but(marks=way.mark(one.number, None, hidden=None))
            return [way.but(last=0, pending=())]
        nodes: Sequence[Simple | Block | Sequence[Item]] = stages or [
            [item.replace(background=False) for item in group]
        ]
        found: list[Way] = []
        for ran, units in self.children(nodes, way):
            after = way.but(marks=ran.marks, at=way.at + len(units), last=0, pending=())
            for node, unit in zip(nodes, units, strict=True):
                status = self.status(unit)
                failed = bool(status) and (status or 0) < SIGNALLED
                if isinstance(node, (Simple, Block)):
                    failed = failed and not self.is_answer(node.words, status or 0)
                    marked = after.mark(node.number, status, hidden=failed)
                    after = after.but(marks=marked)
                elif failed:
                    marked = after.mark(self.apart(unit), status, hidden=True)
                    after = after.but(marks=marked)
            found.append(after)
        return found

    def pipeline(self, item: Item, way: Way) -> list[Way]:
        """Run a pipeline in the foreground."""
        if len(item.stages) == 1:
            ways = self.command(item.stages[0], way)
        elif way.units is None:
            ways = [self.unseen(item, way)]
        else:
            ways = self.piped(item, way)
        if not item.negated:
            return ways
        return [
            self.unasked(item, side).but(
                last=int(side.last == 0), pending=(), teller=None
            )
            for after in ways
            for side in sides(after)
        ]

    def piped(self, item: Item, way: Way) -> list[Way]:
        """Run the stages of a pipeline, each in a process of its own."""
        found: list[Way] = []
        for ran, units in self.children(item.stages, way):
            statuses = [self.status(unit) for unit in units]
            after = way.but(marks=ran.marks, at=way.at + len(units))
            found.append(self.joined(item, after, statuses))
        return found

    def unseen(self, item: Item, way: Way) -> Way:
        """Run a pipeline that nobody saw; what is constant is known all the same."""
        statuses = [
            CONSTANT.get(node.words[0]) if isinstance(node, Simple) else None
            for node in item.stages
        ]
        return self.joined(item, way, statuses)

    # -- commands

    def command(self, node: Simple | Block, way: Way) -> list[Way]:
        """Run a command in the shell itself."""
        ways = self.substituted(node, way)
        if isinstance(node, Block):
            return self.merged(w for way in ways for w in self.block(node, way))
        return self.merged(w for way in ways for w in self.simple(node, way))

    def substituted(self, node: Simple | Block, way: Way) -> list[Way]:
        """Run what is put into the words of a command, each in a process."""
        if not node.substitutions:
            return [way]
        if way.units is None:
            number = -1 - node.number
            self.words[number] = node.words
            marks = way.mark(number, None, hidden=None)
            last = None if isinstance(node, Simple) and node.settled else 0
            return [way.but(marks=marks, last=last)]
        found = [way.but(last=0, teller=None)]
        settles = isinstance(node, Simple) and node.settled
        lines = node.lines if isinstance(node, Simple) else ()
        for place, unit in enumerate(way.units[way.at :][: node.substitutions]):
            before = found[-1]
            status = self.status(unit)
            line = lines[place] if place < len(lines) else None
            after = self.loosely(before, unit, line=line, inner_only=settles)
            found.append(after.but(at=before.at + 1, last=status))
        return found

    def simple(self, node: Simple, way: Way) -> list[Way]:
        """Run a simple command: a builtin, a function or a program."""
        words = plain(node.words)
        name = words[0]
        if node.settled:  # the status is that of the last substitution
            return [self.held(node, way, way.last)]
        if name in self.functions:
            body = self.functions[name].parts[0]
            return [self.named(node, after) for after in self.within(body, way)]
        if name in WILD or name in self.around.functions:
            return self.wild(node, way)
        if name in UNREAD:
            raise Opaque
        if name in {"exit", "exec", "set", *LEAVES}:
            return self.changing(node, words, way)
        if name in CONSTANT or name in FALLIBLE or is_lookup(words):
            return [self.noted(node, way, CONSTANT.get(name))]
        return self.program(node, way)

    def sourced(self, node: Simple, words: Sequence[str]) -> Sequence[Item] | None:
        """Return the lists of a file that this shell reads, if they are known."""
        text = self.around.scripts.get(words[1]) if len(words) > 1 else None
        if text is None or words[0] == "eval":
            return None
        items = parse_syntax(text, SOURCED * (node.number + 1))
        self.words.update(numbered(items or ()))
        return items

    def within(
        self, items: Sequence[Item], way: Way, *, asks: bool = False
    ) -> list[Way]:
        """Run a body in the same shell; where it asks, `set -e` does not hold."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Opaque
        begun = way.but(last=0, pending=(), errexit=way.errexit and not asks)
        ways = self.items(items, [begun])
        self.depth -= 1
        return [one.but(errexit=way.errexit) for one in ways] if asks else ways

    def changing(self, node: Simple, words: Sequence[str], way: Way) -> list[Way]:
        """Run what changes the shell itself: its options, its program, its end."""
        name, *rest = words
        if name in LEAVES:
            if rest:
                raise Opaque  # more than one loop
            return [way.but(left=name, last=0, pending=())]
        if name == "exec" and rest:
            return [after.but(ended=True) for after in self.program(node, way)]
        if name != "exit":
            after = with_options(way, words) if name == "set" else way
            return [after.but(last=0, pending=())]
        if not rest:
            return [way.but(ended=True)]
        status = int(rest[0]) & 0xFF if rest[0].isdecimal() else None
        return [way.but(last=status, pending=(), ended=True, teller=None)]

    def program(self, node: Simple, way: Way) -> list[Way]:
        """Run a program: it takes the next process."""
        if way.units is None:
            words = plain(node.words)
            unseen = self.unseen_lines(words, way, -node.number)
            if drops(words) is not None or self.is_unread(words):
                number = -1 - node.number
                self.words[number] = words
                unseen = unseen.but(marks=unseen.mark(number, None, hidden=None))
            return [self.noted(node, unseen, None)]
        if way.at == len(way.units):  # the shell itself could not become it
            why = (*START_FAILURES, *([FAILED] if node.opens else []))
            return [self.noted(node, way, status).but(ended=True) for status in why]
        unit = way.units[way.at]
        after = self.loosely(way, unit, said=node, inner_only=True)
        return [self.noted(node, after.but(at=way.at + 1), self.status(unit))]

    def wild(self, node: Simple, way: Way) -> list[Way]:
        """Run a command of unknown effect: one way for each number of processes.

        Where it is a text of the line's own making, their failures are the line's; a
        file that was read is as good as its text.
        """
        words = plain(node.words)
        read = self.sourced(node, words)
        if read is not None:
            return [self.named(node, after) for after in self.within(read, way)]
        shows = words[0] == "eval"
        if way.units is None:
            return [self.noted(node, way, None)]
        ways = [way]
        for unit in way.units[way.at :][:MOST_LOOSE]:
            after = self.doubted(ways[-1], unit) if shows else ways[-1]
            ways.append(after.but(at=after.at + 1))
        return [self.noted(node, after, None) for after in ways]

    # -- blocks

    def block(self, node: Block, way: Way) -> list[Way]:
        """Run what holds lists."""
        if node.kind == "function":
            self.functions[node.name] = node
            return [way.but(last=0, pending=())]
        if node.kind == "{":
            ways = self.within(node.parts[0], way)
        elif node.kind == "(":
            return self.subshell(node, way)
        elif node.kind == "if":
            ways = self.condition(node.parts, way)
        else:
            ways = self.loop(node, way)
        return [self.named(node, after) for after in ways]

    def subshell(self, node: Block, way: Way) -> list[Way]:
        """Run a group in a process of its own, or in the last one of the shell."""
        inline = [
            self.named(node, after.but(ended=way.ended))
            for after in self.within(node.parts[0], way)
        ]
        if way.units is None:
            return inline
        forked: list[Way] = []
        for ran, (unit,) in self.children([node], way):
            after = way.but(marks=ran.marks, at=way.at + 1, teller=ran.teller)
            forked.append(self.held(node, after, self.status(unit)))
        return forked or [way for way in inline if way.at == len(way.units or ())]

    def condition(self, parts: Sequence[Sequence[Item]], way: Way) -> list[Way]:
        """Run `if`: a list that is asked, the one that follows, and so on."""
        if len(parts) == 1:
            return self.within(parts[0], way)
        if not parts:
            return [way.but(last=0, pending=())]
        found: list[Way] = []
        for after in self.within(parts[0], way, asks=True):
            for side in sides(after):
                if side.ended:
                    found.append(side)
                elif side.last == 0:
                    found += self.within(parts[1], side)
                else:
                    unmet = self.unmet(parts, side)
                    found += self.condition(parts[2:], unmet.but(pending=()))
        return found

    def loop(self, node: Block, way: Way) -> list[Way]:
        """Run a loop round by round, as often as there are processes for it."""
        done: dict[object, Way] = {}
        going = [way.but(last=0, pending=())]
        turned: set[object] = set()
        rounds = 0
        while going:
            found: list[Way] = []
            for before in going:
                ended, entered = self.turn(node, before, rounds)
                done.update((one.key, one) for one in ended)
                for one in entered:
                    for turned_to in self.within(node.parts[-1], one):
                        after = turned_to.but(left="")
                        if turned_to.left == "break":
                            done[after.key] = after
                        else:
                            found.append(after)
            rounds += 1
            done.update((one.key, one) for one in found if one.ended)
            going = [
                one for one in self.merged(found)
                if not one.ended and (node.rounds is not None or one.key not in turned)
            ]  # fmt: skip
            turned.update(one.key for one in going)
        return self.merged(done.values())

    def turn(self, node: Block, way: Way, rounds: int) -> tuple[list[Way], list[Way]]:
        """Return the ways that leave a loop here, and those that go round again."""
        if node.kind == "for":
            if node.rounds is None:
                return [way], [dropped(way)]
            return ([], [dropped(way)]) if rounds < node.rounds else ([way], [])
        ended: list[Way] = []
        entered: list[Way] = []
        for after in self.within(node.parts[0], way, asks=True):
            for side in sides(after):
                if side.ended:
                    ended.append(side)
                elif (side.last == 0) is (node.kind == "while"):
                    entered.append(dropped(side.but(pending=way.pending)))
                else:
                    ended.append(
                        side.but(last=way.last, pending=way.pending, teller=way.teller)
                    )
        return ended, entered

    # -- processes

    def children(
        self, nodes: Sequence[Simple | Block | Sequence[Item]], way: Way
    ) -> list[tuple[Way, tuple[int, ...]]]:
        """Run commands in the next processes, one each; return how the ways went."""
        units = (way.units or ())[way.at : way.at + len(nodes)]
        if len(units) < len(nodes):
            return []
        found = [way.but(teller=None)]
        for node, unit in zip(nodes, units, strict=True):
            found = self.merged(
                after for before in found for after in self.child(node, unit, before)
            )
        return [(after, units) for after in found]

    def child(
        self, node: Simple | Block | Sequence[Item], unit: int, way: Way
    ) -> list[Way]:
        """Run a command in a process; it may have become its last command."""
        if isinstance(node, Simple) and plain(node.words)[0] not in self.functions:
            return [self.loosely(way, unit, said=node, inner_only=True)]
        if self.status(unit) is None:
            return [way]  # it runs on, and nobody waits for it
        if self.shallow and isinstance(node, (Simple, Block)):
            return [way.but(marks=way.mark(node.number, None, hidden=None))]
        if isinstance(node, Simple):
            items: Sequence[Item] = self.functions[plain(node.words)[0]].parts[0]
        elif isinstance(node, Block):
            inner = node.replace(kind="{") if node.kind == "(" else node
            items = (Item(";", (inner,)),)
        else:
            items = node
        kids = (*self.below.get(unit, ()), *((unit,) if self.became(unit) else ()))
        inside = Way(kids, way.marks).but(errexit=way.errexit, pipefail=way.pipefail)
        ended = self.shell(items, inside, self.status(unit))
        return [way.but(marks=after.marks, teller=after.teller) for after in ended]
