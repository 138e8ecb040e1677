"""What a check found → JUnit's XML, which build servers show.

A suite for each level, a case for each finding. What is violated has failed; what is
unverified or waived is skipped, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..finding import Ended, Finding, Verdict

# What XML 1.0 has no way to write.
UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ENTITIES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;",
    # A reader would make spaces or other ends of lines of these.
    "\r": "&#13;", "\n": "&#10;", "\t": "&#9;",
}  # fmt: skip
SPECIAL = re.compile('[&<>"\r\n\t]')


def write(ended: Ended, *, date: str = "") -> str:
    """Write the document; a date stands in each suite as ISO 8601 has it."""
    levels = sorted({finding.level for finding in ended.findings})
    suites = "".join(
        suite(ended, level, [f for f in ended.findings if f.level == level], date)
        for level in levels
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<testsuites{attributes(name=ended.cli)}{counts(ended.findings)}"
        f"{attributes(time=seconds(ended.duration_ms))}>\n{suites}</testsuites>\n"
    )


def suite(ended: Ended, level: int, findings: Sequence[Finding], date: str) -> str:
    """Write the findings of one level."""
    spent = sum(f.evidence.duration_ms for f in findings if f.evidence)
    when = attributes(timestamp=date) if date else ""
    named = attributes(name=f"{ended.cli} level {level}")
    return (
        f"<testsuite{named}{counts(findings)}{attributes(time=seconds(spent))}{when}>\n"
        + "".join(case(ended, finding) for finding in findings)
        + "</testsuite>\n"
    )


def case(ended: Ended, finding: Finding) -> str:
    """Write one finding."""
    spent = finding.evidence.duration_ms if finding.evidence else 0
    place = f"{ended.cli} {finding.path}".strip()
    name = f"{finding.rule} ({finding.clause})"
    return (
        f"<testcase{attributes(classname=place, name=name, time=seconds(spent))}>"
        f"{result(finding)}</testcase>\n"
    )


def result(finding: Finding) -> str:
    """Write how it went; what is as it should be needs no words."""
    match finding.verdict:
        case Verdict.VERIFIED:
            return ""
        case Verdict.VIOLATED:
            said = attributes(message=finding.got, type=finding.rule)
            known = text("\n".join(details(finding)))
            return f"<failure{said}>{known}</failure>"
        case Verdict.UNVERIFIED:
            return f"<skipped{attributes(message=f'unverified: {finding.got}')}/>"
        case Verdict.WAIVED:
            return f"<skipped{attributes(message=f'waived: {finding.reason}')}/>"


def details(finding: Finding) -> Iterator[str]:
    """Name each thing that is known of a violation, and say it."""
    if finding.command:
        yield f"ran: {finding.command}"
    yield f"expected ({finding.clause}): {finding.expected}"
    yield f"got: {finding.got}"
    if finding.fix:
        yield f"fix: {finding.fix}"
    if finding.evidence:
        yield f"exit {finding.evidence.exit_code}, {finding.evidence.status}"
        yield from (
            f"{name}:\n{written}"
            for name in ("stdout", "stderr")
            if (written := getattr(finding.evidence, name))
        )


def counts(findings: Sequence[Finding]) -> str:
    """Count as build servers do: nothing is ever an error here."""
    skipped = (Verdict.UNVERIFIED, Verdict.WAIVED)
    return attributes(
        tests=len(findings),
        failures=sum(f.verdict is Verdict.VIOLATED for f in findings),
        errors=0,
        skipped=sum(f.verdict in skipped for f in findings),
    )


# -- XML


def attributes(**values: object) -> str:
    """Write attributes, whatever is in their values."""
    return "".join(f' {name}="{escaped(str(v))}"' for name, v in values.items())


def text(value: str) -> str:
    """Write the inside of an element, lines as lines."""
    return escaped(value).replace("&#10;", "\n").replace("&#9;", "\t")


def escaped(value: str) -> str:
    """Write text that comes out again as it went in, if XML can hold it at all."""
    writable = UNWRITABLE.sub(lambda match: repr(match[0])[1:-1], value)
    return SPECIAL.sub(lambda match: ENTITIES[match[0]], writable)


def seconds(milliseconds: int) -> str:
    """Write a duration."""
    return f"{milliseconds / 1000:.3f}"
