"""Words and variables → the secrets in them that only their names betray.

What GITHUB_TOKEN holds, what follows --password, what an Authorization header says: the
table has them all. A value that is a path, a number, a plain word or very short is left
alone: it would be hidden everywhere, and is no secret worth that.
"""

from __future__ import annotations

from .table import (
    COMMANDS,
    QUOTES,
    is_named,
    is_opening,
    is_value,
    is_words,
    is_worth_it,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SWITCHES = ("no-", "ask-", "use-", "prompt-", "show-", "generate-", "reset-", "skip-")
NO_PASS = ("bypass", "compass", "trespass", "overpass", "underpass")
# What stands in a value that spells a secret out.
SIGNS = (
    *("pass=", "password=", "passwd=", "pwd=", "key=", "token=", "secret=", "jwt="),
    *("sig=", "signature=", "auth=", "credential=", "credentials=", "phrase="),
)
NONE: Mapping[str, str] = {}
LAST: list[tuple[Mapping[str, str], list[str]]] = [(NONE, [])]  # and their secrets
BETWEEN = {"|", "||", "&&", ";", "&"}  # commands of a line


def values(
    words: Sequence[str],
    env: Mapping[str, str],
    inherited: Mapping[str, str] = NONE,
) -> tuple[str, ...]:
    """Return what is to be hidden in all that is kept of a run.

    Nobody changes what is inherited: where it is the same as last, so are its secrets.
    """
    seen, known = LAST[0]
    if seen is not inherited:
        known = in_variables(inherited)
        LAST[0] = inherited, known
    found = [*known, *in_variables(env), *[value for _, value in in_words(words)]]
    return tuple(dict.fromkeys([value for value in found if is_worth_it(value)]))


def in_variables(variables: Mapping[str, str]) -> list[str]:
    """Return the secrets of variables, by their names and by what they hold."""
    found: list[str] = []
    for name, value in variables.items():
        if is_named(name):
            found += whole(name, value)
        if ("=" in value or "@" in value or '"' in value) and may_hold(value):
            found += inside(name, value)
    return found


def whole(name: str, value: str) -> list[str]:
    """Return the value of a variable that is named like a secret."""
    if name.upper().endswith("KEY") and not is_opening(name) and is_words(value):
        return []
    if "=" in value and name.upper().endswith(("COOKIE", "COOKIES")):
        return [value, *[part.partition("=")[2] for part in value.split(";")]]
    return [value]


def may_hold(value: str) -> bool:
    """Tell whether looking closer at a value is worth it."""
    if "@" in value and ("://" in value or "(" in value):
        return True
    if value[:1] in "{[" and '"' in value:
        return True
    small = value.lower() if "=" in value else ""
    return any(sign in small for sign in SIGNS)


def inside(name: str, value: str) -> list[str]:
    """Return the secrets that a value holds, whatever the variable is called."""
    from .spelled import in_value  # for few values

    return in_value(name, value)


def without(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without what follows --password and its like, however short."""
    found = [*in_words(words)]
    if not found:
        return tuple(words)
    from .spelled import replaced  # for few words

    shown = list(words)
    for place, value in found:
        shown[place] = replaced(shown[place], value)
    return tuple(shown)


def is_option(word: str) -> bool:
    """Tell whether an option's name says so."""
    name = word.lstrip("-").lower().replace("_", "-")
    if not word.startswith("-") or name.startswith(SWITCHES):
        return False
    from .names import is_secret_name  # 0.1 ms, for words that are options

    return is_secret_name(name) or (name.endswith("pass") and name not in NO_PASS)


def in_words(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Find what words say after the name of a secret, and in which of them."""
    asks = is_line = False  # what the word before says of this one
    command = ""  # whose options have a meaning of their own
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if asks and is_value(word):
            yield place, word
        elif not is_line and equals and betrays(name):
            if is_value(value):
                yield place, value
        elif "=" in word or ":" in word or " " in word:
            from .spelled import in_word  # for few words

            yield from ((place, found) for found in in_word(word))
            if " " in word:
                pieces = [piece.strip(QUOTES) for piece in word.split()]
                yield from ((place, found) for _, found in in_words(pieces))
        if command and word[:1] == "-":
            from .spelled import in_option  # as above

            yield from in_option(command, words, place)
        base = word[word.rfind("/") + 1 :]
        command = base if base in COMMANDS else "" if word in BETWEEN else command
        asks = is_option(word)
        is_line = word.startswith("-") and word.endswith("c")  # as in sh -ec


def betrays(name: str) -> bool:
    """Tell whether what is set, by an option or as a variable, is a secret."""
    return is_option(name) or (name.isidentifier() and is_named(name))
