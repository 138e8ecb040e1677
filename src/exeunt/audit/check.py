"""A program → events: its contract found, its calls made, its rules judged.

    for event in check(["notes"], level=2): ...

Every call runs in a place that is thrown away, with a time limit; nothing that it
starts outlives the check.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from shlex import join
from time import monotonic
from typing import Any

from ..errors import InputError, unknown
from ._call import Probe, Seen, call
from ._cells import Cells
from ._contract import find_contract
from ._place import Place, Room, files_of, needs, passed_on, whole_words
from ._pool import Pool
from ._remedies import framework_of
from ._verdicts import covered, made, verdicts
from .finding import (
    NONE,
    Ended,
    Event,
    Finding,
    Found,
    Probed,
    Started,
    Verdict,
)
from .fixtures import Fixtures, waived
from .probes.again import sequels
from .probes.plan import HELP, cursor_of, follow_ups, next_page, plan
from .probes.traces import controls
from .rule import Audit, Rule
from .rules import BY_ID, RULES

LEVELS = (1, 2, 3)
ENOUGH = 3  # calls that hang, after which no more are made
CONTROLS = 3  # plain calls, where special ones ended otherwise
AGAIN = "help-again"
BAD_FLAGS = ("bad-flag", "bad-flag-terminal")
# What a call of a kind is compared with, if that is not the call for the page.
COMPARED: dict[str, tuple[str, ...]] = {
    "bad-flag-aside": ("bad-flag",),
    "bad-flag-terminal": ("bad-flag",),
    "fixture": ("fixture-text",),
    "fixture-full": ("fixture-text",),
    "fixture-open": ("fixture-text",),
    "page": ("run", "fixture"),
    "run": ("run-text",),
    "run-again": ("run",),
    "run-default": ("run", "run-again"),
    "run-full": ("run-text",),
    "run-limit": ("run", "fixture"),
    "run-narrow": ("run", "run-again"),
    "run-open": ("run",),
    "unknown": ("word",),
}
UNSTARTED = {"not_found": "COMMAND_NOT_FOUND", "not_executable": "NOT_EXECUTABLE"}
KEPT = "the program keeps its own numbers, and they promise nothing"


def check(  # noqa: PLR0913 - a check has its circumstances
    cli: Sequence[str],
    *,
    level: int = 1,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    jobs: int = 2,
    fixtures: Fixtures | None = None,
    contract: Mapping[str, Any] | None = None,
    source: str = "a file",
    dialect: str | None = None,
    harmless: bool = False,
) -> Iterator[Event]:
    """Try a program against what it declares; the last event holds everything."""
    begun = monotonic()
    given = fixtures or Fixtures()
    given = given.replace(harmless=harmless or given.harmless)
    check_names(only, skip, given, level)
    whole = whole_words(cli)
    passed = passed_on(given.passed)
    needed, written = needs(whole, passed)
    with Cells(needed, written) as cells, Place(cells) as place, Pool(jobs) as pool:
        trial = Trial(cli, place, given, pool, passed)
        first = trial.discover(dialect, contract, source)
        audit = trial.audit
        rules = chosen(audit.contract.dialect, level, only, skip)
        reach = max(rule.level for rule in rules) if only and rules else level
        guarded = cells.protection.kind != NONE
        probes, audit.skipped = plan(audit.contract, given, reach, guarded=guarded)
        wanted = [p for p in probes if is_looked_at(p, rules)]
        yield Started(
            trial.name,
            audit.contract.dialect,
            level,
            audit.contract.source,
            len(rules),
            len(wanted) + len(first),
        )
        for seen in first:
            yield probed(seen)
        yield from trial.make(wanted)
        yield from trial.follow(rules, reach)
        protection = cells.protection
        findings: list[Finding] = []
        for finding in judged(rules, audit, given):
            findings.append(finding)
            yield Found(finding)
    yield Ended(
        trial.name,
        audit.contract.dialect,
        level,
        tuple(findings),
        tuple(covered(audit)),
        int((monotonic() - begun) * 1000),
        protection,
    )


class Trial:
    """The calls of one program that is being tried, and their limits."""

    audit: Audit  # once its contract is found

    def __init__(
        self,
        cli: Sequence[str],
        place: Place,
        fixtures: Fixtures,
        pool: Pool,
        passed: Mapping[str, str],
    ) -> None:
        self.cli: list[str] = whole_words(cli)
        self.name: str = join(cli)
        self.place = place
        self.fixtures = fixtures
        self.pool = pool
        self.passed: Mapping[str, str] = passed
        self.hung: int = 0
        self.stuck: set[str] = set()  # kinds of calls that wait for their stdin to end
        self.files: list[str] = files_of(self.cli)
        self.gone: str = ""  # a file of the program that a call has removed

    def discover(
        self, dialect: str | None, given: Mapping[str, Any] | None, source: str
    ) -> list[Seen]:
        """Find out what the program declares."""
        contract, seen = find_contract(
            self.attempt,
            dialect=dialect,
            given=given,
            name=source,
            harmless=self.fixtures.harmless,
        )
        done = seen[0].done
        if done.status in UNSTARTED:
            msg, code = f"{self.name}: {done.detail}", UNSTARTED[done.status]
            raise InputError(msg, fix="name a program that runs", error_code=code)
        self.audit = Audit(contract)
        self.audit.seen += seen
        return seen

    def attempt(self, probe: Probe, room: Room | None = None) -> Seen:
        """Make one call now."""
        given = self.fixtures
        network = probe.network or given.network
        probe = probe.replace(env={**given.env, **probe.env}, network=network)
        room = room or self.place.room()
        seen = call(
            probe,
            self.cli,
            room,
            self.passed,
            limit=self.fixtures.limit,
            stopped=self.pool.is_stopped,
        )
        if seen.done.timed_out and probe.streams == "open":
            self.stuck.add(probe.kind)  # one is enough to know
        else:
            self.hung += seen.done.timed_out
        seen.removed = [path for path in self.files if room.lacks(path)]
        self.gone = next((p for p in seen.removed if not os.path.lexists(p)), "")
        return seen

    def make(self, probes: Sequence[Probe]) -> Iterator[Event]:
        """Make calls side by side, each in a room of its own."""
        first = self.audit.seen[0]  # a page may name the home that it has
        again = () if first.removed else (AGAIN,)
        yield from self.take(
            [(p, first.room if p.kind in again else self.place.room()) for p in probes]
        )

    def take(self, calls: Sequence[tuple[Probe, Room]]) -> Iterator[Event]:
        """Make calls side by side, until too many hang."""

        def work(one: tuple[Probe, Room]) -> Seen | None:
            enough = self.hung >= ENOUGH or self.gone or one[0].kind in self.stuck
            return None if enough else self.attempt(*one)

        for seen in self.pool.map(work, calls):
            if seen is None:
                self.give_up()
                continue
            self.audit.seen.append(seen)
            yield probed(seen)

    def give_up(self) -> None:
        """Say why no more calls are made, if none are."""
        why = f"{self.gone} is gone" if self.gone else f"{ENOUGH} calls did not end"
        if self.gone or self.hung >= ENOUGH:
            self.audit.gave_up = f"{why}, so no more were made"

    def follow(self, rules: Sequence[Rule], level: int) -> Iterator[Event]:
        """Make the calls that follow from others: again, and page by page."""
        again = [(p, seen.room) for p, seen in follow_ups(self.audit.seen, level)]
        # Each of them looks at what the one before it has seen.
        for calls in (again, controls(self.audit), sequels(self.audit, level)):
            yield from self.take([c for c in calls if is_looked_at(c[0], rules)])
        for _ in range(CONTROLS if differs(self.audit) else 0):  # one by one
            yield from self.make([Probe(AGAIN, HELP)])
        if "pages" not in {rule.id for rule in rules}:
            return
        asked = self.audit.contract.asked or ()
        for first in [s for s in self.audit.seen if s.probe.kind in {"run", "fixture"}]:
            seen, known = first, set[str | None]()
            while first.code == 0 and (probe := next_page(seen, asked, known)):
                before = len(self.audit.seen)
                yield from self.take([(probe.replace(setup=(), files={}), first.room)])
                if len(self.audit.seen) == before:
                    break
                known.add(cursor_of(seen))
                seen = self.audit.seen[-1]


def differs(audit: Audit) -> bool:
    """Tell whether the exit code of wrong calls, or of --help, varies without cause."""
    first = audit.seen[0]
    wrong = {s.code for s in audit.seen if s.probe.kind in BAD_FLAGS and s.ended}
    helps = [s for s in audit.seen if s.probe.words == HELP and s.ended]
    special = [s for s in helps if s.probe.streams not in {"closed", "full", "gone"}]
    return len(wrong) > 1 or any(seen.code != first.code for seen in special)


def check_names(
    only: Sequence[str], skip: Sequence[str], fixtures: Fixtures, level: int
) -> None:
    """Refuse rules that do not exist: a typing mistake must not switch one off."""
    waivers = [waiver.rule for waiver in fixtures.waivers]
    for name in (*only, *skip, *waivers):
        if name not in BY_ID:
            raise unknown(name, "rule", BY_ID, "exeunt check --json --level 3")
    if level not in LEVELS:
        msg = f"there is no level {level}"
        raise InputError(msg, fix="1, 2 or 3")


def chosen(
    dialect: str, level: int, only: Sequence[str], skip: Sequence[str]
) -> list[Rule]:
    """Return the rules for a dialect, up to a level."""
    return [
        rule
        for rule in RULES
        if dialect in rule.dialects
        and (rule.id in only if only else rule.level <= level)
        and rule.id not in skip
    ]


def is_looked_at(probe: Probe, rules: Sequence[Rule]) -> bool:
    """Tell whether some rule is about a call; those about all calls make none."""
    kinds = {kind for rule in rules for kind in rule.kinds}
    kinds |= {other for kind in kinds for other in COMPARED.get(kind, ())}
    return probe.kind in kinds or not kinds


def probed(seen: Seen) -> Probed:
    """Make the event for a call that is over."""
    return Probed(seen.probe.kind, seen.command, seen.evidence)


def judged(
    rules: Sequence[Rule], audit: Audit, fixtures: Fixtures
) -> Iterator[Finding]:
    """Judge every rule by all that was seen."""
    today = datetime.now(tz=UTC).date()
    framework = framework_of(audit.contract.help)
    for rule in rules:
        if rule.by_number and audit.contract.table.keeps:
            found = made(rule, Verdict.WAIVED, None, got="the program's own numbers")
            yield found.replace(reason=KEPT)
            continue
        for finding in verdicts(rule, audit, framework):
            yield waived(finding, fixtures.waivers, today)
