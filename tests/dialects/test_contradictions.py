"""Signals that disagree → which one holds, and the anomaly that says so."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Action,
    Anomaly,
    Effects,
    ExitCode,
    Exited,
    Retryable,
    decode,
    dialect,
    read,
)

SPEC = dialect("agent-spec")
ERROR = {"code": "X", "message": "It failed"}
REDIRECT = {"command": "tool new", "permanent": True}
ABSENT = object()
PARTIAL_TRUE = {"retryable": True, "side_effects": "partial"}


def envelope(number=5, **changes):
    """The bytes of an envelope that fits its exit code, but for the changes."""
    document = {
        "ok": number == 0,
        "data": {"id": 1} if number == 0 else None,
        "error": None if number == 0 else ERROR,
        "warnings": [],
        "meta": {"duration_ms": 1, "dialect": "agent-spec"},
        **changes,
    }
    said = {key: value for key, value in document.items() if value is not ABSENT}
    return json.dumps(said).encode()


def spec(number, **changes):
    """The reading of an envelope with changes, beside an exit code."""
    return decode(SPEC, Exited(number), envelope(number, **changes))


def unclear():
    """The reading of a 3 that says nothing of its table."""
    return read(Exited(3), envelope(3, meta={}))


def declared(number, entry):
    """The reading of a number whose command declares it so."""
    commands = {"do": {"exit_codes": {str(number): entry}}}
    manifest = {"dialect": "agent-spec", "commands": commands}
    return read(Exited(number), argv=["tool", "do"], manifest=manifest)


def raw(stdout, number=5):
    """The reading of some bytes beside an exit code."""
    return decode(SPEC, Exited(number), stdout)


# One way to each anomaly; the completeness test below keeps the table whole.
PRODUCERS = {
    Anomaly.OK_EXIT_CONFLICT: lambda: spec(5, ok=True),
    Anomaly.ERROR_AT_SUCCESS: lambda: spec(0, error=ERROR),
    Anomaly.ERROR_NULL: lambda: spec(5, error=None, data={}),
    Anomaly.MISSING_ERROR: lambda: spec(5, error=ABSENT),
    Anomaly.MISSING_DATA: lambda: spec(5, data=ABSENT),
    Anomaly.MISSING_WARNINGS: lambda: spec(5, warnings=ABSENT),
    Anomaly.BOTH_NULL: lambda: spec(0, data=None),
    Anomaly.WRONG_TYPE: lambda: spec(5, error={**ERROR, "retryable": "yes"}),
    Anomaly.CODE_MISMATCH: lambda: decode(
        dialect("murli"),
        Exited(5),
        b"",
        b'{"status": "error", "code": 6, "error": "x", "recoverable": false}',
    ),
    Anomaly.CODE_OUT_OF_RANGE: lambda: decode(SPEC, Exited(300)),
    Anomaly.RESERVED_CODE: lambda: decode(SPEC, Exited(14)),
    Anomaly.UNDECLARED_CODE: lambda: decode(SPEC, Exited(80)),
    Anomaly.UNKNOWN_CODE: lambda: decode(dialect("holon"), Exited(3)),
    Anomaly.INVALID_ENTRY: lambda: declared(12, PARTIAL_TRUE),
    Anomaly.HIDDEN_FAILURE: lambda: read(
        Exited(0), line="pytest | tail", hidden="failed"
    ),
    Anomaly.RETRYABLE_CONFLICT: lambda: spec(2, error={**ERROR, "retryable": True}),
    Anomaly.PHASE_CONFLICT: lambda: spec(2, error={**ERROR, "phase": "validation"}),
    Anomaly.REDIRECT_ELSEWHERE: lambda: spec(5, error={**ERROR, "redirect": REDIRECT}),
    Anomaly.REDIRECT_MISSING: lambda: spec(13),
    Anomaly.DELAY_WITHOUT_RETRYABLE: lambda: spec(5, error={**ERROR, "retry_after": 1}),
    Anomaly.DELAYS_DISAGREE: lambda: spec(
        11, error={**ERROR, "retry_after": 1, "retry_after_ms": 2000}
    ),
    Anomaly.TRUNCATED_WITHOUT_CURSOR: lambda: spec(0, meta={"truncated": True}),
    Anomaly.TOKEN_CODE_MISSING: lambda: spec(8),
    Anomaly.DIALECT_UNCLEAR: unclear,
    Anomaly.NO_ENVELOPE: lambda: raw(b"no such thing\n"),
    Anomaly.MALFORMED_JSON: lambda: raw(b'{"ok": fal'),
    Anomaly.DUPLICATE_KEYS: lambda: raw(envelope()[:-1] + b', "ok": false}'),
    Anomaly.TWO_DOCUMENTS: lambda: raw(envelope() + b"\n" + envelope()),
    Anomaly.STRAY_OUTPUT: lambda: raw(b"Loading\n" + envelope()),
    Anomaly.NOT_UTF8: lambda: raw(envelope().replace(b"It failed", b"\xff")),
    Anomaly.TOO_LARGE: lambda: raw(b"{" + b" " * (33 << 20)),
}


def test_each_anomaly_is_produced_by_a_test():
    """No member of Anomaly is a name that nothing ever gets."""
    assert list(Anomaly) == list(PRODUCERS)


@pytest.mark.parametrize("anomaly", PRODUCERS, ids=lambda anomaly: anomaly.value)
def test_each_anomaly_is_named_in_the_reading(anomaly):
    """The contradiction stands in the reading, once, and on the wire."""
    reading = PRODUCERS[anomaly]()

    assert 1 == reading.anomalies.count(anomaly)
    assert anomaly.value in reading.as_dict()["anomalies"]


@pytest.mark.parametrize("number", range(14))
def test_a_sound_envelope_has_no_anomaly(number):
    """What fits together raises no alarm."""
    error = {
        8: {**ERROR, "code": "TOKEN_EXPIRED"},
        13: {**ERROR, "redirect": REDIRECT},
    }.get(number, ERROR)
    reading = spec(number, error=None if number == 0 else error)

    assert () == reading.anomalies
    assert ExitCode(number) is reading.code


@pytest.mark.clause("E34", "R24", "R25")
@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("error", [ERROR, None], ids=["error", "null"])
def test_ok_is_not_believed_beside_a_failing_exit(number, error):
    """The exit code holds, whether or not there is an error to read."""
    reading = spec(number, ok=True, error=error, data={"id": 1})

    assert ExitCode(number) is reading.code
    assert Anomaly.OK_EXIT_CONFLICT in reading.anomalies
    assert (error is None) is (Anomaly.ERROR_NULL in reading.anomalies)


@pytest.mark.clause("E35", "R26", "K5")
def test_not_ok_beside_exit_0_is_a_success_with_an_anomaly():
    """A stale ok is set aside, but the conflict stays visible."""
    reading = spec(0, ok=False)

    assert ExitCode.SUCCESS is reading.code
    assert (Anomaly.OK_EXIT_CONFLICT,) == reading.anomalies


@pytest.mark.clause("K5")
@pytest.mark.parametrize("error", [ERROR, {}, "boom", ["boom"]], ids=repr)
def test_an_error_beside_exit_0_is_named_too(error):
    """A pipeline that swallowed the exit code looks like this; do not act blindly."""
    reading = spec(0, ok=False, error=error)

    assert ExitCode.SUCCESS is reading.code
    assert {Anomaly.OK_EXIT_CONFLICT, Anomaly.ERROR_AT_SUCCESS} <= set(
        reading.anomalies
    )


@pytest.mark.clause("R27", "K15")
@pytest.mark.parametrize("number", [0, 3, 10, 11, 12])
def test_an_envelope_without_error_is_malformed(number):
    """It is read like 1 at any exit code, and never retried blindly."""
    reading = spec(number, error=ABSENT)

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert Effects.UNKNOWN is reading.effects
    assert Anomaly.MISSING_ERROR in reading.anomalies
    assert Anomaly.ERROR_NULL not in reading.anomalies


@pytest.mark.clause("R27")
def test_a_declaration_does_not_mend_a_malformed_envelope():
    """What the manifest promises for the number does not hold for such an ending."""
    entry = {"name": "LOCKED", "retryable": True, "side_effects": "none"}
    manifest = {
        "dialect": "agent-spec",
        "commands": {"": {"exit_codes": {"80": entry}}},
    }
    reading = read(Exited(80), envelope(80, error=ABSENT), manifest=manifest)

    assert ExitCode.GENERAL_ERROR is reading.code
    assert (Retryable.NO, Effects.UNKNOWN) == (reading.retryable, reading.effects)


@pytest.mark.clause("R28")
@pytest.mark.parametrize("number", [0, 11])
def test_an_envelope_that_says_nothing_is_malformed(number):
    """Data and error both null: nothing to act on."""
    reading = spec(number, data=None, error=None)

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert Anomaly.BOTH_NULL in reading.anomalies


@pytest.mark.clause("R31", "R28")
def test_both_null_is_right_for_what_is_not_modified():
    """An etag hit has neither data nor error."""
    reading = spec(0, data=None, meta={"not_modified": True})

    assert ExitCode.SUCCESS is reading.code
    assert () == reading.anomalies


@pytest.mark.clause("R29")
def test_missing_warnings_are_none():
    """Their absence is noted and harms nothing else."""
    reading = spec(0, warnings=ABSENT)

    assert ExitCode.SUCCESS is reading.code
    assert () == reading.envelope.warnings
    assert (Anomaly.MISSING_WARNINGS,) == reading.anomalies


@pytest.mark.clause("E36")
@pytest.mark.parametrize("number", [3, 10, 11, 12, 13])
def test_no_in_the_envelope_wins_over_yes_in_the_table(number):
    """error.retryable false is the more specific signal."""
    error = {**ERROR, "retryable": False}
    reading = spec(
        number, error=error | ({"redirect": REDIRECT} if number == 13 else {})
    )

    assert Retryable.NO is reading.retryable
    assert () == reading.anomalies


@pytest.mark.clause("R33")
@pytest.mark.parametrize("number", range(1, 14))
def test_without_retryable_the_table_holds(number):
    """null and absent are the same: the exit code's own default."""
    for error in (ERROR, {**ERROR, "retryable": None}):
        reading = spec(number, error=error)

        assert ExitCode(number).retryable is reading.retryable


@pytest.mark.clause("R59")
@given(
    extra=st.dictionaries(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=5,
        ),
    )
)
def test_unknown_keys_in_meta_change_nothing(extra):
    """meta is open: what we do not know is kept and not acted on."""
    meta = {**extra, "duration_ms": 1, "dialect": "agent-spec", "truncated": False}
    reading = spec(0, meta=meta)

    assert ExitCode.SUCCESS is reading.code
    assert () == reading.anomalies
    assert meta == reading.envelope.meta


@pytest.mark.clause("R60", "K16")
@pytest.mark.parametrize("number", [n for n in range(1, 13) if n != 8])
def test_a_redirect_counts_at_13_only(number):
    """Elsewhere it changes neither the code nor the action, and is named."""
    reading = spec(number, error={**ERROR, "redirect": REDIRECT})
    plain = spec(number)

    assert (plain.code, plain.action, plain.retryable) == (
        reading.code,
        reading.action,
        reading.retryable,
    )
    assert (Anomaly.REDIRECT_ELSEWHERE,) == reading.anomalies


@pytest.mark.parametrize(
    "redirect",
    [
        None,
        {},
        "tool new",
        ["tool", "new"],
        {"command": "tool new"},
        {"command": "", "permanent": True},
        {"command": " \n", "permanent": True},
        {"command": 7, "permanent": True},
        {"command": "tool new", "permanent": "yes"},
        {"command": "tool new", "permanent": 1},
    ],
    ids=repr,
)
@pytest.mark.clause("K16")
def test_a_redirect_that_cannot_be_followed_is_missing(redirect):
    """13 is still 13, without a command to run."""
    reading = spec(13, error={**ERROR, "redirect": redirect})

    assert ExitCode.REDIRECTED is reading.code
    assert reading.envelope.redirect is None
    assert Anomaly.REDIRECT_MISSING in reading.anomalies


@pytest.mark.parametrize("reason", [None, "moved by magic", 7, [], {}], ids=repr)
def test_an_odd_reason_does_not_spoil_a_redirect(reason):
    """The reason is optional; command and permanence are what counts."""
    reading = spec(13, error={**ERROR, "redirect": {**REDIRECT, "reason": reason}})

    assert ("tool new", True, None) == (
        reading.envelope.redirect.command,
        reading.envelope.redirect.permanent,
        reading.envelope.redirect.reason,
    )


@pytest.mark.parametrize(
    ("number", "error", "pointless"),
    [
        (11, {"retry_after": 5, "retryable": True}, False),
        (11, {"retry_after": 5}, False),
        (12, {"retry_after": 5}, False),
        (11, {"retry_after": 5, "retryable": False}, True),
        (8, {"code": "TOKEN_EXPIRED", "retryable": True, "retry_after": 0}, False),
        (5, {"retry_after": 5}, True),
        (2, {"retry_after": 5}, True),
        (0, {"retry_after": 5}, True),
    ],
)
@pytest.mark.clause("R33")
def test_a_delay_is_pointless_only_where_no_call_can_follow(number, error, pointless):
    """A sender that leaves retryable out has the table's, and so its delay."""
    reading = spec(number, error=ERROR | error)

    assert pointless is (Anomaly.DELAY_WITHOUT_RETRYABLE in reading.anomalies)
    assert error["retry_after"] == reading.envelope.retry_after


def test_of_two_delays_the_longer_holds():
    """Seconds and milliseconds that agree are one; others disagree."""
    agree = {**ERROR, "retry_after": 2, "retry_after_ms": 2000}
    differ = {**ERROR, "retry_after": 3, "retry_after_ms": 2000}

    assert 2 == spec(11, error=agree).envelope.retry_after
    assert Anomaly.DELAYS_DISAGREE not in spec(11, error=agree).anomalies
    assert 3 == spec(11, error=differ).envelope.retry_after


@pytest.mark.clause("K3", "E11")
@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("TOKEN_EXPIRED", True),
        ("TOKEN_INVALID", True),
        ("TOKEN_MISSING", True),
        ("UNAUTHORIZED", False),
        ("token_expired", False),
    ],
)
def test_at_8_the_name_decides_and_an_unknown_one_is_named(name, known):
    """A caller that cannot tell acquires credentials; it never repeats the call."""
    reading = spec(8, error={**ERROR, "code": name, "retryable": True})

    assert name == reading.envelope.error_code
    assert known is (Anomaly.TOKEN_CODE_MISSING not in reading.anomalies)
    assert Action.ACQUIRE_CREDENTIALS is reading.action
    assert Retryable.AFTER_FIX is reading.retryable


@pytest.mark.parametrize(
    "error", [{}, {"message": "m"}, {"code": None}, {"code": 5}, {"code": []}], ids=repr
)
def test_an_error_without_a_code_is_damage_but_not_silence(error):
    """The exit code holds; the missing name is noted, and nothing called null."""
    reading = spec(11, error=error)

    assert ExitCode.RATE_LIMITED is reading.code
    assert (Anomaly.WRONG_TYPE,) == reading.anomalies


@pytest.mark.clause("R8", "R61")
@given(data=st.data())
def test_the_words_for_people_change_nothing(data):
    """message and detail may say anything, and the reading stays the same."""
    number = data.draw(st.integers(0, 255))
    generation = data.draw(st.sampled_from(["agent-spec", "agent-spec@1.6", None]))
    rest = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "retryable": st.booleans(),
                "retry_after": st.integers(0, 100),
                "retry_after_ms": st.integers(0, 100),
                "phase": st.sampled_from(["validation", "execution", "cleanup"]),
                "suggestion": st.text(),
                "fix_required": st.text(),
            },
        )
    )
    code = data.draw(st.sampled_from(["X", "ARG_ERROR", "TOKEN_EXPIRED"]))
    readings = []
    for _ in range(2):
        words = {key: data.draw(st.text()) for key in ("message", "detail")}
        stdout = envelope(
            max(number, 1),
            error={**rest, **words, "code": code},
            meta={"dialect": generation} if generation else {},
        )
        readings.append(read(Exited(number), stdout))

    one, other = (
        (r.code, r.retryable, r.effects, r.answer, r.anomalies, r.action, r.phase)
        for r in readings
    )
    assert one == other


@pytest.mark.clause("R8", "R61")
@given(words=st.lists(st.text(), min_size=2, max_size=2), number=st.integers(0, 130))
def test_murlis_words_for_people_change_nothing(words, number):
    """The same for murli's message, under every number."""
    one, other = (
        decode(
            dialect("murli"),
            Exited(number),
            b"",
            json.dumps(
                {
                    "status": "error",
                    "code": number,
                    "error": "tool_error",
                    "message": message,
                    "recoverable": True,
                }
            ).encode(),
        ).as_dict()
        for message in words
    )

    assert one == other


@pytest.mark.clause("E36")
@pytest.mark.parametrize("number", [11, 12])
def test_a_retry_that_the_envelope_rules_out_is_not_advised(number):
    """The field is about this very call, the table about its kind."""
    reading = spec(number, error={**ERROR, "retryable": False})

    assert Retryable.NO is reading.retryable
    assert Action.ESCALATE is reading.action
    assert not reading.repeat_identical
