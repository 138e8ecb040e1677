"""The names of keys → the bytes for them, as the program has switched the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exeunt
from exeunt.errors import InputError
from exeunt.terminal.keys import NAMES, keys
from exeunt.terminal.toggles import (
    CURSOR_KEYS,
    KEYPAD,
    PASTE,
    VISIBLE,
    Toggles,
)
from running import PYTHON

# Shows what it gets, key by key, with a mode of the terminal switched first.
SHOWS = """
import os, sys, termios, tty
tty.setraw(0)
os.write(1, sys.argv[1].encode().decode("unicode_escape").encode() + b"ready\\r\\n")
seen = b""
while not seen.endswith(b"q"):
    seen += os.read(0, 1024)
os.write(1, ascii(seen).encode() + b"\\r\\n")
"""


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Sessions have their place."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return monkeypatch


def shows(switches, **options):
    """Start a program that switches modes and then shows its keys."""
    return exeunt.Session.start([PYTHON, "-c", SHOWS, switches], **options)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["up", "home"], b"\x1b[A\x1b[H"),
        (["shift-up"], b"\x1b[1;2A"),
        (["ctrl-right", "c-left"], b"\x1b[1;5C\x1b[1;5D"),
        (["ctrl-alt-shift-end"], b"\x1b[1;8F"),
        (["alt-x", "m-x"], b"\x1bx\x1bx"),
        (["alt-enter"], b"\x1b\r"),
        (["f1", "shift-f1", "f5", "ctrl-f5"], b"\x1bOP\x1b[1;2P\x1b[15~\x1b[15;5~"),
        (["ctrl-delete", "pgup"], b"\x1b[3;5~\x1b[5~"),
        (["ctrl-c", "^c", "ctrl-space", "ctrl-?"], b"\x03\x03\x00\x7f"),
        (["kp-5", "kp-enter"], b"5\r"),
        (["shift-tab", "é"], b"\x1b[Z\xc3\xa9"),
    ],
)
def test_each_key_has_its_bytes(words, expected):
    """With what is held down, as xterm says it."""
    assert expected == keys(words)


def test_in_application_mode_the_keys_are_others():
    """Cursor keys and keypad, each by its own mode; what is held down stays CSI."""
    assert b"\x1bOA\x1bOH\x1b[1;5C" == keys(["up", "home", "ctrl-right"], cursor=True)
    assert b"\x1bOu\x1bOM" == keys(["kp-5", "kp-enter"], keypad=True)
    assert b"\x1b[A" == keys(["up"], keypad=True)


@pytest.mark.parametrize("word", ["hyper-q", "ctrl-", "ctrl-ctrl-up", "", "shift-x"])
def test_what_is_no_key_is_refused(word):
    """With the names that there are."""
    with pytest.raises(InputError, match="is no key"):
        keys([word])


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_a_key(name):
    """In each mode."""
    assert keys([name])
    assert keys([name], cursor=True, keypad=True)


SWITCHES = [
    (b"\x1b[?1h", CURSOR_KEYS, True),
    (b"\x1b[?1l", CURSOR_KEYS, False),
    (b"\x1b=", KEYPAD, True),
    (b"\x1b>", KEYPAD, False),
    (b"\x1b[?66h", KEYPAD, True),
    (b"\x1b[?2004h", PASTE, True),
    (b"\x1b[?25l", VISIBLE, False),
    (b"\x1b[?12;25h", VISIBLE, True),
    (b"\x1b[!p", CURSOR_KEYS, False),
    (b"\x1bc", PASTE, False),
]


@given(
    st.lists(st.sampled_from([*SWITCHES, (b"text", 0, None), (b"\x1b[31m", 0, None)])),
    st.integers(1, 7),
)
def test_switches_are_seen_however_the_output_is_cut(found, size):
    """In pieces of a few bytes as in one."""
    data = b"".join(one[0] for one in found)
    whole, pieces = Toggles(), Toggles()
    whole.hear(data)
    for start in range(0, len(data), size):
        pieces.hear(data[start : start + size])

    assert whole.modes == pieces.modes
    for number in {one[1] for one in found if one[2] is not None}:
        reset = [one for one in found if one[1] == number]
        if reset[-1] == found[-1]:
            assert found[-1][2] is whole.is_on(number)


def test_a_switch_that_never_ends_is_forgotten():
    """What is held back is bounded."""
    toggles = Toggles()
    toggles.hear(b"\x1b[?" + b"1;" * 1000)
    toggles.hear(b"1h")

    assert not toggles.is_on(CURSOR_KEYS)


def test_the_whole_screen_is_given_back_by_any_of_its_modes():
    """It may be taken by one and given back by another."""
    toggles = Toggles()
    toggles.hear(b"\x1b[?1049;25h")
    taken = toggles.full
    toggles.hear(b"\x1b[?47l")

    assert (True, False) == (taken, toggles.full)


@pytest.mark.parametrize(
    ("switches", "expected"),
    [("", r"\x1b[A5"), (r"\x1b[?1h\x1b=", r"\x1bOA\x1bOu"), (r"\x1b[?1h", r"\x1bOA5")],
    ids=["none", "both", "cursor keys"],
)
def test_a_session_presses_keys_by_the_modes_of_its_program(switches, expected):
    """As the terminal of a person would."""
    with shows(switches) as session:
        session.wait(text="ready", timeout=60)
        session.keys("up", "kp-5", "q", wait=False)
        session.wait("end", timeout=60)

        assert f"'{expected}q'\n" in session.read(0).text


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        (r"\x1b[?2004h", r"\x1b[200~one\ntwo\x1b[201~q"),
        (r"\x1b[?2004h\x1b[?2004l", r"one\ntwoq"),
        ("", r"one\ntwoq"),
    ],
    ids=["on", "off again", "never on"],
)
def test_lines_are_pasted_where_the_program_knows_of_it(switches, expected):
    """In brackets, which the text itself cannot close."""
    with shows(switches) as session:
        session.wait(text="ready", timeout=60)
        text = "one\n\x1b[20\x1b[201~1~two" if "200" in expected else "one\ntwo"
        session.send(text, enter=False, wait=False)
        session.send("q", enter=False, wait=False)
        session.wait("end", timeout=60)

        assert f"'{expected}'\n" in session.read(0).text


@pytest.mark.parametrize(
    ("inherited", "given", "expected"),
    [
        (None, {}, "xterm-256color"),
        ("", {}, "xterm-256color"),
        ("dumb", {}, "dumb"),
        (None, {"TERM": "vt100"}, "vt100"),
    ],
    ids=["unset", "empty", "dumb", "given"],
)
def test_a_terminal_has_a_name_where_none_was_given(state, inherited, given, expected):
    """TERM is what ours answers as; who has set it has chosen."""
    state.delenv("TERM", raising=False)
    if inherited is not None:
        state.setenv("TERM", inherited)
    done = exeunt.run(["sh", "-c", 'echo "$TERM"'], pty=True, env=given)

    assert f"{expected}\n" == done.stdout


def test_without_a_terminal_there_is_no_name_for_one(state):
    """A pipe is none."""
    state.delenv("TERM", raising=False)
    done = exeunt.run(["sh", "-c", 'echo "${TERM-none}"'])

    assert "none\n" == done.stdout
