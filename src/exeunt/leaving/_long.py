"""A long text → pieces that can be said, and files that hold it.

Loaded when there is such a thing. No line is cut where it could be helped: no sequence
that acts on a terminal goes on in the next line.
"""

from __future__ import annotations

import os
from codecs import getincrementaldecoder

from ..errors import UnserialisableError
from ..files import create, unlink
from ..named import shared_place
from .boundary import write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

LONGEST_LITERAL = 1 << 16  # characters; Python needs a hundred times that to read one
# What an escape sequence begins with; and a line end, of which only half may be there.
BEGINNINGS = ("\x1b", "\r", *map(chr, range(0x80, 0xA0)))


def unkept(error: OSError) -> UnserialisableError:
    """Say that what was printed has found no room."""
    msg = f"what the command printed could not be kept: {error.strerror}"
    return UnserialisableError(msg, fix="print less, or make room for temporary files")


def looks_like_json(first: bytes, last: bytes) -> bool:
    """Tell whether a long text begins and ends as an object or a list does."""
    return first.lstrip()[:1] + last.rstrip()[-1:] in {b"{}", b"[]"}


def escape(texts: Iterable[str], descriptor: int) -> bool:
    """Write a text as JSON has it; tell whether it had what acts on a terminal."""
    from ..model.json import calm, dumps

    acts = False
    for text in texts:
        said = calm(text)
        acts = acts or said != dumps(text)
        write_all(descriptor, said[1:-1].encode())
    return acts


def put_in_file(texts: Iterable[str]) -> str:
    """Write a text to a new file of this user; return its path."""
    path = f"{shared_place()}/exeunt-{os.urandom(8).hex()}.json"
    descriptor = create(path)
    try:
        for text in texts:
            write_all(descriptor, text.encode("utf-8", "backslashreplace"))
    except OSError:
        unlink(path)
        raise
    finally:
        os.close(descriptor)
    return path


def pieces(
    blocks: Iterable[bytes], encoding: str, secrets: Sequence[str]
) -> Iterator[str]:
    """Decode blocks, and cut them where no secret and no sequence is cut in two."""
    from ..secrets.given import forms, hide_in

    hiding = [form for secret in secrets for form in forms(secret)]
    decoder = getincrementaldecoder(encoding)("backslashreplace")
    rest = ""
    for block in blocks:
        rest += decoder.decode(block)
        place = cut(rest, hiding)
        if place:
            yield hide_in(rest[:place], secrets)
            rest = rest[place:]
    rest += decoder.decode(b"", True)  # noqa: FBT003 - `final`, which takes no name
    if rest:
        yield hide_in(rest, secrets)


def cut(text: str, secrets: Sequence[str]) -> int:
    """Return how much of a text can be said before the rest of it is known."""
    place = text.rfind("\n") + 1
    if not place:  # a line without an end: before what may be the start of a sequence
        last = max(text.rfind(beginning) for beginning in BEGINNINGS)
        place = last if last > 0 else len(text)
    moved = True
    while moved:
        before = place
        for secret in secrets:
            place = clear_of(text, secret, place)
        moved = place < before
    return place


def clear_of(text: str, secret: str, place: int) -> int:
    """Move a place before a secret that stands on it, or may do so when it is whole."""
    for length in range(min(len(secret) - 1, place), 0, -1):
        seen = text[place - length : place - length + len(secret)]
        if secret.startswith(seen):
            return place - length
    return place


def literal(text: str) -> Any:
    """Read a list or a dict as Python prints it; None if the text is none."""
    if len(text) > LONGEST_LITERAL:
        return None
    import ast
    import warnings

    from ..model.json import plain

    try:
        with warnings.catch_warnings(action="ignore"):
            found: Any = ast.literal_eval(text)
        said = plain(found)  # TypeError: what JSON cannot say
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return said if type(found) in {list, dict} else None
