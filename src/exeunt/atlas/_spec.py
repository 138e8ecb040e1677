"""The code column of a row, and an exit code → how closely the column covers it.

`7`, `"128+n"`, `"1-127"`, `">1"`, `"non-zero"` and `"other"` are the ways to say it.
"""

from __future__ import annotations

from ..model.ending import HIGHEST_STATUS, LAST_SIGNAL, SHELL_SIGNAL_BASE

NOT_AT_ALL, LOOSELY, IN_RANGE, EXACTLY = range(4)
LONGEST = 11  # "255-255" and "non-zero" fit; a longer one is no spec


def closeness(spec: int | str, code: int) -> int:
    """Tell how closely a code column describes a number."""
    if isinstance(spec, int):
        return EXACTLY if spec == code else NOT_AT_ALL
    low, high, found = bounds(spec)
    return found if low <= code <= high else NOT_AT_ALL


def bounds(spec: str) -> tuple[int, int, int]:
    """Read a code column that is a text; of nonsense, the bounds hold no code."""
    if spec == "other":
        return 0, HIGHEST_STATUS, LOOSELY
    if spec == "non-zero":
        return 1, HIGHEST_STATUS, LOOSELY
    if spec == "128+n":
        return SHELL_SIGNAL_BASE + 1, SHELL_SIGNAL_BASE + LAST_SIGNAL, IN_RANGE
    if spec.startswith(">"):
        above = number(spec[1:])
        return (above + 1, HIGHEST_STATUS, IN_RANGE) if above >= 0 else NOTHING
    low, dash, high = spec.partition("-")
    if dash and 0 <= number(low) <= number(high):
        return number(low), number(high), IN_RANGE
    return NOTHING


def is_spec(spec: int | str) -> bool:
    """Tell whether a code column can cover any number at all."""
    if isinstance(spec, int):
        return 0 <= spec <= HIGHEST_STATUS
    low, high, _ = bounds(spec)
    return low <= high


NOTHING = (1, 0, NOT_AT_ALL)


def number(text: str) -> int:
    """Read an exit status; -1 if the text is none."""
    if len(text) > LONGEST or not (text.isascii() and text.isdigit()):
        return -1
    value = int(text)
    return value if value <= HIGHEST_STATUS else -1
