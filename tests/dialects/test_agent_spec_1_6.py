"""agent-spec@1.6 → documents that the public schemas accept, and back.

tests/data/spec-1.6 holds the schemas without their prose; see its README.
"""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Exited,
    Failed,
    Phase,
    Reason,
    Redirect,
    Retryable,
    declare,
    decode,
    default_entry,
    dialect,
    encode,
    entry,
    read,
)

SPEC = dialect("agent-spec@1.6")
COPY = Path(__file__).parents[1] / "data" / "spec-1.6"
ORIGINAL = Path(__file__).parents[3] / "shared" / "facts" / "spec-1.6"
SCHEMAS = {path.name: json.loads(path.read_text()) for path in COPY.glob("*.json")}
PROSE = {"description", "title", "x-enum-descriptions", "x-code-ranges"}
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]
CORRECTABLE = {
    ExitCode.ARG_ERROR,
    ExitCode.PRECONDITION,
    ExitCode.AUTH_REQUIRED,
    ExitCode.PAYMENT_REQUIRED,
    ExitCode.REDIRECTED,
}


def stripped(schema, *, names=False):
    """A schema without its prose; below `properties` the keys are names."""
    if isinstance(schema, list):
        return [stripped(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: stripped(value, names=key in {"properties", "definitions"})
        for key, value in schema.items()
        if names or key not in PROSE
    }


def validate(document):
    """Raise unless the public schema accepts an envelope."""
    schema = SCHEMAS["response-envelope.json"]
    jsonschema.Draft7Validator(schema).validate(document)


def failed(code, name="X", **rest):
    """A failure of that code."""
    declared = rest.pop("entry", None)
    if code is ExitCode.REDIRECTED:
        moved = Redirect("tool new", permanent=True, reason=Reason.RENAMED)
        rest.setdefault("redirect", moved)
    return Failed(code, ErrorDetail(name, "It failed", **rest), entry=declared)


def error_of(outcome):
    """The error that an outcome leaves on stdout, checked against the schema."""
    document = json.loads(encode(SPEC, outcome).stdout)
    validate(document)
    return document["error"]


@pytest.mark.skipif(not ORIGINAL.exists(), reason="the originals are not at hand")
@pytest.mark.checkout
def test_the_copies_are_the_originals_without_their_prose():
    """Nothing was changed but the words, and the licence stands beside them."""
    names = {"exit-code.json", "exit-code-entry.json", "response-envelope.json"}

    assert names | {"manifest-response.json"} == set(SCHEMAS)
    assert SCHEMAS == {
        name: stripped(json.loads((ORIGINAL / name).read_text())) for name in SCHEMAS
    }
    assert (ORIGINAL / "LICENSE").read_text() == (COPY / "LICENSE").read_text()


def test_the_copies_have_no_prose():
    """Names and rules are facts; sentences are not ours to copy."""
    assert SCHEMAS == stripped(SCHEMAS, names=True)
    for schema in SCHEMAS.values():
        jsonschema.Draft7Validator.check_schema(schema)


def test_the_schema_can_reject():
    """The judge is awake: each of these breaks one rule."""
    good = json.loads(encode(SPEC, Done({})).stdout)
    validate(good)

    for wrong in (
        {"ok": 1},
        {"data": "text"},
        {"error": {"message": "m"}},
        {"error": {"code": "X", "message": "m", "retry_after_ms": -1}},
        {"error": {"code": "X", "message": "m", "phase": "later"}},
        {"warnings": None},
        {"meta": {}},
        {"extra": 1},
    ):
        with pytest.raises(jsonschema.ValidationError):
            validate(good | wrong)


def test_the_numbers_and_groups_are_the_schemas():
    """Every name has the number that exit-code.json gives it, and its group."""
    schema = SCHEMAS["exit-code.json"]
    names = dict(zip(schema["x-enum-varnames"], schema["enum"], strict=True))
    groups = {
        name: sorted(SPEC.numbers[c] for c in ExitCode if getattr(c, f"is_{name}")())
        for name in schema["x-groups"]
    }

    assert names == {code.name: number for code, number in SPEC.numbers.items()}
    assert schema["x-groups"] == groups


@pytest.mark.parametrize("code", FAILURES, ids=lambda code: code.name)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"detail": "d", "suggestion": "s", "phase": Phase.EXECUTION},
        {"retryable": False, "fix_command": "tool init"},
    ],
    ids=["bare", "full", "fix"],
)
def test_what_each_code_leaves_is_valid(code, fields):
    """The public schema accepts it, and its rules between fields hold."""
    error = error_of(failed(code, **fields))

    assert isinstance(error["retryable"], bool)
    assert "retry_after" not in error
    if error["retryable"]:
        assert not {"fix_required", "fix_command"} & error.keys()
    else:
        assert not {"retry_after_ms", "retry_strategy"} & error.keys()
    if "fix_command" in error:
        assert error["fix_required"]


@pytest.mark.parametrize("code", FAILURES, ids=lambda code: code.name)
def test_retryable_is_about_the_unchanged_call(code):
    """Only a wait makes it succeed; what the caller can correct is fix_required."""
    error = error_of(failed(code))

    assert (code in {ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE}) is error["retryable"]
    assert (code in CORRECTABLE) is ("fix_required" in error)


def test_the_authors_suggestion_is_the_fix():
    """fix_required says it in the author's words where there are any."""
    error = error_of(failed(ExitCode.PRECONDITION, suggestion="Run tool init first"))

    assert "Run tool init first" == error["fix_required"] == error["suggestion"]


def test_a_fix_command_makes_a_failure_correctable():
    """An author who knows the one command that helps is heard, at any code."""
    error = error_of(failed(ExitCode.NOT_FOUND, fix_command="tool create"))

    assert "tool create" == error["fix_command"]
    assert error["fix_required"]


def test_a_fix_command_is_lost_where_the_unchanged_call_may_succeed():
    """1.6 has none beside retryable true, and the loss is named."""
    encoded = encode(SPEC, failed(ExitCode.UNAVAILABLE, fix_command="tool up"))

    assert b"tool up" not in encoded.stdout
    assert encoded.lost[0].startswith("fix_command")


def test_a_delay_is_in_milliseconds_and_only_for_the_unchanged_call():
    """Thirty seconds are 30000; a delay beside a needed fix is lost and named."""
    limited = error_of(failed(ExitCode.RATE_LIMITED, retry_after=30))
    expired = failed(ExitCode.AUTH_REQUIRED, "TOKEN_EXPIRED", retry_after=0)

    assert 30_000 == limited["retry_after_ms"]
    assert "retry_after_ms" not in error_of(expired)
    assert encode(SPEC, expired).lost[0].startswith("retry_after")


@pytest.mark.parametrize("retryable", [True, False])
def test_a_declared_code_says_what_it_declares(retryable):
    """A command's own code may be repeatable."""
    own = declare("LOCKED", 79)
    declared = entry("Held", retryable=retryable, effects=Effects.NONE)
    error = error_of(failed(own, entry=declared))

    assert retryable is error["retryable"]
    assert 79 == encode(SPEC, failed(own, entry=declared)).code


def test_a_timeout_without_effects_may_be_declared_repeatable():
    """Then, and only then, 1.6 lets the unchanged call be made again."""
    safe = entry("Read only", retryable=True, effects=Effects.NONE)

    assert error_of(failed(ExitCode.TIMEOUT, entry=safe))["retryable"] is True
    assert error_of(failed(ExitCode.TIMEOUT))["retryable"] is False


@given(
    data=st.none()
    | st.integers()
    | st.text()
    | st.lists(st.integers(), max_size=3)
    | st.dictionaries(st.text(), st.none() | st.booleans() | st.text(), max_size=3),
    warnings=st.lists(st.text(), max_size=2),
    truncated=st.booleans(),
    cursor=st.none() | st.text(),
    duration=st.integers(0, 10**9),
)
def test_any_success_is_valid(data, warnings, truncated, cursor, duration):
    """Scalars are wrapped, and every meta field has its type."""
    done = Done(data, warnings=warnings, truncated=truncated, cursor=cursor)
    document = json.loads(encode(SPEC, done, duration_ms=duration).stdout)
    validate(document)

    assert document["ok"] is True


def test_not_modified_is_valid():
    """A cache hit has neither data nor error."""
    document = json.loads(encode(SPEC, Done(not_modified=True)).stdout)
    validate(document)

    assert (None, None) == (document["data"], document["error"])
    assert document["meta"]["not_modified"] is True


@pytest.mark.parametrize("code", list(ExitCode), ids=lambda code: code.name)
def test_the_default_entries_are_valid(code):
    """What a manifest would say of each code fits the entry's schema."""
    usual = default_entry(code)
    document = {
        "name": code.name,
        "description": usual.description,
        "retryable": usual.retryable,
        "side_effects": usual.effects.value,
    }

    schema = jsonschema.Draft7Validator(SCHEMAS["exit-code-entry.json"])

    assert [] == list(schema.iter_errors(document))


@pytest.mark.parametrize("code", list(ExitCode), ids=lambda code: code.name)
def test_each_code_comes_back_from_its_own_envelope(code):
    """Without being told the dialect: the envelope names it."""
    outcome = Done({}) if code is ExitCode.SUCCESS else failed(code)
    encoded = encode(SPEC, outcome)
    reading = read(Exited(encoded.code), encoded.stdout)

    assert (code, "agent-spec@1.6") == (reading.code, reading.dialect)


@pytest.mark.parametrize(
    ("number", "retryable", "expected"),
    [
        (2, False, Retryable.AFTER_FIX),
        (3, False, Retryable.NO),
        (4, False, Retryable.AFTER_FIX),
        (8, False, Retryable.AFTER_FIX),
        (13, False, Retryable.AFTER_FIX),
        (10, None, Retryable.DEPENDS),
        (10, True, Retryable.YES),
        (10, False, Retryable.NO),
        (11, False, Retryable.NO),
        (12, None, Retryable.YES),
    ],
)
def test_false_on_this_wire_still_allows_a_fix(number, retryable, expected):
    """Not the unchanged call; a corrected one, where the table knows of a fix."""
    error = {"code": "X", "message": "m", "retryable": retryable}
    document = {"ok": False, "data": None, "error": error, "warnings": [], "meta": {}}
    reading = decode(SPEC, Exited(number), json.dumps(document).encode())

    assert expected is reading.retryable


def test_fix_required_is_read_as_the_suggestion():
    """Unless the sender gives both."""
    error = {"code": "X", "message": "m", "fix_required": "Name it"}
    document = {"ok": False, "data": None, "error": error, "warnings": [], "meta": {}}
    alone = decode(SPEC, Exited(2), json.dumps(document).encode())
    error["suggestion"] = "Try --name"
    both = decode(SPEC, Exited(2), json.dumps(document).encode())

    assert ("Name it", "Try --name") == (
        alone.envelope.suggestion,
        both.envelope.suggestion,
    )
