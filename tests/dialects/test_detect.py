"""What a command printed → the dialect it speaks, or that nothing tells."""

import json

import pytest

from exeunt import (
    Anomaly,
    Certainty,
    Effects,
    ExitCode,
    Exited,
    Retryable,
    read,
)
from exeunt.dialects.detect import detect

ERROR = {"code": "X", "message": "It failed"}


def envelope(meta=None, **error):
    """A failure's envelope that need not say its dialect."""
    document = {
        "ok": False,
        "data": None,
        "error": ERROR | error,
        "warnings": [],
        "meta": {"duration_ms": 1} | (meta or {}),
    }
    return json.dumps(document).encode()


# (number, fields of error) → who speaks so, and what the number then means.
EVIDENCE = [
    (3, {"retry_after": 1}, "agent-spec", ExitCode.ARG_ERROR),
    (2, {"retry_after": 1}, "agent-spec", ExitCode.PARTIAL_FAILURE),
    (2, {"retry_after_ms": 1}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (3, {"retry_after_ms": 1}, "agent-spec@1.6", ExitCode.PARTIAL_FAILURE),
    (2, {"retry_strategy": "immediate"}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (2, {"fix_required": "Name it"}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (2, {"fix_command": "tool init"}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (5, {"fix_required": "Make it"}, "agent-spec@1.6", ExitCode.NOT_FOUND),
    (2, {"phase": "validation"}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (3, {"phase": "validation"}, "agent-spec", ExitCode.ARG_ERROR),
    (2, {"phase": "execution"}, "agent-spec", ExitCode.PARTIAL_FAILURE),
    (2, {"phase": "cleanup"}, "agent-spec", ExitCode.PARTIAL_FAILURE),
    (3, {"phase": "execution"}, "agent-spec@1.6", ExitCode.PARTIAL_FAILURE),
    (3, {"retryable": True}, "agent-spec", ExitCode.ARG_ERROR),
    (2, {"code": "ARG_ERROR"}, "agent-spec@1.6", ExitCode.ARG_ERROR),
    (3, {"code": "ARG_ERROR"}, "agent-spec", ExitCode.ARG_ERROR),
    (2, {"code": "PARTIAL_FAILURE"}, "agent-spec", ExitCode.PARTIAL_FAILURE),
    (3, {"code": "PARTIAL_FAILURE"}, "agent-spec@1.6", ExitCode.PARTIAL_FAILURE),
    (5, {}, "agent-spec", ExitCode.NOT_FOUND),
]


@pytest.mark.parametrize(("number", "error", "dialect", "code"), EVIDENCE)
def test_evidence_tells_the_two_generations_apart(number, error, dialect, code):
    """A field of one generation, or a promise that only one can make."""
    reading = read(Exited(number), envelope(**error))

    assert (dialect, code) == (reading.dialect, reading.code)
    assert Certainty.ENVELOPE is reading.certainty
    assert Anomaly.DIALECT_UNCLEAR not in reading.anomalies


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize(
    "error",
    [
        {},
        {"retryable": False},
        {"phase": None},
        {"phase": []},
        {"phase": {}},
        {"phase": "later"},
        {"phase": "execution", "code": "ARG_ERROR"},
    ],
    ids=repr,
)
def test_without_evidence_2_and_3_are_unclear(number, error):
    """They mean opposite things, so nothing is promised and nothing is repeated."""
    reading = read(Exited(number), envelope(**error))

    assert Anomaly.DIALECT_UNCLEAR in reading.anomalies
    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert Effects.UNKNOWN is reading.effects
    assert Certainty.GUESS is reading.certainty


def test_a_retryable_2_is_unclear():
    """Neither table lets a 2 be retried as it stands."""
    reading = read(Exited(2), envelope(retryable=True))

    assert Anomaly.DIALECT_UNCLEAR in reading.anomalies
    assert Retryable.NO is reading.retryable


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize(
    ("name", "arg_error"), [("agent-spec", 3), ("agent-spec@1.6", 2)]
)
def test_an_envelope_may_name_its_dialect(name, arg_error, number):
    """meta.dialect decides, before any other evidence."""
    reading = read(Exited(number), envelope({"dialect": name}, phase="cleanup"))

    assert name == reading.dialect
    assert (number == arg_error) is (reading.code is ExitCode.ARG_ERROR)


@pytest.mark.parametrize(
    "name",
    ["murli", "holon", "shuck", "shell", "sysexits", "", "x", 1.6, None, [], {}, True],
    ids=repr,
)
def test_a_dialect_that_has_no_such_envelope_is_not_believed(name):
    """Only the two generations write five keys; any other name is no evidence."""
    plain = read(Exited(5), envelope())
    reading = read(Exited(5), envelope({"dialect": name}))

    assert plain.as_dict() == reading.as_dict()
    assert (
        Anomaly.DIALECT_UNCLEAR
        in read(Exited(3), envelope({"dialect": name})).anomalies
    )


# JSON of other tools and interfaces, shortened from what they print.
PLAIN = {
    "Slack": {"ok": True, "channel": "C1", "ts": "1.2", "message": {"text": "hi"}},
    "Slack, failed": {"ok": False, "error": "channel_not_found"},
    "Slack, paged": {"ok": True, "members": [], "response_metadata": {"cursor": ""}},
    "Telegram": {"ok": True, "result": {"message_id": 1}},
    "GraphQL": {"data": None, "errors": [{"message": "x", "path": ["a"]}]},
    "GraphQL, extended": {"data": {}, "errors": [], "extensions": {}},
    "JSON:API": {"data": [], "meta": {"total": 0}, "links": {}, "errors": []},
    "meta but no ok": {"data": {}, "error": None, "warnings": [], "meta": {}},
    "ok but no meta": {"ok": True, "data": {}, "error": None, "warnings": []},
    "ok as text": {"ok": "true", "data": {}, "error": None, "meta": {}},
    "ok as number": {"ok": 1, "data": {}, "error": None, "meta": {}},
    "meta as list": {"ok": True, "data": {}, "error": None, "meta": []},
    "two keys": {"ok": True, "meta": {}},
    "kubectl": {"apiVersion": "v1", "kind": "Pod", "status": {"phase": "Running"}},
    "kubectl, Status": {
        "kind": "Status",
        "status": "Failure",
        "code": 404,
        "reason": "NotFound",
    },
    "status as list": {"status": ["ok"], "result": []},
    "docker inspect": {"Id": "x", "State": {"Status": "exited", "ExitCode": 0}},
    "gh": {"data": {"viewer": {"login": "x"}}, "status": "200"},
    "npm": {"error": {"code": "E404", "summary": "", "detail": ""}},
    "npm audit": {"auditReportVersion": 2, "metadata": {"vulnerabilities": {}}},
    "JSON-RPC": {"jsonrpc": "2.0", "id": 1, "result": {}},
    "Prometheus": {"status": "success", "data": {"result": []}},
    "some REST, failed": {
        "status": "error",
        "code": 404,
        "error": "Not Found",
        "message": "x",
    },
    "some REST, done": {"status": "ok", "result": [1, 2]},
    "Kraken": {"error": [], "result": {}},
    "terraform": {"format_version": "1.0", "valid": True, "diagnostics": []},
    "empty": {},
}


@pytest.mark.clause("K15")
@pytest.mark.parametrize("number", [0, 1, 6])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("document", PLAIN.values(), ids=PLAIN)
def test_json_that_merely_looks_similar_is_plain_output(document, stream, number):
    """It is no envelope, so it has no say, on either stream."""
    text = json.dumps(document, indent=2).encode()
    reading = read(Exited(number), **{stream: text})

    assert read(Exited(number)).as_dict() == reading.as_dict()
    assert reading.envelope is None


@pytest.mark.clause("K15")
@pytest.mark.parametrize(
    "stdout",
    [
        b'{"level": "info", "msg": "up"}\n{"level": "warn", "msg": "down"}\n',
        b'{"a": 1}{"b": 2}',
        b'{\n  "a": 1\n}\n{\n  "b": 2\n}\n',
        b"\n".join(b'{"event": %d, "ok": true}' % n for n in range(500)),
        b'[{"ok": true, "data": null, "error": null, "meta": {}}]',
        b'[\n{"ok": true, "data": null, "error": null, "meta": {}}\n]',
        b'text\n{"level": "info"}\nmore text\n',
        b"42",
        b'"text"',
        b"null",
    ],
    ids=lambda stdout: stdout[:20],
)
def test_json_lines_and_other_values_are_plain_output(stdout):
    """One JSON value a line is a format of its own, and no damage."""
    assert read(Exited(1)).as_dict() == read(Exited(1), stdout).as_dict()


@pytest.mark.clause("K15")
def test_three_of_five_keys_make_an_envelope():
    """A boolean ok, an object meta and one key more are enough, with anomalies."""
    reading = read(Exited(0), b'{"ok": true, "meta": {}, "error": null}')

    assert ExitCode.GENERAL_ERROR is reading.code
    assert {Anomaly.MISSING_DATA, Anomaly.BOTH_NULL} <= set(reading.anomalies)


MURLI_ERROR = {
    "status": "error",
    "code": 8,
    "error": "rate_limited",
    "message": "Slow down",
    "recoverable": True,
    "retry_after_ms": 1500,
    "schema_version": "1.0",
    "tool_version": "1.0.2",
}
MURLI_OLD_ERROR = {"code": 8, "error": "rate_limited", "recoverable": True}
MURLI_RESULT = {
    "status": "ok",
    "result": {"id": 1},
    "schema_version": "1.0",
    "tool_version": "1.0.2",
}
MURLI_OLD_RESULT = {k: v for k, v in MURLI_RESULT.items() if k != "status"}


@pytest.mark.clause("M13")
@pytest.mark.parametrize("error", [MURLI_ERROR, MURLI_OLD_ERROR], ids=["new", "old"])
@pytest.mark.parametrize(
    "before", [b"", b"time=1 level=INFO\n", b'{"level": "info"}\n']
)
def test_murlis_error_is_found_at_the_end_of_stderr(error, before):
    """Logs may stand before it; both generations of its fields are read."""
    reading = read(Exited(8), b"", before + json.dumps(error).encode() + b"\n")

    assert ("murli", ExitCode.RATE_LIMITED) == (reading.dialect, reading.code)
    assert Certainty.ENVELOPE is reading.certainty
    assert () == reading.anomalies


@pytest.mark.clause("M13", "M4")
@pytest.mark.parametrize("result", [MURLI_RESULT, MURLI_OLD_RESULT], ids=["new", "old"])
def test_murlis_result_is_found_on_stdout(result):
    """Both generations, and the data is the result."""
    reading = read(Exited(0), json.dumps(result).encode())

    assert ("murli", ExitCode.SUCCESS) == (reading.dialect, reading.code)
    assert {"id": 1} == reading.envelope.data
    assert () == reading.anomalies


def test_a_plan_of_murli_is_a_success():
    """status plan: nothing was done, and that is what was asked for."""
    plan = json.dumps(MURLI_RESULT | {"status": "plan"}).encode()
    reading = read(Exited(0), plan)

    assert ("murli", ExitCode.SUCCESS) == (reading.dialect, reading.code)
    assert "plan" == reading.envelope.document["status"]
    assert () == reading.anomalies


def test_murlis_error_counts_more_than_a_result_before_it():
    """A command that printed a result and then failed is read by its failure."""
    stdout, stderr = (json.dumps(d).encode() for d in (MURLI_RESULT, MURLI_ERROR))
    reading = read(Exited(8), stdout, stderr)

    assert "RATE_LIMITED" == reading.envelope.error_code
    assert Anomaly.OK_EXIT_CONFLICT not in reading.anomalies


def test_an_envelope_on_stdout_counts_more_than_murlis_on_stderr():
    """stdout is where the default dialect speaks."""
    reading = read(Exited(5), envelope(), json.dumps(MURLI_ERROR).encode())

    assert "agent-spec" == reading.dialect


def test_stderr_is_no_place_for_an_envelope():
    """Five keys on stderr are a log of somebody else's."""
    reading = read(Exited(5), b"", envelope())

    assert reading.envelope is None


def test_detection_hands_over_what_it_found():
    """The document is parsed once, and travels with the name."""
    found = detect(envelope(fix_required="x"), b"", 5)

    assert "agent-spec@1.6" == found.dialect
    assert "x" == found.document["error"]["fix_required"]
    assert [] == found.anomalies


@pytest.mark.parametrize("stream", [b"", b" \n\t\r\n", b"\xef\xbb\xbf", b"\x00", b"{"])
def test_nothing_much_is_plain_output(stream):
    """Empty streams and white space decide nothing."""
    reading = read(Exited(1), stream, stream)

    assert ("shell", ExitCode.GENERAL_ERROR) == (reading.dialect, reading.code)
    assert reading.envelope is None
