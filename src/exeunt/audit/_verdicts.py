"""A rule, and all that was seen of a program → its findings, and the codes reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ._call import Seen, line_of
from ._remedies import remedy
from .finding import Covered, Finding, Verdict
from .rule import Audit, Rule

SHOWN = 5  # violations of one rule that become findings
REPEATS = "help-repeats"
UNTRIED = "no call that it looks at was made"


def verdicts(rule: Rule, audit: Audit, framework: str | None) -> Iterator[Finding]:
    """Judge one rule: each violation, or that it is verified or unverified."""
    looked_at = [seen for seen in audit.seen if rule.looks_at(seen, audit)]
    if rule.id != REPEATS:  # what ends so by itself says nothing of its circumstances
        looked_at = [seen for seen in looked_at if seen.code not in audit.strange]
    by_path: dict[str, list[tuple[Seen, str]]] = {}
    for seen in looked_at:
        got = rule.judge(seen, audit)
        if got:
            by_path.setdefault(seen.probe.path, []).append((seen, got))
    for wrong in list(by_path.values())[:SHOWN]:
        got, fix = summed([got for _, got in wrong]), remedy(rule, framework)
        yield made(rule, Verdict.VIOLATED, wrong[0][0], got=got, fix=fix)
    if by_path:
        return
    if looked_at:
        calls = "1 call" if len(looked_at) == 1 else f"{len(looked_at)} calls"
        got = f"as expected, in {calls}{untried(rule, audit)}"
        yield made(rule, Verdict.VERIFIED, looked_at[0], got=got)
        return
    got = reason(rule, audit)
    fix = "" if got == rule.needs else rule.needs
    yield made(rule, Verdict.UNVERIFIED, None, got=got, fix=fix)


def summed(found: Sequence[str]) -> str:
    """Say what came, and in how many other calls something like it."""
    more = len(found) - 1
    if not more:
        return found[0]
    return f"{found[0]} (and in {more} other call{'s' if more > 1 else ''})"


def untried(rule: Rule, audit: Audit) -> str:
    """Count the commands that a rule about commands was not tried on."""
    if not is_about_calls(rule):
        return ""
    called = {seen.probe.path for seen in audit.seen}
    count = sum(promise.path not in called for promise in audit.contract.promises)
    were = "command was" if count == 1 else "commands were"
    return f"; {count} {were} not called" if count else ""


def is_about_calls(rule: Rule) -> bool:
    """Tell whether a rule is about calls of declared commands."""
    return any(kind.startswith(("command", "run")) for kind in rule.kinds)


def reason(rule: Rule, audit: Audit) -> str:
    """Say why nothing is known about a rule."""
    if audit.gave_up:
        return audit.gave_up
    if "run" in audit.skipped and is_about_calls(rule):
        return audit.skipped["run"]
    for kind in rule.kinds:
        if kind in audit.skipped:
            return audit.skipped[kind]
        if audit.strange and kind.startswith("help"):
            return "the same call does not end in the same way each time"
    return rule.needs or audit.skipped.get("command") or UNTRIED


def made(
    rule: Rule, verdict: Verdict, seen: Seen | None, *, got: str, fix: str = ""
) -> Finding:
    """Make a finding about a rule."""
    return Finding(
        rule.id,
        rule.clause,
        verdict,
        command="" if seen is None else line_of(seen.probe, seen.cli),
        expected=rule.expected,
        got=got,
        fix=fix,
        level=rule.level,
        mode=rule.mode,
        path="" if seen is None else seen.probe.path,
        evidence=None if seen is None else seen.evidence,
    )


def covered(audit: Audit) -> Iterator[Covered]:
    """Tell of each declared code whether it was reached, and how."""
    for promise in audit.contract.promises:
        calls = [
            seen
            for seen in audit.seen
            if seen.probe.path == promise.path
            and seen.ended
            and (seen.probe.json or seen.probe.kind == "fixture")
        ]
        meant = {
            seen.probe.code: seen for seen in calls if seen.probe.kind == "fixture"
        }
        by_code = {seen.code: seen for seen in reversed(calls)}
        for number, declared in sorted(promise.exits.items()):
            seen = by_code.get(number) or meant.get(number)
            yield Covered(
                promise.path,
                number,
                declared.name or str(number),
                reached=None if seen is None else seen.code == number,
                command="" if seen is None else seen.command,
                got=None if seen is None else seen.code,
            )
