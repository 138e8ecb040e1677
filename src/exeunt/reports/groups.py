"""Rows → the same failure once: how often, since when, and whether it is mended.

A group is a program, what came of it, and its first words. Where a program's words
differ too often they are its data, and all its failures of a kind are one group.
"""

from __future__ import annotations

from .row import BAD, DONE, FAILED, UNKNOWN, moment
from .words import again, headed, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .row import Row, Said

    Kind = tuple[str, str, str]  # program, verdict, why
    When = tuple[float, int]

SPREAD = 8  # first words of one kind of failure; more of them are data
MOST = 1000  # kinds of failure that are kept apart
FEW = 5  # names and hosts that are listed
OTHERS: Kind = ("other programs", FAILED, "")
NEVER: When = (0.0, 0)


class Group:
    """The same failure, however often."""

    def __init__(self, kind: Kind, words: str, row: Row) -> None:
        program, verdict, why = kind
        self.program: str = program
        self.verdict: str = verdict
        self.why: str = why
        self.words = words
        self.count: int = 0
        self.newest: Row = row
        self.first: When = when(row)
        self.last: When = NEVER
        self.names: dict[str, int] = {}
        self.hosts: dict[str, int] = {}
        self.codes: dict[str, int] = {}
        self.open: dict[object, When] = {}  # command → when it failed last
        self.times: list[float] = []  # when, for a small plot
        self.mended: int = 0  # commands that have succeeded since
        self.mended_at: float | None = None  # the last of them, if that is all

    @property
    def title(self) -> str:
        """How the group is called."""
        return f"{self.program} {self.words}".strip()

    def add(self, row: Row, command: int | None) -> None:
        """Count one more."""
        now = when(row)
        self.count += 1
        if now >= self.last:
            self.last, self.newest = now, row
        self.first = min(self.first, now)
        for counts, name in ((self.names, "name"), (self.hosts, "host")):
            count(counts, row.get(name))
        count(self.codes, ended(row))
        if len(self.times) < MOST:
            self.times.append(now[0])
        key = ("unknown", self.count) if command is None else command
        self.open[key] = max(self.open.get(key, NEVER), now)

    def join(self, other: Group) -> None:
        """Take what another group has."""
        self.count += other.count
        if other.last >= self.last:
            self.last, self.newest = other.last, other.newest
        self.first = min(self.first, other.first)
        for mine, theirs in (
            (self.names, other.names),
            (self.hosts, other.hosts),
            (self.codes, other.codes),
        ):
            for name, number in theirs.items():
                count(mine, name, number)
        self.times = (self.times + other.times)[:MOST]
        for key, at in other.open.items():
            self.open[key] = max(self.open.get(key, NEVER), at)


class Groups:
    """The failures among rows that come one by one, in any order."""

    def __init__(self) -> None:
        self.kinds: dict[Kind, dict[str, Group]] = {}
        self.done: dict[object, When] = {}  # command → when it succeeded last
        self.total: int = 0
        self.counts: dict[str, int] = {}

    def add(self, row: Row) -> None:
        """Count a run."""
        verdict = row.get("verdict")
        self.total += 1
        count(self.counts, verdict or "")
        key = command(row)
        if verdict == DONE and key is not None:
            self.done[key] = max(self.done.get(key, NEVER), when(row))
        if verdict not in BAD:
            return
        name, words = headed(row)
        kind = (name, verdict, row.get("why") or "")
        if kind not in self.kinds and len(self.kinds) >= MOST:
            kind = (OTHERS[0], verdict, OTHERS[2])
        groups = self.kinds.setdefault(kind, {})
        words = "…" if "…" in groups else "" if kind[0] == OTHERS[0] else words
        if words not in groups:
            groups[words] = Group(kind, words, row)
        groups[words].add(row, key)
        if len(groups) > SPREAD:
            fold(kind, groups)

    def found(self) -> list[Group]:
        """Return the groups, the newest first."""
        found = [one for groups in self.kinds.values() for one in groups.values()]
        for group in found:
            settle(group, self.done)
        return sorted(found, key=lambda one: one.last, reverse=True)


def grouped(rows: Iterable[Row]) -> Groups:
    """Group rows."""
    groups = Groups()
    for row in rows:
        groups.add(row)
    return groups


def fold(kind: Kind, groups: dict[str, Group]) -> None:
    """Make one group of many: their words are data."""
    first, *others = groups.values()
    whole = Group(kind, "…", first.newest)
    for one in (first, *others):
        whole.join(one)
    groups.clear()
    groups["…"] = whole


def settle(group: Group, done: dict[object, When]) -> None:
    """Find out which commands of a group have succeeded since they failed last.

    That mends a failure. It does not say what a run did of which nobody knows.
    """
    since = [done[key] for key, at in group.open.items() if done.get(key, NEVER) > at]
    group.mended = len(since)
    if len(since) == len(group.open) and group.verdict != UNKNOWN:
        group.mended_at = max(since)[0]


def command(row: Row) -> int | None:
    """Name what was run, where and on which machine; None if it is not all known."""
    if row.get("cut") or not row.get("argv"):
        return None
    return hash((tuple(row["argv"]), row.get("cwd"), row.get("host")))


def when(row: Row) -> When:
    """Say when a run began, and which of one second was later."""
    number = row.get("id")
    return moment(row) or 0.0, number if isinstance(number, int) else 0


def ended(row: Row) -> str:
    """Say how a run ended, in a word or two."""
    status = row.get("status") or "unknown"
    code = row.get("exit_code")
    return f"exit {code}" if status == "exited" and code is not None else status


def count(counts: dict[str, int], name: object, number: int = 1) -> None:
    """Count a name, unless there are too many already."""
    if isinstance(name, str) and (name in counts or len(counts) < MOST):
        counts[name] = counts.get(name, 0) + number


# -- a group on the wire


def as_dict(group: Group, said: Said) -> dict[str, Any]:
    """Return a group with the newest of its runs, and the line to run that again."""
    row = group.newest
    fields = (
        *("id", "name", "argv", "cwd", "host", "verdict", "why", "meaning"),
        *("side_effects", "exit_code", "status", "seconds", "log", "started"),
    )
    return {
        "title": group.title,
        "count": group.count,
        "first": stamp(group.first[0]),
        "last": stamp(group.last[0]),
        **{name: row.get(name) for name in fields},
        "attempts": row.get("attempts", 1),
        "names": listed(group.names),
        "hosts": listed(group.hosts),
        "ended": dict(sorted(group.codes.items(), key=lambda one: -one[1])[:FEW]),
        "tail": list(said(row)),
        "again": again(row),
        "warning": warning(row) or None,
        "mended": group.mended,
        "commands": len(group.open),
        "mended_at": None if group.mended_at is None else stamp(group.mended_at),
    }


def listed(counts: dict[str, int]) -> list[str]:
    """Return the names that are there most often."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:FEW]


def stamp(at: float) -> str:
    """Write a moment as it is on the wire: UTC."""
    from time import gmtime, strftime  # loaded by then

    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(at))


def is_open(group: Group) -> bool:
    """Tell whether a group is not mended."""
    return group.mended_at is None


def in_doubt(group: Group) -> bool:
    """Tell whether nobody knows what came of a group's runs."""
    return group.verdict == UNKNOWN
