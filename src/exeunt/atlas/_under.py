"""A process → what it and those below it hide that have no place in the line.

Where is it decided which line a process runs? Here: that of a shell is in its words, in
a script that was read or in a document; a program has none, and its table says whether
what it lets fail is its own business.
"""

from __future__ import annotations

from ..model.runners import is_runner
from ..model.stage import GATHERED
from ._builtins import SHELLS, STARTS, is_remote, is_unread, line_of, plain
from ._marking import Marking
from ._seen import (
    drops,
    fed_line,
    file_in,
    invoked,
    is_fed,
    is_path,
    is_probe,
    is_shell,
    name_of,
    script_line,
)
from ._syntax import Simple
from ._ways import SIGPIPE
from ._words import peel, program_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..model.stage import Surroundings
    from ._seen import Exit
    from ._syntax import Block
    from ._ways import Tables, Way

    Told = tuple[tuple[str, ...], int | None, bool | None]  # words, status, hidden

GATHERS = ("xargs", GATHERED)
NESTED = -2_000_000  # numbers of commands of nested lines
TELLERS = -1_500_000  # the same, of those whose status was their line's
MOST_WAYS = 400  # side by side; more is a script


class Under(Marking):
    """What is known of a line, and of the lines inside of it."""

    def __init__(
        self,
        exits: Sequence[Exit] | None,
        tables: Tables,
        around: Surroundings,
        *,
        shallow: bool = False,
    ) -> None:
        super().__init__(exits, tables)
        self.knowledge = (tables, around)
        self.around = around
        self.captured = False  # what the line writes is put into another
        self.shallow = shallow  # what the stages themselves have run was not seen
        self.functions: dict[str, Block] = {}
        self.depth: int = 0
        self.steps: int = 0
        self.gathered: list[Told] = []  # invocations of which one status was made
        self.teller: tuple[str, ...] = ()  # the command whose status was the line's

    def explained(
        self, line: str, units: Sequence[int], code: int | None
    ) -> list[Told]:
        """Tell of each command of a line how it ended, and whether that is hidden."""
        raise NotImplementedError

    def loosely(
        self,
        way: Way,
        unit: int,
        *,
        said: Simple | None = None,
        line: str | None = None,
        inner_only: bool = False,
    ) -> Way:
        """Mark the failures of a process, and of those below it, that have no place.

        `said` is the command that it is in the line, without words where a program has
        started it, and `line` the one that it runs. Of a shell with a line of its own
        it is known which of them are hidden, whatever has started it; those of another
        program are its business, unless it tells nobody.
        """
        status = self.status(unit)
        called = plain(said.words) if said else ()
        if not inner_only and status != 0:
            ended = self.last(unit) or called
            if not self.is_answer(ended, status or 0):
                hidden = None if status is None else True
                way = way.but(marks=way.mark(self.apart(unit), status, hidden=hidden))
        if line is not None and not self.shallow:
            return self.nested(way, unit, line, self, forked=True)
        while said and self.is_own(unit, called):
            called = tuple(self.called(unit, called))
            unit = self.heirs[unit]
        words = self.told(unit) or called
        if said and said.document is not None and is_fed(words):
            return self.nested(way, unit, fed_line(words, said.document), self)
        return self.under(way, unit, words, said and called)

    def under(
        self,
        way: Way,
        unit: int,
        words: Sequence[str],
        called: tuple[str, ...] | None,
    ) -> Way:
        """Mark what a process has started, by the line that it runs if it has one."""
        layer = peel(words) if words else None
        below = self.below.get(unit, [])
        inner = layer.inner if layer is not None else ()
        line = script_line(words, self.around.scripts) if words else None
        if layer is not None and (self.shallow or is_remote(layer.name)):
            return self.unseen_lines(layer.inner, way, unit)
        if layer is not None and isinstance(inner, str):
            if layer.name in SHELLS or not below:
                line = line_of(layer, begins=self.around.begins)
        elif line is None and (not words or not self.became(unit) or is_unread(words)):
            return self.undirected(way, unit, below)
        if line is not None:
            return self.nested(way, unit, line, self)
        dropped = drops(words)
        ran = dropped or (inner if isinstance(inner, tuple) else ())
        heir = self.heirs.get(unit)
        for place in below:
            named = ran or (called if place == heir else ())
            said = None if named is None else Simple(0, named)
            way = self.loosely(way, place, said=said, inner_only=dropped is None)
        runs = layer is None or is_runner(words[0])  # and not what a wrapper was given
        if runs and dropped is None and not self.status(unit):
            way = self.let_pass(way, words, below)
        if words and (program_names(words[0])[-1], self.status(unit)) == GATHERS:
            self.gather(below, invoked(words))
        return way

    def is_own(self, unit: int, said: Sequence[str]) -> bool:
        """Tell whether what a process did is the business of the program it became.

        `said` is what the line calls it, if a line does. A program that is found by its
        name is one, whatever it is made of; a line is judged by its text, and so is a
        file that somebody has named.
        """
        if unit not in self.heirs or (said and (is_shell(said[0]) or is_path(said[0]))):
            return False
        words = self.told(unit)
        if not words:  # it was another before anybody looked
            return bool(said) and not any(map(self.is_line, said[1:]))
        if is_runner(words[0]):  # a script of it, found by its name
            script = [word for word in words[1:] if word[:1] != "-"][:1]
            return [name_of(word) for word in script] == [*said[:1]]
        if not is_shell(words[0]):
            return True
        found = file_in(words)
        file = found[0] if found is not None else ""
        if not said:
            return file.startswith("/")
        rest = said[1:] if name_of(file) != name_of(said[0]) else ()
        return not any(is_shell(one) or name_of(one) == name_of(file) for one in rest)

    def is_line(self, word: str) -> bool:
        """Tell whether a word names a shell, or a script of one."""
        return is_shell(word) or script_line((word,), self.around.scripts) is not None

    def called(self, unit: int, said: Sequence[str]) -> Sequence[str]:
        """Return what the line calls a program that a process has become."""
        words = self.told(unit) or said
        layer = peel(said) if said and name_of(words[0]) == name_of(said[0]) else None
        inner = layer.inner if layer is not None and not layer.lost else ()
        return said if isinstance(inner, str) or not inner else inner

    def gather(self, below: Sequence[int], words: tuple[str, ...]) -> None:
        """Note what has failed of a program's invocations, where all did in one way."""
        ways = [*({self.status(place) for place in below} - {0})]
        if len(ways) == 1 and words:
            self.gathered.append((words, ways[0], False))

    def undirected(self, way: Way, unit: int, below: Sequence[int]) -> Way:
        """Doubt what has failed under a shell whose line nobody knows, but its own."""
        told = bool(below) and self.status(below[-1]) == self.status(unit)
        for place in below[:-1] if told else below:
            way = self.doubted(way, place)
        return self.loosely(way, below[-1], inner_only=True) if told else way

    def let_pass(self, way: Way, words: Sequence[str], below: Sequence[int]) -> Way:
        """Doubt what a program has started and let fail, unless its table vouches."""
        failed = [
            place
            for place in below
            if self.has_failed(self.last(place), self.status(place) or 0)
        ]
        if failed and not self.is_vouched(words):
            for place in failed:
                marks = way.mark(self.apart(place), self.status(place), hidden=None)
                way = way.but(marks=marks)
        return way

    def has_failed(self, words: Sequence[str], status: int) -> bool:
        """Tell whether a command may not have done its job; one unseen may be any."""
        if not words:
            return status not in {0, SIGPIPE}
        return self.is_doubtful(words, status) and not is_probe(words)

    def is_unread(self, words: Sequence[str]) -> bool:
        """Tell whether words are a shell whose line nobody knows."""
        return is_unread(words) and script_line(words, self.around.scripts) is None

    def unseen_lines(self, words: Sequence[str] | str, way: Way, place: int) -> Way:
        """Mark what a line may hide whose shell was not seen, as on another machine."""
        while not isinstance(words, str):
            layer = peel(words) if words else None
            if layer is None:
                return way
            words = layer.inner
        return self.nested(way, place, words, type(self)(None, *self.knowledge))

    def doubted(self, way: Way, unit: int) -> Way:
        """Mark failures that the line may have asked about."""
        status, words = self.status(unit), self.last(unit)
        if status and not self.is_answer(words, status):
            way = way.but(marks=way.mark(self.apart(unit), status, hidden=None))
        return self.loosely(way, unit, inner_only=True)

    def number_of(self, place: int, teller: tuple[str, ...]) -> int | None:
        """Number the command that the status of a nested line is of, if it is known."""
        if not teller:
            return None
        number = TELLERS - place
        self.words[number] = teller
        return number

    def nested(
        self, way: Way, place: int, line: str, seen: Under, *, forked: bool = False
    ) -> Way:
        """Mark what a nested shell has hidden of its own line.

        One that is a fork of this shell has its functions, and may have become its last
        command.
        """
        inner = type(self)(seen.exits, *self.knowledge)
        inner.depth = self.depth + 1
        below = list(inner.below.get(place, ()))
        if forked:
            inner.functions, inner.captured = dict(self.functions), True
            below += [place] if self.became(place) else []
        stages = inner.explained(line, below, inner.status(place))
        marks = way.but(teller=self.number_of(place, inner.teller))
        for number, (words, status, hidden) in enumerate(stages):
            if hidden is not False and words != STARTS:
                apart = NESTED - place * MOST_WAYS - number
                self.words[apart] = words
                marks = marks.but(marks=marks.mark(apart, status, hidden=hidden))
        return marks
