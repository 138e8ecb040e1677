"""A terminal that gets another size → so does the command's, which is told."""

import fcntl
import json
import os
import struct
import subprocess
import termios

import pytest

import exeunt
from exeunt import InputError
from running import EXEUNT, PYTHON, RECORD, WATCHDOG, environment, wait_for

# Says its size, and again when it is told of another; the file means: now it listens.
LISTEN = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
def say():
    print(*(f"{s.columns}x{s.lines}" for s in map(os.get_terminal_size, (0, 2))))
say()
open(sys.argv[1], "w").close()
signal.sigwait([signal.SIGWINCH])
say()
"""
SIZE = "import os; print('{}x{}'.format(*os.get_terminal_size(0)))"


class Person:
    """A terminal of the test's own, and `exeunt run` in it."""

    def __init__(self, tmp_path, columns, rows, *words):
        self.master, slave = os.openpty()
        self.resize(columns, rows)
        self.process = subprocess.Popen(
            ["setsid", "--ctty", "--wait", EXEUNT, "run", "--timeout=100", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(tmp_path, TERM="xterm"),
        )
        os.close(slave)

    def resize(self, columns, rows):
        """Give the terminal another size, as a window's border that is drawn."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def sees(self):
        """All that was shown, when it is over."""
        shown = b""
        try:
            while data := os.read(self.master, 65_536):
                shown += data
        except OSError:
            pass  # nobody has it open any more
        os.close(self.master)
        assert 0 == self.process.wait(timeout=WATCHDOG), shown
        return shown.decode()


def listening(ready):
    """The words of a command that says its size twice."""
    return [PYTHON, "-I", "-S", "-c", LISTEN, str(ready)]


@pytest.mark.clause("S9")
@pytest.mark.parametrize("given", [[], ["--split"]], ids=["one", "two"])
def test_a_persons_terminal_and_the_commands_have_one_size(given, tmp_path):
    """At the start, and when the person changes it, on every stream."""
    ready = tmp_path / "ready"
    person = Person(tmp_path, 100, 30, "--pty", *given, *listening(ready))
    wait_for(ready)
    person.resize(61, 17)

    assert ["100x30"] * 2 + ["61x17"] * 2 == person.sees().split()


def test_it_is_the_same_with_a_record(tmp_path):
    """Our stdout is a terminal, so that is the size to go by."""
    ready = tmp_path / "ready"
    words = ["--json", "--no-log", "--pty", *listening(ready)]
    person = Person(tmp_path, 100, 30, *words)
    wait_for(ready)
    person.resize(61, 17)
    found = exeunt_record(person.sees())

    assert "100x30 100x30\n61x17 61x17\n" == found["stdout"]


def exeunt_record(text):
    """The one document that was shown, checked against the schema."""
    document = json.loads(text)
    RECORD.validate(document)
    return document


@pytest.mark.parametrize(
    ("columns", "rows", "given", "expected"),
    [
        (100, 30, ["--size", "33x7"], "33x7"),
        (0, 0, ["--pty"], "80x24"),
        (100, 0, ["--pty"], "80x24"),
    ],
    ids=["asked for", "unknown", "half known"],
)
def test_a_size_that_was_asked_for_counts_more(
    columns, rows, given, expected, tmp_path
):
    """And a terminal that does not know its own, as of some servers, not at all."""
    person = Person(tmp_path, columns, rows, *given, PYTHON, "-ISc", SIZE)

    assert expected == person.sees().strip()


def test_a_program_can_resize_what_it_has_started(tmp_path):
    """Running.resize, before and after the end; wrong ones are refused."""
    request = exeunt.request(
        listening(tmp_path / "ready"), size=(90, 20), split=True, log=False, timeout=100
    )
    with exeunt.start(request) as running:
        wait_for(tmp_path / "ready")
        with pytest.raises(InputError, match="no terminal has the size"):
            running.resize(0, 5)
        running.resize(132, 43)
        done = running.wait()
        running.resize(80, 24)

    assert "90x20 90x20\n132x43 132x43\n" == done.stdout


def test_what_has_no_terminal_has_no_size():
    """The refusal says how it would have one."""
    with exeunt.start(exeunt.request(["true"], log=False)) as running:
        with pytest.raises(InputError, match="without a terminal") as caught:
            running.resize(80, 24)
        assert running.wait().ok
    assert "pass size= to request()" == caught.value.fix
