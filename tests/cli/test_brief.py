"""exeunt run --json --brief → the record without what is usual, and nothing lost."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.cli.schema import schema
from exeunt.deciding.brief import (
    DIGESTS,
    GIVEN,
    REPEATED,
    USUAL,
    USUAL_CLEANUP,
    USUAL_NEXT,
    USUAL_READING,
    brief,
)
from running import RECORD, run

BRIEF = jsonschema.Draft7Validator(schema("brief-record"))
LINES = {
    "a number": ["sh", "-c", "exit 3"],
    "a success": ["true"],
    "output": ["sh", "-c", "echo out; echo err >&2"],
    "an answer": ["grep", "-q", "x", "/dev/null"],
    "a failure that a table knows": ["ls", "/no/such/file"],
    "a signal": ["sh", "-c", "kill -9 $$"],
    "a hidden failure": ["--shell", "false | true; ls /no/such/file | head -1"],
    "a limit": ["--timeout", "0.2", "sleep", "60"],
    "a question": ["--pty", "--keep", "0", "cat"],
    "no command": ["no-such-command"],
    "a key": ["echo", "ghp_" + "a1" * 18],
    "what is left": ["sh", "-c", "sleep 0.5 >/dev/null 2>&1 &"],
}


def whole(told, full):
    """The full record that a brief one tells of, given what its reader knows."""
    number = {"code": told["exit_code"]}
    reading = {**USUAL_READING, **number, **told["reading"]}
    same = {name: reading[name] for name in REPEATED}
    found = {**USUAL, **{name: full[name] for name in (*DIGESTS, *GIVEN)}, **told}
    found["cleanup"] = {**USUAL_CLEANUP, **told.get("cleanup", {})}
    found["reading"] = reading
    found["next"] = {**USUAL_NEXT, **same, **told["next"]}
    if "replayed" not in full:
        del found["replayed"]
    return found


@pytest.mark.parametrize("words", LINES.values(), ids=LINES)
def test_what_is_left_out_is_what_its_schema_says(words, tmp_path):
    """A real record is had again from its brief form, whatever the ending."""
    full = run(tmp_path, "--json", *words).record
    told = brief(full)

    BRIEF.validate(told)
    assert full == whole(told, full)
    assert full["reading"]["verdict"] == told["reading"]["verdict"]


@pytest.mark.parametrize("words", LINES.values(), ids=LINES)
def test_the_command_line_prints_the_brief_form(words, tmp_path):
    """--brief has the verdict and the exit code of the full record, and its exit."""
    full = run(tmp_path, "--json", *words)
    short = run(tmp_path, "--json", "--brief", *words)
    told = json.loads(short.stdout)

    BRIEF.validate(told)
    assert full.code == short.code == told["exit_code"]
    assert full.record["reading"]["verdict"] == told["reading"]["verdict"]
    assert full.record["next"]["action"] == told["next"]["action"]


def test_a_plain_failure_costs_a_quarter(tmp_path):
    """`exit 3` is told in a quarter of the bytes."""
    full = run(tmp_path, "--json", "sh", "-c", "exit 3").stdout
    short = run(tmp_path, "--json", "--brief", "sh", "-c", "exit 3").stdout

    assert 4 * len(short) <= len(full)


def test_its_defaults_are_those_that_are_left_out():
    """The schema names for each field what it is where it is absent."""
    fields = schema("brief-record")["properties"]
    named = {
        name: shape["default"] for name, shape in fields.items() if "default" in shape
    }
    inner = {
        name: {
            key: shape["default"]
            for key, shape in fields[name]["properties"].items()
            if "default" in shape
        }
        for name in ("cleanup", "reading", "next")
    }

    assert USUAL == named
    assert (USUAL_CLEANUP, USUAL_READING, USUAL_NEXT) == tuple(inner.values())


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 3), st.sampled_from(["", "split", "a"])
)
PLAIN = {
    name: value
    for name, value in USUAL.items()
    if name not in {"environment", "stages"}
}


@given(
    st.fixed_dictionaries(dict.fromkeys(PLAIN, VALUES)),
    st.fixed_dictionaries(dict.fromkeys(USUAL_CLEANUP, VALUES)),
    st.fixed_dictionaries(
        dict.fromkeys([*USUAL_READING, "code", "name", "verdict", "certainty"], VALUES)
    ),
    st.fixed_dictionaries(
        dict.fromkeys([*USUAL_NEXT, *REPEATED, "action", "rule"], VALUES)
    ),
    st.integers(0, 255),
)
def test_no_value_is_mistaken_for_another(told, cleanup, reading, decision, code):
    """0, false, null and nothing stay apart: what is left out was exactly usual."""
    full = {
        **told,
        **dict.fromkeys((*DIGESTS, *GIVEN), "x"),
        "environment": {},
        "stages": None,
        "exit_code": code,
        "cleanup": cleanup,
        "reading": reading,
        "next": decision,
    }
    again = whole(brief(full), full)

    assert json.dumps(full, sort_keys=True) == json.dumps(again, sort_keys=True)
    assert "verdict" in brief(full)["reading"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--brief", "true"], b"--brief says nothing without --json"),
        (["--brief", "--envelope", "true"], b"exclude each other"),
    ],
)
def test_it_is_refused_where_it_says_nothing(words, complaint, tmp_path):
    """Alone, and with an envelope, which has a shape of its own."""
    done = run(tmp_path, *words)

    assert 125 == done.code
    assert complaint in done.stdout + done.stderr


def test_a_wrong_call_is_told_briefly_too(tmp_path):
    """An option that there is not is answered in the form that was asked for."""
    done = run(tmp_path, "--json", "--brief", "--timeoot", "3", "true")

    BRIEF.validate(json.loads(done.stdout))
    assert not RECORD.is_valid(json.loads(done.stdout))
    assert 125 == done.code
