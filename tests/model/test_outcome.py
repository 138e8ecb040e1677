"""What a command has to say → Done or Failed, and no third thing."""

import pytest

from exeunt import (
    DeclarationError,
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Failed,
    OutcomeError,
    Phase,
    declare,
    entry,
)

GONE = ErrorDetail("GONE", "It is gone")
LOCKED = declare("LOCKED", 79)
NO_BOOL = [0, 1, None, "true", []]
# Codes that may leave something behind, so that `partial` has something to tell.
MAY_HAVE_WRITTEN = {ExitCode.GENERAL_ERROR, ExitCode.PARTIAL_FAILURE, ExitCode.TIMEOUT}
FAILURES = [code for code in ExitCode if code is not ExitCode.SUCCESS]


def test_done_is_success():
    """There is no other code for it, and none can be given."""
    assert ExitCode.SUCCESS is Done().code
    with pytest.raises(TypeError):
        Done(code=ExitCode.NOT_FOUND)
    with pytest.raises(TypeError):
        Done({}, "a warning")


@pytest.mark.clause("R20", "R52")
@pytest.mark.parametrize("data", [{}, [], 0, "", False])
def test_not_modified_comes_without_data(data):
    """Even empty data would be something to use instead of the caller's copy."""
    with pytest.raises(OutcomeError, match="send no data"):
        Done(data, not_modified=True)


@pytest.mark.clause("R20", "R21", "R22", "R59")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("not_modified", value) for value in NO_BOOL),
        *(("truncated", value) for value in NO_BOOL),
        *(("cursor", value) for value in [0, 5, b"c", False]),
        *(("extra", value) for value in [[("a", 1)], "ab", 5, {1: "a"}]),
        *(("extra", {name: 1}) for name in ["duration_ms", "cursor", "truncated"]),
    ],
    ids=repr,
)
def test_a_wrong_field_is_refused_when_it_is_given(name, value):
    """The author hears of it where the value is passed, not when it is written."""
    with pytest.raises(OutcomeError):
        Done(**{name: value})
    if name == "extra":
        with pytest.raises(OutcomeError):
            Failed(ExitCode.NOT_FOUND, GONE, extra=value)


@pytest.mark.clause("R5")
@pytest.mark.parametrize(
    "warnings", ["one text", b"bytes", [5], [None], ["a", 5], 5, None]
)
def test_warnings_are_texts(warnings):
    """One text is not a list of them."""
    with pytest.raises(OutcomeError, match=r"warnings? "):
        Done(warnings=warnings)
    with pytest.raises(OutcomeError, match=r"warnings? "):
        Failed(ExitCode.NOT_FOUND, GONE, warnings=warnings)


@pytest.mark.clause("R5")
def test_warnings_may_come_from_anywhere():
    """A generator is read once, and kept as a tuple."""
    texts = (text for text in ["a", "b"])

    assert ("a", "b") == Done(warnings=texts).warnings
    assert () == Done().warnings


@pytest.mark.clause("E24", "R45")
def test_success_is_no_failure():
    """A failure has a code that says so."""
    with pytest.raises(OutcomeError, match="SUCCESS is not a failure"):
        Failed(ExitCode.SUCCESS, GONE)


@pytest.mark.clause("E24")
def test_a_failure_has_no_default_code():
    """Nobody gets GENERAL_ERROR by leaving something out."""
    with pytest.raises(TypeError):
        Failed(error=GONE)


@pytest.mark.clause("R4", "R45", "R50")
@pytest.mark.parametrize(
    "error", [None, "It is gone", {"code": "GONE", "message": "m"}, ValueError("gone")]
)
def test_a_failure_has_an_error(error):
    """A record that has been checked, and nothing like it."""
    with pytest.raises(OutcomeError, match="needs an ErrorDetail"):
        Failed(ExitCode.NOT_FOUND, error)


@pytest.mark.parametrize("code", [*FAILURES, LOCKED])
def test_every_other_code_can_fail(code):
    """The thirteen, and a command's own."""
    failed = Failed(code, GONE)

    assert (code, GONE, "handler") == (failed.code, failed.error, failed.origin)


@pytest.mark.clause("K26")
@pytest.mark.parametrize("origin", ["Parser", None, 0, ["parser"]])
def test_an_origin_is_one_of_three(origin):
    """Anything but the three words is refused."""
    with pytest.raises(OutcomeError, match="origin="):
        Failed(ExitCode.ARG_ERROR, GONE, origin=origin)


@pytest.mark.clause("E58")
@pytest.mark.parametrize("declared", ["text", {"retryable": True}, 5, False])
def test_a_failures_entry_is_an_entry(declared):
    """The shorthand of a table is not one."""
    with pytest.raises(DeclarationError, match="needs a text or an entry"):
        Failed(ExitCode.NOT_FOUND, GONE, entry=declared)


@pytest.mark.clause("R12")
def test_validation_promises_that_nothing_happened():
    """A failure that wrote something was not in validation."""
    early = GONE.replace(phase=Phase.VALIDATION)

    with pytest.raises(OutcomeError, match="phase validation"):
        Failed(ExitCode.PARTIAL_FAILURE, early)
    with pytest.raises(OutcomeError, match="phase validation"):
        Failed(ExitCode.GENERAL_ERROR, early, partial={"written": 1})


@pytest.mark.clause("E6", "R12")
@pytest.mark.parametrize("code", FAILURES)
def test_only_what_may_have_written_tells_of_it(code):
    """A code that promises no effects is not given with what was done."""
    if code in MAY_HAVE_WRITTEN:
        assert {"extra": {"partial": {"written": 1}}} == Failed(
            code, GONE, partial={"written": 1}
        ).meta()
    else:
        with pytest.raises(OutcomeError, match="nothing was changed"):
            Failed(code, GONE, partial={"written": 1})


def test_an_entry_decides_whether_there_is_something_to_tell():
    """A declared code, or a timeout, is judged by what its command promises."""
    nothing = entry("Time is up", retryable=True, effects=Effects.NONE)

    assert {"written": 1} == Failed(LOCKED, GONE, partial={"written": 1}).partial
    for code in (LOCKED, ExitCode.TIMEOUT):
        with pytest.raises(OutcomeError, match="nothing was changed"):
            Failed(code, GONE, entry=nothing, partial={"written": 1})


def test_what_was_done_stands_beside_the_extras():
    """Both reach meta, and neither hides the other."""
    failed = Failed(ExitCode.PARTIAL_FAILURE, GONE, partial=[1], extra={"region": "eu"})

    assert {"extra": {"region": "eu", "partial": [1]}} == failed.meta()
    assert {"extra": {}} == Failed(ExitCode.PARTIAL_FAILURE, GONE).meta()
    with pytest.raises(OutcomeError, match="partial"):
        Failed(ExitCode.PARTIAL_FAILURE, GONE, extra={"partial": [1]})


def test_replace_checks_again():
    """A failure cannot be turned into what could not have been made."""
    failed = Failed(ExitCode.PARTIAL_FAILURE, GONE, partial=[1])

    with pytest.raises(OutcomeError):
        failed.replace(code=ExitCode.ARG_ERROR)
    with pytest.raises(OutcomeError):
        failed.replace(code=ExitCode.SUCCESS)
    with pytest.raises(OutcomeError):
        Done({}).replace(not_modified=True)


def test_an_outcome_keeps_its_extras_as_they_were():
    """What the caller does to its dict afterwards does not reach the outcome."""
    extra = {"region": "eu"}
    done, failed = Done(extra=extra), Failed(ExitCode.CONFLICT, GONE, extra=extra)
    extra["duration_ms"] = -1

    assert {"region": "eu"} == done.extra == failed.extra
