"""A number in one dialect → the number in another, and what is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import CodeTypeError, ExitCode, UnknownName, dialect, translate
from exeunt.dialects.dialect import dialect_names

# The model's fourteen, written in each dialect (mappings.md, and each table).
TO = {
    "agent-spec@1.6": [0, 1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    "murli": [0, 2, 3, 1, 1, 5, 7, 6, 6, 6, 4, 8, 2, 1],
    "holon": [0, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    "sysexits": [0, 70, 70, 64, 78, 66, 73, 77, 77, 77, 74, 75, 75, 64],
    "shell": [0, 1, 1, 2, 1, 1, 1, 1, 1, 1, 124, 1, 1, 1],
    "shuck": [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 124, 1, 1, 1],
}
# Numbers of each dialect, read into the model's.
FROM = {
    "agent-spec@1.6": {0: 0, 1: 1, 2: 3, 3: 2, 4: 4, 8: 8, 10: 10, 13: 13},
    "murli": {0: 0, 1: 3, 2: 1, 3: 2, 4: 10, 5: 5, 6: 7, 7: 6, 8: 11, 9: 1},
    "holon": {0: 0, 1: 1, 2: 3, 101: 1},
    "sysexits": {0: 0, 64: 3, 65: 3, 66: 5, 69: 12, 70: 1, 75: 12, 77: 7, 78: 4},
    "shell": {0: 0, 1: 1, 2: 1, 124: 10, 125: 1, 126: 4, 127: 4},
    "shuck": {0: 0, 1: 1, 42: 1, 124: 10, 125: 1, 126: 4, 127: 4},
}


@pytest.mark.clause("M14")
@pytest.mark.parametrize("target", TO)
def test_from_the_model(target):
    """Each of the fourteen has its number, and keeps its meaning beside it."""
    found = [translate(code.value, "agent-spec", target) for code in ExitCode]

    assert TO[target] == [translation.number for translation in found]
    assert list(ExitCode) == [translation.code for translation in found]
    assert {target} == {translation.to for translation in found}


@pytest.mark.clause("M14")
@pytest.mark.parametrize("source", FROM)
def test_into_the_model(source):
    """What each number of a dialect means in the default one."""
    assert FROM[source] == {
        number: translate(number, source, "agent-spec").number
        for number in FROM[source]
    }


@pytest.mark.clause("M14")
@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "effects are unknown"),
        (2, "never be retried"),
        (3, "nothing was changed"),
        (4, "category"),
        (8, "category"),
        (9, "category"),
        (10, "writes may have happened"),
        (12, "category"),
        (13, "permanent"),
    ],
)
def test_what_murli_does_not_say(number, word):
    """The losses that mappings.md lists, in a sentence each."""
    (lost,) = translate(number, "agent-spec", "murli").lost

    assert word in lost


@pytest.mark.clause("M14")
@pytest.mark.parametrize("number", [0, 5, 6, 7, 11])
def test_what_murli_says_in_full(number):
    """Where both tables agree, nothing is lost."""
    assert () == translate(number, "agent-spec", "murli").lost


@pytest.mark.clause("M14")
@pytest.mark.parametrize(
    ("number", "source", "words"),
    [
        (1, "murli", ["PRECONDITION", "REDIRECTED"]),
        (2, "murli", ["UNAVAILABLE"]),
        (6, "murli", ["AUTH_REQUIRED", "PAYMENT_REQUIRED"]),
        (9, "murli", ["cancelled"]),
        (1, "holon", ["NOT_FOUND", "TIMEOUT", "REDIRECTED"]),
        (65, "sysexits", ["input data"]),
        (75, "sysexits", ["RATE_LIMITED"]),
        (127, "shell", ["not found"]),
    ],
)
def test_what_a_number_blurs_or_tells_finer_is_said(number, source, words):
    """Merged meanings, and a meaning that the model has no code for, are named."""
    lost = " ".join(translate(number, source, "agent-spec").lost)

    assert [] == [word for word in words if word not in lost]


def test_between_the_two_generations_nothing_is_lost():
    """Both have all fourteen."""
    for code in ExitCode:
        there = translate(code.value, "agent-spec", "agent-spec@1.6")
        back = translate(there.number, "agent-spec@1.6", "agent-spec")

        assert (code.value, (), ()) == (back.number, there.lost, back.lost)


@pytest.mark.parametrize("name", dialect_names())
@given(number=st.integers(0, 255))
def test_a_dialect_says_its_own_numbers_as_they_are(name, number):
    """Translating into the same table changes nothing and loses nothing."""
    same = translate(number, name, name)

    assert (number, ()) == (same.number, same.lost)


@given(
    number=st.integers(129, 192),
    source=st.sampled_from(dialect_names()),
    target=st.sampled_from(dialect_names()),
)
def test_signals_pass_unchanged(number, source, target):
    """128+n belongs to the operating system in every dialect."""
    as_shell = translate(number, source, target)
    as_python = translate(128 - number, source, target)

    assert (number, ()) == (as_shell.number, as_shell.lost)
    assert (number, ()) == (as_python.number, as_python.lost)


@pytest.mark.parametrize("number", [126, 127, 128, 255])
@pytest.mark.parametrize("source", ["agent-spec", "agent-spec@1.6", "murli", "holon"])
@pytest.mark.parametrize(
    "target", ["agent-spec", "murli", "holon", "shell", "sysexits"]
)
def test_the_shells_numbers_pass_unchanged(number, source, target):
    """A command that never ran is not a wrong argument under murli."""
    assert number == translate(number, source, target).number


@pytest.mark.parametrize("target", ["murli", "agent-spec@1.6", "shell", "shuck"])
def test_a_commands_own_code_passes_where_there_is_room(target):
    """79 to 123 mean what the manifest says, under any of these tables."""
    own = translate(80, "agent-spec", target)

    assert 80 == own.number
    assert "manifest" in own.lost[0]


@pytest.mark.parametrize(("target", "number"), [("holon", 1), ("sysexits", 70)])
def test_a_commands_own_code_is_lost_where_there_is_none(target, number):
    """It becomes the general failure, and the loss is named."""
    own = translate(80, "agent-spec", target)

    assert (number, ("the command's own 80",)) == (own.number, own.lost)


@pytest.mark.parametrize("number", [300, -100])
def test_a_number_that_no_status_has_becomes_the_general_failure(number):
    """There is nothing else to say."""
    assert 2 == translate(number, "agent-spec", "murli").number


def test_a_name_that_does_not_exist_is_an_error_with_the_one_that_does():
    """On either side."""
    with pytest.raises(UnknownName, match="did you mean murli"):
        translate(1, "murly", "holon")
    with pytest.raises(UnknownName, match="did you mean holon"):
        translate(1, "murli", "holonn")
    with pytest.raises(UnknownName, match=r"did you mean agent-spec@1\.6"):
        dialect("agent-spec-1.6")
    with pytest.raises(UnknownName, match="known: agent-spec"):
        dialect("zzz")


@pytest.mark.parametrize("wrong", ["1", 1.0, True, None])
def test_only_a_whole_number_is_translated(wrong):
    """A text or a boolean is no exit status."""
    with pytest.raises(CodeTypeError):
        translate(wrong, "agent-spec", "murli")


@given(
    number=st.integers(-200, 400),
    source=st.sampled_from(dialect_names()),
    target=st.sampled_from(dialect_names()),
)
def test_any_number_can_be_translated_and_what_is_lost_is_said(number, source, target):
    """Total; and where the meaning does not come back, `lost` is not empty."""
    there = translate(number, source, target)

    assert all(isinstance(text, str) and text for text in there.lost)
    assert (there.reading.number == 0) is (there.number == 0)
    back = translate(there.number, target, source)
    if not there.lost and not there.reading.anomalies:
        assert there.code is back.code or there.number >= 126
