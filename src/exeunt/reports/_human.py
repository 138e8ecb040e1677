"""Seconds and moments → how a person says them."""

from __future__ import annotations

from itertools import pairwise
from time import gmtime, strftime

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHORT = 0.0005  # seconds: no millisecond
FINE = 10  # seconds, below which tenths are said
SCALE = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (1, "s"), (0.001, "ms"))


def took(seconds: float | None) -> str:
    """Say how long something took, in two figures of the right size."""
    if seconds is None:
        return ""
    if seconds < SHORT:
        return "under 1 ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < MINUTE:
        return f"{seconds:.1f} s" if seconds < FINE else f"{seconds:.0f} s"
    for (size, name), (part, below) in pairwise(SCALE):
        if seconds >= size:
            whole, rest = divmod(round(seconds / part), round(size / part))
            return f"{whole} {name}" + (f" {rest} {below}" if rest else "")
    return f"{seconds:.0f} s"


def exact(seconds: float) -> str:
    """Say a round time of an axis: 10 ms, 1 s, 10 min."""
    size, name = next((one for one in SCALE if seconds >= one[0]), SCALE[-1])
    return f"{seconds / size:g} {name}"


def day(at: float) -> str:
    """Name a day: Thu 19 Nov."""
    now = gmtime(at)
    return f"{strftime('%a', now)} {now.tm_mday} {strftime('%b', now)}"


def clock(at: float) -> str:
    """Name a time of a day: 22:05."""
    return strftime("%H:%M", gmtime(at))


def full(at: float) -> str:
    """Name a moment: Thu 19 Nov 22:05."""
    return f"{day(at)} {clock(at)}"


def stamp(at: float) -> str:
    """Write a moment for machines."""
    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(at))


def number(count: int, what: str, more: str = "") -> str:
    """Say a number of things: 1 run, 2,000 runs."""
    return f"{count:,} {what if count == 1 else more or f'{what}s'}"


def plural(count: int, one: str, many: str) -> str:
    """Choose the word that goes with a number."""
    return one if count == 1 else many
