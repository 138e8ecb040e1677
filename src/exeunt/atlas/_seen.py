"""The processes that a line's shell forked → what each was, and how it ended."""

from __future__ import annotations

from ._builtins import READ
from ._words import program_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # The place of another process in the list (-1: the shell), a status, words.
    Exit = tuple[int, int | None, Sequence[str] | None]

APART = -1_000_000  # numbers of commands that have no place in the line


class Seen:
    """The processes, each by its place among them; none where nothing was seen."""

    def __init__(self, exits: Sequence[Exit] | None) -> None:
        self.exits = exits
        self.below: dict[int, list[int]] = {}
        for place, (parent, _, _) in enumerate(exits or ()):
            self.below.setdefault(parent, []).append(place)
        self.words: dict[int, tuple[str, ...]] = {}  # of what has no place in the line

    def status(self, unit: int) -> int | None:
        """Return how a process ended."""
        return self.exits[unit][1] if self.exits else None

    def told(self, unit: int) -> tuple[str, ...]:
        """Return the words of a process's program; none where they were not seen."""
        return tuple(self.exits[unit][2] or ()) if self.exits else ()

    def became(self, unit: int) -> bool:
        """Tell whether a process has become another program."""
        return self.exits is not None and self.exits[unit][2] is not None

    def apart(self, unit: int) -> int:
        """Return the number of a process that has no place in the line."""
        number = APART - unit
        self.words[number] = self.told(unit)
        return number


def is_fed(words: Sequence[str]) -> bool:
    """Tell whether words are a shell that reads its line from its input."""
    name, *rest = words
    if program_names(name)[0] not in READ:
        return False
    options = rest[: rest.index("-s")] if "-s" in rest else rest
    return all(word.startswith("-") and "c" not in word for word in options)


def fed_line(words: Sequence[str], document: str) -> str:
    """Return the line that a shell reads, after what its options set."""
    on = any("e" in word for word in words[1:] if word[:2] != "--")
    return f"set -e\n{document}" if on else document


def drops(words: Sequence[str]) -> tuple[str, ...] | None:
    """Return what a program runs that tells nobody how that ends: `find -exec … ;`.

    None is returned where it does tell, and no words where they are a line.
    """
    name = program_names(words[0])[0] if words else ""
    if name == "script":
        options = [word for word in words if word[:1] == "-" != word[1:2]]
        told = "--return" in words or any("e" in word for word in options)
        return None if told else ()
    if name == "find" and ";" in words:
        for place, word in enumerate(words):
            if word in {"-exec", "-execdir", "-ok", "-okdir"}:
                ran = tuple(words[place + 1 :])
                return ran[: ran.index(";")] if ";" in ran else None
    return None
