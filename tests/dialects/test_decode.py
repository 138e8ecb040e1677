"""Ending → Reading: unknown numbers, precedence, endings that are no exit."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Action,
    Anomaly,
    Certainty,
    CodeTypeError,
    Effects,
    ExitCode,
    Exited,
    Retryable,
    Signaled,
    TimedOut,
    Unstarted,
    decode,
    dialect,
    from_returncode,
    from_shell,
    read,
)
from exeunt.dialects.dialect import dialect_names

SPEC = dialect("agent-spec")
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]
EFFECTS = {True: "none", False: "partial"}


def envelope(**error):
    """An envelope of a failure, as a sender would print it."""
    redirect = error.pop("redirect", None)
    detail = {"code": "X", "message": "It failed", **error}
    if redirect:
        detail["redirect"] = {"command": "tool new", "permanent": True}
    document = {
        "ok": False,
        "data": None,
        "error": detail,
        "warnings": [],
        "meta": {"duration_ms": 1, "dialect": "agent-spec"},
    }
    return json.dumps(document).encode()


def manifest(number, **entry):
    """A manifest of one command that declares one code."""
    exits = {str(number): {"description": "Declared", **entry}}
    return {"dialect": "agent-spec", "commands": {"do": {"exit_codes": exits}}}


@pytest.mark.clause("E29", "K21")
@pytest.mark.parametrize("number", range(14, 64))
def test_reserved_codes_are_tolerated_and_not_retried(number):
    """14 to 63 should not be seen; whoever sees one reads it like 1, as a guess."""
    reading = decode(SPEC, Exited(number))

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert Effects.UNKNOWN is reading.effects
    assert Action.INSPECT_STATE is reading.action
    assert (Anomaly.RESERVED_CODE,) == reading.anomalies
    assert Certainty.GUESS is reading.certainty


@pytest.mark.clause("E30")
def test_sysexits_are_retried_only_where_they_say_temporary():
    """Of 64 to 78 EX_TEMPFAIL alone invites the same call again."""
    readings = [decode(SPEC, Exited(number)) for number in range(64, 79)]

    assert [75] == [r.number for r in readings if r.retryable is Retryable.YES]
    assert {"sysexits"} == {r.dialect for r in readings}
    assert {Certainty.CONVENTION} == {r.certainty for r in readings}
    assert ExitCode.ARG_ERROR is readings[0].code


@pytest.mark.clause("E31")
@pytest.mark.parametrize("number", range(79, 126))
def test_an_undeclared_code_means_little(number):
    """79 to 125 without a manifest is read like 1, and named undeclared."""
    reading = decode(SPEC, Exited(number))

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert (Anomaly.UNDECLARED_CODE,) == reading.anomalies
    assert Certainty.GUESS is reading.certainty


@pytest.mark.clause("E31", "E57")
def test_a_declared_code_means_what_its_command_says():
    """With the manifest 80 has a name, a promise and no anomaly."""
    declared = manifest(80, name="LOCKED", retryable=True, side_effects="none")
    reading = read(Exited(80), argv=["tool", "do"], manifest=declared)

    assert "LOCKED" == reading.name
    assert "Declared" == reading.meaning
    assert Retryable.YES is reading.retryable
    assert Effects.NONE is reading.effects
    assert () == reading.anomalies
    assert Certainty.DECLARED is reading.certainty


@pytest.mark.clause("E32", "K9")
@pytest.mark.parametrize("number", [126, 127])
def test_126_and_127_never_ran(number):
    """The shell could not start it: nothing happened, the environment needs a look."""
    reading = decode(SPEC, Exited(number))

    assert ExitCode.PRECONDITION is reading.code
    assert Effects.NONE is reading.effects
    assert Retryable.AFTER_FIX is reading.retryable
    assert "shell" == reading.dialect
    assert Certainty.CONVENTION is reading.certainty


@pytest.mark.clause("E32", "K9")
@pytest.mark.parametrize("number", range(128, 256))
def test_above_127_the_effects_are_unknown(number):
    """It probably ran and was killed, so it is not repeated blindly."""
    reading = decode(SPEC, Exited(number))

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Effects.UNKNOWN is reading.effects
    assert reading.retryable in {Retryable.NO, Retryable.DEPENDS}
    assert "shell" == reading.dialect


@pytest.mark.clause("E33")
@pytest.mark.parametrize("name", dialect_names())
@pytest.mark.parametrize("number", [256, 300, -1, -65, -300, 10**6, 10**400])
def test_a_number_that_no_status_has_is_read_like_1(name, number):
    """Outside 0 to 255 nothing is known, and the anomaly says so."""
    reading = decode(dialect(name), Exited(number))

    assert ExitCode.GENERAL_ERROR is reading.code
    assert Retryable.NO is reading.retryable
    assert Anomaly.CODE_OUT_OF_RANGE in reading.anomalies
    assert Certainty.GUESS is reading.certainty


@pytest.mark.clause("K9")
@pytest.mark.parametrize("name", dialect_names())
def test_a_negative_return_code_is_a_signal(name):
    """subprocess's -15 is 143: certainly SIGTERM, effects unknown, in any dialect."""
    reading = decode(dialect(name), from_returncode(-15))

    assert 143 == reading.number
    assert "wait status" == reading.source
    assert "SIGTERM" in reading.meaning
    assert Effects.UNKNOWN is reading.effects
    assert Certainty.DECLARED is reading.certainty
    assert () == reading.anomalies


def test_a_shells_number_is_only_probably_a_signal():
    """143 from a shell is a convention, -15 from the kernel a fact."""
    likely, fact = (decode(SPEC, from_shell(number)) for number in (143, -15))

    assert (Certainty.CONVENTION, Certainty.DECLARED) == (
        likely.certainty,
        fact.certainty,
    )
    assert "probably " + fact.meaning == likely.meaning


@pytest.mark.parametrize(
    ("ending", "code", "effects", "action"),
    [
        (TimedOut(5), ExitCode.TIMEOUT, Effects.UNKNOWN, Action.INSPECT_STATE),
        (TimedOut(idle=True), ExitCode.TIMEOUT, Effects.UNKNOWN, Action.INSPECT_STATE),
        (
            Unstarted("not_found"),
            ExitCode.PRECONDITION,
            Effects.NONE,
            Action.INSTALL_TOOL,
        ),
        (
            Unstarted("not_executable"),
            ExitCode.PRECONDITION,
            Effects.NONE,
            Action.FIX_PRECONDITION,
        ),
        (
            Unstarted("failed"),
            ExitCode.GENERAL_ERROR,
            Effects.NONE,
            Action.ESCALATE,
        ),
        (
            Signaled(9),
            ExitCode.GENERAL_ERROR,
            Effects.UNKNOWN,
            Action.INSPECT_STATE,
        ),
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", dialect_names())
def test_an_ending_that_is_no_exit_is_a_fact(name, ending, code, effects, action):
    """Whoever watched knows it, so every dialect reads it alike."""
    reading = decode(dialect(name), ending)

    assert (code, effects, action) == (reading.code, reading.effects, reading.action)
    assert Certainty.DECLARED is reading.certainty
    assert "shell" == reading.dialect
    assert ending.shell_code == reading.number
    assert reading.retryable is not Retryable.YES


def expected_retryable(code, entry, said):
    """The order of precedence, for the words of the model's table."""
    if code is ExitCode.PARTIAL_FAILURE:
        return Retryable.NO
    needs_fix = code.retryable is Retryable.AFTER_FIX
    if entry is False:
        return Retryable.NO
    if said is False:
        return Retryable.AFTER_FIX if needs_fix else Retryable.NO
    if entry or said:
        return Retryable.AFTER_FIX if needs_fix else Retryable.YES
    return code.retryable


@pytest.mark.clause("K6", "E36", "E57", "R33", "E58")
@pytest.mark.parametrize("code", FAILURES, ids=lambda code: code.name)
@pytest.mark.parametrize(
    ("entry", "said"), list(itertools.product([None, True, False], repeat=2))
)
def test_hard_rules_then_no_then_the_entry_then_yes_then_the_table(code, entry, said):
    """Each of the four sources has the word only where those before it are silent."""
    effects = "none" if code is ExitCode.ARG_ERROR else EFFECTS.get(entry, "none")
    declared = (
        {"commands": {}, "dialect": "agent-spec"}
        if entry is None
        else manifest(code.value, retryable=entry, side_effects=effects)
    )
    error = {} if said is None else {"retryable": said}
    stdout = envelope(redirect=code is ExitCode.REDIRECTED, **error)
    reading = read(Exited(code.value), stdout, argv=["t", "do"], manifest=declared)

    assert code is reading.code
    assert expected_retryable(code, entry, said) is reading.retryable


@pytest.mark.parametrize(
    "ending",
    [Signaled(9), Signaled(15, certain=False), TimedOut(5), TimedOut(idle=True)],
    ids=repr,
)
def test_an_envelope_makes_no_promise_for_an_end_by_force(ending):
    """It was printed before the end came; only its no counts then."""
    for said in (True, False):
        reading = read(ending, envelope(retryable=said))

        assert ending.shell_code == reading.number
        assert (Retryable.DEPENDS if said else Retryable.NO) is reading.retryable
        assert Effects.UNKNOWN is reading.effects


@pytest.mark.clause("K6")
def test_a_partial_failure_that_calls_itself_retryable_is_not_believed():
    """The hard rule wins over the envelope, and the reading says so."""
    reading = decode(SPEC, Exited(2), envelope(retryable=True))

    assert Retryable.NO is reading.retryable
    assert Anomaly.RETRYABLE_CONFLICT in reading.anomalies


@pytest.mark.clause("K1", "E13")
def test_a_bare_timeout_is_read_as_published():
    """The table's own word stays: yes, with partial effects; planning is not ours."""
    reading = decode(SPEC, Exited(10))

    assert (Retryable.YES, Effects.PARTIAL) == (reading.retryable, reading.effects)
    assert Action.INSPECT_STATE is reading.action


@pytest.mark.clause("K1", "E57")
@pytest.mark.parametrize(
    ("retryable", "effects", "expected"),
    [
        (True, "none", (Retryable.YES, Effects.NONE)),
        (False, "partial", (Retryable.NO, Effects.PARTIAL)),
        (False, "none", (Retryable.NO, Effects.NONE)),
    ],
)
def test_a_timeout_is_what_its_command_declares(retryable, effects, expected):
    """A command free of effects may declare TIMEOUT so, and is taken at its word."""
    declared = manifest(10, retryable=retryable, side_effects=effects)
    reading = read(Exited(10), argv=["tool", "do"], manifest=declared)

    assert expected == (reading.retryable, reading.effects)
    assert () == reading.anomalies


@pytest.mark.parametrize("code", FAILURES, ids=lambda code: code.name)
def test_phase_validation_promises_that_nothing_happened(code):
    """At any failure but a partial one, where the contradiction is named."""
    stdout = envelope(phase="validation", redirect=code is ExitCode.REDIRECTED)
    reading = decode(SPEC, Exited(code.value), stdout)
    conflict = code is ExitCode.PARTIAL_FAILURE

    assert (Effects.PARTIAL if conflict else Effects.NONE) is reading.effects
    assert conflict is (Anomaly.PHASE_CONFLICT in reading.anomalies)


def test_a_status_must_be_a_whole_number():
    """True is no exit status, and neither is a text."""
    for wrong in (True, "5", 5.0, None):
        with pytest.raises(CodeTypeError):
            Exited(wrong)


@given(number=st.integers(), name=st.sampled_from(dialect_names()))
def test_any_number_has_a_reading_in_any_dialect(number, name):
    """Decoding is total over the whole numbers."""
    reading = decode(dialect(name), Exited(number))

    assert number == reading.number
    assert (number == 0) is (reading.code is ExitCode.SUCCESS)
