r"""Text from elsewhere → HTML that shows it, and can do nothing else.

Colours become classes of the page's own; every other control character is spelled out,
as are characters that turn or hide text: U+202E is `\u202e`, an escape `\x1b`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
SGR = re.compile(r"\x1b\[([0-9;]{0,64})m")
SPAN = 40  # characters that a change of colour may add
FLAGS = {1: "b", 2: "d", 3: "i", 4: "u", 7: "r", 9: "s"}
ENDS = {22: "bd", 23: "i", 24: "u", 27: "r", 29: "s"}
EXTENDED = {38: "f", 48: "g"}
BY_NUMBER = 5  # 38;5;n is a colour of the palette, 38;2;r;g;b any
SKIPPED = {2: 3, BY_NUMBER: 1}
PALETTE = (*range(30, 38), *range(90, 98))
COLOURS: dict[int, tuple[str, int | None]] = {
    **{number: ("f", place) for place, number in enumerate(PALETTE)},
    **{number + 10: ("g", place) for place, number in enumerate(PALETTE)},
    39: ("f", None),
    49: ("g", None),
}


def spell(text: str) -> str:
    """Write each character: itself, an entity, or its number."""
    return "".join(map(one, text.replace("\r\n", "\n")))


def shown(text: str, limit: int) -> str:
    """Spell out a text in about so many characters; say how many are left out."""
    return "".join(map(spell_or_tell, cut(text, limit)))


def coloured(text: str, limit: int) -> str:
    """Do the same, in the colours that a terminal would have shown."""
    parts = cut(text, limit)
    return "".join(
        spell_or_tell(part) if isinstance(part, int) else "".join(spans(part))
        for part in parts
    )


def plain(text: str, limit: int) -> str:
    """Write a text for a place where no element may stand: a title, an attribute."""
    return "".join(
        "…" if isinstance(part, int) else re.sub("</?i>", "", spell(part))
        for part in cut(text, limit)
    )


# -- what is left out of a long text


def cut(text: str, limit: int) -> tuple[str | int, ...]:
    """Keep the beginning and the end; between them stands how much is missing."""
    if fitting(text[: limit + 1], limit) == len(text):
        return (text,)
    head = fitting(text[:limit], limit * 2 // 3)
    tail = fitting(text[: -limit - 1 : -1], limit // 3)
    return text[:head], len(text) - head - tail, text[len(text) - tail :]


def fitting(text: str, limit: int) -> int:
    """Count the characters that fit once they are written."""
    for count, char in enumerate(text):
        limit -= SPAN if char == "\x1b" else len(one(char))
        if limit < 0:
            return count
    return len(text)


def spell_or_tell(part: str | int) -> str:
    """Write a text, or how many characters are missing."""
    if isinstance(part, str):
        return spell(part)
    return f"<em>… {part:,} characters left out …</em>"


@lru_cache(4096)
def one(char: str) -> str:
    """Write one character."""
    if char in ENTITIES:
        return ENTITIES[char]
    if char.isprintable() or char in "\n\t":
        return char
    return f"<i>{repr(char)[1:-1]}</i>"


# -- colours


def spans(text: str) -> Iterator[str]:
    """Write a text with its colours as classes."""
    place, classes = 0, frozenset[str]()
    for match in SGR.finditer(text):
        yield span(text[place : match.start()], classes)
        classes = changed(classes, [int(word or 0) for word in match[1].split(";")])
        place = match.end()
    yield span(text[place:], classes)


def span(text: str, classes: frozenset[str]) -> str:
    """Write a stretch of one look."""
    if not (text and classes):
        return spell(text)
    return f'<span class="{" ".join(sorted(classes))}">{spell(text)}</span>'


def changed(classes: frozenset[str], numbers: list[int]) -> frozenset[str]:
    """Follow what a sequence asks for; what is not known changes nothing."""
    asked = iter(numbers)
    for number in asked:
        if number == 0:
            classes = frozenset()
        elif number in FLAGS:
            classes |= {FLAGS[number]}
        elif number in ENDS:
            classes -= set(ENDS[number])
        else:
            classes = recoloured(classes, number, asked)
    return classes


def recoloured(
    classes: frozenset[str], number: int, asked: Iterator[int]
) -> frozenset[str]:
    """Change the colour of the text (f) or what is behind it (g)."""
    if number in EXTENDED:
        ground, colour = EXTENDED[number], extended(asked)
    elif number in COLOURS:
        ground, colour = COLOURS[number]
    else:
        return classes
    kept = frozenset(name for name in classes if name[0] != ground)
    return kept if colour is None else kept | {f"{ground}{colour}"}


def extended(asked: Iterator[int]) -> int | None:
    """Take the parameters of a finer colour; only the first sixteen are drawn."""
    kind = next(asked, 0)
    values = [next(asked, 0) for _ in range(SKIPPED.get(kind, 0))]
    is_ours = kind == BY_NUMBER and values[0] < len(PALETTE)
    return values[0] if is_ours else None
