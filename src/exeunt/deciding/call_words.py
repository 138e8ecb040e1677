"""A call → its words with another cursor, without its etag; and whom it calls.

Both options are the envelope's own: `--cursor VALUE` asks for the page that
meta.cursor leads to, `--etag VALUE` for an answer only if it has changed.
"""

from __future__ import annotations

from ..atlas import inner_command

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
    import os  # loaded by every start-up
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

    None where that cannot be told: whoever runs any line of a shell asks anybody.
    """
    words = inner_command(request.words)
    if words is None:
        return None
    name, *rest = (word.rpartition("/")[2] or word for word in words)
    if name.rstrip(VERSION) not in INTERPRETERS:
        return name
    script = rest[0] if rest else ""
    return script if script and not script.startswith("-") else None


def listed(words: Iterable[str]) -> bytes:
    """Write words one after the other, so that no two lists are written alike."""
    return b"".join(raw(word) + b"\0" for word in words)


def raw(text: str) -> bytes:
    """Write a text as bytes, whatever is in it."""
    return text.encode("utf-8", "surrogatepass")
