"""Every rule can be broken, and none is broken by a program that is right."""

import sys

import pytest

import clauses
from auditing import PROGRAMS, audit, ended, named, programs, rules
from exeunt.audit.check import check
from exeunt.audit.finding import Verdict
from exeunt.audit.fixtures import Fixture, Fixtures
from exeunt.audit.rules import BY_ID, RULES

WRONG = programs(good=False)
GOOD = programs(good=True)
CLAIMED, _ = clauses.read()
# What needs fixtures, which wrappers have none of.
UNREACHED = {"interrupt", "terminate", "reached", "no-prompt", "full-disk"}
# Fields that an envelope may leave out.
UNREACHED |= {"schema-version", "request-id"}


def marked(path):
    """Give a program's test the clause of its rule, if that is one of ours."""
    clause = BY_ID[path.stem].clause if path.stem in BY_ID else ""
    marks = [pytest.mark.clause(clause)] if clause in CLAIMED else []
    return pytest.param(path, marks=marks, id=named(path))


@pytest.mark.parametrize("path", [marked(path) for path in WRONG])
def test_a_wrong_program_breaks_its_rule_and_no_other(path):
    """A program that is wrong in one way is caught by exactly that rule."""
    assert {path.stem} == rules(audit(path))


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_a_good_program_breaks_no_rule(path):
    """A program that is right in every way is told so."""
    report = audit(path)

    assert set() == rules(report)
    assert rules(report, Verdict.UNVERIFIED) <= UNREACHED


@pytest.mark.parametrize(
    ("speak", "code"),
    [("agent-spec", 5), ("agent-spec@1.6", 5), ("murli", 5), ("holon", 1)],
)
def test_an_adopted_program_breaks_no_rule_of_its_dialect(speak, code):
    """What exeunt makes of a program passes at the highest level, in each dialect."""
    words = [sys.executable, str(PROGRAMS / "adopted.py")]
    reach = Fixture(["show1", "--number", "9"], code=code)
    given = Fixtures([reach], env={"SPEAK": speak})

    report = ended(check(words, level=3, fixtures=given))

    assert (speak, set()) == (report.dialect, rules(report))


def test_every_rule_has_a_program_that_breaks_it():
    """A rule that nothing breaks might as well not be there."""
    assert {rule.id for rule in RULES} == {path.stem for path in WRONG}


def test_rules_have_names_of_their_own():
    """An id is what waivers and --only go by."""
    ids = [rule.id for rule in RULES]

    assert sorted(set(ids)) == sorted(ids)


def test_every_rule_says_how_to_mend_it():
    """A finding that helps nobody is noise."""
    assert [] == [rule.id for rule in RULES if not (rule.fix and rule.expected)]
