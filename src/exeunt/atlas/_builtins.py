"""The name of a command → whether it is the shell's own, and how such a one ends.

Builtins leave no process behind that could be seen.
"""

from __future__ import annotations

from ._words import peel, program_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._words import Layer

CONSTANT = {":": 0, "true": 0, "false": 1, "echo": 0, "printf": 0, "pwd": 0}
CONSTANT.update(dict.fromkeys(("export", "unset", "umask", "readonly", "local"), 0))
CONSTANT.update(dict.fromkeys(("declare", "typeset", "shift", "times", "jobs"), 0))
FALLIBLE = (
    *("cd", "test", "[", "[[", "((", "read", "let", "getopts", "type", "wait", "kill"),
    *("hash", "ulimit", "pushd", "popd", "dirs", "mapfile", "readarray", "fg", "bg"),
    *("disown", "compgen", "complete", "caller", "help", "history", "suspend"),
)
# Of these, a failure that nobody asks about is none: a question that was not needed, a
# process that was gone, a wait for what has its own status.
HARMLESS = (
    *("test", "[", "[[", "((", "read", "let", "getopts", "type", "hash", "command"),
    *("kill", "wait", "disown", "fg", "bg"),
)
READ = ("bash", "dash", "ksh", "sh")  # shells whose lines are read here
SHELLS = (*READ, "zsh")
STARTS = (".", "profile")  # what a shell does that begins with a file
WILD = (".", "source", "eval")  # they run what the line does not show
LEAVES = ("break", "continue")  # a round of a loop
UNREAD = (
    *("alias", "unalias", "return", "trap", "shopt", "enable"),
    *("builtin", "coproc", "select", "in"),
)


def plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """Take off the words of the shell before a command: `time -p`, `command`."""
    while len(words) > 1 and words[0] in {"time", "command"}:
        rest = words[2:] if words[1] == "-p" else words[1:]
        if not rest or rest[0].startswith("-"):
            break
        words = rest
    return words


def is_lookup(words: Sequence[str]) -> bool:
    """Tell whether a command only looks for another, as `command -v make` does."""
    return words[0] == "command"


def is_harmless(words: Sequence[str], status: int | None) -> bool:
    """Tell whether it matters to nobody that a builtin said no."""
    return status in {None, 1} and words[:1] != () and words[0] in HARMLESS


def may_ask(line: str) -> bool:
    """Tell whether a line may test how a command of it ends, from its words alone."""
    asking = ("if ", "while ", "until ", "&&", "||", "!")
    return any(word in line for word in asking)


def is_remote(wrapper: str) -> bool:
    """Tell whether a wrapper runs its command where its exit is not seen."""
    return wrapper.partition(" ")[0] in {"ssh", "docker", "podman", "kubectl"}


def line_of(layer: Layer, *, begins: bool) -> str:
    """Return the line of a shell, after the file that it begins with, if it does."""
    options = [word for word in layer.words[1:] if word[:2] != "--"]
    begins = begins and layer.name == "bash"
    begins |= "--login" in layer.words or any("l" in word for word in options)
    inner = layer.inner if isinstance(layer.inner, str) else ""
    return f"{' '.join(STARTS)}\n{inner}" if begins else inner


def is_unread(words: Sequence[str]) -> bool:
    """Tell whether words are a shell whose line they do not show."""
    return program_names(words[0])[0] in SHELLS and peel(words) is None


def unwrapped(
    argv: Sequence[str], line: str | None
) -> tuple[Sequence[str], str | None]:
    """Return what is inside all wrappers: the line of a shell, or else the words."""
    while line is None and argv:
        layer = peel(argv)
        if layer is None or not layer.inner:
            break
        if isinstance(layer.inner, str):
            line = layer.inner
        else:
            argv = layer.inner
    return argv, line
