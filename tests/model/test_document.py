"""Bytes of any kind → the document in them, or what is wrong; never an exception."""

import json
import sys
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exeunt import (
    Anomaly,
    ExitCode,
    Exited,
    Reading,
    Retryable,
    Signaled,
    TimedOut,
    decode,
    dialect,
    read,
)
from exeunt.dialects.dialect import dialect_names
from exeunt.model.document import (
    MAX_BYTES,
    MAX_EFFORT,
    MAX_TRIES,
    find_document,
)
from exeunt.model.json import dumps

ENVELOPE = {
    "ok": False,
    "data": None,
    "error": {
        "code": "RATE_LIMIT_EXCEEDED",
        "message": "Slow down, ünï",
        "detail": "429",
        "retryable": True,
        "retry_after": 30,
        "phase": "execution",
        "suggestion": "Wait",
        "redirect": None,
    },
    "warnings": ["old flag"],
    "meta": {"duration_ms": 6, "dialect": "agent-spec"},
}
TEXT = json.dumps(ENVELOPE, ensure_ascii=False)
BYTES = TEXT.encode()


def reading_of(stdout):
    """The reading of an exit 11 that printed this."""
    return read(Exited(11), stdout)


def is_read(reading):
    """Whether the envelope was found and believed."""
    return reading.envelope is not None and reading.envelope.retry_after == 30


@pytest.mark.parametrize(
    ("stdout", "anomalies"),
    [
        (BYTES, ()),
        (b"\xef\xbb\xbf" + BYTES, ()),
        (b"\n\n  " + BYTES + b"  \r\n\n", ()),
        (json.dumps(ENVELOPE, indent=2).encode(), ()),
        (json.dumps(ENVELOPE, indent=2).replace("\n", "\r\n").encode(), ()),
        (b"Loading...\n" + BYTES, (Anomaly.STRAY_OUTPUT,)),
        (b"\x1b[1;32m" + BYTES + b"\x1b[0m\n", (Anomaly.STRAY_OUTPUT,)),
        (b"\x1b[2K\x1b[1A" + BYTES + b"\x1b[", (Anomaly.STRAY_OUTPUT,)),
        (
            BYTES.replace(b'"RATE', b'\x1b[31m"RATE').replace(
                b"30", b"\x1b[36m30\x1b[m"
            ),
            (Anomaly.STRAY_OUTPUT,),
        ),
        (b"Loading...\r\n" + BYTES + b"\r\n", (Anomaly.STRAY_OUTPUT,)),
        (BYTES + b"\nDone.\n", (Anomaly.STRAY_OUTPUT,)),
        (b'{"level": "info"}\n' + BYTES, (Anomaly.STRAY_OUTPUT,)),
        (BYTES + b'\n{"level": "info"}\n', (Anomaly.STRAY_OUTPUT,)),
        (b"{oops\n" + BYTES, (Anomaly.STRAY_OUTPUT,)),
        (BYTES + b"\n{oops", (Anomaly.STRAY_OUTPUT,)),
        (
            b"a\n" + json.dumps(ENVELOPE, indent=2).encode() + b"\nb",
            (Anomaly.STRAY_OUTPUT,),
        ),
        (BYTES + b"\n" + BYTES, (Anomaly.TWO_DOCUMENTS,)),
        (BYTES + BYTES, (Anomaly.STRAY_OUTPUT,)),
        (BYTES.replace(b"429", b"\xff\xfe"), (Anomaly.NOT_UTF8,)),
        (b"\xef\xbb\xbf" + BYTES.replace(b"429", b"\xff"), (Anomaly.NOT_UTF8,)),
        (
            b"\xff\n" + BYTES,
            (Anomaly.NOT_UTF8, Anomaly.STRAY_OUTPUT),
        ),
        (BYTES.replace(b"429", b"\\ud800"), ()),
        (BYTES.replace(b'"429"', b"null"), ()),
        (BYTES.replace(b'"duration_ms": 6', b'"duration_ms": NaN'), ()),
        (BYTES.replace(b'"duration_ms": 6', b'"duration_ms": 1e400'), ()),
        (
            BYTES.replace(b'"ok": false', b'"ok": true, "ok": false'),
            (Anomaly.DUPLICATE_KEYS,),
        ),
    ],
    ids=lambda value: value[:30] if isinstance(value, bytes) else None,
)
def test_an_envelope_is_found_among_other_things(stdout, anomalies):
    """The document is read, and what stood beside it is named."""
    reading = reading_of(stdout)

    assert is_read(reading)
    assert anomalies == reading.anomalies
    assert ExitCode.RATE_LIMITED is reading.code


@pytest.mark.parametrize(
    ("stdout", "anomalies"),
    [
        (b"", ()),
        (b" \n\t\n", ()),
        (b"plain words", ()),
        (b"\x00\x00", ()),
        (b"\xff\xfe{\x00}\x00", ()),
        (TEXT.encode("utf-16"), ()),
        (b"words " + BYTES, ()),
        (BYTES[:-1], (Anomaly.MALFORMED_JSON,)),
        (BYTES + b"\x00", (Anomaly.MALFORMED_JSON,)),
        (b"{" + BYTES, (Anomaly.MALFORMED_JSON,)),
        (b"{" * 100_000, (Anomaly.MALFORMED_JSON,)),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, (Anomaly.MALFORMED_JSON,)),
        (
            BYTES.replace(b'"429"', b"[" * 100_000 + b"]" * 100_000),
            (Anomaly.MALFORMED_JSON,),
        ),
        (BYTES.replace(b'"429"', b"9" * 5000), (Anomaly.MALFORMED_JSON,)),
        (b"{'ok': False}", (Anomaly.MALFORMED_JSON,)),
        (b"{\xff", (Anomaly.NOT_UTF8, Anomaly.MALFORMED_JSON)),
        (b"[1, 2]", ()),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else None,
)
def test_what_is_no_document_leaves_the_number_alone(stdout, anomalies):
    """The reading is that of the bare number, plus the damage."""
    bare, reading = read(Exited(11)), reading_of(stdout)

    assert reading.envelope is None
    assert (*bare.anomalies, *anomalies) == reading.anomalies
    assert (bare.code, bare.retryable) == (reading.code, reading.retryable)


def test_of_two_documents_the_last_one_holds():
    """The first is what the command thought before it knew better."""
    first = BYTES.replace(b"30", b"99")
    reading = reading_of(first + b"\nretrying\n" + BYTES)

    assert is_read(reading)
    assert (Anomaly.TWO_DOCUMENTS,) == reading.anomalies


@pytest.mark.parametrize("length", range(len(BYTES)))
def test_an_envelope_cut_anywhere_is_never_half_believed(length):
    """No prefix is an envelope, and none makes the call look repeatable."""
    reading = reading_of(BYTES[:length])
    declared = decode(dialect("agent-spec"), Exited(5), BYTES[:length])

    assert reading.envelope is None
    assert reading.retryable is not Retryable.YES
    assert ExitCode.NOT_FOUND is declared.code
    assert declared.envelope is None
    assert (length > 0) is (Anomaly.NO_ENVELOPE in declared.anomalies)


WRONG = [None, True, 0, -1, 1.5, "", "x", [], [1], {}, {"a": 1}, 10**30]
FIELDS = [
    *((key,) for key in ENVELOPE),
    *(("error", key) for key in ENVELOPE["error"]),
    *(("error", key) for key in ("retry_after_ms", "fix_required", "fix_command")),
    *(("meta", key) for key in ("duration_ms", "dialect", "truncated", "cursor")),
    ("meta", "not_modified"),
]


@pytest.mark.parametrize("path", FIELDS, ids=".".join)
@pytest.mark.parametrize("number", [0, 2, 3, 8, 11, 13, 80, 300])
def test_a_wrong_type_in_any_field_is_set_aside(path, number):
    """Whatever one field holds, there is a reading, and the exit code holds."""
    for wrong in WRONG:
        document = json.loads(BYTES)
        place = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = wrong
        stdout = json.dumps(document).encode()
        for reading in (
            read(Exited(number), stdout),
            decode(dialect("agent-spec"), Exited(number), stdout),
            decode(dialect("agent-spec@1.6"), Exited(number), stdout),
        ):
            assert json.loads(dumps(reading.as_dict()))
            if number:
                assert reading.code is not ExitCode.SUCCESS


@pytest.mark.parametrize("key", list(ENVELOPE))
def test_any_key_may_be_missing(key):
    """Without ok or meta it is no envelope; without the rest it is a damaged one."""
    document = {k: v for k, v in ENVELOPE.items() if k != key}
    reading = reading_of(json.dumps(document).encode())

    assert (key in {"ok", "meta"}) is (reading.envelope is None)


@pytest.mark.parametrize(
    "delay",
    [
        -1,
        -0.5,
        True,
        False,
        "5",
        [5],
        {},
        1000000000000.0,
        10**30,
        1e308,
        float("inf"),
        float("nan"),
        float("-inf"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("field", ["retry_after", "retry_after_ms"])
def test_a_delay_that_cannot_be_waited_is_set_aside(field, delay):
    """Negative, endless, boolean or a text: the table's own wait holds."""
    document = json.loads(BYTES)
    del document["error"]["retry_after"]
    document["error"][field] = delay
    reading = reading_of(json.dumps(document).encode())

    assert reading.envelope.retry_after is None
    assert (Anomaly.WRONG_TYPE,) == reading.anomalies


@pytest.mark.parametrize(
    ("field", "delay", "seconds"),
    [
        ("retry_after", 0, 0),
        ("retry_after", 2.5, 2.5),
        ("retry_after_ms", 1, 0.001),
        ("retry_after_ms", 1500, 1.5),
        ("retry_after", 30 * 86_400, 30 * 86_400),
        ("retry_after_ms", 30 * 86_400_000, 30 * 86_400),
    ],
)
def test_a_delay_is_read_in_seconds(field, delay, seconds):
    """Whatever the unit on the wire."""
    document = json.loads(BYTES)
    del document["error"]["retry_after"]
    document["error"][field] = delay

    assert seconds == reading_of(json.dumps(document).encode()).envelope.retry_after


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"{", b""), (b"", b""), (b"\n", BYTES), (b'{"ok": "', b'"}')],
    ids=["open", "words", "at the end", "one document"],
)
def test_fifty_megabytes_are_not_parsed(before, after):
    """A stream too long to be an envelope costs no memory, and is named if JSON."""
    stdout = before + b"x" * (50 << 20) + b"\n" + after
    tracemalloc.start()
    try:
        reading = reading_of(stdout)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    looks_like_json = b"{" in before + after

    assert reading.envelope is None
    assert looks_like_json is (Anomaly.TOO_LARGE in reading.anomalies)
    assert 1 << 20 > peak


def test_the_largest_stream_is_parsed_in_bounded_memory():
    """Up to the limit, reading takes a small multiple of the bytes."""
    size = 4 << 20
    stdout = BYTES.replace(b"429", b"x" * size)
    tracemalloc.start()
    try:
        reading = reading_of(stdout)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert is_read(reading)
    assert len(stdout) < MAX_BYTES
    assert 8 * size > peak


def work(stdout):
    """How often the decoder was called on a stream, and through how much of it."""
    calls = []

    def watch(frame, event, _):
        if event == "call" and frame.f_code.co_name == "raw_decode":
            calls.append(len(frame.f_locals["s"]) - frame.f_locals["idx"])

    sys.setprofile(watch)
    try:
        find_document(stdout, lambda _: False)
    finally:
        sys.setprofile(None)
    return len(calls), sum(calls)


@pytest.mark.parametrize(
    "line", [b"{", b'{"a": 1}', b'{"a":', b"{}", b"{x}", b'{"ok": true'], ids=repr
)
def test_many_lines_that_begin_like_a_document_are_tried_a_few_times(line):
    """Hostile output costs a fixed number of tries, however long it is."""
    tries, _ = work(b"\n".join([line] * 200_000))

    assert 1 <= tries <= MAX_TRIES + 1


@pytest.mark.parametrize("end", [b"[1, 2,", b"[" * 5000, b"9" * 5000, b"?"], ids=len)
def test_documents_inside_each_other_are_gone_through_a_few_times(end):
    """Lines that each hold all that follows cost a small multiple of the bytes."""
    stdout = b'{"x":\n' * 40 + b"[" + b"1," * 100_000 + end
    _, characters = work(stdout)

    assert characters <= (MAX_EFFORT + 2) * len(stdout)


def test_an_envelope_before_too_many_lines_is_not_found():
    """The price of bounded tries: it must stand among the last documents."""
    few = BYTES + b'\n{"a": 1}' * (MAX_TRIES - 1)
    many = BYTES + b'\n{"a": 1}' * MAX_TRIES

    assert is_read(reading_of(few))
    assert reading_of(many).envelope is None


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["validation", "error", "ok", "plan", "murli", "agent-spec"])
)
KEYS = st.sampled_from(
    [
        "ok",
        "data",
        "error",
        "warnings",
        "meta",
        "code",
        "message",
        "detail",
        "retryable",
        "retry_after",
        "phase",
        "retry_after_ms",
        "suggestion",
        "redirect",
        "command",
        "permanent",
        "reason",
        "fix_required",
        "status",
        "result",
        "recoverable",
        "schema_version",
        "tool_version",
        "dialect",
        "truncated",
        "cursor",
        "args",
        "not_modified",
        "stdout",
        "stderr",
        "exit_code",
        "duration_ms",
        "timed_out",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=8)
    ),
    max_leaves=20,
)
ENVELOPES = st.fixed_dictionaries(
    {"ok": st.booleans(), "meta": st.dictionaries(KEYS, VALUES, max_size=4)},
    optional={
        "error": st.dictionaries(KEYS, VALUES, max_size=6) | VALUES,
        "data": VALUES,
        "warnings": VALUES,
    },
)
MURLIS = st.fixed_dictionaries(
    {"code": SCALARS, "error": st.text(max_size=9), "recoverable": SCALARS},
    optional={"status": VALUES, "suggestion": VALUES, "retry_after_ms": VALUES},
)
RECORDS = st.fixed_dictionaries(
    {
        "stdout": st.text(max_size=5) | ENVELOPES.map(json.dumps) | SCALARS,
        "stderr": st.text(max_size=5) | MURLIS.map(json.dumps) | SCALARS,
        "exit_code": SCALARS,
        "duration_ms": SCALARS,
        "timed_out": SCALARS,
        "command": SCALARS,
        "args": st.lists(SCALARS, max_size=3) | SCALARS,
    }
)
DOCUMENTS = (ENVELOPES | MURLIS | RECORDS | VALUES).map(
    lambda value: json.dumps(value).encode()
)
STREAMS = (
    st.binary(max_size=60)
    | DOCUMENTS
    | st.lists(DOCUMENTS | st.binary(max_size=10), max_size=3).map(b"\n".join)
)
ENDINGS = (
    st.integers(-2, 300).map(Exited)
    | st.sampled_from([0, 1, 2, 3, 5, 8, 9, 11, 13, 80, 124, 143]).map(Exited)
    | st.builds(Signaled, st.integers(1, 64), certain=st.booleans())
    | st.builds(TimedOut, idle=st.booleans())
)


@given(ending=ENDINGS, stdout=STREAMS, stderr=STREAMS)
@example(Exited(0), b'{"status": {}}', b"")
@example(Exited(3), b'{"ok": true, "meta": {"dialect": []}, "error": {}}', b"")
@example(Exited(3), b'{"ok": true, "meta": {}, "error": {"phase": {}}}', b"")
def test_whatever_a_command_prints_there_is_a_reading(ending, stdout, stderr):
    """Any bytes through detection: a Reading that can be written, no exception."""
    reading = read(ending, stdout, stderr)

    assert isinstance(reading, Reading)
    assert reading.as_dict() == json.loads(dumps(reading.as_dict()))
    assert len(set(reading.anomalies)) == len(reading.anomalies)


@given(
    name=st.sampled_from(dialect_names()),
    ending=ENDINGS,
    stdout=STREAMS,
    stderr=STREAMS,
)
def test_whatever_is_printed_every_dialect_reads_it(name, ending, stdout, stderr):
    """Any bytes through any dialect: never an exception, never a false success."""
    reading = decode(dialect(name), ending, stdout, stderr)

    assert reading.as_dict() == json.loads(dumps(reading.as_dict()))
    assert ending.shell_code == reading.number
    if ending.shell_code:
        assert reading.code is not ExitCode.SUCCESS
    assert len(set(reading.anomalies)) == len(reading.anomalies)
