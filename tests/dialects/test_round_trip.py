"""Outcome → bytes → Reading: all comes back, or `lost` says what does not.

Compared are the code, its effects, whether the unchanged call may be repeated, and
every field of the outcome. A field that does not come back must be excused: by an
entry of `lost` that begins with its name, or, for the three promises of the code and
for the redirect, by the sentence that the dialect's own table has for that code.
"""

import json

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
    dialect,
    encode,
    entry,
)
from exeunt.dialects.dialect import dialect_names
from exeunt.manifest.model import Manifest
from exeunt.manifest.names import Names
from exeunt.model.failure import complete
from exeunt.model.outcome import ORIGINS

TABLES = [dialect(name) for name in dialect_names()]
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]
NEEDS_A_CHANGE = {
    ExitCode.ARG_ERROR,
    ExitCode.PRECONDITION,
    ExitCode.AUTH_REQUIRED,
    ExitCode.PAYMENT_REQUIRED,
    ExitCode.REDIRECTED,
}
PROMISES = {"code", "effects", "repeat"}
FIELDS = {
    "error.code",
    "detail",
    "retry_after",
    "phase",
    "suggestion",
    "redirect",
    "fix_command",
    "warnings",
    "partial",
    "meta",
    "truncated",
    "cursor",
    "not_modified",
}
# What acts on a terminal never leaves: tests/model/test_controls.py
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12)
LINES = TEXT.filter(str.strip)
NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True)
EXTRA = st.dictionaries(st.just("trace"), TEXT)
DONE = st.builds(
    Done,
    st.dictionaries(TEXT, st.integers(-(10**15), 10**15) | TEXT) | st.lists(TEXT),
    warnings=st.lists(TEXT, max_size=2),
    truncated=st.booleans(),
    cursor=st.none() | LINES,
    extra=EXTRA,
)


@st.composite
def failures(draw, codes):
    """Failures that their author could build, with any fields that fit the code."""
    code = draw(codes)
    declared = None
    if not isinstance(code, ExitCode):
        retryable = draw(st.booleans())
        effects = (
            Effects.NONE
            if retryable
            else draw(st.sampled_from([Effects.NONE, Effects.PARTIAL]))
        )
        declared = entry("Declared", retryable=retryable, effects=effects)
    name = draw(NAMES)
    if code is ExitCode.AUTH_REQUIRED:
        name = draw(st.sampled_from(["TOKEN_EXPIRED", "TOKEN_MISSING", name]))
    partial = None
    if code is ExitCode.PARTIAL_FAILURE:
        partial = draw(st.none() | st.dictionaries(TEXT, TEXT))
    phases = [None, Phase.EXECUTION, Phase.CLEANUP]
    promised = declared is None or declared.effects is Effects.NONE
    if promised and code is not ExitCode.PARTIAL_FAILURE:
        phases.append(Phase.VALIDATION)
    redirect = None
    if code is ExitCode.REDIRECTED:
        redirect = draw(
            st.builds(
                Redirect,
                LINES,
                permanent=st.booleans(),
                reason=st.none() | st.sampled_from(Reason),
            )
        )
    detail = ErrorDetail(
        name,
        draw(TEXT),
        detail=draw(st.none() | LINES),
        retryable=draw(st.sampled_from([None, False])),
        phase=draw(st.sampled_from(phases)),
        suggestion=draw(st.none() | LINES),
        redirect=redirect,
        fix_command=draw(st.none() | LINES),
    )
    outcome = Failed(
        code,
        detail,
        entry=declared,
        origin=draw(st.sampled_from(ORIGINS)),
        warnings=draw(st.lists(TEXT, max_size=2)),
        partial=partial,
        extra=draw(EXTRA),
    )
    if complete(outcome).retryable and draw(st.booleans()):
        waits = detail.replace(retry_after=draw(st.integers(0, 10**7)))
        outcome = outcome.replace(error=waits)
    return outcome


OUTCOMES = DONE | failures(
    st.sampled_from(FAILURES)
    | st.builds(declare, st.just("MINE"), st.integers(79, 125))
)


def said(outcome):
    """What an outcome says, field by field; what it leaves unsaid is left out."""
    fields = {"code": outcome.code, "warnings": outcome.warnings, "meta": outcome.extra}
    if isinstance(outcome, Done):
        fields |= {
            "data": outcome.data,
            "truncated": outcome.truncated,
            "cursor": outcome.cursor,
        }
    else:
        error = complete(outcome)
        effects = outcome.entry.effects if outcome.entry else outcome.code.effects
        fields |= {
            "error.code": error.code,
            "detail": error.detail,
            "retry_after": error.retry_after,
            "phase": error.phase,
            "suggestion": error.suggestion,
            "redirect": error.redirect,
            "fix_command": error.fix_command,
            "partial": outcome.partial,
            "effects": Effects.NONE if error.phase is Phase.VALIDATION else effects,
        }
    empty = {"warnings": (), "meta": {}, "truncated": False}
    kept = {k: v for k, v in fields.items() if v is not None and v != empty.get(k)}
    if isinstance(outcome, Failed):
        kept["repeat"] = error.retryable and outcome.code not in NEEDS_A_CHANGE
    return kept


def came_back(table, outcome, encoded):
    """What the reading of the bytes says, field by field."""
    declared = None
    if isinstance(outcome, Failed) and outcome.entry and encoded.code >= 79:
        exits = {
            str(encoded.code): {
                "name": outcome.code.name,
                "retryable": outcome.entry.retryable,
                "side_effects": outcome.entry.effects.value,
            }
        }
        manifest = {"commands": {"do": {"exit_codes": exits}}}
        called = Names(Manifest(manifest)).called(["tool", "do"])
        declared = called.declared(table.rows)
    reading = decode(
        table, Exited(encoded.code), encoded.stdout, encoded.stderr, declared=declared
    )
    repeat = reading.retryable is Retryable.YES and reading.code not in NEEDS_A_CHANGE
    fields = {"code": reading.code, "effects": reading.effects, "repeat": repeat}
    envelope = reading.envelope
    if envelope is None:
        bare = json.loads(encoded.stdout) if encoded.stdout else None
        return fields | {"data": bare}
    error = envelope.document.get("error")
    partial = envelope.meta.get(
        "partial", envelope.data if table.name == "murli" else None
    )
    return fields | {
        "data": envelope.data,
        "error.code": envelope.error_code,
        "detail": envelope.detail,
        "retry_after": envelope.retry_after,
        "phase": envelope.phase,
        "suggestion": envelope.suggestion,
        "redirect": envelope.redirect,
        "fix_command": error.get("fix_command") if isinstance(error, dict) else None,
        "partial": partial,
        "truncated": envelope.meta.get("truncated"),
        "cursor": envelope.meta.get("cursor"),
        "warnings": envelope.warnings,
        "meta": {"trace": envelope.meta["trace"]} if "trace" in envelope.meta else None,
    }


def excused(field, table, outcome, lost):
    """Whether `lost` says that a field does not come back."""
    by_name = any(text.split()[0].rstrip(":") == field for text in lost)
    if field not in PROMISES and field != "redirect":
        return by_name
    by_table = isinstance(outcome.code, ExitCode) and table.lost.get(outcome.code)
    by_number = any(
        text.startswith(("the command's own code", "the code ", "only stderr", "that "))
        for text in lost
    )
    # The promise of phase validation is lost with the phase.
    by_phase = field == "effects" and "phase" in lost
    by_word = field == "repeat" and "retryable" in lost
    return by_name or by_table in lost or by_number or by_phase or by_word


def unexcused(table, outcome):
    """The fields that did not come back and that nobody said would be lost."""
    encoded = encode(table, outcome)
    before, after = said(outcome), came_back(table, outcome, encoded)
    # Words for people: a dialect without an envelope tells them on stderr.
    told = {"detail", "suggestion"} if not table.envelope else set()
    # murli has one field for the next step, and a redirect needs it.
    told |= {"suggestion"} if table.name == "murli" and "redirect" in before else set()
    if "warnings" in before and after.get("warnings"):
        # The factory may add a warning of its own.
        after["warnings"] = after["warnings"][: len(before["warnings"])]
    return {
        field: (value, after.get(field))
        for field, value in before.items()
        if field not in told
        and value != after.get(field)
        and not excused(field, table, outcome, encoded.lost)
    }


@pytest.mark.clause("M14")
@given(outcome=OUTCOMES)
def test_all_comes_back_or_is_said_to_be_lost(outcome):
    """For any outcome, in every dialect."""
    assert {} == {
        table.name: missing
        for table in TABLES
        if (missing := unexcused(table, outcome))
    }


@given(outcome=OUTCOMES)
def test_nothing_is_said_to_be_lost_that_was_never_there(outcome):
    """An entry of `lost` that names a field is about a field that was said."""
    before = said(outcome)

    for table in TABLES:
        named = {text.split()[0].rstrip(":") for text in encode(table, outcome).lost}
        assert set() == (named & FIELDS) - before.keys()


@given(outcome=OUTCOMES)
def test_no_dialect_makes_a_call_look_safer_than_it_was(outcome):
    """Whatever is lost, nobody reads a repetition that the author did not allow."""
    for table in TABLES:
        encoded = encode(table, outcome)
        after = came_back(table, outcome, encoded)

        assert isinstance(outcome, Done) is (encoded.code == 0)
        if isinstance(outcome, Failed) and after["repeat"]:
            assert complete(outcome).retryable or "retryable" in encoded.lost


@given(outcome=OUTCOMES)
def test_what_we_write_we_read_without_anomaly(outcome):
    """Our own envelopes contradict nothing, but for what the author left out."""
    expected = {"undeclared_code", "token_code_missing", "truncated_without_cursor"}

    for table in TABLES[:3]:
        encoded = encode(table, outcome)
        reading = decode(table, Exited(encoded.code), encoded.stdout, encoded.stderr)
        assert set() == {anomaly.value for anomaly in reading.anomalies} - expected
