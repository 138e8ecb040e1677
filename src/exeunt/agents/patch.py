"""What a file was and what it will be → a patch that may be shown to anybody.

A line beside ours may hold a key: what a name or its look betrays is hidden.
"""

from __future__ import annotations

from difflib import unified_diff

from ..secrets.given import hide_in
from ..secrets.mask import masked
from ..secrets.names import is_secret_name
from ..secrets.variables import betrays
from .edit import NotEditable, strings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._plan import Change
    from .edit import Format

NO_END = "\n\\ No newline at end of file\n"


def patch_of(change: Change, kind: Format) -> str:
    """Write the patch of one file."""
    if change.before == change.after:
        return ""
    old, new = ((data or b"").decode() for data in (change.before, change.after))
    before = "/dev/null" if change.before is None else change.file
    after = "/dev/null" if change.after is None else change.file
    lines = unified_diff(lines_of(old), lines_of(new), before, after)
    text = "".join(line if line.endswith("\n") else line + NO_END for line in lines)
    hidden = hide_in(text, secrets_of(change, kind))
    return masked(hidden)[0]


def lines_of(text: str) -> list[str]:
    """Part a text into its lines, as a patch has them."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + (
        [last] if (last := text.rpartition("\n")[2]) else []
    )


def secrets_of(change: Change, kind: Format) -> list[str]:
    """Find the values in a file whose names betray them."""
    found: set[str] = set()
    for data in (change.before, change.after):
        try:
            pairs = list(strings(kind, data or b""))
        except NotEditable:
            continue
        found |= {
            line  # a patch has each on a line of its own
            for name, value in pairs
            if is_secret_name(name) or betrays(name)
            for line in value.splitlines()
            if line
        }
    return sorted(found, key=len, reverse=True)
