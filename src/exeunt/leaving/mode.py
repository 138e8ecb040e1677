"""argv and environment → for whom: a program that reads JSON, or a person.

Known before the framework parses anything, so that its rejection is an envelope, too.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

OPTION = "--output"
OWN_OPTION = "--exeunt-output"  # where the app has an --output of its own
FIELDS = "--fields"  # of the data, which only JSON has
CALLER = "EXEUNT_CALLER"  # json:PID, from a PID that reads what its child says


def ask(
    words: Sequence[str],
    *,
    program: str,
    owns: Callable[[str, Sequence[str]], bool],
    when_piped: bool,
) -> tuple[bool, bool, str | None, list[str]]:
    """Take our own options out of a call: JSON? confirmed? fields? and the rest."""
    rest, mode, confirmed, fields = list(words), None, False, None
    for option in (OPTION, OWN_OPTION):
        if any(is_it(word, option) for word in mine(rest)) and not owns(option, rest):
            rest, mode = take(rest, option, mode)
    if "--yes" in mine(rest) and not owns("--yes", rest):
        rest.remove("--yes")
        confirmed = True
    if any(is_it(word, FIELDS) for word in mine(rest)) and not owns(FIELDS, rest):
        rest, fields = take_fields(rest)
        mode = "json"
    if mode is None:
        variable = f"{identifier(program)}_OUTPUT"
        mode = os.environ.get(variable) or None
    unasked = mode is None and (is_awaited() or (when_piped and not is_terminal(1)))
    return mode == "json" or unasked, confirmed, fields, rest


def candidates(words: Sequence[str]) -> dict[str, str]:
    """Return what may be options of ours in a call, with their values.

    Nothing in it: none is. Whose the others are, the parser that meets them knows.
    """
    found: dict[str, str] = {}
    own = mine(words)
    for place, word in enumerate(own):
        option, equals, value = word.partition("=")
        value = value if equals else "".join(own[place + 1 : place + 2])
        is_mode = option in {OPTION, OWN_OPTION} and value in {"json", "text"}
        if is_mode or option == FIELDS or word == "--yes":
            found[option] = value
    return found


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


def identifier(program: str) -> str:
    """Write a program's name as the start of its environment variables."""
    return "".join(c if c.isalnum() else "_" for c in program).upper()


def put_environment(env: Mapping[str, str | None]) -> None:
    """Set variables, or take them away where None is given."""
    for name, value in env.items():
        if value is None:
            os.environ.pop(name, None)
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
