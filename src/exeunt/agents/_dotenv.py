"""A .env file and one value → the same text with it, or without.

As the `dotenv` of Node reads it, whose rules are others than a shell's: the last line
for a name counts, so ours goes to the end, and what stood there before stays.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str, ...]

# Python's \s and \w know more characters than those of the program that reads this.
GAP = r"[ \t\n\f\v\xa0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
LINE = re.compile(
    rf"^{GAP}*(?:export{GAP}+)?(?P<name>[A-Za-z0-9_.-]+)"
    rf"(?:{GAP}*=|:{GAP})"
    rf"(?P<value>{GAP}*'(?:\\'|[^'])*'|{GAP}*\"(?:\\\"|[^\"])*\""
    rf"|{GAP}*`(?:\\`|[^`])*`|[^#\n]+)?"
    rf"{GAP}*(?:\#.*)?$",
    re.MULTILINE,
)
SAFE = re.compile(r"[A-Za-z0-9_./~+@%:,-]+\Z")
QUOTES = "'`\""


def read(text: str) -> dict[str, Any]:
    """Read a text: each name with its last value."""
    if "\u2028" in text or "\u2029" in text:
        msg = "it has a separator of lines that editors do not show"
        raise ValueError(msg)
    found: dict[str, Any] = {}
    for line in LINE.finditer(re.sub(r"\r\n?", "\n", text)):
        found[line["name"]] = plain(line["value"] or "")
    return found


def put(text: str, path: Path, value: str) -> str:
    """Give a name a value, in a line at the end."""
    end = "\r\n" if "\r\n" in text else "\n"
    before = "" if not text or text.endswith(("\n", "\r")) else end
    return f"{text}{before}{line_of(path, value)}{end}"


def take(text: str, path: Path, _: int) -> str:
    """Take the line out that gives a name its value."""
    (name,) = path
    ours = line_of(path, str(read(text).get(name)))
    found = [*re.finditer(rf"^{re.escape(ours)}(?:\r?\n|\r|\Z)", text, re.MULTILINE)]
    if not found:
        msg = f"the line of {name} is written in another way than ours"
        raise ValueError(msg)
    return text[: found[-1].start()] + text[found[-1].end() :]


def line_of(path: Path, value: str) -> str:
    """Write a name and its value."""
    (name,) = path
    if SAFE.match(value):
        return f"{name}={value}"
    plain_marks = QUOTES if "\\" not in value else "'`"
    mark = next((mark for mark in plain_marks if mark not in value), "")
    if not mark or "\n" in value or "\r" in value:
        msg = "the value cannot be written there"
        raise ValueError(msg)
    return f"{name}={mark}{value}{mark}"


def plain(value: str) -> str:
    """Return what a written value says."""
    value = re.sub(rf"\A{GAP}+|{GAP}+\Z", "", value)
    mark = value[:1]
    if mark in QUOTES and mark and len(value) > 1 and value.endswith(mark):
        value = value[1:-1]
    if mark == '"':
        value = value.replace("\\n", "\n").replace("\\r", "\r")
    return value
