"""A long text → pieces that can be said, and data that stands for it in the answer.

Loaded when there is such a thing. No line is cut where it could be helped: no sequence
that acts on a terminal goes on in the next line.
"""

from __future__ import annotations

import os
from codecs import getincrementaldecoder

from ..errors import UnserialisableError
from ._printed import (
    BLOCK,
    Kept,
    Printed,
    Words,
    data_of,
    temporary_directory,
    write_whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..model.outcome import Done

JSON_ROOM = 8 << 20  # bytes of printed JSON that are read into memory to be data
LONGEST_LITERAL = 1 << 16  # characters; Python needs a hundred times that to read one
# What an escape sequence begins with; and a line end, of which only half may be there.
BEGINNINGS = ("\x1b", "\r", *map(chr, range(0x80, 0xA0)))
IN_A_FILE = "the JSON that the command printed is too long for an answer: read the file"
ACTS = "\x1b[m"  # a sequence that is taken out, and told, as those of a text would be


def as_data(
    printed: Printed, outcome: Done[Any], words: Words, limit: int | None
) -> Done[Any]:
    """Make data of a long text, or say that there was no room for that."""
    if limit is not None and words.size > limit:
        return outcome.replace(data={"text": words.text(limit + 1)})  # is refused
    try:
        if not looks_like_json(words):
            return outcome.replace(data={"text": marked(printed, words)})
        if words.size > JSON_ROOM:
            return in_a_file(outcome, words)
    except OSError as error:
        msg = f"what the command printed could not be kept: {error.strerror}"
        fix = "print less, or make room for temporary files"
        raise UnserialisableError(msg, fix=fix) from error
    return outcome.replace(data=data_of(words.text()))


def marked(printed: Printed, words: Words) -> str:
    """Write a long text to a file as JSON has it; return what stands for it."""
    from ..model.json import calm, dumps

    escaped = Kept.opened()
    if escaped is None:
        return words.text()  # there is no file to be had
    acts = False
    for piece in words.pieces():
        said = calm(piece)
        acts = acts or said != dumps(piece)
        write_whole(escaped.descriptor, said[1:-1].encode())
    printed.escaped, printed.mark = escaped, os.urandom(16).hex()
    return (ACTS if acts else "") + printed.mark


def looks_like_json(words: Words) -> bool:
    """Tell whether a long text begins and ends as an object or a list does."""
    kept = words.kept
    if kept is None:
        return False
    first = kept.part(0, BLOCK).lstrip()[:1]
    last = kept.part(max(0, words.size - BLOCK), BLOCK).rstrip()[-1:]
    return first + last in {b"{}", b"[]"}


def in_a_file(outcome: Done[Any], words: Words) -> Done[Any]:
    """Put printed JSON that is too long to be read into a file of its own."""
    name = f"exeunt-{os.urandom(8).hex()}.json"
    path = os.path.join(temporary_directory(), name)  # noqa: PTH118 - pathlib: 20 ms
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for piece in words.pieces():
            write_whole(descriptor, piece.encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)
    return outcome.replace(
        data={"file": path, "size_bytes": words.size},
        truncated=True,
        warnings=(*outcome.warnings, IN_A_FILE),
    )


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


def literal(text: str) -> list[object] | dict[object, object] | None:
    """Read a list or a dict as Python prints it; None if the text is none."""
    if len(text) > LONGEST_LITERAL:
        return None
    import ast
    import warnings

    from ..model.json import plain

    try:
        with warnings.catch_warnings(action="ignore"):
            found: object = ast.literal_eval(text)
        plain(found)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    except UnserialisableError:
        return None
    return found if isinstance(found, (list, dict)) else None
