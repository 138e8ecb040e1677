"""The words of a command → how its group is called, and the line that runs it again."""

from __future__ import annotations

from ..process.shells import line_in
from ..secrets.names import HIDDEN
from .row import UNKNOWN, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .row import Row

ONCE = "once"  # the kind of a run under a key
KEYED = (
    "It ran under a key: look, then run it with the same --once KEY, or say what came "
    "of it with exeunt journal resolve KEY done|failed|again."
)
VERBS: dict[str, tuple[str, ...]] = {
    "drive": ("drive",),
    "session": ("session", "start"),
}  # by kind; else run
FEW = 2  # words beside the program's name
OF_LINE = 3  # words of a line for a shell
LONG = 40  # characters of such a word
LINE = 400  # characters of a line, in which the first words are
PLAIN = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
)


def headed(row: Row) -> tuple[str, str]:
    """Return a command's program, and the words that tell it from others of that.

    Words that hold a digit are data: the number of a file, a date, an address. Of a
    line for a shell it is the line's own first word that names the program.
    """
    argv = row.get("argv") or ()
    line = line_in(argv)
    if line is None:
        return program(row), " ".join(of_command(argv[1:]))
    first, *words = [*of_line(line), ""]
    return f"{program(row)}: {first}".rstrip(": "), " ".join(words).strip()


def of_line(line: str) -> Iterator[str]:
    """Yield the first words of a line, data as a gap."""
    for word in line[:LINE].split()[:OF_LINE]:
        yield "…" if any(map(str.isdigit, word)) else word[:LONG]


def of_command(words: Sequence[str]) -> Iterator[str]:
    """Yield the first words that are no options and no data."""
    names = [word for word in words if not word.startswith("-")]
    for word in names[:FEW]:
        if any(map(str.isdigit, word)) or len(word) > LONG or not word.strip():
            return
        yield place_of(word)


def place_of(word: str) -> str:
    """Return the host of an address, and the name of a file."""
    if "://" in word:
        return word.partition("://")[2].partition("/")[0] or word
    return word.rstrip("/").rpartition("/")[2] or word


# -- a line to be typed


def again(row: Row) -> str | None:
    """Return the line that runs a row's command again; None if it is not all known."""
    if "again" in row:
        given: str | None = row["again"]  # who told the row knows a better way
        return given
    argv = row.get("argv") or ()
    if not argv or row.get("cut") or any(HIDDEN in word for word in argv):
        return None
    kind = row.get("kind")
    if kind == ONCE:
        return None  # without its key it could be done twice
    words = ["exeunt", *VERBS.get(kind or "", ("run",))]
    if cwd := row.get("cwd"):
        words += ["--cwd", cwd]
    if name := row.get("name"):
        words += ["--name", name]
    if argv[0].startswith("-"):
        words.append("--")
    return " ".join(map(quoted, [*words, *argv]))


def quoted(word: str) -> str:
    """Write a word as a shell reads it back; what cannot be seen is spelled out."""
    if word and PLAIN.issuperset(word):
        return word
    if word.isprintable():
        return "'" + word.replace("'", "'\"'\"'") + "'"
    return "$'" + "".join(map(spelled, word)) + "'"


def spelled(char: str) -> str:
    """Write a character within $'…'."""
    if char in "\\'":
        return f"\\{char}"
    if char.isprintable():
        return char
    if char == "\n":
        return "\\n"
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))


def warning(row: Row) -> str:
    """Say what to look at before a command is run again; empty if it did nothing."""
    if not row.get("argv"):
        return "Its words are not known."
    if row.get("cut"):
        return "Its words were too long to be kept: some are missing at the end."
    if any(HIDDEN in word for word in row.get("argv", ())):
        return "A secret stood in its words and is hidden (***): type it anew."
    if row.get("kind") == ONCE:
        return KEYED
    doubt = {
        "unknown": "Nobody knows what it did: look before you run it again.",
        "partial": "It did a part of its work: look before you run it again.",
        "complete": "It may have done its work: look before you run it again.",
    }
    if row.get("verdict") == UNKNOWN:
        return doubt["unknown"]
    return doubt.get(row.get("side_effects") or "unknown", "")
