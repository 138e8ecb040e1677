"""Outcome → the one envelope: five keys, and an `ok` that nobody sets."""

import json
import math
from datetime import date
from enum import Enum

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Failed,
    OutcomeError,
    Phase,
    Reason,
    Redirect,
    ResponseEnvelope,
    UnserialisableError,
    declare,
    default_entry,
    entry,
    respond,
)
from exeunt.cli.schema import schema
from exeunt.model.envelope import problems

KEYS = ["ok", "data", "error", "warnings", "meta"]
GONE = ErrorDetail("GONE", "It is gone")
MOVED = ErrorDetail("MOVED", "It moved", redirect=Redirect("tool b", permanent=True))
LOCKED = declare("LOCKED", 79)
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]
SCHEMA = jsonschema.Draft7Validator(schema("envelope"))

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
texts = st.text(max_size=20)
error_codes = st.from_regex(r"[A-Z][A-Z0-9_]{0,10}", fullmatch=True)


def failed(code, **fields):
    """Make a failure that respects what its code asks for."""
    return Failed(code, MOVED if code is ExitCode.REDIRECTED else GONE, **fields)


def read(outcome, **about):
    """Return what a caller's parser sees, once it is known to be valid."""
    document = json.loads(respond(outcome, **about).to_json())
    SCHEMA.validate(document)
    return document


EXAMPLES = {
    "success": (
        Done({"id": "deploy-42", "status": "complete"}),
        {"duration_ms": 340, "request_id": "req_abc123"},
        {
            "ok": True,
            "data": {"id": "deploy-42", "status": "complete"},
            "error": None,
            "warnings": [],
            "meta": {"duration_ms": 340, "request_id": "req_abc123"},
        },
    ),
    "ARG_ERROR": (
        Failed(
            ExitCode.ARG_ERROR,
            ErrorDetail(
                "INVALID_ENVIRONMENT",
                "Unknown target environment 'prodution'",
                phase=Phase.VALIDATION,
                suggestion="Valid environments: prod, staging, dev",
            ),
        ),
        {"duration_ms": 5},
        {
            "ok": False,
            "data": None,
            "error": {
                "code": "INVALID_ENVIRONMENT",
                "message": "Unknown target environment 'prodution'",
                "retryable": True,
                "phase": "validation",
                "suggestion": "Valid environments: prod, staging, dev",
            },
            "warnings": [],
            "meta": {"duration_ms": 5},
        },
    ),
    "TOKEN_EXPIRED": (
        Failed(
            ExitCode.AUTH_REQUIRED,
            ErrorDetail("TOKEN_EXPIRED", "Access token has expired", retry_after=0),
        ),
        {"duration_ms": 4},
        {
            "ok": False,
            "data": None,
            "error": {
                "code": "TOKEN_EXPIRED",
                "message": "Access token has expired",
                "retryable": True,
                "retry_after": 0,
            },
            "warnings": [],
            "meta": {"duration_ms": 4},
        },
    ),
    "REDIRECTED": (
        Failed(
            ExitCode.REDIRECTED,
            ErrorDetail(
                "COMMAND_RENAMED",
                "'tool user create' was renamed in v2.0",
                redirect=Redirect(
                    "tool users add --name alice",
                    permanent=True,
                    reason=Reason.RENAMED,
                ),
            ),
        ),
        {"duration_ms": 2},
        {
            "ok": False,
            "data": None,
            "error": {
                "code": "COMMAND_RENAMED",
                "message": "'tool user create' was renamed in v2.0",
                "retryable": True,
                "redirect": {
                    "command": "tool users add --name alice",
                    "permanent": True,
                    "reason": "renamed",
                },
            },
            "warnings": [],
            "meta": {"duration_ms": 2},
        },
    ),
    "RATE_LIMITED": (
        Failed(
            ExitCode.RATE_LIMITED,
            ErrorDetail(
                "RATE_LIMIT_EXCEEDED", "API rate limit reached", retry_after=30
            ),
        ),
        {"duration_ms": 6},
        {
            "ok": False,
            "data": None,
            "error": {
                "code": "RATE_LIMIT_EXCEEDED",
                "message": "API rate limit reached",
                "retryable": True,
                "retry_after": 30,
            },
            "warnings": [],
            "meta": {"duration_ms": 6},
        },
    ),
}


@pytest.mark.clause("R23", "R7", "R8", "R11", "R12", "R13", "R15", "R16", "R18")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_come_out_as_published(name):
    """Only what the handler says is given; the factory fills in the rest."""
    outcome, about, expected = EXAMPLES[name]

    assert expected == read(outcome, schema_version=None, **about)
    assert [] == problems(expected, outcome.code.value)


@pytest.mark.clause("R1", "R4", "R5", "R6", "R55", "R56", "R58")
@pytest.mark.parametrize(
    "outcome",
    [
        *(Done(data) for data in [None, {}, [], [1], [1] * 50, "text", 0]),
        Done(not_modified=True),
        *map(failed, FAILURES),
        failed(LOCKED),
    ],
    ids=repr,
)
def test_every_envelope_has_the_five_keys(outcome):
    """Whatever happened, and however many results there are."""
    document = read(outcome)

    assert KEYS == list(document)
    assert isinstance(document["warnings"], list)
    assert 0 == document["meta"]["duration_ms"]


@pytest.mark.clause("R2", "R45", "R47", "R57")
@given(
    st.sampled_from([*FAILURES, LOCKED]),
    json_values,
    error_codes,
    st.text(st.characters(exclude_categories=["Cc", "Cs"])),
    st.lists(texts, max_size=3),
    st.integers(0, 10**9),
)
def test_ok_is_the_exit_code(code, data, name, message, warnings, spent):  # noqa: PLR0913
    """No input makes an envelope whose `ok` differs from its code."""
    redirect = MOVED.redirect if code is ExitCode.REDIRECTED else None
    token = name.startswith("TOKEN_")
    error = ErrorDetail("X" if token else name, message, redirect=redirect)
    good = read(Done(data, warnings=warnings), duration_ms=spent)
    bad = read(Failed(code, error, warnings=warnings), duration_ms=spent)

    assert good["ok"] is True
    assert good["data"] is not None
    assert good["error"] is None
    assert bad["ok"] is False
    assert bad["data"] is None
    assert bad["error"]["message"] == message
    assert spent == good["meta"]["duration_ms"] == bad["meta"]["duration_ms"]
    assert [] == problems(good, 0) + problems(bad, code.value)


@pytest.mark.clause("R43", "R44", "R54")
def test_an_envelope_is_not_built_by_hand():
    """There is one factory; the class refuses, and so does its copy."""
    envelope = respond(Done())

    with pytest.raises(OutcomeError, match="not built by hand"):
        ResponseEnvelope()
    for fields in ({"ok": True}, {"code": ExitCode.SUCCESS}, {"data": {}}):
        with pytest.raises(TypeError):
            ResponseEnvelope(**fields)
        with pytest.raises(TypeError):
            envelope.replace(**fields)


@pytest.mark.clause("R2", "R43", "R54")
@pytest.mark.parametrize("outcome", [Done(), failed(ExitCode.NOT_FOUND)])
def test_ok_cannot_be_set(outcome):
    """Not on the envelope, not through the factory, not through an outcome."""
    envelope = respond(outcome)

    with pytest.raises(AttributeError):
        envelope.ok = not envelope.ok
    with pytest.raises(AttributeError):
        object.__setattr__(envelope, "ok", not envelope.ok)
    with pytest.raises(TypeError):
        respond(outcome, ok=True)
    with pytest.raises(TypeError):
        Done({}, ok=False)
    assert isinstance(type(envelope).ok, property)


@pytest.mark.clause("R44")
@pytest.mark.parametrize(
    "value",
    [{"ok": True}, None, 5, "text", [], GONE, ExitCode.SUCCESS, respond(Done())],
)
def test_the_factory_takes_an_outcome(value):
    """A dict, a code or a ready envelope is none."""
    with pytest.raises(OutcomeError, match="the outcome is"):
        respond(value)


@pytest.mark.clause("R44", "R54")
def test_a_look_alike_is_data():
    """A handler that returns an envelope's shape gets it wrapped, not passed on."""
    fake = {"ok": False, "data": None, "error": {}, "warnings": None, "meta": {}}
    document = read(Done(fake))

    assert document["ok"] is True
    assert fake == document["data"]
    assert [] == problems(document, 0)


@pytest.mark.clause("R44")
def test_a_real_envelope_is_no_data():
    """Nesting one into another is refused rather than misread."""
    with pytest.raises(UnserialisableError):
        respond(Done(respond(Done())))


@pytest.mark.clause("E47", "R3", "R48", "R49", "K17", "K18")
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, {}),
        ({}, {}),
        ([], []),
        ({"a": 1}, {"a": 1}),
        ([1, 2], [1, 2]),
        ((1, 2), [1, 2]),
        ({3, 1}, [1, 3]),
        (range(2), [0, 1]),
        (0, {"value": 0}),
        (False, {"value": False}),
        ("", {"value": ""}),
        ("text", {"value": "text"}),
        (0.5, {"value": 0.5}),
        (date(2024, 2, 29), {"value": "2024-02-29"}),
        (ExitCode.NOT_FOUND, {"value": 5}),
        (Enum("Nothing", {"NONE": None}).NONE, {"value": None}),
        (
            b"x",
            {"type": "binary", "encoding": "base64", "value": "eA==", "size_bytes": 1},
        ),
    ],
    ids=repr,
)
def test_data_is_an_object_or_an_array(data, expected):
    """Nothing becomes {}, a scalar gets a key, and a code is its integer."""
    document = read(Done(data))

    assert document["ok"] is True
    assert expected == document["data"]
    assert document["error"] is None


@pytest.mark.parametrize("data", [math.nan, {"a": math.nan}, [math.inf], object()])
def test_data_without_a_json_form_is_refused(data):
    """Before anything is written, so that the caller never gets half an envelope."""
    with pytest.raises(UnserialisableError):
        respond(Done(data)).to_json()


@pytest.mark.clause("R3", "R10", "R50", "E47")
@pytest.mark.parametrize("code", [*FAILURES, LOCKED])
def test_a_failure_has_no_data_and_says_whether_to_repeat(code):
    """`retryable` is that of the entry, unless the handler is more cautious."""
    document = read(failed(code))
    cautious = failed(code).replace(error=failed(code).error.replace(retryable=False))

    assert document["ok"] is False
    assert document["data"] is None
    assert {"code", "message", "retryable"} <= document["error"].keys()
    assert default_entry(code).retryable is document["error"]["retryable"]
    assert read(cautious)["error"]["retryable"] is False
    assert code.name not in respond(failed(code)).to_json()


@pytest.mark.clause("R10", "E28")
def test_a_declared_entry_decides_whether_to_repeat():
    """What the command declares stands before the table."""
    may = entry("Time is up", retryable=True, effects=Effects.NONE)
    may_not = entry("Too busy", retryable=False, effects=Effects.NONE)

    assert read(Failed(ExitCode.TIMEOUT, GONE, entry=may))["error"]["retryable"]
    assert not read(Failed(ExitCode.RATE_LIMITED, GONE, entry=may_not))["error"][
        "retryable"
    ]


@pytest.mark.clause("R10", "R11", "E5")
@pytest.mark.parametrize(
    "code", [code for code in [*FAILURES, LOCKED] if not default_entry(code).retryable]
)
def test_an_error_cannot_promise_more_than_its_entry(code):
    """Neither a retry nor a delay where the entry has said no."""
    eager = GONE.replace(retryable=True)
    patient = GONE.replace(retry_after=5)

    with pytest.raises(OutcomeError, match="not retryable"):
        respond(Failed(code, eager))
    with pytest.raises(OutcomeError, match="not retryable"):
        respond(Failed(code, patient))


@pytest.mark.clause("E16", "E61", "R14", "R53", "R60", "K16")
@pytest.mark.parametrize("code", [*FAILURES, LOCKED])
def test_a_redirect_is_at_13_and_nowhere_else(code):
    """REDIRECTED needs it; at any other code it would be ignored."""
    if code is ExitCode.REDIRECTED:
        said = read(Failed(code, MOVED))["error"]["redirect"]

        assert {"command": "tool b", "permanent": True} == said
        with pytest.raises(OutcomeError, match="belongs to REDIRECTED"):
            respond(Failed(code, GONE))
    else:
        with pytest.raises(OutcomeError, match="belongs to REDIRECTED"):
            respond(Failed(code, MOVED))


@pytest.mark.clause("E11", "E60", "R15")
@pytest.mark.parametrize("name", ["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING"])
def test_the_token_codes_belong_to_auth_required(name):
    """They say what the number hides, without a warning; elsewhere they mislead."""
    error = ErrorDetail(name, "Log in")
    document = read(Failed(ExitCode.AUTH_REQUIRED, error))

    assert name == document["error"]["code"]
    assert [] == document["warnings"]
    for code in FAILURES:
        if code not in {ExitCode.AUTH_REQUIRED, ExitCode.REDIRECTED}:
            with pytest.raises(OutcomeError, match="belongs to AUTH_REQUIRED"):
                respond(Failed(code, error))


@pytest.mark.clause("E60")
def test_auth_required_without_a_token_code_is_warned_of():
    """The handler's own warnings stay before the factory's."""
    document = read(Failed(ExitCode.AUTH_REQUIRED, GONE, warnings=["mine"]))

    assert 2 == len(document["warnings"])
    assert "mine" == document["warnings"][0]
    assert "TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_MISSING" in document["warnings"][1]


@pytest.mark.clause("R20", "R48", "R52")
def test_a_cache_hit_has_neither_data_nor_error():
    """It is the one envelope in which both are null."""
    document = read(Done(not_modified=True))

    assert (True, None, None) == (document["ok"], document["data"], document["error"])
    assert document["meta"]["not_modified"] is True


@pytest.mark.clause("R21", "R22", "R59")
def test_meta_tells_of_pages_and_of_more():
    """What is said beside the schema is written; what is unsaid is not."""
    page = Done([1], truncated=True, cursor="next", extra={"region": "eu"})

    assert {
        "duration_ms": 0,
        "schema_version": "1.0",
        "truncated": True,
        "cursor": "next",
        "region": "eu",
    } == read(page)["meta"]
    assert {"duration_ms", "schema_version"} == read(Done([1]))["meta"].keys()


@pytest.mark.clause("E5", "R12")
def test_what_was_done_is_told_in_meta():
    """data stays null on failure."""
    document = read(failed(ExitCode.PARTIAL_FAILURE, partial={"written": ["a"]}))

    assert document["data"] is None
    assert {"written": ["a"]} == document["meta"]["partial"]


@pytest.mark.clause("R17", "R19", "K14")
@pytest.mark.parametrize(
    "about",
    [
        {"duration_ms": -1},
        {"duration_ms": 1.5},
        {"duration_ms": True},
        {"request_id": 5},
        {"schema_version": "one"},
    ],
    ids=repr,
)
def test_the_factory_checks_what_it_stamps(about):
    """A duration is whole milliseconds, a version is two numbers."""
    with pytest.raises(OutcomeError):
        respond(Done(), **about)


@pytest.mark.clause("R8", "R61")
def test_the_wording_changes_nothing_else():
    """Two messages, one envelope otherwise."""
    first = read(Failed(ExitCode.CONFLICT, GONE))
    second = read(Failed(ExitCode.CONFLICT, GONE.replace(message="Es ist weg")))
    del first["error"]["message"], second["error"]["message"]

    assert first == second


WRONG = [
    ("not an object", [], 0),
    ("not an object", None, 0),
    *(("key", {k: None for k in KEYS if k != missing}, 0) for missing in KEYS),
    ("not a key", {"extra": 1}, 0),
    ("exit code is 5", {}, 5),
    ("ok is 1", {"ok": 1}, 0),
    ("ok is None", {"ok": None}, 0),
    ("data is neither", {"data": 5}, 0),
    ("data is neither", {"data": "text"}, 0),
    ("both null", {"data": None}, 0),
    ("error is null exactly", {"error": {"code": "A", "message": "b"}}, 0),
    ("warnings", {"warnings": None}, 0),
    ("warnings", {"warnings": "text"}, 0),
    ("warnings", {"warnings": [5]}, 0),
    ("duration_ms", {"meta": {}}, 0),
    ("duration_ms", {"meta": None}, 0),
    ("duration_ms", {"meta": {"duration_ms": True}}, 0),
    ("duration_ms", {"meta": {"duration_ms": -1}}, 0),
    ("duration_ms", {"meta": {"duration_ms": 1.5}}, 0),
    ("error is null exactly", {"ok": False, "error": None}, 5),
    ("not null on failure", {"ok": False, "error": {"code": "A", "message": "b"}}, 5),
    ("code and message", {"ok": False, "data": None, "error": {}}, 5),
    ("code and message", {"ok": False, "data": None, "error": {"code": "A"}}, 5),
    ("code and message", {"ok": False, "data": None, "error": "text"}, 5),
]


@pytest.mark.clause(
    "R1", "R3", "R4", "R5", "R6", "R17", "R45", "R46", "R47", "R48", "R50"
)
@pytest.mark.parametrize(("problem", "changes", "code"), WRONG)
def test_the_validator_finds_what_is_wrong(problem, changes, code):
    """Each way an envelope can lie is named."""
    good = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {}}
    good["meta"] = {"duration_ms": 1}
    whole = isinstance(changes, dict) and "key" != problem
    document = good | changes if whole else changes

    assert any(problem in found for found in problems(document, code))


@pytest.mark.clause("R20", "R59")
def test_the_validator_accepts_what_is_right():
    """Unknown keys in meta are none of its business."""
    meta = {"duration_ms": 1, "region": "eu"}
    good = {"ok": True, "data": {}, "error": None, "warnings": ["a"], "meta": meta}
    cached = {**good, "data": None, "meta": {**meta, "not_modified": True}}

    assert [] == problems(good, 0)
    assert [] == problems(cached, 0)
