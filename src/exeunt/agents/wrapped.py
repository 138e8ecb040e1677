"""The text of a `-c` call → whose wrapper it is, and the person's own command in it.

A text that stands in no row is nobody's: a login file, pyenv's or direnv's own shell.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@final
class Wrapper(Record):
    """What an agent writes around a command, in the versions that were recorded."""

    agent: str
    _: KW_ONLY
    versions: tuple[str, ...]
    shells: tuple[str, ...]
    begins: str
    opens: tuple[str, ...]  # one after the other, and then the command
    closes: str  # what follows the command
    last: bool = False  # nothing follows that
    quoted: bool = False  # the command is one word between single quotes


@final
class Wrapped(Record):
    """A command as its agent was given it."""

    agent: str
    command: str
    versions: tuple[str, ...]


WRAPPERS = (
    Wrapper(
        "claude",
        versions=("2.1.197", "2.1.326"),
        shells=("bash", "zsh"),
        begins="source ",
        opens=(" && eval '",),
        closes="' < /dev/null && pwd -P >| ",
        quoted=True,
    ),
    # A command with a redirection of its own, a here-document too, keeps its stdin.
    Wrapper(
        "claude",
        versions=("2.1.326",),
        shells=("bash", "zsh"),
        begins="source ",
        opens=(" && eval '",),
        closes="' && pwd -P >| ",
        quoted=True,
    ),
    Wrapper(
        "gemini",
        versions=("0.61.0",),
        shells=("bash",),
        begins="shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=",
        opens=("\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n",),
        closes="\n)\n__code=$?\nexit $__code",
        last=True,
    ),
    # What restores a snapshot and ends by becoming the shell of the command.
    Wrapper(
        "codex",
        versions=("0.169.0",),
        shells=("bash", "zsh"),
        begins='__CODEX_SNAPSHOT_OVERRIDE_SET_0="',
        opens=("\nexec '", "' -c '"),
        closes="'",
        last=True,
        quoted=True,
    ),
)
# Agents whose text is the command itself; any other is told of by its start file.
BARE: dict[str, tuple[str, ...]] = {"codex": ("0.169.0",), "any": ()}
QUOTE = "'\"'\"'"  # a single quote between single quotes, as all of them write it
QUOTES = (QUOTE, "'\\''")


def unwrapped(text: str, agent: str | None = None) -> Wrapped | None:
    """Take an agent's wrapper off a text; None if it is in no row.

    `agent` is whose shell runs the text, where that is known by other means: one that
    gives its command as it is cannot be told from anybody else by the text.
    """
    for found in readings(text):
        return found
    if agent in BARE and text.strip():
        return Wrapped(agent, text, BARE[agent])
    return None


def readings(text: str) -> Iterator[Wrapped]:
    """Yield the rows that a text fits, each with the command in it."""
    for row in WRAPPERS:
        start = opened(text, row) if text.startswith(row.begins) else -1
        if start < 0:
            continue
        end = text.rfind(row.closes, start)
        if end < 0 or (row.last and end + len(row.closes) != len(text)):
            continue
        command = plain(text[start:end]) if row.quoted else text[start:end]
        if command is not None and command.strip():
            yield Wrapped(row.agent, command, row.versions)


def opened(text: str, row: Wrapper) -> int:
    """Return where the command begins, or -1."""
    start = len(row.begins)
    for mark in row.opens:
        start = text.find(mark, start)
        if start < 0:
            return -1
        start += len(mark)
    return start


def plain(word: str) -> str | None:
    """Take the quotes off a word that stood between single quotes."""
    for quote in QUOTES:
        word = word.replace(quote, "\0")
    return None if "'" in word else word.replace("\0", "'")
