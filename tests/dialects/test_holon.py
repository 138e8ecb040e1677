"""holon → the model, and back: 0, 1, 2, and prose."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Anomaly,
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Exited,
    Failed,
    Phase,
    Redirect,
    Retryable,
    Signaled,
    declare,
    decode,
    dialect,
    encode,
)
from exeunt.model.outcome import ORIGINS

HOLON = dialect("holon")
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]


def failed(code, origin="handler", **rest):
    """A failure of that code and origin."""
    if code is ExitCode.REDIRECTED:
        rest.setdefault("redirect", Redirect("tool new", permanent=True))
    return Failed(code, ErrorDetail("X", "It failed", **rest), origin=origin)


@pytest.mark.clause("H1")
@pytest.mark.parametrize("data", [{"id": 1}, [1, 2], {"state": "failed"}])
def test_a_success_is_bare_data_on_stdout(data):
    """No envelope around it, nothing on stderr, exit 0."""
    encoded = encode(HOLON, Done(data))

    assert data == json.loads(encoded.stdout)
    assert (0, b"") == (encoded.code, encoded.stderr)


@pytest.mark.clause("H1", "H7")
@pytest.mark.parametrize("state", ["failed", "cancelled", "blocked", "waiting"])
def test_a_domain_state_does_not_change_the_reading_of_0(state):
    """What the returned object says of itself is data."""
    stdout = json.dumps({"ok": False, "state": state, "error": "x"}).encode()
    reading = decode(HOLON, Exited(0), stdout, b"warning: slow\n")

    assert ExitCode.SUCCESS is reading.code
    assert () == reading.anomalies


@pytest.mark.clause("H2", "H6")
@pytest.mark.parametrize(
    "code", [c for c in FAILURES if c is not ExitCode.ARG_ERROR], ids=lambda c: c.name
)
@pytest.mark.parametrize("origin", ORIGINS)
def test_a_failure_is_1_with_its_causes_on_stderr(code, origin):
    """stdout stays empty; the chain of causes is told line by line."""
    outcome = failed(code, origin, detail="connect failed\nrefused", suggestion="start")
    encoded = encode(HOLON, outcome)

    assert (1, b"") == (encoded.code, encoded.stdout)
    assert (
        b"error: It failed\n\nCaused by:\n    connect failed\n    refused\n"
        b"\nhint: start\n"
    ) == encoded.stderr


@pytest.mark.clause("H3", "K26", "H5")
@pytest.mark.parametrize(
    ("origin", "number"),
    [("parser", 2), ("validator", 1), ("handler", 1)],
)
def test_the_parsers_rejection_is_2_and_the_validators_is_1(origin, number):
    """Both come before execution, and holon tells them apart."""
    encoded = encode(HOLON, failed(ExitCode.ARG_ERROR, origin))

    assert (number, b"") == (encoded.code, encoded.stdout)
    assert b"error: It failed\n" == encoded.stderr


@pytest.mark.clause("K26")
def test_a_validators_rejection_is_lost_and_said_to_be():
    """1 no longer says that the input was wrong."""
    by_parser, by_validator = (
        encode(HOLON, failed(ExitCode.ARG_ERROR, origin)).lost
        for origin in ("parser", "validator")
    )

    assert ("error.code",) == by_parser
    assert "stderr prose" in by_validator[0]


@pytest.mark.clause("H4")
@given(
    code=st.sampled_from(FAILURES)
    | st.integers(79, 125).map(lambda value: declare("MINE", value)),
    origin=st.sampled_from(ORIGINS),
)
def test_no_failure_leaves_with_another_code(code, origin):
    """Whatever goes wrong, holon says 1 or 2, and nothing on stdout."""
    encoded = encode(HOLON, failed(code, origin))

    assert encoded.code in {1, 2}
    assert b"" == encoded.stdout
    assert encoded.lost


@pytest.mark.clause("H2", "H3")
@pytest.mark.parametrize(
    ("number", "code", "effects", "retryable"),
    [
        (0, ExitCode.SUCCESS, Effects.COMPLETE, None),
        (1, ExitCode.GENERAL_ERROR, Effects.UNKNOWN, Retryable.DEPENDS),
        (2, ExitCode.ARG_ERROR, Effects.NONE, Retryable.YES),
    ],
)
def test_the_three_codes_are_read(number, code, effects, retryable):
    """What holon's own page says of them."""
    reading = decode(HOLON, Exited(number))

    assert (code, effects, retryable) == (
        reading.code,
        reading.effects,
        reading.retryable,
    )


@pytest.mark.clause("H4")
@pytest.mark.parametrize("number", [101, 3, 125])
def test_any_other_code_is_outside_the_contract(number):
    """A panic's 101 is no business result."""
    reading = decode(HOLON, Exited(number))

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert (Anomaly.UNKNOWN_CODE,) == reading.anomalies


@pytest.mark.clause("H4")
def test_a_signal_is_the_operating_systems():
    """130 is not read by holon's table."""
    for ending in (Signaled(2), Signaled(2, certain=False), Exited(130)):
        assert "shell" == decode(HOLON, ending).dialect


@pytest.mark.clause("H9")
def test_an_envelope_on_its_streams_is_not_read():
    """holon promises none: JSON on either stream is not the failure's envelope."""
    document = {
        "ok": True,
        "data": {},
        "error": None,
        "warnings": [],
        "meta": {"duration_ms": 1},
    }
    stdout = json.dumps(document).encode()
    reading = decode(HOLON, Exited(1), stdout, stdout)

    assert decode(HOLON, Exited(1)) == reading


@pytest.mark.clause("H9")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_words_on_stderr_change_nothing(number):
    """Whatever they say, and whatever else they look like."""
    for words in (b"error: rate limited, retry after 7 s\n", b'{"retryable": true}\n'):
        assert decode(HOLON, Exited(number)) == decode(
            HOLON, Exited(number), stderr=words
        )


def test_what_prose_cannot_tell_a_program_is_named():
    """Every field that only an envelope could carry is listed as lost."""
    error = ErrorDetail(
        "X", "m", retry_after=3, phase=Phase.EXECUTION, fix_command="tool fix"
    )
    limited = Failed(ExitCode.RATE_LIMITED, error, warnings=["w"], extra={"a": 1})
    partial = Failed(ExitCode.PARTIAL_FAILURE, ErrorDetail("X", "m"), partial={})
    moved = failed(ExitCode.REDIRECTED)

    assert (
        "error.code",
        "retry_after",
        "phase",
        "fix_command",
        "warnings",
        "meta",
    ) == encode(HOLON, limited).lost[1:]
    assert ("error.code", "partial") == encode(HOLON, partial).lost[1:]
    assert ("error.code", "redirect") == encode(HOLON, moved).lost[1:]


def test_what_bare_data_cannot_tell_is_named():
    """Warnings, pages and the cache have no place beside bare data."""
    done = Done([1], warnings=["w"], truncated=True, cursor="c", extra={"a": 1})

    assert ("warnings", "truncated", "cursor", "meta") == encode(HOLON, done).lost
