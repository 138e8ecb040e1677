"""shuck's numbers and records → readings; the child's own are read by its table."""

import json

import pytest

from exeunt import (
    Action,
    Anomaly,
    Answer,
    Certainty,
    Effects,
    ExitCode,
    Exited,
    Retryable,
    Signaled,
    decode,
    dialect,
    read,
)

SHUCK = dialect("shuck")
KEYS = ("stdout", "stderr", "exit_code", "duration_ms", "timed_out", "command", "args")


def record(number, *argv, stdout="", stderr="", **changes):
    """What `shuck --json` prints."""
    command, *args = argv or ("unheard-of-tool",)
    document = {
        "stdout": stdout,
        "stderr": stderr,
        "exit_code": number,
        "duration_ms": 12,
        "timed_out": number == 124,
        "command": command,
        "args": args,
        **changes,
    }
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("number", "code", "retryable", "action"),
    [
        (0, ExitCode.SUCCESS, None, Action.PROCEED),
        (124, ExitCode.TIMEOUT, Retryable.DEPENDS, Action.INSPECT_STATE),
        (125, ExitCode.GENERAL_ERROR, Retryable.NO, Action.ESCALATE),
        (126, ExitCode.PRECONDITION, Retryable.AFTER_FIX, Action.FIX_PRECONDITION),
        (127, ExitCode.PRECONDITION, Retryable.AFTER_FIX, Action.INSTALL_TOOL),
    ],
)
@pytest.mark.clause("S2", "S3", "S4", "S5")
def test_the_wrappers_own_numbers(number, code, retryable, action):
    """By dialect, and by the record that detection finds."""
    for reading in (
        decode(SHUCK, Exited(number)),
        read(Exited(number), record(number)),
    ):
        assert (code, retryable, action) == (
            reading.code,
            reading.retryable,
            reading.action,
        )
        assert "shuck" == reading.dialect


@pytest.mark.clause("S1")
@pytest.mark.parametrize("number", range(1, 124))
def test_the_childs_numbers_are_not_shucks(number):
    """1 to 123 are read as anyone's, and by convention at best."""
    reading = decode(SHUCK, Exited(number))

    assert number == reading.number
    assert reading.dialect in {"shell", "sysexits"}
    assert reading.certainty in {Certainty.CONVENTION, Certainty.GUESS}


@pytest.mark.clause("S6")
@pytest.mark.parametrize(
    ("number", "name"), [(143, "SIGTERM"), (137, "SIGKILL"), (130, "SIGINT")]
)
def test_a_child_killed_by_a_signal(number, name):
    """128+n is passed on, and named, whether from a number or from a record."""
    for reading in (
        decode(SHUCK, Exited(number)),
        decode(SHUCK, Signaled(number - 128)),
        read(Exited(number), record(number)),
    ):
        assert name in reading.meaning
        assert Effects.UNKNOWN is reading.effects
        assert () == reading.anomalies


@pytest.mark.clause("S7")
@pytest.mark.parametrize("number", [0, 1, 42, 123, 124, 125, 126, 127, 143])
def test_the_records_number_is_the_wrappers(number):
    """They agree in every case; where they do not, the process holds."""
    agree = read(Exited(number), record(number))
    differ = read(Exited(number), record((number + 1) % 256))

    assert Anomaly.CODE_MISMATCH not in agree.anomalies
    assert Anomaly.CODE_MISMATCH in differ.anomalies
    assert number == differ.number


@pytest.mark.clause("S1", "S13")
def test_a_child_is_read_by_its_own_table_also_where_the_dialect_is_named():
    """To say whose record it is loses nothing that the record says."""
    document = record(1, "grep", "-q", "x", "f")
    named = read(Exited(1), document, dialect="shuck")

    assert (ExitCode.SUCCESS, Answer.NO, "grep") == (
        named.code,
        named.answer,
        named.tool,
    )
    assert read(Exited(1), document) == named


@pytest.mark.clause("S8")
@pytest.mark.parametrize("key", KEYS)
def test_a_record_has_its_seven_keys(key):
    """Without one of them it is some other JSON."""
    document = json.loads(record(1))
    del document[key]
    reading = read(Exited(1), json.dumps(document).encode())

    assert read(Exited(1), record(1)).envelope is not None
    assert reading.envelope is None


def test_a_record_may_have_more_keys():
    """exeunt's own record has shuck's seven and then some."""
    stdout = record(124, status="idle", source="runner", reading={}, next=None)

    assert ExitCode.TIMEOUT is read(Exited(124), stdout).code


@pytest.mark.clause("S7")
@pytest.mark.parametrize("number", ["1", None, True, 1.0, [1]], ids=repr)
def test_a_number_of_the_wrong_type_is_set_aside(number):
    """The process has it anyway."""
    reading = read(Exited(1), record(number))

    assert Anomaly.CODE_MISMATCH not in reading.anomalies
    assert (number is not None) is (Anomaly.WRONG_TYPE in reading.anomalies)


ENVELOPE = {
    "ok": False,
    "data": None,
    "error": {"code": "SLOW", "message": "m", "retryable": True, "retry_after": 30},
    "warnings": [],
    "meta": {"duration_ms": 1, "dialect": "agent-spec"},
}


@pytest.mark.clause("S1")
def test_the_childs_envelope_is_read_out_of_the_record():
    """What the child printed explains its number better than any table."""
    stdout = record(11, "deployctl", stdout=json.dumps(ENVELOPE) + "\n")
    reading = read(Exited(11), stdout)

    assert ("agent-spec", ExitCode.RATE_LIMITED) == (reading.dialect, reading.code)
    assert 30 == reading.envelope.retry_after
    assert Certainty.ENVELOPE is reading.certainty
    assert () == reading.anomalies


def test_the_childs_envelope_is_read_at_0_too():
    """A page that is not the last one is said in the child's envelope."""
    done = ENVELOPE | {"ok": True, "data": [], "error": None}
    done["meta"] = {"truncated": True, "cursor": "c2"}
    reading = read(Exited(0), record(0, "lister", stdout=json.dumps(done)))

    assert ExitCode.SUCCESS is reading.code
    assert "c2" == reading.envelope.meta["cursor"]


def test_the_childs_murli_envelope_is_read_from_its_stderr():
    """The record keeps both streams, so both are read."""
    error = {"code": 8, "error": "rate_limited", "recoverable": True, "status": "error"}
    reading = read(Exited(8), record(8, "tool", stderr="log\n" + json.dumps(error)))

    assert ("murli", ExitCode.RATE_LIMITED) == (reading.dialect, reading.code)


def test_the_wrappers_numbers_are_not_the_childs():
    """A child's envelope does not explain why the wrapper gave up."""
    stdout = record(124, "deployctl", stdout=json.dumps(ENVELOPE))

    assert "shuck" == read(Exited(124), stdout).dialect


def test_a_record_inside_a_record_is_unwrapped():
    """A wrapper that wraps a wrapper: the innermost envelope has the word."""
    inner = record(11, "deployctl", stdout=json.dumps(ENVELOPE)).decode()
    outer = record(11, "shuck", "--json", "deployctl", stdout=inner)
    other = inner.replace('"exit_code": 11', '"exit_code": 5')
    mismatch = record(11, "shuck", stdout=other)

    assert 30 == read(Exited(11), outer).envelope.retry_after
    assert (Anomaly.CODE_MISMATCH,) == read(Exited(11), mismatch).anomalies


@pytest.mark.parametrize(
    "changes",
    [
        {"command": None},
        {"command": 7},
        {"args": None},
        {"args": "x"},
        {"args": [1]},
        {"args": {}},
        {"stdout": None},
        {"stdout": 7},
        {"stderr": []},
        {"stdout": "\ud800"},
    ],
    ids=repr,
)
def test_a_damaged_record_is_read_all_the_same(changes):
    """The number is left, and by convention it means a failure."""
    reading = read(Exited(1), record(1, **changes))

    assert ExitCode.GENERAL_ERROR is reading.code


@pytest.mark.clause("S1")
def test_a_record_of_a_known_tool_is_read_by_the_atlas():
    """grep's 1 in a record is an answer, as it is on the command line."""
    reading = read(Exited(1), record(1, "grep", "-q", "x", "file"))

    assert (ExitCode.SUCCESS, Answer.NO) == (reading.code, reading.answer)
    assert Certainty.ATLAS is reading.certainty
    assert ("grep", 12) == (reading.tool, reading.envelope.document["duration_ms"])


def test_a_record_of_an_unknown_tool_is_read_by_convention():
    """Nobody knows the tool, so its 1 is a failure or an answer."""
    reading = read(Exited(1), record(1))

    assert (ExitCode.GENERAL_ERROR, Retryable.NO) == (reading.code, reading.retryable)
    assert "shell" == reading.dialect
