"""A page for agents and a section of it → the same page with it, or without.

The section stands at the end, between two comments that no reader of Markdown shows.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str, ...]

BEGIN, END = "<!-- exeunt: {} -->\n", "<!-- end of exeunt: {} -->\n"
SECTION = re.compile(
    r"^<!-- exeunt: (?P<name>\S+) -->\r?\n(?P<text>.*?)"
    r"^<!-- end of exeunt: (?P=name) -->(?:\r?\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
REST = ""  # the name of all that is no section of ours


def read(text: str) -> dict[str, Any]:
    """Read a page: our sections by their names, and the rest."""
    found: dict[str, Any] = {}
    for section in SECTION.finditer(text):
        if section["name"] in found:
            msg = f"the section {section['name']} stands there twice"
            raise ValueError(msg)
        found[section["name"]] = section["text"]
    rest = SECTION.sub("", text).strip("\r\n")
    return {**found, REST: rest} if rest else found


def put(text: str, path: Path, value: str) -> str:
    """Add a section at the end, or give one that is there another text."""
    (name,) = path
    written = f"{BEGIN.format(name)}{value}{END.format(name)}"
    for section in SECTION.finditer(text):
        if section["name"] == name:
            return text[: section.start()] + written + text[section.end() :]
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}{written}"


def take(text: str, path: Path, _: int) -> str:
    """Take a section out, and the empty line that parted it from the others."""
    for section in SECTION.finditer(text):
        if (section["name"],) == path:
            before, after = text[: section.start()], text[section.end() :]
            return (before.removesuffix("\n") if not after else before) + after
    return text
