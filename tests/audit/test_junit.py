"""Findings → XML that a strict reader of JUnit's format takes."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import findings
from exeunt.audit.finding import Verdict
from exeunt.audit.reports import junit

COUNTS = {"tests": int, "failures": int, "errors": int, "skipped": int}
SCHEMA = {  # element → attributes it must have, may have, and what may stand in it
    "testsuites": ({"name": str, "time": float, **COUNTS}, {}, {"testsuite"}),
    "testsuite": (
        {"name": str, "time": float, **COUNTS},
        {"timestamp": str},
        {"testcase"},
    ),
    "testcase": (
        {"name": str, "classname": str, "time": float},
        {},
        {"failure", "skipped"},
    ),
    "failure": ({"message": str, "type": str}, {}, set()),
    "skipped": ({"message": str}, {}, set()),
}


def parse(text):
    """Read a document, and refuse whatever the format does not know."""
    root = ET.fromstring(text.encode())  # noqa: S314 - it is ours
    assert "testsuites" == root.tag
    for element in root.iter():
        must, may, inside = SCHEMA[element.tag]
        assert must.keys() <= element.attrib.keys() <= must.keys() | may.keys()
        for name, value in element.attrib.items():
            (must | may)[name](value)
        assert {child.tag for child in element} <= inside
        if element.tag != "failure":
            assert "" == (element.text or "").strip()
    for parent in (root, *root.iter("testsuite")):
        cases = list(parent.iter("testcase"))
        assert str(len(cases)) == parent.get("tests")
        assert str(sum(c.find("failure") is not None for c in cases)) == parent.get(
            "failures"
        )
        assert str(sum(c.find("skipped") is not None for c in cases)) == parent.get(
            "skipped"
        )
        assert all(len(case) <= 1 for case in cases)
    return root


def test_each_finding_is_a_case_of_its_level():
    """A suite for each level, with what failed and what was skipped."""
    root = parse(junit.write(findings.sample(), date="2026-11-16T12:00:00"))

    assert [
        ("deployctl level 1", "3", "1", "0"),
        ("deployctl level 2", "2", "1", "1"),
        ("deployctl level 3", "1", "0", "1"),
    ] == [
        tuple(suite.get(name) for name in ("name", "tests", "failures", "skipped"))
        for suite in root
    ]
    assert {"2026-11-16T12:00:00"} == {suite.get("timestamp") for suite in root}
    assert ("deployctl", "4.321") == (root.get("name"), root.get("time"))


def test_a_violation_says_everything():
    """The message is what came; the text has call, clause, fix and output."""
    failure = parse(junit.write(findings.sample())).find(".//failure")

    assert {"message": "exit 2", "type": "usage-code"} == failure.attrib
    shown = findings.USAGE.replace("\x1b", r"\x1b")
    assert (
        f"ran: deployctl rollback --no-such-flag --output json\n"
        f"expected (E6): a wrong call ends with ARG_ERROR (3)\n"
        f"got: exit 2\n"
        f"fix: {findings.FIX}\n"
        f"exit 2, exited\n"
        f"stderr:\n{shown}"
    ) == failure.text


def test_what_was_not_decided_is_skipped_with_the_reason():
    """Unverified and waived are told apart."""
    root = parse(junit.write(findings.sample()))

    assert [
        "unverified: no command runs long enough to be interrupted",
        "waived: until 2027-01-31: the manifest is 2 KB",
    ] == [skipped.get("message") for skipped in root.iter("skipped")]


def test_hostile_output_stays_text():
    """What XML cannot hold is spelled out, the rest comes back as it was."""
    root = parse(junit.write(findings.hostile()))

    wanted = re.sub(
        "[\x00\x07\x1b\udce9\ufffe]", lambda m: repr(m[0])[1:-1], findings.HOSTILE
    )
    assert f"tool{wanted}" == root.get("name")
    assert wanted == root.find(".//failure").get("message")


def test_an_empty_check_is_a_document():
    """No findings, no suites."""
    assert [] == list(parse(junit.write(findings.ended())))


@given(st.text(st.characters()))
def test_any_text_makes_a_document(text):
    """Whatever a program wrote, the reader gets it, ends of lines included."""
    found = findings.finding(Verdict.VIOLATED, text, got=text, path=text)
    failure = parse(junit.write(findings.ended([found], cli=text))).find(".//failure")

    got = failure.get("message")
    writable = re.fullmatch(
        "[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*", text
    )
    if writable:
        assert text == got
    else:
        assert len(got) > len(text)


def test_the_reader_of_these_tests_is_strict():
    """It refuses a count that is wrong, and an attribute that nobody knows."""
    text = junit.write(findings.sample())
    for wrong in (
        text.replace('tests="6"', 'tests="5"'),
        text.replace("<testcase ", '<testcase colour="red" '),
        text.replace("<skipped", "<ignored"),
    ):
        with pytest.raises((AssertionError, KeyError, ET.ParseError)):
            parse(wrong)
