"""A stream that is too long → its head and its tail, or all of it."""

import os

import pytest

from exeunt.process.bounded import PAUSE, Bounded

WHERE = "all of it: /log"


@pytest.fixture
def shown():
    """A pipe, and what was written to it by now."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)

    def read():
        try:
            return os.read(reading, 1 << 16).decode()
        except BlockingIOError:
            return ""

    read.writing = writing
    yield read
    os.close(reading)
    os.close(writing)


def test_what_is_short_passes_as_it_is(shown):
    """Up to the limit, in however many pieces."""
    outlet = Bounded(shown.writing, lambda: WHERE, 10)
    for letter in "0123456789":
        outlet.write(letter.encode())
    outlet.end()

    assert "0123456789" == shown()


def test_what_is_long_has_a_head_a_tail_and_a_place(shown):
    """The line between them says how much is left out."""
    outlet = Bounded(shown.writing, lambda: WHERE, 10)
    for _ in range(10):
        outlet.write(b"abcde01234")
    head = shown()
    outlet.end()

    assert "abcde" == head
    assert f"\nexeunt: 90 bytes left out here; {WHERE}\n01234" == shown()


def test_what_comes_after_a_pause_is_shown(shown):
    """A server that has said much goes on to be heard; what was told is not again."""
    outlet = Bounded(shown.writing, lambda: WHERE, 10)
    outlet.write(b"x" * 50)
    early = outlet.due()
    outlet.heard_at -= PAUSE
    late = outlet.due()
    outlet.shorten()
    outlet.release()
    first = shown()
    outlet.write(b"\nmore\n")
    outlet.heard_at -= PAUSE
    outlet.release()

    assert 0 < early <= PAUSE
    assert (0, None) == (late, outlet.due())
    assert first.endswith(f"exeunt: 40 bytes left out here; {WHERE}\nxxxxx")
    assert "\nmore\n" == shown()


@pytest.mark.parametrize("lossy", [False, True])
def test_what_is_kept_nowhere_is_not_left_out(lossy, shown):
    """Unless that was asked for."""
    outlet = Bounded(shown.writing, lambda: None, 10, lossy=lossy)
    for _ in range(10):
        outlet.write(b"0123456789")
    outlet.end()
    said = shown()

    assert ("0123456789" * 10 == said) is not lossy
    assert ("90 bytes left out here; the rest was not kept" in said) is lossy


def test_nothing_is_due_while_nothing_is_held(shown):
    """So that nobody wakes for it."""
    outlet = Bounded(shown.writing, lambda: WHERE, 10)
    outlet.write(b"abc")

    assert outlet.due() is None
