"""Words and variables → the secrets in them that only their names betray.

What GITHUB_TOKEN holds, what follows --password, what an Authorization header says. A
value that is a path, a number, a plain word or very short is left alone: it would be
hidden everywhere, and is no secret worth that.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SHORT = 8  # characters: what is shorter may stand anywhere by chance
WORD = 16  # letters: what is shorter, in one case, is a word, such as "postgres"
# How the names of variables end that hold a secret. Not KEY alone: GPG_KEY and the like
# are public. AWS_ACCESS_KEY_ID is a name.
ENDINGS = (
    *("TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIALS", "_PAT"),
    *("API_KEY", "APIKEY", "ACCESS_KEY", "SECRET_KEY", "PRIVATE_KEY", "SIGNING_KEY"),
    *("ENCRYPTION_KEY", "MASTER_KEY", "ACCOUNT_KEY", "STORAGE_KEY", "AUTH_KEY"),
    *("MYSQL_PWD", "SSHPASS", "REDISCLI_AUTH", "SECRET_KEY_BASE", "NPM_CONFIG__AUTH"),
)
PLACES = ("PAGETOKEN", "PAGE_TOKEN", "NEXTTOKEN", "NEXT_TOKEN")  # in a list
SWITCHES = ("no-", "ask-", "use-", "prompt-", "show-", "generate-", "reset-", "skip-")
HEADERS = ("authorization:", "x-api-key:", "private-token:", "x-auth-token:")
QUOTES = "'\"`;,)"
NO_VALUE = ("-", "$", "@", "<", ">", "|", "&", "file:", "env:")


def values(words: Sequence[str], env: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is to be hidden in all that is kept of a run."""
    found = [value for name, value in os.environ.items() if is_named(name)]
    found += [value for name, value in env.items() if is_named(name)]
    found += [value for _, value in in_words(words)]
    return tuple(dict.fromkeys(value for value in found if is_worth_it(value)))


def without(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without what follows --password and its like, however short."""
    found = [*in_words(words)]
    if not found:
        return tuple(words)
    from .names import HIDDEN  # 0.1 ms, as in is_option()

    shown = list(words)
    for place, value in found:
        before, equals, _ = shown[place].partition("=")
        if shown[place] == value:
            shown[place] = HIDDEN
        elif shown[place] == f"{before}{equals}{value}":
            shown[place] = f"{before}={HIDDEN}"
        else:
            shown[place] = shown[place].replace(value, HIDDEN)
    return tuple(shown)


def is_named(variable: str) -> bool:
    """Tell whether a variable's name says that it holds a secret."""
    name = variable.upper()
    return name.endswith(ENDINGS) and not name.endswith(PLACES)


def is_option(word: str) -> bool:
    """Tell whether an option's name says so."""
    name = word.lstrip("-").lower().replace("_", "-")
    if name == word or name.startswith(SWITCHES):
        return False
    from .names import is_secret_name  # 0.1 ms, for words that are options

    return is_secret_name(name)


def is_worth_it(value: str) -> bool:
    """Tell whether hiding a value everywhere hides a secret, and nothing else."""
    if len(value) < SHORT or value.replace(".", "").isdigit() or is_path(value):
        return False
    one_case = value.islower() or value.isupper() or value.istitle()
    return not (len(value) < WORD and value.isalpha() and one_case)


def is_path(value: str) -> bool:
    """Tell a path from a secret that begins with a slash, as base64 may."""
    if not value.startswith("/"):
        return value.startswith(("~/", "./", "../"))
    end = value.find("/", 1)
    return os.path.exists(value if end < 0 else value[:end])  # noqa: PTH110 - dear


def in_words(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Find what words say after the name of a secret, and in which of them."""
    asks = is_line = False  # what the word before says of this one
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if asks and is_value(word):
            yield place, word
        elif not is_line and equals and betrays(name):
            if is_value(value):
                yield place, value
        else:
            yield from ((place, found) for found in in_address(word))
            yield from ((place, found) for found in in_header(word))
            if " " in word:
                pieces = [piece.strip(QUOTES) for piece in word.split()]
                yield from ((place, found) for _, found in in_words(pieces))
        asks = is_option(word)
        is_line = word.startswith("-") and word.endswith("c")  # as in sh -ec


def betrays(name: str) -> bool:
    """Tell whether what is set, by an option or as a variable, is a secret."""
    return is_option(name) or (name.isidentifier() and is_named(name))


def is_value(text: str) -> bool:
    """Tell whether a text is a value, not an option, a variable, a file or a path."""
    value = text.strip(QUOTES)
    return bool(value) and not (value.startswith(NO_VALUE) or is_path(value))


def in_address(word: str) -> Iterator[str]:
    """Find the password in https://user:password@host."""
    before, there, rest = word.partition("://")
    if there and before:
        user, at, _ = rest.split("/")[0].rpartition("@")
        _, colon, password = user.partition(":")
        if at and colon and is_value(password):
            yield password


def in_header(word: str) -> Iterator[str]:
    """Find what an HTTP header proves one's identity with."""
    if ": " not in word:
        return
    lower = word.lower()
    for name in HEADERS:
        at = lower.find(name)
        if at >= 0:
            line = word[at + len(name) :].splitlines()[0]
            said = line.strip().split()[:2]  # perhaps a scheme, and then the secret
            if said and is_value(said[-1]):
                yield said[-1].strip(QUOTES)
