"""Rows, one by one → what a page shows of them all, in memory that stays small.

Times are counted in spans that grow with the time they cover, durations in steps of a
tenth of a decade; of what is listed the first few are kept.
"""

from __future__ import annotations

from heapq import heappush, heapreplace
from math import floor, log10

from .groups import Groups, count
from .row import BAD, DONE, attempts, moment, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .row import Row

    Kept = tuple[float, int, Row]  # by what it is kept, its place, the row

# Spans in seconds, each made of several of the one before.
SPANS = (1, 10, 60, 300, 900, 3600, 10_800, 21_600, 86_400, 604_800, 2_419_200,
         29_030_400)  # fmt: skip
MOST = 4096  # spans that are counted
STEPS = 10  # of a decade of durations
SHORTEST = -4  # decades: what took less than 0.1 ms
LISTED = 15
MANY = 10  # attempts; more of them are counted together
OTHER = "other programs"
PROGRAMS = 1000


class Times:
    """How many began when, by verdict."""

    def __init__(self) -> None:
        self.level: int = 0
        self.counts: dict[int, dict[str, int]] = {}

    @property
    def span(self) -> int:
        """The seconds of one span."""
        return SPANS[self.level]

    def add(self, at: float, verdict: str) -> None:
        """Count one."""
        place = int(at // self.span)
        there = self.counts.setdefault(place, {})
        there[verdict] = there.get(verdict, 0) + 1
        while len(self.counts) > MOST:
            self.widen()

    def widen(self) -> None:
        """Count in the next wider spans."""
        factor = SPANS[self.level + 1] // self.span
        self.level += 1
        wider: dict[int, dict[str, int]] = {}
        for place, counts in self.counts.items():
            there = wider.setdefault(place // factor, {})
            for verdict, number in counts.items():
                there[verdict] = there.get(verdict, 0) + number
        self.counts = wider

    def within(self, most: int) -> None:
        """Widen until no more than so many spans lie between the first and the last."""
        while self.counts and max(self.counts) - min(self.counts) >= most:
            self.widen()


class Durations:
    """How long runs took, by verdict, in steps of a logarithm."""

    def __init__(self) -> None:
        self.counts: dict[int, dict[str, int]] = {}
        self.total: int = 0

    def add(self, seconds: float, verdict: str) -> None:
        """Count one."""
        step = floor(log10(max(seconds, 10.0**SHORTEST)) * STEPS)
        there = self.counts.setdefault(step, {})
        there[verdict] = there.get(verdict, 0) + 1
        self.total += 1

    def quantile(self, part: float) -> float:
        """Return about how long such a part of all runs took at most."""
        left = part * self.total
        for step in sorted(self.counts):
            left -= sum(self.counts[step].values())
            if left <= 0:
                return float(10 ** ((step + 0.5) / STEPS))
        return 0.0


class Program:
    """What became of one program's runs."""

    def __init__(self) -> None:
        self.verdicts: dict[str, int] = {}
        self.durations: Durations = Durations()
        self.retried: int = 0
        self.total: int = 0


class Tally:
    """All that a page shows of rows."""

    def __init__(self) -> None:
        self.groups: Groups = Groups()
        self.times: Times = Times()
        self.durations: Durations = Durations()
        self.programs: dict[str, Program] = {}
        self.slowest: list[Kept] = []
        self.retried: list[Kept] = []
        self.attempts: dict[int, dict[str, int]] = {}
        self.unended: dict[str, int] = {}  # state → how many
        self.open: list[Row] = []  # some of those
        self.waited: float = 0.0
        self.worked: float = 0.0
        self.hosts: dict[str, int] = {}
        self.first: float | None = None
        self.last: float | None = None

    @property
    def total(self) -> int:
        """How many runs there are."""
        return self.groups.total

    def verdicts(self, name: str) -> int:
        """How many runs this came of; of those that go on, an empty name."""
        return self.groups.counts.get(name, 0)

    def add(self, row: Row) -> None:
        """Count a run."""
        self.groups.add(row)
        verdict = row.get("verdict") or ""
        count(self.hosts, row.get("host"))
        at, seconds = moment(row), row.get("seconds")
        if at is not None:
            self.times.add(at, verdict)
            self.first = at if self.first is None else min(self.first, at)
            self.last = at if self.last is None else max(self.last, at)
        if not verdict:
            count(self.unended, row.get("state") or row.get("status") or "unknown")
            if len(self.open) < LISTED:
                self.open.append(row)
            return
        self.add_program(row, verdict, seconds)
        if seconds is not None:
            self.worked += seconds
            self.durations.add(seconds, verdict)
            keep(self.slowest, seconds, self.total, row)
        number = attempts(row)
        there = self.attempts.setdefault(min(number, MANY), {})
        there[verdict] = there.get(verdict, 0) + 1
        if number > 1:
            waited = row.get("waited") or 0.0
            self.waited += waited
            keep(self.retried, number + min(waited, 1e9) / 1e10, self.total, row)

    def add_program(self, row: Row, verdict: str, seconds: float | None) -> None:
        """Count a run of its program."""
        name = program(row)
        if name not in self.programs and len(self.programs) >= PROGRAMS:
            name = OTHER
        known = self.programs.setdefault(name, Program())
        known.total += 1
        known.verdicts[verdict] = known.verdicts.get(verdict, 0) + 1
        known.retried += attempts(row) > 1
        if seconds is not None:
            known.durations.add(seconds, verdict)


def keep(found: list[Kept], size: float, place: int, row: Row) -> None:
    """Keep a row if it is one of the largest."""
    if len(found) < LISTED:
        heappush(found, (size, place, row))
    elif found[0][0] < size:
        heapreplace(found, (size, place, row))


def largest(found: list[Kept]) -> list[Row]:
    """Return what was kept, the largest first."""
    return [row for _, _, row in sorted(found, key=lambda one: (-one[0], one[1]))]


def came_through(tally: Tally) -> tuple[int, int]:
    """Return how many calls were retried, and how many of those were done at last."""
    retried = [counts for number, counts in tally.attempts.items() if number > 1]
    return (
        sum(sum(counts.values()) for counts in retried),
        sum(counts.get(DONE, 0) for counts in retried),
    )


def is_bad(counts: dict[str, int]) -> bool:
    """Tell whether something failed, or may have."""
    return any(counts.get(verdict) for verdict in BAD)
