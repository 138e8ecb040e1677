"""A call → its words with another cursor, without its etag; and whom it asks, where.

Both options are the envelope's own: `--cursor VALUE` asks for the page that
meta.cursor leads to, `--etag VALUE` for an answer only if it has changed.
"""

from __future__ import annotations

import os

from ..atlas import inner_command
from ..process.request import changed
from .called_file import called_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..process.request import Request

CURSOR, ETAG = "--cursor", "--etag"
# Programs that are only as good as the script they are given.
INTERPRETERS = (
    *("python", "pypy", "node", "deno", "bun", "ruby", "perl", "php", "java", "lua"),
    *("sh", "bash", "dash", "zsh", "ksh"),
)
VERSION = "0123456789."


def with_cursor(words: Sequence[str], cursor: str) -> tuple[str, ...]:
    """Ask for another page: the cursor replaces the one before, if there was one."""
    rest = without(words, CURSOR)[0]
    end = rest.index("--") if "--" in rest else len(rest)
    given = [f"{CURSOR}={cursor}"] if cursor.startswith("-") else [CURSOR, cursor]
    return (*rest[:end], *given, *rest[end:])


def without_etag(words: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Return the call that is answered in any case, and the etag that was in it."""
    return without(words, ETAG)


def without(words: Sequence[str], name: str) -> tuple[tuple[str, ...], str | None]:
    """Take an option and its value out of a call; what follows `--` is no option."""
    kept: list[str] = []
    found: str | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return (*kept, word, *rest), found
        if word == name and rest:
            found = rest.pop(0)
        elif word.startswith(f"{name}="):
            found = word[len(name) + 1 :]
        else:
            kept.append(word)
    return tuple(kept), found


def fingerprint(request: Request) -> str:
    """Name a call so that the same call has the same name, and nothing can be read."""
    from hashlib import sha256  # 2 ms, for who remembers

    stdin = request.stdin
    given = stdin if isinstance(stdin, bytes) else raw(str(stdin))
    parts = (
        listed(request.words),
        raw(request.cwd or os.getcwd()),  # noqa: PTH109 - pathlib is dear
        listed(f"{name}={value}" for name, value in sorted(request.env.items())),
        given,
    )
    digests = b"".join(sha256(part).digest() for part in parts)
    return sha256(digests).hexdigest()[:32]


def program(request: Request) -> str | None:
    """Name whom a call asks: the command in its wrappers, or an interpreter's script.

    It is named by its file. None where that cannot be told: whoever runs any line of a
    shell asks anybody.
    """
    word = asked(request.words)
    if word is None:
        return None
    file = called_file(changed(request, words=(word,)))
    return None if file is None else file.path


def asked(words: Sequence[str]) -> str | None:
    """Return the word that names whom a call asks, as it was written."""
    inner = inner_command(words)
    if inner is None:
        return None
    word, *rest = inner
    if word.rpartition("/")[2].rstrip(VERSION) in INTERPRETERS:
        if not rest or rest[0].startswith("-"):
            return None
        word = f"./{rest[0]}" if rest[0][:1] != "/" else rest[0]
    return word


def host(words: Sequence[str]) -> str:
    """Name the hosts that the words of a call name; empty, if they name none."""
    return ",".join(sorted({found for word in words[1:] if (found := host_in(word))}))


def host_in(word: str) -> str:
    """Find the host in a URL, or in what ssh takes: user@host:path."""
    scheme, found, rest = word.partition("://")
    if found and scheme.rpartition("=")[2].replace("+", "").isalnum():
        place = rest.replace("?", "/").replace("#", "/").partition("/")[0]
        return place.rpartition("@")[2].casefold()
    user, found, rest = word.partition("@")
    there, path, _ = rest.partition(":")
    plain = user.replace("-", "").replace("_", "").replace(".", "").isalnum()
    named = found and path and plain and "/" not in there
    return there.casefold() if named else ""


def listed(words: Iterable[str]) -> bytes:
    """Write words one after the other, so that no two lists are written alike."""
    return b"".join(raw(word) + b"\0" for word in words)


def raw(text: str) -> bytes:
    """Write a text as bytes, whatever is in it."""
    return text.encode("utf-8", "surrogatepass")
