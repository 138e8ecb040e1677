"""What was seen of a program → findings, and the events that tell of them.

The engine yields events; reports consume them:

    Started → Probed … → Found … → Ended

A finding is about one rule. What could not be tried is unverified, never a guess.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from ..record import KW_ONLY, Record, final

# What may hold the calls of a check.
NAMESPACES, LANDLOCK, NONE = "namespaces", "landlock", "none"


class Verdict(Enum):
    """What is known of a rule, after the program has been tried."""

    VERIFIED = "verified"
    VIOLATED = "violated"
    UNVERIFIED = "unverified"
    WAIVED = "waived"


@final
class CallRecord(Record):
    """How one call of a program ended and what it wrote: what a finding rests on."""

    _: KW_ONLY
    exit_code: int  # as a shell shows it: 128 and the signal for one that was killed
    status: str  # of a run's record: exited, signaled, timed_out, not_found…
    stdout: str  # the beginning and the end of it, escape sequences included
    stderr: str
    duration_ms: int


@final
class Finding(Record):
    """What is known of one rule, by which call, and what to do about it."""

    rule: str  # its id: envelope-keys
    clause: str  # what asks for it: R1, F-014
    verdict: Verdict
    _: KW_ONLY
    command: str = ""  # the call as a line of shell; empty if none was made
    expected: str
    got: str  # what came; of what is unverified, why
    fix: str = ""  # empty where nothing needs one
    level: int = 1  # 1: nobody can do without; 2: callers rely on it; 3: at its best
    mode: int | None = None  # the failure mode of the public spec that the rule guards
    path: str = ""  # of the program's command, dotted; empty: the program
    evidence: CallRecord | None = None
    reason: str = ""  # why it is waived

    def as_dict(self) -> dict[str, Any]:
        """Return the finding in its names on the wire."""
        said = self.as_fields()
        evidence = None if self.evidence is None else self.evidence.as_fields()
        return said | {"verdict": self.verdict.value, "evidence": evidence}


@final
class Covered(Record):
    """One declared code of one command: was it reached, and by which call."""

    path: str  # dotted, as in the manifest
    code: int
    name: str
    _: KW_ONLY
    reached: bool | None = None  # None: nothing says how to reach it
    command: str = ""
    got: int | None = None  # the number that came


@final
class Started(Record):
    """A check begins: of what, by which table, how much there is to do."""

    cli: str
    dialect: str  # plain for a program that declares nothing
    level: int
    source: str  # where the contract was found: manifest, --schema, a file, or nowhere
    rules: int
    probes: int


@final
class Probed(Record):
    """One call is over."""

    kind: str
    command: str
    evidence: CallRecord


@final
class Found(Record):
    """One finding is made."""

    finding: Finding


@final
class Protection(Record):
    """What kept the calls of a check from doing harm."""

    kind: str  # namespaces, landlock or none
    _: KW_ONLY
    why: str = ""  # of what is better, why it could not be had
    missing: tuple[str, ...] = ()  # what it does not hold, or leaves untried


@final
class Ended(Record):
    """The check is over, and this is all of it."""

    cli: str
    dialect: str
    level: int
    findings: tuple[Finding, ...]
    coverage: tuple[Covered, ...]
    duration_ms: int
    protection: Protection = Protection(NONE)

    def count(self, verdict: Verdict) -> int:
        """Count the rules of a verdict; several calls may break the same one."""
        return sum(found is verdict for found in self.verdicts().values())

    def verdicts(self) -> dict[str, Verdict]:
        """Return the verdict of each rule: the worst, where calls differ."""
        worst: dict[str, Verdict] = {}
        for finding in self.findings:
            known = worst.setdefault(finding.rule, finding.verdict)
            if known is not Verdict.VIOLATED:
                worst[finding.rule] = finding.verdict
        return worst

    def as_dict(self) -> dict[str, Any]:
        """Return the report in its names on the wire."""
        return {
            "cli": self.cli,
            "dialect": self.dialect,
            "level": self.level,
            **{verdict.value: self.count(verdict) for verdict in Verdict},
            "findings": [finding.as_dict() for finding in self.findings],
            "coverage": [covered.as_fields() for covered in self.coverage],
            "protection": self.protection.as_fields(),
        }


Event = Started | Probed | Found | Ended
