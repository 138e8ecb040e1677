"""The words of a command → its program, its subcommand and its flags."""

from __future__ import annotations

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@final
class Parsed(Record):
    """The words after a program, sorted; `flags` holds `-x`, `--xy` and `-x value`."""

    positionals: tuple[str, ...]
    flags: frozenset[str]


def program_names(word: str) -> tuple[str, ...]:
    """Name the program that a word starts, exactly and then without its version."""
    name = word.rpartition("/")[2]
    if name[-4:].lower() == ".exe":
        name = name.rpartition("\\")[2][:-4].lower()
    plain = name.rstrip("0123456789.").rstrip("-")
    return (name, plain) if plain and plain != name else (name,)


def parse(words: Sequence[str], valued: Collection[str]) -> Parsed:
    """Sort the words after a program; `valued` options take the next word."""
    positionals: list[str] = []
    flags: set[str] = set()
    rest = iter(words)
    for word in rest:
        if word == "--":
            positionals.extend(rest)
        elif word.startswith("-") and word != "-":
            option, value = _option(word, flags, valued)
            if option in valued:
                value = next(rest, "") if value is None else value
                flags.add(f"{option} {value}")
        elif not word.startswith("+"):  # cargo +nightly, date +%s: never a subcommand
            positionals.append(word)
    return Parsed(tuple(positionals), frozenset(flags))


def _option(
    word: str, flags: set[str], valued: Collection[str]
) -> tuple[str, str | None]:
    """Note the flags in one word; return its last option and the value stuck to it."""
    name, equals, value = word.partition("=")
    if not equals or value != "false":
        flags.add(name)
        if name.startswith("--"):
            flags.add(name[1:])  # Go programs take -flag and --flag alike
    if name.startswith("--") or name in valued:
        return name, value if equals else None
    for place, letter in enumerate(word[1:], start=2):
        flags.add(f"-{letter}")
        if f"-{letter}" in valued:
            return f"-{letter}", word[place:] or None
    return name, None
