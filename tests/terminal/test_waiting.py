"""A command at a terminal → said to wait when it does, and not when it does not."""

import os
import resource
import signal

import pytest

from exeunt.process.task import spawn
from exeunt.terminal.terminal import Terminal
from exeunt.terminal.waiting import Watch
from running import SOON, Mark, python, record, sh, until, wait_for

ASK = "import getpass; getpass.getpass()"
PRINT = "import time; print({!r}, end='', flush=True); time.sleep(2)"
KEYS = """
import os, tty
tty.setcbreak(0)
print("Press a key ", end="", flush=True)
os.read(0, 1)
"""
TIMED = """
import os, termios, tty
tty.setraw(0)
modes = termios.tcgetattr(0)
modes[6][termios.VMIN], modes[6][termios.VTIME] = 0, 1
termios.tcsetattr(0, termios.TCSANOW, modes)
for _ in range(20):
    os.read(0, 1)
"""
THREAD = """
import threading, time
threading.Thread(target=input, daemon=True).start()
time.sleep(2)
import os; os._exit(0)
"""
IDLE_THREAD = """
import threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
input("Go? ")
"""


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


@pytest.mark.parametrize(
    ("words", "prompt", "kind"),
    [
        (["cat"], "", "line"),
        (sh("read x; echo got"), "", "line"),
        (python("input('Proceed? [y/N] ')"), "Proceed? [y/N] ", "line"),
        (sh("printf 'one\\ntwo? '; cat | cat"), "two? ", "line"),
        (sh("cat </dev/tty & wait"), "", "line"),
        (python(ASK), "Password: ", "secret"),
        (python(KEYS), "Press a key ", "keys"),
        (python(IDLE_THREAD), "Go? ", "line"),
    ],
    ids=["cat", "read", "confirm", "pipe", "tty", "secret", "keys", "idle thread"],
)
def test_a_command_that_waits_is_said_to_wait(words, prompt, kind, tmp_path, mark):
    """With its prompt, what kind of answer, and how that is known."""
    found = record(tmp_path, "--pty", "--keep", "0", *words, mark=mark)
    waiting = found["waiting"]

    assert ("waiting_for_input", 124) == (found["status"], found["exit_code"])
    assert (prompt, kind, "certain") == (
        waiting["prompt"],
        waiting["kind"],
        waiting["confidence"],
    )
    assert "in read() on the terminal" in waiting["evidence"]
    assert (False, "runner") == (found["timed_out"], found["source"])
    assert found["duration_ms"] < SOON * 1000
    assert [] == mark.gone()


@pytest.mark.needs("less")
def test_a_pager_is_said_to_wait(tmp_path):
    """It has the whole screen, and reads its keys from it."""
    found = record(
        tmp_path, "--pty", "--timeout", "60", "less", "/etc/services", TERM="xterm"
    )

    assert ("waiting_for_input", "fullscreen") == (
        found["status"],
        found["waiting"]["kind"],
    )


@pytest.mark.parametrize(
    "words",
    [
        python(PRINT.format("Password: ")),
        python(PRINT.format("collecting ... ")),
        python(PRINT.format("Proceed? [y/N] ")),
        ["sleep", "2"],
        sh("cat </dev/tty & sleep 2; kill $!; exit 0"),
        sh("setsid cat <$(tty) >/dev/null 2>&1 & sleep 2"),
        sh("(sleep 2; kill -USR1 $$) & trap 'exit 0' USR1; read x"),
        sh("sleep 2 | cat"),
        python(THREAD),
        python(TIMED),
    ],
    ids=[
        "a prompt that is none",
        "progress",
        "a question",
        "a sleep",
        "a background reader",
        "another session's",
        "a reader and a sibling",
        "a pipe",
        "a reading thread",
        "a read of a moment",
    ],
)
def test_a_command_that_does_not_wait_runs_to_its_end(words, tmp_path):
    """Nothing that it prints, and nobody who reads meanwhile, makes it wait."""
    found = record(tmp_path, "--pty", "--timeout", "60", *words)

    assert ("exited", 0, None) == (
        found["status"],
        found["exit_code"],
        found["waiting"],
    )


def test_a_reader_beside_somebody_who_works_is_likely_to_wait(tmp_path, mark):
    """It runs to its deadline, and the record says how it looked."""
    line = "(while :; do :; done) & read x"
    found = record(tmp_path, "--pty", "--timeout", "4", *sh(line), mark=mark)

    assert ("timed_out", "likely") == (found["status"], found["waiting"]["confidence"])
    assert [] == mark.gone()


def test_a_slow_server_is_not_waited_for_at_the_terminal(tmp_path):
    """Who waits for a network, or for anything but us, does not wait for us."""
    source = """
import socket, threading, time
server = socket.create_server(("127.0.0.1", 0))
def serve():
    time.sleep(2)
    server.accept()[0].sendall(b"late")
threading.Thread(target=serve).start()
print(socket.create_connection(server.getsockname()).recv(9).decode())
"""
    found = record(tmp_path, "--pty", "--timeout", "60", *python(source))

    assert ("exited", "late\n") == (found["status"], found["stdout"])


def test_while_a_waiting_command_is_ended_nothing_spins(tmp_path, mark):
    """It may take its time to clean up; we sleep meanwhile."""
    source = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (time.sleep(1), sys.exit(0)))
input()
"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    found = record(tmp_path, "--pty", "--keep", "0", *python(source), mark=mark)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    assert "waiting_for_input" == found["status"]
    assert "GENERAL_ERROR" == found["reading"]["name"]  # though it exits with 0
    assert used < 0.9
    assert until(lambda: not mark.survivors())


@pytest.fixture
def watched():
    """Starts a command at a terminal; returns who watches it."""
    terminal, started = Terminal(80, 24), []

    def watch(words):
        started.append(spawn(words, os.environ, os.environ["PATH"], terminal.path))
        return Watch(terminal, os.getpid(), started[-1])

    yield watch
    for pid in started:
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    terminal.close()


def test_one_glance_shows_that_a_command_works(watched, tmp_path):
    """Nobody else has to be looked at."""
    watch = watched(sh(f": >{tmp_path}/ready; while :; do :; done"))
    wait_for(tmp_path / "ready")

    assert all(watch.is_working() for _ in range(50))


def test_a_reader_is_known_where_the_kernel_shows_no_calls(watched):
    """As of a machine without a table, or where only parents may look: it sleeps so."""
    watch = watched(sh("read x; sleep 300"))
    watch.calls = None
    sights = []

    assert until(lambda: sights.append(watch.look()) or sights[-1])
    assert ("likely", True) == (sights[-1].confidence, sights[-1].lasts)
    assert "sleeps as in read()" in sights[-1].evidence


def test_one_glance_shows_that_a_command_may_wait(watched):
    """It reads, and then the others are looked at."""
    watch = watched(["cat"])

    assert until(lambda: not watch.is_working())
    assert until(lambda: watch.look() is not None)
    assert "certain" == watch.look().confidence


def test_the_glance_is_at_who_worked_when_all_were_looked_at(watched):
    """The command reads, and a child of it works; then it has ended."""
    watch = watched(sh("(while :; do :; done) & read x"))

    assert until(lambda: watch.look() is not None)
    assert ("likely", True) == (watch.look().confidence, watch.is_working())
    os.kill(watch.worker[0], signal.SIGKILL)
    assert until(lambda: not watch.is_working())
    # For a moment it may look as if nobody waited: who worked is about to be gone.
    assert until(lambda: (seen := watch.look()) and "certain" == seen.confidence)
