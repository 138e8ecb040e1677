"""Outcome → number and bytes, through each dialect."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    CodeTypeError,
    Done,
    ErrorDetail,
    ExitCode,
    Exited,
    Failed,
    Redirect,
    Retryable,
    declare,
    decode,
    dialect,
    encode,
)
from exeunt.dialects.dialect import dialect_names

ENVELOPES = ["agent-spec", "agent-spec@1.6"]
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]


def failed(code, **rest):
    """A failure of that code."""
    if code is ExitCode.REDIRECTED:
        rest.setdefault("redirect", Redirect("tool new", permanent=True))
    return Failed(code, ErrorDetail("X", "It failed", **rest))


@pytest.mark.parametrize("name", dialect_names())
@pytest.mark.parametrize("code", FAILURES, ids=lambda code: code.name)
def test_each_code_leaves_with_its_dialects_number(name, code):
    """The number is the table's; holon alone asks who rejected the call."""
    table = dialect(name)
    holons = name == "holon" and code is ExitCode.ARG_ERROR

    assert (1 if holons else table.numbers[code]) == encode(table, failed(code)).code


@pytest.mark.parametrize("name", ENVELOPES)
@pytest.mark.clause("E47")
def test_an_envelope_is_one_line_on_stdout_and_names_its_dialect(name):
    """A number means nothing without its table, so the table is named."""
    encoded = encode(dialect(name), Done({"id": 1}), duration_ms=5, request_id="req_1")
    document = json.loads(encoded.stdout)

    assert {
        "ok": True,
        "data": {"id": 1},
        "error": None,
        "warnings": [],
        "meta": {
            "duration_ms": 5,
            "request_id": "req_1",
            "schema_version": "1.0",
            "dialect": name,
            "exit_code": 0,
        },
    } == document
    assert 1 == encoded.stdout.count(b"\n")
    assert (b"", 0, ()) == (encoded.stderr, encoded.code, encoded.lost)


@pytest.mark.parametrize("name", ENVELOPES)
@pytest.mark.clause("K21", "E19")
def test_a_declared_code_keeps_its_number(name):
    """79 to 125 leave as declared, and nothing leaves as 14 to 63."""
    numbers = {
        encode(dialect(name), failed(declare("MINE", value))).code
        for value in range(79, 126)
    }

    assert set(range(79, 126)) == numbers
    assert set() == set(range(14, 64)) & set(dialect(name).numbers.values())


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        ("holon", 80, 1),
        ("sysexits", 80, 70),
        ("shell", 80, 80),
        ("shell", 124, 1),
        ("shell", 125, 1),
        ("shuck", 124, 1),
        ("shuck", 123, 123),
    ],
)
def test_a_declared_code_gives_way_where_its_number_is_taken(name, value, number):
    """It becomes the general failure there, and the loss is named."""
    encoded = encode(dialect(name), failed(declare("MINE", value)))

    assert number == encoded.code
    assert (number != value) is ("the command's own code MINE" in encoded.lost)


def test_a_bare_number_is_no_code():
    """Neither 5 nor True stands for a meaning."""
    for wrong in (5, True, "NOT_FOUND"):
        with pytest.raises(CodeTypeError):
            dialect("murli").number_for(wrong)


def test_a_fix_command_has_no_field_in_the_seeds_envelope():
    """It is left out and named, not smuggled in."""
    encoded = encode(
        dialect("agent-spec"), failed(ExitCode.PRECONDITION, fix_command="tool init")
    )

    assert ("fix_command has no field",) == encoded.lost
    assert b"tool init" not in encoded.stdout


@pytest.mark.parametrize("name", dialect_names())
@given(
    message=st.text(st.characters()),
    detail=st.none() | st.text(st.characters()),
    data=st.dictionaries(st.text(st.characters()), st.text(st.characters())),
)
def test_any_text_can_be_written(name, message, detail, data):
    """Controls, line ends and lone surrogates included, on both streams."""
    done = encode(dialect(name), Done(data))
    error = ErrorDetail("X", message, detail=detail)
    broken = encode(dialect(name), Failed(ExitCode.NOT_FOUND, error))

    assert isinstance(json.loads(done.stdout), dict)
    assert done.stdout.isascii()
    assert (broken.stdout + broken.stderr).decode("utf-8")


@pytest.mark.parametrize("code", [ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE])
@pytest.mark.clause("E30")
def test_a_wait_that_is_ruled_out_does_not_leave_as_a_temporary_failure(code):
    """EX_TEMPFAIL invites another try, so it is kept for those who allow one."""
    table = dialect("sysexits")
    final = encode(table, failed(code, retryable=False))

    assert (75, 69) == (encode(table, failed(code)).code, final.code)
    assert any("nothing was changed" in text for text in final.lost)
    assert decode(table, Exited(final.code)).retryable is not Retryable.YES
