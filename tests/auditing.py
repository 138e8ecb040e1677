"""A program of ours → what a check finds."""

import compileall
import sys
from pathlib import Path

from exeunt.audit.check import check
from exeunt.audit.finding import Ended, Verdict
from exeunt.audit.fixtures import Fixtures, read_fixtures

PROGRAMS = Path(__file__).parent / "audit" / "programs"
BASES = ("base", "murli", "holon", "shuck", "successor")
PYTHON = [sys.executable, "-S", "-E"]

# What is checked may write no bytecode, so each call would compile these anew.
for base in BASES:
    for path in PROGRAMS.glob(f"*/{base}.py"):
        compileall.compile_file(path, quiet=1)


def programs(*, good):
    """List the programs that are right, or those that are wrong."""
    found = [*PROGRAMS.glob("*/*.py"), *PROGRAMS.glob("*/*.sh")]
    kept = [p for p in found if p.stem not in BASES and (p.stem == "good") is good]
    return sorted(kept)


def named(path):
    """Name a program as its test is named."""
    return f"{path.parent.name}/{path.stem}"


def call_of(path):
    """Return the words that run a program."""
    return ["/bin/sh", str(path)] if path.suffix == ".sh" else [*PYTHON, str(path)]


def fixtures_for(path):
    """Return a program's own fixtures, or those of its kind."""
    for file in (path.with_suffix(".toml"), path.parent / "exeunt-check.toml"):
        if file.exists():
            return read_fixtures(str(file))
    return Fixtures()


def audit(path, **options):
    """Check one of our programs at the highest level."""
    dialect = "shuck" if path.parent.name == "shuck" else None
    given = {"level": 3, "fixtures": fixtures_for(path), "dialect": dialect}
    return ended(check(call_of(path), **given | options))


def ended(events):
    """Return the last event, which holds everything."""
    *_, last = events
    assert isinstance(last, Ended)
    return last


def rules(report, verdict=Verdict.VIOLATED):
    """Name the rules of a verdict."""
    return {finding.rule for finding in report.findings if finding.verdict is verdict}


def finding(report, rule):
    """Return the first finding about a rule."""
    return next(f for f in report.findings if f.rule == rule)


def script(path, text):
    """Write a program in sh, and return the words that run it."""
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    return ["/bin/sh", str(path)]
