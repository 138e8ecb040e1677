"""Counts and a clock → one line that says how a batch goes, and when it is over."""

from __future__ import annotations

import os
from collections import deque
from shutil import get_terminal_size
from time import monotonic

from ...text.cells import width as columns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...batches.queue import Counts

EVERY = 0.1  # seconds between two drawings at a terminal,
SELDOM = 10.0  # and between two lines in a pipe
WINDOW = 30.0  # seconds that the rate is taken of
LEAST = 1.0  # seconds before there is a rate
GRAPH = 20  # columns of the picture
FEWEST = 60  # columns of a terminal that has room for one
CLEAR = "\r\x1b[K"
MINUTE, HOUR, DAY = 60, 3600, 86_400


class Rate:
    """How many jobs end in a second, of late."""

    def __init__(self, now: float, ended: int) -> None:
        self.seen: deque[tuple[float, int]] = deque([(now, ended)])

    def at(self, now: float, ended: int) -> float | None:
        """Note how many have ended by now; None before anything can be said."""
        while len(self.seen) > 1 and self.seen[1][0] <= now - WINDOW:
            self.seen.popleft()
        if now - self.seen[-1][0] >= EVERY:
            self.seen.append((now, ended))
        since, before = self.seen[0]
        if now - since < LEAST or ended <= before:
            return None
        return (ended - before) / (now - since)


def line(counts: Counts, rate: float | None, why: str, width: int) -> str:
    """Say in one line how it goes; what is less important goes first."""
    total, over = counts.total, counts.total - counts.open - counts.held
    share = over / total if total else 1.0
    left = total - over - counts.held
    parts = [f"{int(share * 100)}%", f"{over:,}/{total:,}"]
    parts += [
        f"{number:,} {word}"
        for number, word in (
            (counts.failed, "failed"),
            (counts.doubt, "in doubt"),
            (counts.held, "held"),
            (counts.moved, "moved"),
            (counts.waiting, "waiting"),
            (counts.doing, "running"),
        )
        if number
    ]
    if rate is not None:
        parts.append(f"{rate:,.1f}/s" if rate < MINUTE else f"{rate:,.0f}/s")
        if left:
            parts.append(f"{span(left / rate)} left")
    if why:
        parts.append(why)
    text = "  ".join(parts)
    if width >= FEWEST and cells(text) + GRAPH + 2 <= width:
        return f"{picture(share)}  {text}"
    return fitting(parts, width)


def fitting(parts: list[str], width: int) -> str:
    """Leave out what does not fit, from the end."""
    while len(parts) > 1 and cells("  ".join(parts)) > width:
        parts = parts[:-1]
    return "  ".join(parts)[:width]


def cells(text: str) -> int:
    """Count the columns that a text takes."""
    return sum(map(columns_of, text))


def picture(share: float) -> str:
    """Draw how much is over."""
    full = int(share * GRAPH)
    return f"[{'#' * full}{'.' * (GRAPH - full)}]"


def span(seconds: float) -> str:
    """Write a time in its two largest units."""
    whole = int(seconds + 0.5)
    if whole < MINUTE:
        return f"{whole}s"
    if whole < HOUR:
        return f"{whole // MINUTE}m {whole % MINUTE:02}s"
    if whole < DAY:
        return f"{whole // HOUR}h {whole % HOUR // MINUTE:02}m"
    return f"{whole // DAY}d {whole % DAY // HOUR}h"


class Bar:
    """The line on stderr: redrawn at a terminal, repeated now and then elsewhere."""

    def __init__(self, *, terminal: bool) -> None:
        self.terminal = terminal
        self.drawn: bool = False
        self.due: float = monotonic() + (0.0 if terminal else SELDOM)
        self.rate: Rate | None = None

    def draw(self, counts: Counts, why: str) -> None:
        """Say how it goes, if it is time."""
        now = monotonic()
        ended = counts.total - counts.open - counts.held
        self.rate = self.rate or Rate(now, ended)
        rate = self.rate.at(now, ended)
        if now < self.due:
            return
        self.due = now + (EVERY if self.terminal else SELDOM)
        if not self.terminal:
            put(f"{line(counts, rate, why, 200)}\n")
            return
        width = get_terminal_size().columns - 1
        put(f"{CLEAR}{line(counts, rate, why, max(width, 10))}")
        self.drawn = True

    @property
    def is_due(self) -> bool:
        """Whether it is time, so that nobody counts in vain."""
        return monotonic() >= self.due

    def clear(self) -> None:
        """Take the line away, before anything else is printed there."""
        if self.drawn:
            put(CLEAR)
            self.drawn = False
            self.due = 0.0


def put(text: str) -> None:
    """Write to stderr; who closed it sees nothing."""
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        pass
