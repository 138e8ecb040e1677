"""Any ending, whatever it said → always a decision, and never a dangerous one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calling import promising
from decisions import ABSENT, envelope
from exeunt import (
    Action,
    Anomaly,
    Effects,
    ExitCode,
    Exited,
    History,
    Policy,
    Signaled,
    TimedOut,
    Unstarted,
    decide,
    dialect_names,
    from_returncode,
    from_shell,
    read,
)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
DELAYS = st.none() | st.integers(-5, 10**10) | st.floats(allow_nan=True) | SCALARS
REDIRECTS = JSON | st.fixed_dictionaries(
    {
        "command": st.sampled_from(["tool x", "sudo x", "tool x; y"]) | st.text(),
        "permanent": st.booleans() | JSON,
    }
)
ERRORS = st.fixed_dictionaries(
    {},
    optional={
        "code": st.sampled_from(["TOKEN_EXPIRED", "TOKEN_INVALID", "X"]) | JSON,
        "retryable": st.booleans() | JSON,
        "retry_after": DELAYS,
        "retry_after_ms": DELAYS,
        "phase": st.sampled_from(["validation", "execution", "cleanup"]) | JSON,
        "redirect": REDIRECTS,
        "suggestion": JSON,
    },
)
METAS = st.fixed_dictionaries(
    {},
    optional={
        "truncated": st.booleans() | JSON,
        "cursor": st.text() | JSON,
        "not_modified": st.booleans() | JSON,
        "dialect": st.sampled_from(["agent-spec", "agent-spec@1.6"]) | JSON,
    },
)


def changed(number, error, meta, changes):
    """An envelope, sound or not."""
    document = {**json.loads(envelope(number, meta, error)), **changes}
    said = {key: value for key, value in document.items() if value is not ABSENT}
    return json.dumps(said).encode()


ENVELOPES = st.builds(
    changed,
    st.integers(0, 13),
    ERRORS,
    METAS,
    st.fixed_dictionaries(
        {},
        optional={
            "ok": st.booleans(),
            "data": JSON | st.just(ABSENT),
            "error": JSON | st.just(ABSENT),
            "warnings": JSON | st.just(ABSENT),
        },
    ),
)
MURLI = st.fixed_dictionaries(
    {"status": st.just("error"), "code": st.integers(0, 12), "error": st.text()},
    optional={
        "recoverable": st.booleans() | JSON,
        "retry_after_ms": DELAYS,
        "schema_version": st.just("1.0"),
    },
).map(lambda said: json.dumps(said).encode())
STREAMS = st.binary() | ENVELOPES | MURLI
ENDINGS = st.one_of(
    st.integers(-300, 400).map(from_shell),
    st.integers(-300, 400).map(from_returncode),
    st.integers().map(Exited),
    st.integers(0, 13).map(Exited),
    st.builds(Signaled, st.integers(1, 64), certain=st.booleans()),
    st.builds(TimedOut, st.none() | st.floats(0, 9), st.booleans()),
    st.builds(Unstarted, st.sampled_from(["not_found", "not_executable", "failed"])),
)
CALLS = st.sampled_from([[], ["grep", "x"], ["rsync", "a", "b"], ["sudo", "curl"]])
READINGS = st.builds(
    lambda ending, stdout, stderr, argv, named: read(
        ending, stdout, stderr, argv=argv, dialect=named
    ),
    ENDINGS,
    STREAMS,
    STREAMS,
    CALLS,
    st.none() | st.sampled_from(dialect_names()),
)
HISTORIES = st.builds(
    History,
    st.integers(0, 6) | st.integers(0),
    refreshed=st.booleans(),
    redirected=st.booleans(),
    paid=st.booleans(),
    uncached=st.booleans(),
    pages=st.integers(0, 200),
    cursor=st.none() | st.text(),
    program=st.none() | st.sampled_from(["tool", "/bin/tool", "sudo"]) | st.text(),
    words=st.sampled_from([(), ("tool", "x"), ("/bin/tool", "y", "z"), ("sudo", "x")])
    | st.lists(st.text()),
    manifest=st.none() | st.just(promising(x="y", sudo={})),
)
POLICIES = st.builds(
    Policy,
    max_attempts=st.integers(1, 6),
    idempotent=st.booleans(),
    retry_on=st.sampled_from([(), (), "1-255,signal,timeout,idle"]),
    may_pay=st.booleans(),
    may_follow=st.sampled_from(["adopted", "any", "no"]),
    max_pages=st.integers(0, 200),
    max_wait=st.integers(0) | st.floats(0, allow_infinity=False),
)
CASES = (READINGS, HISTORIES, POLICIES, st.booleans())


@given(*CASES)
def test_there_is_always_a_decision(reading, history, policy, waiting):
    """Never an exception, whatever the bytes, the number and the history."""
    found = decide(reading, history, policy, waiting=waiting)

    assert isinstance(found.action, Action)
    assert found.rule[0] in "ERKSMH"
    assert found.rule[1:].isdigit()
    assert found.because.endswith(".")
    assert (reading.certainty, reading.anomalies) == (found.certainty, found.anomalies)
    assert json.loads(json.dumps(found.as_dict())) == found.as_dict()


@given(*CASES)
def test_nothing_that_may_have_happened_is_repeated(reading, history, policy, waiting):
    """Unless the caller has said that twice is once."""
    found = decide(reading, history, policy, waiting=waiting)
    etag = found.rule == "R31"  # the answer to a question, asked again

    if found.repeat_identical:
        assert Action.RETRY is found.action
    asked = policy.idempotent or found.rule == "R34"
    if found.action is Action.RETRY and not asked and not etag:
        assert Effects.NONE is reading.effects
    assert not (
        found.action is Action.RETRY and Anomaly.MISSING_ERROR in found.anomalies
    )


@given(*CASES)
def test_nobody_pays_or_follows_without_leave(reading, history, policy, waiting):
    """Paying needs the policy, following needs a redirect at 13."""
    found = decide(reading, history, policy, waiting=waiting)

    if found.action is Action.PAY:
        assert policy.may_pay
        assert not history.paid
    if found.action is Action.FOLLOW_REDIRECT:
        assert ExitCode.REDIRECTED is reading.code
    if found.command is not None:
        assert Action.FOLLOW_REDIRECT is found.action
        assert found.command
        assert not history.redirected
    if found.command is not None and policy.may_follow != "any":
        program = found.command[0]
        called = history.program or next(iter(history.words), program)
        assert program in (called, called.split("/")[-1], *history.words[:1])
        if found.rule != "K29":
            assert "adopted" == policy.may_follow
            assert history.manifest is not None


@given(*CASES)
def test_there_is_an_end_to_it(reading, history, policy, waiting):
    """No more attempts than the policy has, and no longer a pause."""
    found = decide(reading, history, policy, waiting=waiting)

    if found.action is Action.RETRY:
        assert history.attempts < policy.max_attempts
        assert found.wait_seconds <= policy.max_wait
    hint = reading.envelope.retry_after if reading.envelope else None
    assert 0 <= found.wait_seconds
    assert found.wait_seconds <= 300 or hint == found.wait_seconds


TEXTS = st.text(st.characters(exclude_characters="{", codec="utf-8"))


@pytest.mark.parametrize("number", range(14))
@settings(max_examples=30)  # of each number
@given(
    error=ERRORS.filter(lambda error: "suggestion" not in error),
    meta=METAS,
    texts=st.lists(TEXTS, min_size=6, max_size=6),
)
def test_no_message_changes_a_decision(number, error, meta, texts):
    """What is for people may say anything: the decision is the same, word for word."""
    meta = {**meta, "dialect": "agent-spec"}
    error = {"code": "X", **error} if number else None

    def decided(*texts):
        warning, stdout, stderr, *others = texts
        more = dict(zip(("message", "suggestion", "detail"), others, strict=True))
        document = envelope(
            number, meta, {**error, **more} if error else None, warnings=[warning]
        )
        around = stdout.encode() + b"\n" + document
        found = decide(read(Exited(number), around, stderr.encode()))
        return found.replace(anomalies=())  # that there is text beside it is a fact

    assert decided(*"abcdef") == decided(*texts)
