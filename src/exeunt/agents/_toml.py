"""TOML and one value → the same text with it, or without.

`tomllib` reads the file; here is only found where things stand in a text that it has
read: its lines, its keys and the ends of its values.
"""

from __future__ import annotations

import json
import re
import tomllib

from ..model.envelope import is_object
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Path = tuple[str, ...]
    Value = str | list[str]

BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
GAP = re.compile(r"[ \t]*")
SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r?\n|\Z)")  # of a line, behind a value
LAST_BLANK = re.compile(r"(?:\A|(?<=\n))[ \t]*\r?\n\Z")
VALUE = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|[^\[{,\]}#\r\n]+",
    re.DOTALL,
)


@final
class Item(Record):
    """One key and its value, and where they stand."""

    path: Path
    start: int  # of the key
    value: int
    end: int  # of the value
    depth: int  # how many parts of the path its key has


@final
class Part(Record):
    """A header and what follows it, to the next; the first part has no header."""

    path: Path | None  # None: of an array of tables, in which nothing is ours
    start: int
    body: int  # behind the header's line
    items: list[Item]


def read(text: str) -> dict[str, Any]:
    """Read a text, numbers as they are written."""
    return tomllib.loads(text, parse_float=lambda number: (number,))


def put(text: str, path: Path, value: Value) -> str:
    """Give a name a value, where its table is, or in a table of its own at the end."""
    parts = parsed(text)
    found = value_at(text, parts, path)
    written = quoted(value)
    if found is not None:
        return text[: found.value] + written + text[found.end :]
    for known in range(len(path) - 1, 0, -1):
        there = inner(text, parts, path[:known])
        if there is not None:
            return inside(text, there, path[known:], written)
    for part in parts:
        if part.path == path[:-1]:
            return in_part(text, part, key(path[-1:]), written)
    for known in range(len(path) - 1, 0, -1):
        dotted = [
            (part, item)
            for part in parts
            for item in part.items
            if item.path[:known] == path[:known] and len(item.path) - item.depth < known
        ]
        if dotted:
            part, item = dotted[-1]
            above = len(item.path) - item.depth
            return after(text, item, key(path[above:]), written)
    return at_end(text, path, written)


def take(text: str, path: Path, there: int) -> str:
    """Take a value out, and tables of which nothing is left, beyond the first few."""
    found = value_at(text, parsed(text), path)
    if found is None:
        msg = f"{path[-1]} is not where it can be taken out"
        raise ValueError(msg)
    text = removed(text, found)
    for known in range(len(path) - 1, there, -1):
        if get(read(text), path[:known]) != {}:
            break
        text = emptied(text, path[:known])
    return text


def emptied(text: str, path: Path) -> str:
    """Take out an empty table: its key, or its header's line."""
    parts = parsed(text)
    found = value_at(text, parts, path)
    if found is not None:
        return removed(text, found)
    for part in parts:
        if part.path == path:
            start = part.start
            if part.body == len(text) and (gap := LAST_BLANK.search(text[:start])):
                start = gap.start()  # the line that parted it from the others
            return text[:start] + text[part.body :]
    return text


def removed(text: str, item: Item) -> str:
    """Take out one key: its line, or its place in a table of one line."""
    line = text.rfind("\n", 0, item.start) + 1
    rest = REST.match(text, item.end)
    if not text[line : item.start].strip() and rest:
        return text[:line] + text[rest.end() :]
    end = skipped(GAP, text, item.end)
    if text[end : end + 1] == ",":
        return text[: item.start] + text[end + 1 :].lstrip(" \t")
    before = text[: item.start].rstrip()
    if before.endswith(","):
        return before[:-1].rstrip(" \t") + text[item.end :]
    return text[: item.start].rstrip(" \t") + text[item.end :].lstrip(" \t")


# -- where a value goes


def inside(text: str, table: Item, path: Path, written: str) -> str:
    """Add to a table of one line."""
    for name in path[:0:-1]:
        written = f"{{ {key((name,))} = {written} }}"
    new = f"{key(path[:1])} = {written}"
    items = list(members(text, table))
    if not items:
        return f"{text[: table.value]}{{ {new} }}{text[table.end :]}"
    return f"{text[: items[-1].end]}, {new}{text[items[-1].end :]}"


def in_part(text: str, part: Part, name: str, written: str) -> str:
    """Add behind the last key of a table, or below its header."""
    if part.items:
        return after(text, part.items[-1], name, written)
    return line_at(text, part.body, "", name, written)


def after(text: str, item: Item, name: str, written: str) -> str:
    """Add a line below that of a key, as far from the margin."""
    line = text.rfind("\n", 0, item.start) + 1
    margin = text[line : item.start]
    return line_at(text, skipped(REST, text, item.end), margin, name, written)


def line_at(text: str, place: int, margin: str, name: str, written: str) -> str:
    """Add a line at the beginning of another."""
    before = "" if text[:place].endswith("\n") or not place else newline(text)
    new = f"{before}{margin}{name} = {written}{newline(text)}"
    return text[:place] + new + text[place:]


def at_end(text: str, path: Path, written: str) -> str:
    """Add a table of its own behind all others."""
    end = newline(text)
    gap = "" if not text else end if text.endswith("\n") else end * 2
    table = f"[{key(path[:-1])}]{end}" if path[1:] else ""
    return f"{text}{gap}{table}{key(path[-1:])} = {written}{end}"


def newline(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def key(path: Path) -> str:
    """Write a key."""
    return ".".join(name if BARE.match(name) else quoted(name) for name in path)


def quoted(value: Value) -> str:
    """Write a text."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# -- where things stand


def parsed(text: str) -> list[Part]:
    """Find the headers and keys of a text that has been read."""
    parts = [Part((), 0, 0, [])]
    arrays: set[Path] = set()
    place = skipped(SPACE, text, 0)
    while place < len(text):
        if text[place] == "[":
            array = text.startswith("[[", place)
            path, end = key_at(text, skipped(GAP, text, place + 1 + array))
            end = skipped(REST, text, skipped(GAP, text, end) + 1 + array)
            if array:
                arrays.add(path)
            within = any(path[:known] in arrays for known in range(1, len(path) + 1))
            own = None if within else path
            parts.append(Part(own, line_of(text, place), end, []))
        else:
            item = item_at(text, place, parts[-1].path or ())
            if parts[-1].path is not None:
                parts[-1].items.append(item)
            end = item.end
        place = skipped(SPACE, text, end)
    return parts


def line_of(text: str, place: int) -> int:
    """Return where the line begins, if there is nothing before on it."""
    line = text.rfind("\n", 0, place) + 1
    return place if text[line:place].strip() else line


def item_at(text: str, place: int, above: Path) -> Item:
    """Read a key and its value."""
    path, end = key_at(text, place)
    value = skipped(GAP, text, skipped(GAP, text, end) + 1)
    return Item((*above, *path), place, value, value_end(text, value), len(path))


def key_at(text: str, place: int) -> tuple[Path, int]:
    """Read a key, dotted or not."""
    names: list[str] = []
    while found := PART.match(text, place):
        part = found[0]
        names.append(part if BARE.match(part) else tomllib.loads(f"k={part}")["k"])
        dot = skipped(GAP, text, found.end())
        if text[dot : dot + 1] != ".":
            return tuple(names), found.end()
        place = skipped(GAP, text, dot + 1)
    msg = "a key is missing"
    raise ValueError(msg)


def value_end(text: str, place: int) -> int:
    """Find where a value ends."""
    if text[place] == "[":
        place = skipped(SPACE, text, place + 1)
        while text[place] != "]":
            place = skipped(SPACE, text, value_end(text, place))
            place = skipped(SPACE, text, place + (text[place] == ","))
        return place + 1
    if text[place] == "{":
        place = skipped(SPACE, text, place + 1)
        while text[place] != "}":
            place = skipped(SPACE, text, item_at(text, place, ()).end)
            place = skipped(SPACE, text, place + (text[place] == ","))
        return place + 1
    found = VALUE.match(text, place)
    assert found  # noqa: S101 - tomllib has read it
    return place + len(found[0].rstrip(" \t"))


def members(text: str, table: Item) -> Iterator[Item]:
    """Yield the keys of a table of one line."""
    place = skipped(SPACE, text, table.value + 1)
    while text[place] != "}":
        item = item_at(text, place, table.path)
        yield item
        place = skipped(SPACE, text, item.end)
        place = skipped(SPACE, text, place + (text[place] == ","))


def value_at(text: str, parts: list[Part], path: Path) -> Item | None:
    """Find the key of that path, in its table or in one of one line."""
    for part in parts:
        for item in part.items:
            found = below(text, item, path)
            if found is not None:
                return found
    return None


def below(text: str, item: Item, path: Path) -> Item | None:
    """Find a key at this one, or in its table of one line."""
    if item.path == path:
        return item
    if path[: len(item.path)] == item.path and text[item.value] == "{":
        for member in members(text, item):
            found = below(text, member, path)
            if found is not None:
                return found
    return None


def inner(text: str, parts: list[Part], path: Path) -> Item | None:
    """Find a table that is written on one line."""
    found = value_at(text, parts, path)
    return found if found is not None and text[found.value] == "{" else None


def skipped(what: re.Pattern[str], text: str, place: int) -> int:
    """Return where something that may be there ends."""
    found = what.match(text, place)
    return found.end() if found else place


def get(found: object, path: Path) -> object:
    """Return what a path leads to; None if to nothing."""
    for name in path:
        found = found.get(name) if is_object(found) else None
    return found
