"""A program at a terminal → the screen in its record, and what is not in stdout."""

import re
import signal

import pytest

import exeunt
from running import finish, python, record, sh, start, wait_for

TERM = {"TERM": "xterm-256color"}
FRAME = "\\033[?1049h\\033[5;5Hframe"


@pytest.mark.needs("vim")
def test_an_editor_is_shown(tmp_path):
    """As it was when we ended it, whatever it did about that."""
    (tmp_path / "x").write_text("one\ntwo\n")
    words = ["--pty", "--keep", "0", "vim", "-u", "NONE", "-N", "x"]
    for limit in ("2", "10", "40"):  # a busy machine gets a longer one
        found = record(tmp_path, "--timeout", limit, *words, cwd=tmp_path, **TERM)
        if found["screen"]:
            break

    assert "fullscreen" == found["waiting"]["kind"]
    assert "one" == found["waiting"]["prompt"]
    rows = found["screen"].split("\n")
    assert (["one", "two", "~"], 24) == (rows[:3], len(rows))
    assert '"x"' in rows[-1]
    assert "~" not in found["stdout"]


def test_frames_are_not_text(tmp_path):
    """What comes before and after is; a screen that was given back is not kept."""
    line = f"echo before; printf '{FRAME}\\033[?1049l'; echo after"
    found = record(tmp_path, "--pty", *sh(line))

    assert ("before\nafter\n", None) == (found["stdout"], found["screen"])


def test_a_screen_that_was_not_given_back_is_shown(tmp_path):
    """A program that was killed shows its last frame, and not in stdout."""
    found = record(tmp_path, "--pty", *sh(f"echo before; printf '{FRAME}'; kill -9 $$"))

    assert ("before\n", "\n\n\n\n    frame") == (found["stdout"], found["screen"])


def test_in_a_pipe_nothing_is_left_out(tmp_path):
    """There is no screen there, so what would be on it is text."""
    found = record(tmp_path, *sh(f"echo before; printf '{FRAME}'"))

    assert ("before\nframe", None) == (found["stdout"], found["screen"])


# A program in a mode → what the screen shows when it is ended for its question.
MODES = {
    "a line": ("input('a\\nb? ')", None),
    "a secret": ("import getpass; getpass.getpass()", None),
    "keys": (
        "import os, tty; tty.setcbreak(0); os.write(1, b'ab\\ncd'); os.read(0, 1)",
        "ab\ncd",
    ),
    # As curses, vim and tmux do, who then mean the row below.
    "keys, and lines that do not go back": (
        """
import os, termios
modes = termios.tcgetattr(0)
modes[1] &= ~termios.ONLCR
modes[3] &= ~termios.ICANON
termios.tcsetattr(0, termios.TCSANOW, modes)
os.write(1, b'ab\\ncd')
os.read(0, 1)
""",
        "ab\n  cd",
    ),
}


@pytest.mark.parametrize("mode", MODES)
def test_a_screen_is_kept_when_it_says_more_than_lines(mode, tmp_path):
    """A program that reads keys paints; one that reads lines has written them."""
    source, screen = MODES[mode]

    assert screen == record(tmp_path, "--pty", *python(source))["screen"]


def test_a_program_that_ended_by_itself_has_no_screen(tmp_path):
    """What it read keys for is over; what it wrote is in stdout."""
    source = "import os, tty; tty.setcbreak(0); os.write(1, b'? '); os.read(0, 1)"
    found = record(tmp_path, "--input=x", *python(source))

    assert ("exited", None) == (found["status"], found["screen"])


# It is ready when the terminal has answered, and so has shown what came before.
HANDS_BACK = """
import os, signal, sys, tty
def leave(*_):
    os.write(1, b"\\x1b[?1049lbye\\n")
    os._exit(0)
signal.signal(signal.SIGTERM, leave)
tty.setraw(0)
os.write(1, b"\\x1b[?1049h\\x1b[5;5Hframe\\x1b[5n")
os.read(0, 99)
open(sys.argv[1], "w").close()
while True:
    signal.pause()
"""


def test_a_program_that_is_cancelled_is_shown_as_it_was(tmp_path):
    """It gives the screen back before it ends; that says nothing."""
    ready = tmp_path / "ready"
    running = start(tmp_path, "--json", "--pty", *python(HANDS_BACK), str(ready))
    wait_for(ready)
    running.send_signal(signal.SIGTERM)
    found = finish(running).record

    assert ("cancelled", "bye\n") == (found["status"], found["stdout"])
    assert "\n\n\n\n    frame" == found["screen"]


@pytest.mark.parametrize("at", [0, 70, 75, 79])
def test_a_secret_is_hidden_on_the_screen_too(at):
    """Also where it goes over the end of a row, even with a blank there."""
    secret = "open sesame"  # noqa: S105 - nobody's
    source = f"""
import os, tty
tty.setcbreak(0)
os.write(1, b"x" * {at} + {secret.encode()!r} + b"!")
os.read(0, 1)
"""
    done = exeunt.run(python(source), size=(80, 24), secrets=[secret], log=False)
    assert done.screen is not None
    shown = re.sub(r"[x\n]", "", done.screen)

    assert shown in {"***!", "******!"}
    assert done.waiting is not None
    assert not {"sesame", "open"} & set(re.findall(r"\w+", done.waiting.prompt))


def test_half_a_secret_is_in_no_prompt():
    """The row of the cursor may begin in the middle of one."""
    source = """
import os, tty
tty.setcbreak(0)
os.write(1, b"\\x1b[?1049h" + b"x" * 75 + b"open sesame")
os.read(0, 1)
"""
    given = {"size": (80, 24), "secrets": ["open sesame"], "log": False}
    done = exeunt.run(python(source), **given)

    assert done.waiting is not None
    assert ("fullscreen", "***") == (done.waiting.kind, done.waiting.prompt)


def test_what_turns_text_is_written_out_on_the_screen_too():
    """As everywhere in a record."""
    source = """
import os, tty
tty.setcbreak(0)
os.write(1, "a\\u202eb".encode())
os.read(0, 1)
"""
    done = exeunt.run(python(source), size=(80, 24), log=False)

    assert "a\\u202eb" == done.screen
