"""Prompt marks → taken out of the output wherever it is cut, believed with a nonce."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.terminal.marks import LONGEST, Marks

NONCE = "0123456789abcdef"


def mark(status, at="", count="", end=b"\a", nonce=NONCE):
    """The bytes of one mark."""
    text = f"\x1b]133;D;{status};aid={nonce};at={at};n={count}"
    return text.encode() + end


def after(*marks, line="ls"):
    """The marks of a session in which each prompt but the first follows a line."""
    found = Marks(NONCE)
    for one in marks:
        assert b"" == found.take(one)
        found.type(line)
    return found


PIECES = st.sampled_from(
    [
        b"text",
        b"\x1b",
        b"\x1b]133;D;",
        b"\x1b]133;D;0\a",
        b"\x1b[31m",
        b"\a",
        b"\xe2\x82",
        mark(0, nonce="f" * 16),
        b"\x1b]133;D;" + b"x" * LONGEST,
    ]
)
OURS = st.sampled_from([mark(0), mark(7, "1.5", "3"), mark(1, end=b"\x1b\\")])


@given(st.lists(st.tuples(PIECES, OURS)), st.lists(st.integers(0, 400)))
def test_marks_are_taken_out_wherever_the_stream_is_cut(pairs, cuts):
    """What is left is the output, byte for byte; each mark is noted once."""
    stream = b"".join([piece + ours for piece, ours in pairs])
    expected = b"".join([piece for piece, _ in pairs])
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    marks, told = Marks(NONCE), []
    marks.tell = lambda: told.append(marks.last)
    found = (
        b"".join([marks.take(stream[a:b]) for a, b in pairwise(places)]) + marks.flush()
    )

    assert expected == found
    assert marks.prompts == len(told) <= len(pairs)
    assert bool(pairs) is marks.ready


@given(st.lists(PIECES), st.lists(st.integers(0, 400)))
def test_what_is_no_mark_passes_untouched(pieces, cuts):
    """Half a mark at the end is held back, and not lost."""
    stream = b"".join(pieces)
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    marks = Marks(NONCE)
    found = (
        b"".join([marks.take(stream[a:b]) for a, b in pairwise(places)]) + marks.flush()
    )

    assert stream == found
    assert 0 == marks.prompts


def test_what_never_ends_is_not_held_back_for_ever():
    """A mark that goes on beyond its bound is output."""
    marks = Marks(NONCE)
    begun = b"\x1b]133;D;" + b"9" * LONGEST

    assert begun == marks.take(begun)
    assert b"" == marks.held


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (mark(0, "1", "4"), mark(3, "2", "5"), 3),
        (mark(3, "1", "4"), mark(3, "2", "5"), 3),
        (mark(3, "1", "4"), mark(3, "2", "4"), None),
        (mark(3, "1", "4"), mark(2, "2", "4"), 2),
        (mark(3, "1", "4"), mark(0, "2", "6"), None),
        (mark(3), mark(0), 0),
        (mark(3), mark("$?"), None),
        (mark(3), mark(""), None),
        (mark(3), mark("-1"), None),
    ],
    ids=[
        "one command",
        "one with the same status",
        "none: nothing was run",
        "none: not parsed",
        "two",
        "a shell that does not count",
        "a shell that does not fill it in",
        "an empty one",
        "no status",
    ],
)
def test_a_status_is_told_where_it_is_the_lines(first, second, expected):
    """Whatever may be an older one's, or one of several, is none."""
    assert expected == after(first, second).status


@pytest.mark.parametrize("line", ["", "  ", "# all", "true\nfalse"])
def test_a_line_that_may_be_none_or_many_has_no_status(line):
    """Where the shell does not count, its text says so."""
    assert after(mark(3), mark(3), line=line).status is None


def test_a_prompt_that_is_drawn_again_is_no_other():
    """A line editor draws it at a resize: nothing has ended."""
    marks = after(mark(0, "1"))
    marks.take(mark(0, "1"))

    assert (1, False) == (marks.prompts, marks.ready)


def test_what_is_typed_elsewhere_is_no_line_of_the_shell():
    """An answer to a program that the line runs leaves the line as it is."""
    marks = after(mark(0, "1", "1"))
    marks.type("an answer")
    marks.take(mark(5, "2", "2"))

    assert ("ls", 5) == (marks.line or "ls", marks.status)

    marks.type(None)  # keys
    marks.type("exit")
    marks.take(mark(6, "3", "3"))

    assert marks.status is None
