"""JSON, with comments and commas at the end, and one value → the same text with it.

A name that stands twice in an object is refused where ours goes: programs disagree
about which one counts.
"""

from __future__ import annotations

import json
import re

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str, ...]
    Value = str | list[str]

SPACE = re.compile(r"(?:[ \t\r\n]|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
# What may follow a value on its line, and be about it.
TAIL = re.compile(r"[ \t]*(?://[^\r\n]*|/\*(?:(?!\*/)[^\r\n])*\*/(?=[ \t]*\r?\n))|")
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"')
PLAIN = re.compile(
    r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
)
MARGIN = re.compile(r"(?:\r?\n)([ \t]*)\Z")
TO_THE_END = re.compile(r"[ \t]*(?=\r?\n)")
USUAL = "  "


@final
class Node(Record):
    """A value: where it stands, and what it says."""

    start: int
    end: int
    said: Any
    members: list[Member]  # of an object


@final
class Member(Record):
    """A name and its value in an object."""

    name: str
    start: int
    node: Node
    comma: int  # where it is; -1: there is none


def read(text: str) -> dict[str, Any]:
    """Read a text, numbers as they are written; an empty one says as much as {}."""
    if not text.strip():
        return {}
    found: dict[str, Any] = parsed(text).said
    if not isinstance(found, dict):
        msg = "it is no object"
        raise ValueError(msg)  # noqa: TRY004 - of the file, not of a caller
    return found


def put(text: str, path: Path, value: Value) -> str:
    """Give a name a value, behind the last one of its object."""
    end = newline(text)
    if not text.strip():
        body = member_text(path, value, USUAL, USUAL, end)
        return f"{text}{{{end}{USUAL}{body}{end}}}{end}"
    node = parsed(text)
    for place, name in enumerate(path):
        found = member(node, name)
        if found is None:
            return in_object(text, node, path[place:], value)
        node = found.node
    return text[: node.start] + quoted(value) + text[node.end :]


def take(text: str, path: Path, there: int) -> str:
    """Take a value out, and objects of which nothing is left, beyond the first few."""
    text = removed(text, path)
    for known in range(len(path) - 1, there, -1):
        node = reached(text, path[:known])[-1].node
        if text[node.start + 1 : node.end - 1].strip():
            break
        text = removed(text, path[:known])
    return text


# -- where a value goes


def in_object(text: str, node: Node, path: Path, value: Value) -> str:
    """Add a member to an object, as its others are written."""
    end = newline(text)
    if not node.members:
        return in_empty(text, node, path, value)
    last = node.members[-1]
    place, comma, mark = last.node.end, ",", ""
    if last.comma >= 0:  # it has one though it is the last, and so has ours
        place, comma, mark = last.comma + 1, "", ","
    margin = MARGIN.search(text[: last.start])
    if margin is None:
        new = f"{comma} {on_one_line(path, value)}{mark}"
        return text[:place] + new + text[place:]
    tail = TAIL.match(text, place)
    assert tail  # noqa: S101 - it may be empty
    body = member_text(path, value, margin[1], unit_of(text), end)
    new = f"{end}{margin[1]}{body}{mark}"
    return text[:place] + comma + tail[0] + new + text[tail.end() :]


def in_empty(text: str, node: Node, path: Path, value: Value) -> str:
    """Add the first member of an object."""
    end, inner = newline(text), text[node.start + 1 : node.end - 1]
    if text.strip() != text[node.start : node.end] and "\n" not in text.strip():
        new = on_one_line(path, value)
    else:
        line = text[text.rfind("\n", 0, node.start) + 1 : node.start]
        margin = line[: len(line) - len(line.lstrip(" \t"))]
        unit = unit_of(text)
        new = end + margin + unit + member_text(path, value, margin + unit, unit, end)
        if not TO_THE_END.match(inner):
            new += end + margin
    return text[: node.start + 1] + new + text[node.start + 1 :]


def member_text(path: Path, value: Value, margin: str, unit: str, end: str) -> str:
    """Write a name and its value, or the objects that lead to it."""
    if len(path) == 1:
        return f"{quoted(path[0])}: {quoted(value)}"
    body = member_text(path[1:], value, margin + unit, unit, end)
    return f"{quoted(path[0])}: {{{end}{margin}{unit}{body}{end}{margin}}}"


def on_one_line(path: Path, value: Value) -> str:
    """Write the same without a line's end."""
    if len(path) == 1:
        return f"{quoted(path[0])}: {quoted(value)}"
    return f"{quoted(path[0])}: {{{on_one_line(path[1:], value)}}}"


def unit_of(text: str) -> str:
    """Return by how much a text is indented, from level to level."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else USUAL


def newline(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def quoted(value: Value) -> str:
    """Write a text."""
    return json.dumps(value, ensure_ascii=False)


# -- what is taken out


def removed(text: str, path: Path) -> str:
    """Take a member out, and the line that it has for itself."""
    *above, found = reached(text, path)
    members = (above[-1].node if above else parsed(text)).members
    place = members.index(found)
    start, end = found.start, found.node.end
    if found.comma >= 0:
        end = found.comma + 1
    elif place:
        comma = members[place - 1].comma
        text = text[:comma] + text[comma + 1 :]
        start, end = start - 1, end - 1
    margin, rest = MARGIN.search(text[:start]), TO_THE_END.match(text, end)
    if margin and rest:
        return text[: margin.start()] + text[rest.end() :]
    if found.comma >= 0:
        return text[:start] + text[end:].lstrip(" \t")
    return text[:start].rstrip(" \t") + text[end:]


def reached(text: str, path: Path) -> list[Member]:
    """Return the members on the way to a value."""
    node = parsed(text)
    way: list[Member] = []
    for name in path:
        found = member(node, name)
        if found is None:
            msg = f"{name} is not there"
            raise ValueError(msg)
        way.append(found)
        node = found.node
    return way


# -- where things stand


def member(node: Node, name: str) -> Member | None:
    """Find a member of an object; None if it has none of that name."""
    found = [one for one in node.members if one.name == name]
    if len(found) > 1:
        msg = f"{name} stands there twice"
        raise ValueError(msg)
    return found[0] if found else None


def parsed(text: str) -> Node:
    """Read a whole text."""
    node = value_at(text, skipped(text, 0))
    end = skipped(text, node.end)
    if end != len(text):
        raise wrong(text, end)
    return node


def value_at(text: str, start: int) -> Node:
    """Read a value."""
    if text[start : start + 1] == "{":
        return object_at(text, start)
    if text[start : start + 1] == "[":
        return array_at(text, start)
    if found := STRING.match(text, start):
        return Node(start, found.end(), json.loads(found[0]), [])
    if found := PLAIN.match(text, start):
        return Node(start, found.end(), (found[0],), [])
    raise wrong(text, start)


def object_at(text: str, start: int) -> Node:
    """Read an object."""
    members: list[Member] = []
    place = skipped(text, start + 1)
    while text[place : place + 1] != "}":
        if members and members[-1].comma < 0:
            raise wrong(text, place)
        name = STRING.match(text, place)
        colon = skipped(text, name.end()) if name else place
        if not name or text[colon : colon + 1] != ":":
            raise wrong(text, colon)
        node = value_at(text, skipped(text, colon + 1))
        comma = skipped(text, node.end)
        there = text[comma : comma + 1] == ","
        found = Member(json.loads(name[0]), place, node, comma if there else -1)
        members.append(found)
        place = skipped(text, comma + there)
    said = {one.name: one.node.said for one in members}
    return Node(start, place + 1, said, members)


def array_at(text: str, start: int) -> Node:
    """Read an array."""
    said: list[Any] = []
    place, comma = skipped(text, start + 1), True
    while text[place : place + 1] != "]":
        if not comma:
            raise wrong(text, place)
        node = value_at(text, place)
        said.append(node.said)
        place = skipped(text, node.end)
        comma = text[place : place + 1] == ","
        place = skipped(text, place + comma)
    return Node(start, place + 1, said, [])


def skipped(text: str, place: int) -> int:
    """Return where spaces and comments end."""
    found = SPACE.match(text, place)
    return found.end() if found else place


def wrong(text: str, place: int) -> ValueError:
    """Make the error for what is no JSON, with where it is."""
    line = text.count("\n", 0, place) + 1
    what = repr(text[place : place + 1])[1:-1] or "its end"
    return ValueError(f"line {line}: {what} is not expected")
