"""murli → the model, and back: ten numbers, two envelopes, `recoverable`."""

import json

import pytest

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
    declare,
    decode,
    dialect,
    encode,
    entry,
    read,
)

MURLI = dialect("murli")
SEED = {
    "status": "error",
    "code": 5,
    "error": "not_found",
    "message": "index file does not exist at ~/.mytool/index.db",
    "suggestion": "Run `mytool index build` to create the index.",
    "recoverable": True,
    "schema_version": "1.0",
    "tool_version": "1.0.2",
}


def reading_of(number, **changes):
    """The reading of a failure whose envelope is the seed's, with changes."""
    document = {**SEED, "code": number, **changes}
    said = {key: value for key, value in document.items() if value is not None}
    return decode(MURLI, Exited(number), b"", json.dumps(said).encode())


def written(outcome, **context):
    """The envelope that a failure leaves on stderr, and the rest of it."""
    encoded = encode(MURLI, outcome, **context)
    return json.loads(encoded.stderr), encoded


def failed(code, name="X", **rest):
    """A failure of that code."""
    outcome = {key: rest.pop(key) for key in ("entry", "partial") if key in rest}
    if code is ExitCode.REDIRECTED:
        rest.setdefault("redirect", Redirect("tool new", permanent=True))
    return Failed(code, ErrorDetail(name, "It failed", **rest), **outcome)


@pytest.mark.clause("M3", "K23", "M11")
def test_the_seeds_own_example():
    """Not found, yet recoverable: the field wins over the table, and says fix first."""
    reading = decode(MURLI, Exited(5), b"", json.dumps(SEED).encode())

    assert ExitCode.NOT_FOUND is reading.code
    assert Retryable.AFTER_FIX is reading.retryable
    assert "NOT_FOUND" == reading.envelope.error_code
    assert SEED["suggestion"] == reading.envelope.suggestion
    assert SEED["message"] == reading.envelope.message
    assert () == reading.anomalies


@pytest.mark.clause("M11", "K23")
@pytest.mark.parametrize(
    ("number", "recoverable", "expected"),
    [
        (1, None, Retryable.AFTER_FIX),
        (1, True, Retryable.AFTER_FIX),
        (1, False, Retryable.NO),
        (2, None, Retryable.DEPENDS),
        (2, True, Retryable.YES),
        (2, False, Retryable.NO),
        (3, None, Retryable.NO),
        (3, True, Retryable.NO),
        (3, False, Retryable.NO),
        (4, None, Retryable.YES),
        (4, True, Retryable.DEPENDS),
        (4, False, Retryable.NO),
        (5, None, Retryable.NO),
        (5, True, Retryable.AFTER_FIX),
        (5, False, Retryable.NO),
        (6, None, Retryable.NO),
        (6, True, Retryable.AFTER_FIX),
        (6, False, Retryable.NO),
        (7, None, Retryable.DEPENDS),
        (7, True, Retryable.AFTER_FIX),
        (7, False, Retryable.NO),
        (8, None, Retryable.YES),
        (8, True, Retryable.YES),
        (8, False, Retryable.NO),
        (9, None, Retryable.DEPENDS),
        (9, True, Retryable.DEPENDS),
        (9, False, Retryable.NO),
    ],
)
def test_recoverable_is_not_retryable(number, recoverable, expected):
    """Only a wait makes the unchanged call succeed; the field goes before the table."""
    reading = reading_of(number, error="x", recoverable=recoverable)

    assert expected is reading.retryable
    assert () == reading.anomalies


@pytest.mark.parametrize("recoverable", ["no", "false", 1, [0], {}], ids=repr)
def test_a_recoverable_that_is_no_boolean_says_nothing(recoverable):
    """A text that is true in Python does not turn a bug into an outage."""
    reading = reading_of(2, error="tool_error", recoverable=recoverable)

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.DEPENDS is reading.retryable


@pytest.mark.clause("M14")
@pytest.mark.parametrize(
    ("number", "name", "code", "effects"),
    [
        (1, "flag_error", ExitCode.ARG_ERROR, Effects.NONE),
        (1, "invalid_value", ExitCode.ARG_ERROR, Effects.NONE),
        (1, "user_error", ExitCode.ARG_ERROR, Effects.UNKNOWN),
        (1, "confirmation_required", ExitCode.PRECONDITION, Effects.NONE),
        (1, "precondition", ExitCode.PRECONDITION, Effects.NONE),
        (1, "redirected", ExitCode.REDIRECTED, Effects.NONE),
        (2, "unavailable", ExitCode.UNAVAILABLE, Effects.NONE),
        (2, "tool_error", ExitCode.UNAVAILABLE, Effects.UNKNOWN),
        (2, "execution_error", ExitCode.UNAVAILABLE, Effects.UNKNOWN),
        (3, "partial", ExitCode.PARTIAL_FAILURE, Effects.PARTIAL),
        (4, "timeout", ExitCode.TIMEOUT, Effects.PARTIAL),
        (6, "permission_denied", ExitCode.PERMISSION_DENIED, Effects.NONE),
        (6, "auth_required", ExitCode.AUTH_REQUIRED, Effects.NONE),
        (6, "token_expired", ExitCode.AUTH_REQUIRED, Effects.NONE),
        (6, "payment_required", ExitCode.PAYMENT_REQUIRED, Effects.NONE),
        (7, "conflict", ExitCode.CONFLICT, Effects.NONE),
        (5, "auth_required", ExitCode.NOT_FOUND, Effects.NONE),
        (3, "unavailable", ExitCode.PARTIAL_FAILURE, Effects.PARTIAL),
    ],
)
def test_the_name_of_the_error_refines_the_number(number, name, code, effects):
    """Where one number has several meanings, murli's own word tells them apart."""
    reading = reading_of(number, error=name)

    assert (code, effects) == (reading.code, reading.effects)


def test_a_tool_error_that_is_not_recoverable_is_a_bug():
    """2 without hope stays GENERAL_ERROR."""
    reading = reading_of(2, error="tool_error", recoverable=False)

    assert (ExitCode.GENERAL_ERROR, Retryable.NO) == (reading.code, reading.retryable)


@pytest.mark.clause("M5")
def test_a_wait_is_milliseconds_on_this_wire():
    """Read into seconds, written from seconds."""
    reading = reading_of(8, error="rate_limited", retry_after_ms=1500)
    document, encoded = written(failed(ExitCode.RATE_LIMITED, retry_after=30))

    assert 1.5 == reading.envelope.retry_after
    assert () == reading.anomalies
    assert 30_000 == document["retry_after_ms"]
    assert 8 == encoded.code


@pytest.mark.parametrize("number", [2, 4, 8])
def test_a_wait_is_welcome_wherever_a_call_may_follow(number):
    """Not at rate limits alone: an outage and a timeout may say when, too."""
    reading = reading_of(number, error="unavailable", retry_after_ms=1500)

    assert () == reading.anomalies


@pytest.mark.clause("M13")
@pytest.mark.parametrize(
    "absent", ["status", "message", "suggestion", "schema_version"]
)
def test_an_envelope_from_another_implementation_is_read(absent):
    """Fields that one language leaves out are not needed."""
    reading = reading_of(5, **{absent: None})

    assert ExitCode.NOT_FOUND is reading.code
    assert "NOT_FOUND" == reading.envelope.error_code
    assert () == reading.anomalies


def test_a_success_may_have_a_message_or_no_result():
    """Neither is an error, and null is what some commands have to say."""
    for result in ({}, None, [1], "text"):
        document = {
            "status": "ok",
            "result": result,
            "message": "Built",
            "schema_version": "1.0",
        }
        reading = decode(MURLI, Exited(0), json.dumps(document).encode())

        assert ExitCode.SUCCESS is reading.code
        assert result == reading.envelope.data
        assert () == reading.anomalies


def test_an_envelope_about_another_code_refines_nothing():
    """The process holds; what the document says of 8 is not true of 5."""
    stderr = json.dumps({**SEED, "code": 8, "error": "rate_limited"}).encode()
    reading = decode(MURLI, Exited(5), b"", stderr)

    assert ExitCode.NOT_FOUND is reading.code
    assert Retryable.NO is reading.retryable
    assert Anomaly.CODE_MISMATCH in reading.anomalies


@pytest.mark.parametrize("code", ["5", 5.0, True, None, [5]], ids=repr)
def test_a_code_that_is_no_number_is_set_aside(code):
    """The process has the number anyway."""
    stderr = json.dumps({**SEED, "code": code}).encode()
    reading = decode(MURLI, Exited(5), b"", stderr)

    assert ExitCode.NOT_FOUND is reading.code
    assert Anomaly.CODE_MISMATCH not in reading.anomalies


@pytest.mark.clause("M3", "M2")
def test_a_failure_leaves_the_seeds_fields_on_stderr_and_nothing_on_stdout():
    """The golden error envelope; empty fields are left out."""
    document, encoded = written(
        failed(ExitCode.NOT_FOUND, "INDEX_NOT_FOUND", suggestion="mytool index build"),
        tool_version="1.0.2",
    )
    bare, _ = written(failed(ExitCode.NOT_FOUND))

    assert {
        "status": "error",
        "code": 5,
        "error": "index_not_found",
        "message": "It failed",
        "suggestion": "mytool index build",
        "recoverable": False,
        "schema_version": "1.0",
        "tool_version": "1.0.2",
    } == document
    assert (5, b"") == (encoded.code, encoded.stdout)
    assert encoded.stderr.endswith(b"}\n")
    assert {
        "status",
        "code",
        "error",
        "message",
        "recoverable",
        "schema_version",
    } == set(bare)


@pytest.mark.clause("M4")
def test_a_success_leaves_its_result_on_stdout():
    """The golden result envelope, and nothing on stderr."""
    encoded = encode(MURLI, Done({"id": 1}), tool_version="1.0.2")

    assert (
        b'{"status": "ok", "result": {"id": 1}, "schema_version": "1.0", '
        b'"tool_version": "1.0.2"}\n'
    ) == encoded.stdout
    assert (0, b"", ()) == (encoded.code, encoded.stderr, encoded.lost)


@pytest.mark.clause("M1", "M14")
@pytest.mark.parametrize(
    ("code", "number", "name", "recoverable"),
    [
        (ExitCode.GENERAL_ERROR, 2, "x", False),
        (ExitCode.PARTIAL_FAILURE, 3, "x", False),
        (ExitCode.ARG_ERROR, 1, "x", True),
        (ExitCode.PRECONDITION, 1, "precondition", True),
        (ExitCode.NOT_FOUND, 5, "x", False),
        (ExitCode.CONFLICT, 7, "x", False),
        (ExitCode.PERMISSION_DENIED, 6, "x", False),
        (ExitCode.AUTH_REQUIRED, 6, "auth_required", True),
        (ExitCode.PAYMENT_REQUIRED, 6, "payment_required", True),
        (ExitCode.TIMEOUT, 4, "x", True),
        (ExitCode.RATE_LIMITED, 8, "x", True),
        (ExitCode.UNAVAILABLE, 2, "unavailable", True),
        (ExitCode.REDIRECTED, 1, "redirected", True),
    ],
)
def test_each_code_has_its_number_and_its_word(code, number, name, recoverable):
    """The table from the model to murli."""
    document, encoded = written(failed(code))

    assert number == encoded.code == document["code"]
    assert (name, recoverable) == (document["error"], document["recoverable"])


def test_a_redirect_is_only_a_suggestion():
    """The command comes back; that it is permanent does not, and lost says so."""
    document, encoded = written(failed(ExitCode.REDIRECTED))
    reading = decode(MURLI, Exited(encoded.code), b"", encoded.stderr)

    assert "tool new" == document["suggestion"]
    assert Redirect("tool new", permanent=False) == reading.envelope.redirect
    assert any("permanent" in text for text in encoded.lost)


@pytest.mark.parametrize("suggestion", ["", "  ", None])
def test_a_redirect_without_a_command_leads_nowhere(suggestion):
    """It is read as a redirect that is missing, never as an exception."""
    reading = reading_of(1, error="redirected", suggestion=suggestion)

    assert ExitCode.REDIRECTED is reading.code
    assert Anomaly.REDIRECT_MISSING in reading.anomalies


@pytest.mark.parametrize("token", ["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING"])
def test_the_token_codes_keep_their_names(token):
    """What tells refreshing from acquiring survives the way through murli."""
    document, encoded = written(failed(ExitCode.AUTH_REQUIRED, token))
    reading = decode(MURLI, Exited(6), b"", encoded.stderr)

    assert token.lower() == document["error"]
    assert (ExitCode.AUTH_REQUIRED, token) == (
        reading.code,
        reading.envelope.error_code,
    )
    assert () == reading.anomalies


@pytest.mark.clause("M9")
def test_partial_results_stand_in_the_error_envelope():
    """What was done reaches the caller beside the failure."""
    done = {"written": ["a"], "failed": ["b"]}
    document, encoded = written(failed(ExitCode.PARTIAL_FAILURE, partial=done))
    reading = decode(MURLI, Exited(3), b"", encoded.stderr)

    assert 3 == encoded.code
    assert done == document["result"] == reading.envelope.data
    assert () == reading.anomalies


@pytest.mark.clause("K22", "M10")
@pytest.mark.parametrize(
    "code", [ExitCode.GENERAL_ERROR, ExitCode.PARTIAL_FAILURE, ExitCode.TIMEOUT]
)
def test_a_cancelled_command_exits_9(code):
    """murli has a number for it; what else the code said is named as lost."""
    document, encoded = written(failed(code, "CANCELLED"))
    reading = decode(MURLI, Exited(9), b"", encoded.stderr)

    assert 9 == encoded.code == document["code"]
    assert "cancelled" == document["error"]
    assert (ExitCode.GENERAL_ERROR, "CANCELLED") == (
        reading.code,
        reading.envelope.error_code,
    )
    assert Effects.PARTIAL is reading.effects
    named = any(code.name in text for text in encoded.lost)
    assert named is (code is not ExitCode.GENERAL_ERROR)


@pytest.mark.parametrize("value", [79, 100, 125])
def test_a_declared_code_passes_through(value):
    """79 to 125 are the command's own under murli too."""
    locked = declare("DEPLOY_LOCKED", value)
    document, encoded = written(failed(locked, "DEPLOY_LOCKED"))

    assert value == encoded.code == document["code"]
    assert "deploy_locked" == document["error"]


def test_a_declared_sysexit_does_not():
    """64 to 78 mean nothing to murli, so the general number is written instead."""
    document, encoded = written(failed(declare("MINE", 70, sysexits=True), "MINE"))

    assert 2 == encoded.code == document["code"]
    assert "the command's own code MINE" in encoded.lost


@pytest.mark.parametrize("code", [ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE])
def test_a_wait_that_the_author_rules_out_is_not_recoverable(code):
    """retryable false must not come out as an invitation to try again."""
    never = entry("Never", retryable=False, effects=Effects.NONE)
    for outcome in (failed(code, retryable=False), failed(code, entry=never)):
        document, encoded = written(outcome)
        reading = decode(MURLI, Exited(encoded.code), b"", encoded.stderr)

        assert document["recoverable"] is False
        assert Retryable.NO is reading.retryable


def test_what_has_no_field_is_named():
    """detail, phase, fix_command, warnings and meta are lost, and said to be."""
    error = ErrorDetail(
        "X", "m", detail="d", phase=Phase.EXECUTION, fix_command="tool init"
    )
    outcome = Failed(ExitCode.NOT_FOUND, error, warnings=["w"], extra={"trace": "t"})

    assert ("detail", "phase", "fix_command", "warnings", "meta") == encode(
        MURLI, outcome
    ).lost


def test_plain_output_under_murli_is_no_envelope():
    """A bare 2 with usage text: the dialect promised an envelope."""
    reading = decode(MURLI, Exited(2), b"", b"panic: runtime error\n")

    assert (Anomaly.NO_ENVELOPE,) == reading.anomalies
    assert ExitCode.GENERAL_ERROR is reading.code


def test_a_log_line_is_not_taken_for_the_envelope():
    """The last murli document on stderr holds, not the last line."""
    stderr = json.dumps(SEED) + '\n{"level": "info", "msg": "bye"}\nbye\n'
    reading = read(Exited(5), b"", stderr.encode())

    assert "NOT_FOUND" == reading.envelope.error_code
