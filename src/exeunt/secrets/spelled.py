"""A word or a value → the secrets that it spells out: addresses, headers, bodies.

Loaded where there is one that may hold some: most words and variables do not.
"""

from __future__ import annotations

from .names import HIDDEN, is_secret_name
from .table import ATTACHED, COMMANDS, NEXT, QUOTES, is_named, is_value, is_worth_it

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# How keys are called in addresses, bodies and connection strings, run together.
KEYS = (
    *("password", "passwd", "passphrase", "secret", "token", "apikey", "credential"),
    *("accesskey", "accountkey", "privatekey", "secretkey", "sharedaccesskey", "pwd"),
    *("credentials", "sharedaccesssignature"),
)
EXACTLY = {"pass", "auth", "sig", "signature", "jwt", "code_verifier", "identitytoken"}
PLACES = ("pagetoken", "nexttoken", "continuationtoken", "starttoken", "synctoken")
HEADERS = {"authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key"}
SCHEMES = 2  # words of a header: perhaps a scheme, and then the secret
SHORTEST = 4  # characters that are replaced wherever they stand in a word
BEFORE = "=:\"'%, "  # what stands before a short value
GO = ("@tcp(", "@unix(", "@udp(")


def in_value(name: str, value: str) -> list[str]:
    """Find the secrets in a variable's value."""
    found = [*in_address(value), *in_pairs(value), *in_json(value)]
    if name.upper().endswith("DSN"):
        user, at, _ = value.partition("://")[2].partition("@")
        found += [user] if at and ":" not in user and "/" not in user else []
    for mark in GO:
        before, at, _ = value.partition(mark)
        found += [before.partition(":")[2]] if at else []
    return [one for one in found if one]


def in_word(word: str) -> Iterator[str]:
    """Find the secrets in a word of a command."""
    yield from in_address(word)
    yield from in_header(word)
    yield from in_json(word)
    before, equals, rest = word.partition("=")
    if before.startswith("--") and equals:
        word = rest  # --from-literal=password=…
    if "=" in word and (" " not in word or ";" in word):
        yield from in_pairs(word)


def in_address(text: str) -> Iterator[str]:
    """Find the password in https://user:password@host, and what its query holds.

    One that is too short to be hidden by itself is, with what stands around it.
    """
    for part in text.split():
        before, there, rest = part.partition("://")
        if not (there and before):
            continue
        user, at, _ = rest.partition("?")[0].split("/")[0].rpartition("@")
        _, colon, password = user.partition(":")
        if at and colon and is_value(password):
            yield password
            if "%" in password:
                yield decoded(password)
            if not is_worth_it(password) and not password.isspace():
                yield f":{password}@"
        query = rest.partition("?")[2].strip(QUOTES)
        yield from in_pairs(query.partition("#")[0])


def in_pairs(text: str) -> Iterator[str]:
    """Find what stands behind the name of a secret in a=b&c=d, a=b;c=d and a=b c=d."""
    if "=" not in text:
        return
    between = ";" if ";" in text else "&" if "&" in text else " "
    for pair in text.strip(QUOTES).replace("?", between).split(between):
        key, equals, value = pair.partition("=")
        value = value.strip().strip(QUOTES)
        if equals and is_key(key) and is_value(value) and " " not in value:
            yield value
            if "%" in value:
                yield decoded(value)


def in_json(text: str) -> Iterator[str]:
    """Find what stands behind the name of a secret in JSON, however deep."""
    if '"' not in text or ":" not in text or not ("{" in text or "[" in text):
        return
    if '\\"' in text and text.count('\\"') == text.count('"'):
        text = text.replace('\\"', '"')  # in a word that a shell has quoted
    parts = text.replace('\\"', "\0").split('"')
    for key, colon, value in zip(parts[1::2], parts[2::2], parts[3::2], strict=False):
        if colon.strip() == ":" and is_key(key) and value:
            yield value.replace("\0", '\\"')
            if "\\" in value or "\0" in value:
                from ..model.json import loads  # for few

                try:
                    yield str(loads('"' + value.replace("\0", '\\"') + '"'))
                except ValueError:
                    pass  # no JSON after all


def in_header(word: str) -> Iterator[str]:
    """Find what an HTTP header proves one's identity with."""
    for line in word.splitlines():
        before, colon, rest = line.partition(": ")
        name = before.replace('"', " ").replace("'", " ").split(" ")[-1].lower()
        name = name.removeprefix("-h").removeprefix("--header=")
        if not colon or not name.replace("-", "").isalpha():
            continue
        if name not in HEADERS and not ("-" in name and is_secret_name(name)):
            continue
        for quote in "\"'":
            rest = rest.partition(quote)[0] if not rest.startswith(quote) else rest
        said = rest.split()[:SCHEMES]
        if "cookie" in name:
            yield from ([rest] if is_value(rest) else [])
            yield from (pair.partition("=")[2].strip() for pair in rest.split(";"))
        elif said and is_value(said[-1]):
            yield said[-1].strip(QUOTES)
            if len(said) == SCHEMES and said[0].lower() == "basic":
                yield from in_basic(said[1])


def in_basic(text: str) -> Iterator[str]:
    """Find the password in what `Authorization: Basic` encodes."""
    from binascii import Error, a2b_base64

    try:
        yield a2b_base64(text).decode().partition(":")[2]
    except (Error, ValueError):
        return


def in_option(
    command: str, words: Sequence[str], place: int
) -> Iterator[tuple[int, str]]:
    """Find what an option of one command gives, whose name alone says nothing."""
    word = words[place]
    for option, where, mark, needed in COMMANDS[command]:
        if needed and needed not in words[:place]:
            continue
        if word == option and where != ATTACHED and place + 1 < len(words):
            yield from ((place + 1, one) for one in after(mark, words[place + 1]))
        elif word.startswith(option) and word != option and where != NEXT:
            rest = word[len(option) :]
            if option.startswith("--") and not rest.startswith("="):
                continue
            value = rest.removeprefix("=") if option.startswith("--") else rest
            yield from ((place, one) for one in after(mark, value))


def after(mark: str, value: str) -> Iterator[str]:
    """Return what follows a mark in a value, or all of it where none is needed."""
    found = value.partition(mark)[2] if mark else value
    if found and is_value(found):
        yield found.strip(QUOTES)


def is_key(key: str) -> bool:
    """Tell whether a key of a pair is the name of a secret."""
    bare = key.strip(QUOTES + "{[( ").rpartition(".")[2].lower()
    name = bare.replace("_", "").replace("-", "").replace(" ", "")
    if name.endswith(PLACES):
        return False
    return name.endswith(KEYS) or bare in EXACTLY or (bare != "key" and is_named(bare))


def decoded(text: str) -> str:
    """Undo percent-encoding."""
    first, *rest = text.encode("utf-8", "surrogateescape").split(b"%")
    try:
        parts = [bytes.fromhex(part[:2].decode()) + part[2:] for part in rest]
        return (first + b"".join(parts)).decode()
    except ValueError:
        return text


def replaced(word: str, value: str) -> str:
    """Return a word without a value that was found in it."""
    if word == value:
        return HIDDEN
    if word.endswith(value):
        return word[: -len(value)] + HIDDEN
    if len(value) >= SHORTEST:
        return word.replace(value, HIDDEN)
    for mark in BEFORE:
        word = word.replace(mark + value, mark + HIDDEN)
    return word
