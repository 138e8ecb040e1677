"""argv and environment → for whom: a program that reads JSON, or a person.

Known before the framework parses anything, so that its rejection is an envelope, too.
"""

from __future__ import annotations

import os

from .._record import Record, final
from ._streams import is_terminal, words_before_separator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OPTION = "--output"
OWN_OPTION = "--exeunt-output"  # where the app has an --output of its own


@final
class Asked(Record):
    """What a call asks of us, and the words that are left for the program."""

    __slots__ = ("as_json", "confirmed", "words")
    as_json: bool
    confirmed: bool
    words: tuple[str, ...]

    def __init__(self, words: Sequence[str], *, as_json: bool, confirmed: bool) -> None:
        self._fill(as_json, confirmed, tuple(words))


def ask(
    words: Sequence[str],
    *,
    program: str,
    owns: Callable[[str, Sequence[str]], bool],
    when_piped: bool,
) -> Asked:
    """Take our own options out of the words of a call."""
    rest, mode, confirmed = list(words), None, False
    for option in (OPTION, OWN_OPTION):
        if any(is_it(word, option) for word in mine(rest)) and not owns(option, rest):
            rest, mode = take(rest, option, mode)
    if "--yes" in mine(rest) and not owns("--yes", rest):
        rest.remove("--yes")
        confirmed = True
    if mode is None:
        variable = f"{identifier(program)}_OUTPUT"
        mode = os.environ.get(variable) or None
    piped = when_piped and mode is None and not is_terminal(1)
    return Asked(rest, as_json=mode == "json" or piped, confirmed=confirmed)


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


def identifier(program: str) -> str:
    """Write a program's name as the start of its environment variables."""
    return "".join(c if c.isalnum() else "_" for c in program).upper()
