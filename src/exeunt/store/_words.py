"""Words and texts of any kind → bytes, and back without loss.

A word of a command line need not be text: Python then has surrogates in it, which
neither SQLite nor UTF-8 takes.
"""

from __future__ import annotations

from ..errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def raw(text: str) -> bytes:
    """Write a text as bytes."""
    return text.encode("utf-8", "surrogatepass")


def text(data: bytes) -> str:
    """Read it again."""
    return data.decode("utf-8", "surrogatepass")


def packed(words: Iterable[str]) -> bytes:
    """Write words one after the other, each ended by NUL, which no word can have."""
    given = list(words)
    if any("\0" in word for word in given):
        msg = "a word of a command line has a NUL in it"
        raise InputError(msg, fix="leave it out: no command can be given one")
    return b"".join(raw(word) + b"\0" for word in given)


def unpacked(data: bytes) -> tuple[str, ...]:
    """Read the words again."""
    return tuple(text(word) for word in data.split(b"\0")[:-1])
