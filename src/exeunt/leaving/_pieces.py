"""A long text, or Python's way to write a list → pieces that can be said, or its value.

Loaded when there is such a thing. No line is cut where it could be helped: no sequence
that acts on a terminal goes on in the next line.
"""

from __future__ import annotations

from codecs import getincrementaldecoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LONGEST_LITERAL = 1 << 16  # characters; Python needs a hundred times that to read one
# What an escape sequence begins with; and a line end, of which only half may be there.
BEGINNINGS = ("\x1b", "\r", *map(chr, range(0x80, 0xA0)))


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

    from ..errors import UnserialisableError
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
