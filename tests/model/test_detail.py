"""Why a command failed, and about the call → the records inside an envelope."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import ErrorDetail, OutcomeError, Phase, Reason, Redirect, ResponseMeta
from exeunt.errors import is_count
from exeunt.model.envelope import is_version

MOVED = Redirect("tool b", permanent=True)
NO_BOOL = [0, 1, None, "true", [], 1.0]
NO_TEXT = [0, False, [], {}, 5, b"text", ("a",)]
NO_COUNT = [-1, True, False, 0.0, 1.5, "1", [], float("nan")]


@pytest.mark.clause("R16", "R53")
@pytest.mark.parametrize("permanent", [True, False])
@pytest.mark.parametrize("reason", [None, *Reason])
def test_a_redirect_says_where_and_for_how_long(permanent, reason):
    """The command is kept to the byte, and what is unsaid is left out."""
    command = "  tool users add --name 'Ann  B' "
    said = Redirect(command, permanent=permanent, reason=reason).as_dict()

    expected = {"command": command, "permanent": permanent}
    assert expected | ({"reason": reason.value} if reason else {}) == said


@pytest.mark.clause("R16")
def test_there_are_four_reasons():
    """They are those of the schema."""
    assert ["renamed", "restructured", "deprecated", "typo_corrected"] == [
        reason.value for reason in Reason
    ]


@pytest.mark.clause("R16", "R53")
@pytest.mark.parametrize(
    "fields",
    [
        *({"command": c, "permanent": True} for c in ["", " ", "\t\n", *NO_TEXT, None]),
        *({"command": "tool b", "permanent": p} for p in NO_BOOL),
        *(
            {"command": "tool b", "permanent": True, "reason": r}
            for r in ["renamed", "", 0, False, Reason]
        ),
    ],
    ids=repr,
)
def test_a_redirect_that_cannot_be_followed_is_refused(fields):
    """No command, no bool, or a reason that is none of the four."""
    with pytest.raises(OutcomeError):
        Redirect(**fields)


@pytest.mark.clause("R16")
def test_a_redirect_needs_both_fields():
    """Nobody has to guess whether to remember it."""
    with pytest.raises(TypeError):
        Redirect("tool b")
    with pytest.raises(TypeError):
        Redirect("tool b", True)  # noqa: FBT003 - which is what is refused


@pytest.mark.clause("R7", "R8", "R9", "R11", "R12", "R13")
def test_an_error_says_what_it_was_given_and_no_more():
    """Two fields are required; the others are there when they are said."""
    bare = ErrorDetail("GONE", "It is gone")
    full = ErrorDetail(
        "GONE",
        "It is gone",
        detail="",
        retryable=True,
        retry_after=0,
        phase=Phase.CLEANUP,
        suggestion="look elsewhere",
        redirect=MOVED,
        fix_command="tool find",
    )

    assert {"code": "GONE", "message": "It is gone"} == bare.as_dict()
    assert {
        "code": "GONE",
        "message": "It is gone",
        "detail": "",
        "retryable": True,
        "retry_after": 0,
        "phase": "cleanup",
        "suggestion": "look elsewhere",
        "redirect": {"command": "tool b", "permanent": True},
    } == full.as_dict()


@pytest.mark.clause("R7", "R8", "R50")
def test_an_error_needs_a_code_and_a_message():
    """Neither has a default."""
    with pytest.raises(TypeError):
        ErrorDetail()
    with pytest.raises(TypeError):
        ErrorDetail("GONE")


@pytest.mark.clause("R7", "R61")
@pytest.mark.parametrize(
    "code",
    ["", "gone", "Gone", "GONE!", "IT IS", "_GONE", "4O4", "ÜBEL", "A-B", None, 5],
)
def test_an_error_code_is_a_stable_name(code):
    """What callers branch on is written like a constant."""
    with pytest.raises(OutcomeError, match="stable name"):
        ErrorDetail(code, "It is gone")


@pytest.mark.clause("R8", "R9", "R13")
@pytest.mark.parametrize("name", ["message", "detail", "suggestion", "fix_command"])
@pytest.mark.parametrize("value", NO_TEXT, ids=repr)
def test_a_text_is_a_text(name, value):
    """What is false is no text either."""
    with pytest.raises(OutcomeError, match=f"{name} is a text"):
        ErrorDetail(**{"code": "GONE", "message": "It is gone", name: value})


@pytest.mark.clause("R8")
def test_a_message_is_required_to_be_there():
    """None is no message."""
    with pytest.raises(OutcomeError, match="message is a text"):
        ErrorDetail("GONE", None)


@pytest.mark.clause("R10")
@pytest.mark.parametrize("value", [0, 1, "yes", [], 1.0])
def test_an_errors_retryable_is_a_bool_or_unsaid(value):
    """A caller reads it as a bool."""
    with pytest.raises(OutcomeError, match="retryable is"):
        ErrorDetail("GONE", "It is gone", retryable=value)


@pytest.mark.clause("R11")
@pytest.mark.parametrize("value", NO_COUNT, ids=repr)
def test_a_delay_is_whole_seconds(value):
    """No fraction, no bool, nothing negative."""
    with pytest.raises(OutcomeError, match="retry_after"):
        ErrorDetail("BUSY", "Too busy", retryable=True, retry_after=value)


@pytest.mark.clause("R11")
def test_a_delay_goes_with_retryable():
    """Nobody waits for what may not be repeated."""
    with pytest.raises(OutcomeError, match="only when retryable"):
        ErrorDetail("BUSY", "Too busy", retryable=False, retry_after=5)


@pytest.mark.clause("R12")
@pytest.mark.parametrize("value", ["validation", "", 0, Phase, False])
def test_a_phase_is_one_of_three(value):
    """Its name as a text is not it."""
    with pytest.raises(OutcomeError, match="phase is"):
        ErrorDetail("GONE", "It is gone", phase=value)


@pytest.mark.clause("R12")
def test_there_are_three_phases():
    """They are those of the schema."""
    assert ["validation", "execution", "cleanup"] == [phase.value for phase in Phase]


@pytest.mark.clause("R14")
@pytest.mark.parametrize("value", ["tool b", {"command": "tool b"}, False, 0])
def test_a_redirect_is_a_record(value):
    """A dict that looks like one has not been checked."""
    with pytest.raises(OutcomeError, match="redirect is"):
        ErrorDetail("MOVED", "It moved", redirect=value)


@pytest.mark.clause("R17", "R18", "R19", "R20", "R21", "R22", "R59")
def test_meta_says_its_duration_and_whatever_else_is_said():
    """Only the duration is always there; flags are there when they are true."""
    full = ResponseMeta(
        duration_ms=7,
        request_id="req_1",
        schema_version="1.0",
        not_modified=True,
        truncated=True,
        cursor="c",
        extra={"region": "eu", "none": None, "zero": 0},
    )

    assert {"duration_ms": 0} == ResponseMeta(duration_ms=0).as_dict()
    assert {
        "duration_ms": 7,
        "request_id": "req_1",
        "schema_version": "1.0",
        "not_modified": True,
        "truncated": True,
        "cursor": "c",
        "region": "eu",
        "none": None,
        "zero": 0,
    } == full.as_dict()


@pytest.mark.clause("R17", "R18", "R19", "R20", "R21", "R22", "R59")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("duration_ms", value) for value in [*NO_COUNT, None]),
        *(("request_id", value) for value in NO_TEXT),
        *(("schema_version", v) for v in ["1", "1.0.0", "v1.0", "", "1.", "¹.0", 1.0]),
        *(("not_modified", value) for value in NO_BOOL),
        *(("truncated", value) for value in NO_BOOL),
        *(("cursor", value) for value in NO_TEXT),
        *(("extra", value) for value in [[("a", 1)], "ab", 5, {1: "a"}, {None: 1}]),
    ],
    ids=repr,
)
def test_meta_refuses_what_its_schema_does(name, value):
    """Each field has its type, and says which field it was."""
    with pytest.raises(OutcomeError, match=name):
        ResponseMeta(**{"duration_ms": 1, name: value})


@pytest.mark.clause("R59")
@pytest.mark.parametrize(
    "name",
    [
        "duration_ms",
        "request_id",
        "schema_version",
        "not_modified",
        "truncated",
        "cursor",
    ],
)
def test_an_extra_does_not_stand_in_for_a_field(name):
    """The schema's own fields are passed by name, where they are checked."""
    with pytest.raises(OutcomeError, match=f"meta.{name}"):
        ResponseMeta(duration_ms=1, extra={name: "x"})


def test_extras_are_kept_as_they_were():
    """What the caller does to its dict afterwards does not reach the record."""
    extra = {"region": "eu"}
    meta = ResponseMeta(duration_ms=1, extra=extra)
    extra["duration_ms"] = "a lie"

    assert {"duration_ms": 1, "region": "eu"} == meta.as_dict()


@given(st.integers())
def test_a_count_is_any_number_that_is_not_negative(number):
    """However large."""
    assert (number >= 0) is is_count(number)


@given(st.integers(0), st.integers(0))
@pytest.mark.clause("R19")
def test_a_version_is_two_numbers(major, minor):
    """Written with a dot between them."""
    assert is_version(f"{major}.{minor}")
    assert not is_version(f"{major}.{minor}.0")
    assert not is_version(f"-{major}.{minor}")
