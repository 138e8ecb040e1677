"""The words of a command → its program, its options, and the command in its wrapper.

`sudo -u bob env A=1 grep x f` is a layer named sudo around `env A=1 grep x f`.
"""

from __future__ import annotations

from ..record import KW_ONLY, Record, final
from .wrappers import WRAPPERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from .wrappers import Wrapper


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


# -- wrappers


@final
class Layer(Record):
    """A wrapper: its own words, and the words or the shell line that it runs.

    A layer that is `lost` has an option that its row does not list, so where the
    command begins would be a guess.
    """

    name: str
    words: tuple[str, ...]
    inner: tuple[str, ...] | str = ()
    _: KW_ONLY
    own: tuple[int, ...] = ()
    lost: bool = False


def peel(argv: Sequence[str]) -> Layer | None:
    """Take the outermost wrapper off a command; None if it is no wrapper."""
    for name in program_names(argv[0]):
        if name in WRAPPERS:
            return _peel(name, tuple(argv), 1)
    return None


def is_wrapper(program: str) -> bool:
    """Tell whether a program runs the command that it is given, as sudo and sh do."""
    return any(name in WRAPPERS for name in program_names(program))


def inner_command(argv: Sequence[str]) -> Sequence[str] | None:
    """Take all wrappers off a command; None where what they run cannot be told."""
    while (layer := peel(argv)) is not None:
        if layer.lost or isinstance(layer.inner, str) or not layer.inner[0]:
            return None
        argv = layer.inner
    return argv


def _peel(name: str, argv: tuple[str, ...], start: int) -> Layer | None:
    """Read a wrapper's options from `start` on, then what its kind expects."""
    wrapper = WRAPPERS[name]
    kind = wrapper.get("runs", "command")
    if kind == "after --":
        end = argv.index("--") if "--" in argv else len(argv)
        return _layer(name, argv, end, argv[end + 1 :])
    options = read_options(argv, start, wrapper)
    if options is None:
        return None if kind == "subcommand" else Layer(name, argv, lost=True)
    found, place = options
    if kind == "subcommand":
        longer = f"{name} {argv[place]}" if place < len(argv) else ""
        return _peel(longer, argv, place + 1) if longer in WRAPPERS else None
    if not found.keys().isdisjoint(wrapper.get("hides", "").split()):
        return None
    place = min(place + wrapper.get("operands", 0), len(argv))
    inner = _run_by(wrapper, argv[place:], found)
    return _layer(name, argv, place, inner)


def _run_by(
    wrapper: Wrapper, rest: tuple[str, ...], found: dict[str, str]
) -> tuple[str, ...] | str:
    """Name what a wrapper runs: a shell line if an option holds one, or the rest."""
    for option in wrapper.get("line", "").split():
        if option in found:
            return found[option]
        if rest[:1] == (option,):  # flock FILE -c LINE
            return "".join(rest[1:2])
    return _RUNS[wrapper.get("runs", "command")](rest, found)


def read_options(
    argv: Sequence[str], start: int, wrapper: Wrapper
) -> tuple[dict[str, str], int] | None:
    """Read options up to the first operand: what they are, and where that stands.

    None means an option that the table of wrappers does not know.
    """
    flags = set(f"{wrapper.get('flags', '')} {wrapper.get('hides', '')}".split())
    last = set(wrapper.get("last", "").split())
    valued = set(f"{wrapper.get('valued', '')} {wrapper.get('line', '')}".split())
    valued |= last
    found: dict[str, str] = {}
    place = start
    while place < len(argv):
        word = argv[place]
        if word == "--":
            return found, place + 1
        if not word.startswith("-") or (word == "-" and word not in flags):
            if not (wrapper.get("assignments", False) and is_assignment(word)):
                break
        else:
            option = _read_option(word, flags, valued, found)
            if option is None:
                return None
            if option:
                place += 1
                found[option] = argv[place] if place < len(argv) else ""
        place += 1
        if not last.isdisjoint(found):
            break
    return found, min(place, len(argv))


def _read_option(
    word: str, flags: set[str], valued: set[str], found: dict[str, str]
) -> str | None:
    """Note one word of options; return the option that takes the next word, if any."""
    name, equals, value = word.partition("=")
    if name in flags:
        found[name] = value
        return ""
    if name in valued:
        found[name] = value
        return "" if equals else name
    if name.startswith("--"):
        return None
    for place, letter in enumerate(word[1:], start=2):
        option = f"-{letter}"
        if option in valued:
            found[option] = word[place:]
            return "" if word[place:] else option
        if option not in flags:
            return None
        found[option] = ""
    return ""


def is_assignment(word: str) -> bool:
    """Tell whether a word is NAME=value."""
    name, equals, _ = word.partition("=")
    name = name.removesuffix("+")
    return bool(equals) and name.isidentifier() and name.isascii()


def _layer(
    name: str, argv: tuple[str, ...], end: int, inner: tuple[str, ...] | str
) -> Layer | None:
    """Make the layer; a wrapper that runs no named command is a plain command."""
    if not inner:
        return None
    return Layer(name, argv[:end], inner, own=WRAPPERS[name].get("own", ()))


def _command(rest: tuple[str, ...], found: dict[str, str]) -> tuple[str, ...]:
    """Run the words as they stand; docker's --entrypoint comes before them."""
    entry = found.get("--entrypoint")
    return (entry, *rest) if entry else rest


def _package(rest: tuple[str, ...], _found: dict[str, str]) -> tuple[str, ...]:
    """Run `eslint@9`, `ruff==0.5` or `@biomejs/biome`: the program without the rest."""
    word = rest[0] if rest else ""
    word = word.removeprefix("@") if "/" in word else word
    for mark in "@=<>~![":
        word = word.partition(mark)[0]
    return (word, *rest[1:]) if word else ()


def _script(rest: tuple[str, ...], _found: dict[str, str]) -> tuple[str, ...]:
    """Run a project's script of that name if it has one, and the program if not."""
    return () if rest[:1] and rest[0] in LIKELY_SCRIPTS else rest


LIKELY_SCRIPTS = ("build", "check", "install", "patch", "test", "time")


def _module(rest: tuple[str, ...], found: dict[str, str]) -> tuple[str, ...]:
    """Run a module as the tool of that name; without -m there is none."""
    module = found.get("-m") or found.get("--module")
    return (module, *rest) if module else ()


def _module_or_command(rest: tuple[str, ...], found: dict[str, str]) -> tuple[str, ...]:
    """Run a module if -m says so, and the words as they stand if not."""
    return _module(rest, found) or rest


def _remote(rest: tuple[str, ...], _found: dict[str, str]) -> str:
    """Run a line in another machine's shell, which gets the words joined."""
    return " ".join(rest)


def _shell(rest: tuple[str, ...], found: dict[str, str]) -> str:
    """Run a shell's command string under the shell's own options."""
    if "-c" not in found or not rest:
        return ""
    return settings_of(found) + rest[0]


def settings_of(found: dict[str, str]) -> str:
    """Return the lines that set what a shell's options set."""
    settings = "".join(f"set {option}\n" for option in ("-e", "-u") if option in found)
    if found.get("-o") == "pipefail":
        settings += "set -o pipefail\n"
    return settings


_RUNS: dict[str, Callable[[tuple[str, ...], dict[str, str]], tuple[str, ...] | str]] = {
    "command": _command,
    "line": _remote,
    "module": _module,
    "module or command": _module_or_command,
    "package": _package,
    "script": _script,
    "shell": _shell,
}
