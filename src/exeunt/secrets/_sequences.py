"""Escape sequences of ECMA-48, which a terminal does not show → a pattern.

Loaded when a stream brings the first one: `re` takes 5 ms. One that breaks off goes to
the end of the data, to be seen again with more.
"""

from __future__ import annotations

import re

STRING = 4096  # bytes that a title, a link or another string may have
# It begins with a literal, which is searched for ten times as fast as anything else.
SEQUENCE = re.compile(
    rb"\x1b(?:\[[0-9;:]*+m"
    rb"|\[[0-?]*+[ -/]*+(?:[@-~]|(?=[\x00-\x1f\x7f-\xff])|\Z)"
    rb"|[\]PX^_][^\x07\x18\x1a\x1b\n]{0,%d}+(?:[\x07\x18\x1a]|\x1b\\|\x1b\Z)?"
    rb"|[ -/]+(?:[0-~]|\Z)"
    rb"|[0-OQ-WYZ\\`-~])?" % STRING
)
BACK = re.compile(rb"\x1b\[[0-9]*D")
# A colour, or the end of a link: what follows is not to look otherwise.
COLOUR = re.compile(rb"\x1b\[[0-9;:]*m|\x1b\]8;;(?:\x07|\x1b\\)")
# What moves the cursor, or erases.
ACTING = re.compile(rb"\x1b(?:\[[0-?]*+[ -/]*+[^-mhl0-?\x1b]|[DEMc78])")
EIGHT_BITS = re.compile(rb"\xc2[\x80-\x9f]")
MOST = 256  # steps that are worth taking


def steps_back(sequence: bytes) -> int:
    """Return how many characters a sequence takes back: one that goes on at the end."""
    if not BACK.fullmatch(sequence):
        return 0
    return min(max(int(sequence[2:-1] or b"1"), 1), MOST)


def colours(data: bytes) -> bytes:
    """Return the changes of colour in data, without what stands between them."""
    return b"".join(COLOUR.findall(data))
