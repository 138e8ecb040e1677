"""argv and environment → for whom: a program that reads JSON, or a person.

A scan of the words can only show that none of them is ours. Which are is decided by
the parser of the command that is reached, and told to the run. Where a call failed
before that, the words choose in which shape its error is said, and nothing else.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Any

OPTION = "--output"
OWN_OPTION = "--exeunt-output"  # where the app has an --output of its own
FIELDS = "--fields"  # of the data, which only JSON has
YES = "--yes"  # of a command that destroys something
MODES = (OPTION, OWN_OPTION)
CHOOSING = (*MODES, FIELDS)  # who reads the call
SHAPES = ("json", "text")
CALLER = "EXEUNT_CALLER"  # json:PID, from a PID that reads what its child says


def candidates(words: Sequence[str]) -> list[str]:
    """Name those of our options that may be in a call; none: nothing in it is ours."""
    found: list[str] = []
    for place, word in enumerate(mine(words)):
        name, equals, value = word.partition("=")
        if name in MODES:
            given = value if equals else "".join(words[place + 1 :][:1])
            found += [name] if given in SHAPES else []
        elif name == FIELDS or word == YES:
            found.append(name)
    return found


def may_ask(words: Sequence[str]) -> bool:
    """Tell whether a word may ask for JSON; if none does, no parser is waited for."""
    return any(word.endswith("json") or is_it(word, FIELDS) for word in words)


def is_unasked(variable: str, *, when_piped: bool) -> bool:
    """Tell whether a call is read by a program, if its words do not say."""
    mode = os.environ.get(variable)
    if mode:
        return mode == "json"
    return is_awaited() or (when_piped and not is_terminal(1))


def shape(words: Sequence[str], options: Collection[str]) -> str | None:
    """Return the shape that words ask for by those of our options, if they do."""
    rest, mode = list(words), None
    for option in MODES:
        if option in options:
            rest, mode = take(rest, option, mode)
    named = FIELDS in options and any(is_it(word, FIELDS) for word in mine(words))
    return "json" if named else mode


def without_ours(words: Sequence[str]) -> list[str]:
    """Leave our options out of a call that is talked about, and not made."""
    rest = list(words)
    for option in MODES:
        rest, _ = take(rest, option, None)
    rest, _ = take_fields(rest)
    end = words_before_separator(rest)
    return [word for word in rest[:end] if word != YES] + rest[end:]


def is_awaited() -> bool:
    """Tell whether our own parent reads JSON; a child of ours has another parent."""
    caller = os.environ.get(CALLER)
    return caller is not None and caller == f"json:{os.getppid()}"


def mine(words: Sequence[str]) -> Sequence[str]:
    """Return the words before `--`: nothing after it is an option."""
    return words[: words_before_separator(words)]


def is_it(word: str, option: str) -> bool:
    """Tell whether a word is an option, with or without its value."""
    return word == option or word.startswith(f"{option}=")


def take(
    words: list[str], option: str, mode: str | None
) -> tuple[list[str], str | None]:
    """Remove every `--output json` and return the mode; other values stay."""
    rest: list[str] = []
    end = words_before_separator(words)
    place = 0
    while place < end:
        word = words[place]
        value = (
            word.partition("=")[2] if "=" in word else "".join(words[place + 1 :][:1])
        )
        if is_it(word, option) and value in {"json", "text"}:
            mode = value
            place += 1 if "=" in word else 2
            continue
        rest.append(word)
        place += 1
    return rest + words[end:], mode


def take_fields(words: list[str]) -> tuple[list[str], str]:
    """Remove every `--fields a,b` and return what they name; nothing if none does."""
    rest: list[str] = []
    named: list[str] = []
    end = words_before_separator(words)
    before = iter(words[:end])
    for word in before:
        if is_it(word, FIELDS):
            named.append(word.partition("=")[2] if "=" in word else next(before, ""))
        else:
            rest.append(word)
    return rest + words[end:], ",".join(named)


def called_as() -> str:
    """Return the name that the program was started by: of its file, or its package."""
    name = os.path.basename(sys.argv[0] or "program")  # noqa: PTH119 - pathlib is dear
    package = getattr(sys.modules["__main__"], "__package__", None)
    return package if package and name == "__main__.py" else name


def hint(variable: str) -> str:
    """Say how a program asks for JSON from every command, whatever its options are."""
    return f"For programs: {variable}=json in the environment makes it answer in JSON."


def identifier(program: str) -> str:
    """Write a program's name as the start of its environment variables."""
    return "".join(c if c.isalnum() else "_" for c in program).upper()


def put_environment(env: Mapping[str, str | None]) -> None:
    """Set variables, or take them away where None is given."""
    for name, value in env.items():
        if value is None:
            try:
                del os.environ[name]
            except KeyError:
                pass  # the program has taken it away
        else:
            os.environ[name] = value


def words_before_separator(words: Sequence[str]) -> int:
    """Count the words that may be ours: those before `--`."""
    return list(words).index("--") if "--" in words else len(words)


def is_terminal(descriptor: int) -> bool:
    """Tell whether a person is at this descriptor."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def scan(
    words: Sequence[str], run: Any, owns: Callable[[str, Sequence[str]], bool]
) -> list[str]:
    """Take our options out of a call, where its parser cannot be asked."""
    rest = list(words)
    for option in MODES:
        if option in run.offered and not owns(option, rest):
            rest, mode = take(rest, option, None)
            if mode is not None:
                run.take(option, mode)
    if YES in run.offered and not owns(YES, rest):
        rest.remove(YES)
        run.take(YES)
    if FIELDS in run.offered and not owns(FIELDS, rest):
        rest, named = take_fields(rest)
        run.take(FIELDS, named)
    return rest
