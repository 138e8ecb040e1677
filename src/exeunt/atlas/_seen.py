"""The processes that a line's shell forked → what each was, and how it ended."""

from __future__ import annotations

from ._builtins import READ, SHELLS
from ._words import program_names, read_options, settings_of
from .wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    # The place of another process in the list (-1: the shell), a status, words, and
    # whether it is that other, become another program.
    Exit = tuple[int, int | None, Sequence[str] | None, bool]

APART = -1_000_000  # numbers of commands that have no place in the line


class Seen:
    """The processes, each by its place among them; none where nothing was seen."""

    def __init__(self, exits: Sequence[Exit] | None) -> None:
        self.exits = exits
        self.below: dict[int, list[int]] = {}
        self.heirs: dict[int, int] = {}  # what a process has become, by its place
        for place, (parent, _, _, same) in enumerate(exits or ()):
            self.below.setdefault(parent, []).append(place)
            if same and parent >= 0:
                self.heirs[parent] = place
        self.words: dict[int, tuple[str, ...]] = {}  # of what has no place in the line

    def said(self, number: int) -> tuple[str, ...]:
        """Return the words of a command, by its number."""
        return self.words.get(number, ())

    def status(self, unit: int) -> int | None:
        """Return how a process ended."""
        return self.exits[unit][1] if self.exits else None

    def told(self, unit: int) -> tuple[str, ...]:
        """Return the words of a process's program; none where they were not seen."""
        return tuple(self.exits[unit][2] or ()) if self.exits else ()

    def last(self, unit: int) -> tuple[str, ...]:
        """Return the words of the last program that a process was: it has ended."""
        while unit in self.heirs:
            unit = self.heirs[unit]
        return self.told(unit)

    def became(self, unit: int) -> bool:
        """Tell whether a process has become another program."""
        return self.exits is not None and self.exits[unit][2] is not None

    def apart(self, unit: int) -> int:
        """Return the number of a process that has no place in the line."""
        number = APART - unit
        self.words[number] = self.last(unit)
        return number


def script_line(words: Sequence[str], scripts: Mapping[str, str | None]) -> str | None:
    """Return the line of a shell that reads it from a file; None where it is not known.

    A file is named after the shell, or is the program, and its first line the shell.
    """
    name = words[0]
    text = scripts.get(name)
    if text is not None:
        first, _, _ = text.partition("\n")
        words = (*first.removeprefix("#!").split(), name)
        if not first.startswith("#!") or len(words) == 1:
            return None
        words = words[1:] if program_names(words[0])[0] == "env" else words
    found = file_in(words) if program_names(words[0])[0] in READ else None
    text = None if found is None else scripts.get(found[0])
    return None if found is None or text is None else settings_of(found[1]) + text


def file_in(words: Sequence[str]) -> tuple[str, dict[str, str]] | None:
    """Return the file that a shell reads its line from, and the shell's options."""
    options = read_options(words, 1, WRAPPERS["sh"])
    if options is None or not {"-c", "-s"}.isdisjoint(options[0]):
        return None
    found, place = options
    return (words[place], found) if place < len(words) else None


def is_shell(word: str) -> bool:
    """Tell whether a word names a shell."""
    return program_names(word)[0].lstrip("-") in (*SHELLS, "mksh", "ash")


def name_of(path: str) -> str:
    """Return the name of a program or file without its directory."""
    return path.rpartition("/")[2]


def is_path(word: str) -> bool:
    """Tell whether a word names a file, or may: one that is expanded."""
    return "/" in word or "$" in word or "`" in word


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


def is_probe(words: Sequence[str]) -> bool:
    """Tell whether a command only asks what there is: `gcc --version`."""
    return any(word in PROBES for word in words[1:])


PROBES = ("--version", "-V", "-version", "--help", "-h")


def invoked(words: Sequence[str]) -> tuple[str, ...]:
    """Return what xargs runs: what stands after its options."""
    from ._lookup import built_in  # for a line with a failure

    table = built_in("xargs")
    valued = table.get("valued", ()) if table else ()
    rest = iter(words[1:])
    for word in rest:
        if word in valued:
            next(rest, None)
        elif not word.startswith("-"):
            return (word, *rest)
    return ()
