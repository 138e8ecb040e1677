"""Who hands a terminal on, and who is another user's → seen through, or not guessed."""

import sys

import pytest

from running import HEEDING, Mark, finish, python, record, sh, start

# A terminal within ours, whose keys come from a thread of its own.
WITHIN = """
import os, pty, sys, termios, threading, tty
child, master = pty.fork()
if not child:
    os.execvp("sh", ["sh", "-c", sys.argv[1]])
before = termios.tcgetattr(0)
tty.setraw(0)
def hand_on():
    while keys := os.read(0, 100):
        os.write(master, keys)
threading.Thread(target=hand_on, daemon=True).start()
try:
    while data := os.read(master, 100):
        os.write(1, data)
except OSError:
    pass
termios.tcsetattr(0, termios.TCSANOW, before)
os._exit(0)
"""
# Nobody may look into it, as nobody may into what another user runs.
OPAQUE = "import ctypes; ctypes.CDLL(None).prctl(4, 0)\n"
ASKS = f"{OPAQUE}import getpass; print(len(getpass.getpass()))"
WORKS = f"{OPAQUE}import time; print('Password: ', end='', flush=True); time.sleep(4)"
AGENT = f"{OPAQUE}import os, time; os.setsid(); time.sleep(60)"


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def seen_by_a_user(tmp_path, *words, mark=None):
    """Return the record of a run whose caller may not look into opaque processes."""
    bounded = ["setpriv", "--bounding-set=-sys_ptrace", *HEEDING]
    given = ("--json", "--pty", "--patience", "1", "--timeout", "60", "--keep", "60")
    return finish(start(tmp_path, *given, *words, mark=mark, through=bounded)).record


RELAYS = {
    "script": lambda line: ["script", "-qc", line, "/dev/null"],
    "threads": lambda line: [sys.executable, "-c", WITHIN, line],
}


@pytest.mark.parametrize("relay", RELAYS)
def test_a_relay_waits_where_what_it_runs_does(relay, tmp_path, mark):
    """It reads each key, as an editor does, and yet it is its command that works."""
    words = RELAYS[relay]
    given = ("--pty", "--patience", "1", "--timeout", "60", "--keep", "60")
    works = record(tmp_path, *given, *words("sleep 4"), mark=mark)
    asks = record(tmp_path, *given, *words("printf 'Go? '; read x"), mark=mark)

    assert ("exited", 0, None) == (
        works["status"],
        works["exit_code"],
        works["waiting"],
    )
    assert ("waiting_for_input", "Go? ") == (asks["status"], asks["waiting"]["prompt"])


def test_who_may_be_woken_by_its_timer_makes_a_question_likely(tmp_path):
    """`timeout` sleeps until a signal comes, which may be its own."""
    line = "timeout --foreground 3 cat; exit 7"
    found = record(tmp_path, "--pty", "--timeout", "60", "--patience", "60", *sh(line))

    assert ("exited", 7) == (found["status"], found["exit_code"])


def test_a_secret_is_seen_to_be_asked_for_by_another_users_program(tmp_path, mark):
    """The kernel does not say who reads, but the terminal that it hides what comes."""
    found = seen_by_a_user(tmp_path, *python(ASKS), mark=mark)

    assert ("waiting_for_input", 124) == (found["status"], found["exit_code"])
    assert ("Password: ", "secret", "likely") == (
        found["waiting"]["prompt"],
        found["waiting"]["kind"],
        found["waiting"]["confidence"],
    )
    assert mark.survivors()


def test_another_users_program_that_is_silent_is_no_question(tmp_path):
    """Neither its words nor that nobody may look into it are evidence."""
    found = seen_by_a_user(tmp_path, *python(WORKS))

    assert ("exited", 0, None) == (
        found["status"],
        found["exit_code"],
        found["waiting"],
    )


def test_another_users_daemon_hides_no_question(tmp_path, mark):
    """gpg-agent and ssh-agent are looked into by nobody; they sleep, and that shows."""
    agent = f"import os, sys\nif os.fork() == 0:\n    exec({AGENT!r})\ninput('Go? ')"
    found = seen_by_a_user(tmp_path, *python(agent), mark=mark)

    assert ("waiting_for_input", "Go? ", "certain") == (
        found["status"],
        found["waiting"]["prompt"],
        found["waiting"]["confidence"],
    )
