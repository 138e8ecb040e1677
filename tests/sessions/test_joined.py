"""A person at a session → sees it as it comes, types at it, and leaves as they came."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

from exeunt.cli.session import COMMANDS
from running import EXEUNT, HEEDING, WATCHDOG, environment
from sessions_at import ask, call

LEAVE = b"\x1d"  # ctrl-]
# A full-screen program that shows its size, and what is typed.
PAINTS = r"""
import os, signal, sys, termios, tty
old = termios.tcgetattr(0)
tty.setraw(0)
os.write(1, b"\x1b[?1049h\x1b[?1h\x1b[?25l\x1b[2J\x1b[3;5Hpainted")
def resized(*_):
    os.write(1, b"\x1b[4;5Hsize %d " % os.get_terminal_size(0).columns)
signal.signal(signal.SIGWINCH, resized)
while (key := os.read(0, 1)) != b"q":
    os.write(1, b"\x1b[5;5Hkey %s" % key)
os.write(1, b"\x1b[?1049l\x1b[?1l\x1b[?25h")
termios.tcsetattr(0, termios.TCSANOW, old)
"""


class Person:
    """A terminal of a person, in which a call of exeunt runs."""

    def __init__(self, tmp_path, *words, size=(100, 30)):
        self.master, slave = pty.openpty()
        self.slave, self.process = slave, None
        self.resize(*size)
        self.before = termios.tcgetattr(slave)
        self.seen = b""
        self.process = subprocess.Popen(
            [*HEEDING, EXEUNT, "session", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(tmp_path, TERM="xterm"),
            start_new_session=True,
        )

    def resize(self, columns, rows):
        """Give the terminal a size; the kernel tells who has it for a control."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)
        if self.process is not None:
            self.process.send_signal(signal.SIGWINCH)

    def type(self, keys):
        """Press keys."""
        os.write(self.master, keys)

    def until(self, text):
        """Wait until something is shown; return all that was."""
        limit = time.monotonic() + WATCHDOG
        while text not in self.seen:
            assert select.select([self.master], [], [], limit - time.monotonic())[0], (
                text,
                self.seen,
            )
            self.seen += os.read(self.master, 65_536)
        return self.seen

    def left(self):
        """Wait for the end; return the number, and whether the modes are as before."""
        limit = time.monotonic() + WATCHDOG
        while self.process.poll() is None and time.monotonic() < limit:
            if select.select([self.master], [], [], 0.05)[0]:
                self.seen += os.read(self.master, 65_536)
        while select.select([self.master], [], [], 0)[0]:
            self.seen += os.read(self.master, 65_536)
        return self.process.returncode, self.before == termios.tcgetattr(self.slave)

    def close(self):
        """Take the terminal away."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            os.close(end)


@pytest.fixture
def person(tmp_path):
    """A way to call exeunt session at a terminal."""
    people = []

    def at(*words, **options):
        people.append(Person(tmp_path, *words, **options))
        return people[-1]

    yield at
    for one in people:
        one.close()


def test_a_person_joins_types_and_leaves(tmp_path, person):
    """The shell goes on with what was typed; the terminal is as before."""
    ask(tmp_path, "start", "--session", "work", "bash", "--norc")
    ask(tmp_path, "send", "work", "echo $((1200 + 34))")
    one = person("attach", "work")
    one.until(b"1234")
    one.type(b"joined=yes; echo at $COLUMNS\r")
    one.until(b"\rat 100\r\n")
    one.type(b"unfinished" + LEAVE + b"lost")
    ended = one.left()
    ask(tmp_path, "keys", "work", "ctrl-u")
    reply = ask(tmp_path, "send", "work", "echo is $joined at $COLUMNS")

    assert (0, True) == ended
    assert "\nis yes at 80\n" in reply["text"]
    assert b"lost" not in one.seen


def test_the_screen_of_a_program_and_its_modes_are_taken_over(tmp_path, person):
    """What it has switched is switched at the person's terminal, and back again."""
    ask(tmp_path, "start", "--session", "app", "python3", "-c", PAINTS)
    ask(tmp_path, "wait", "app", "--text", "painted")
    one = person("attach", "app")
    one.until(b"size 100")
    one.resize(70, 20)
    one.until(b"size 70")
    one.type(b"x")
    one.until(b"key x")
    shown = one.seen
    one.type(LEAVE)
    ended = one.left()
    after = one.seen[len(shown) :]

    assert (0, True) == ended
    assert b"painted" in shown
    for mode in (b"?1049", b"?1"):
        assert b"\x1b[" + mode + b"h" in shown
        assert b"\x1b[" + mode + b"l" in after
    assert b"\x1b[?25l" in shown
    assert b"\x1b[?25h" in after
    assert [80, 24] == ask(tmp_path, "screen", "app")["size"]


def test_the_end_of_the_command_ends_it_too(tmp_path, person):
    """The person sees how, and the number is that of the verb."""
    ask(tmp_path, "start", "--session", "short", "bash", "--norc")
    one = person("attach", "short")
    one.until(b"bash-")
    one.type(b"exit 3\r")

    assert (0, True) == one.left()
    assert b"exited 3" in one.seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_the_terminal_is_given_back(number, tmp_path, person):
    """The session stays, and the process dies by the signal."""
    ask(tmp_path, "start", "--session", "app", "python3", "-c", PAINTS)
    ask(tmp_path, "wait", "app", "--text", "painted")
    one = person("attach", "app")
    one.until(b"painted")
    one.process.send_signal(number)

    assert (-number, True) == one.left()
    assert one.seen.rindex(b"\x1b[?1049l") > one.seen.rindex(b"\x1b[?1049h")
    assert ask(tmp_path, "list")["sessions"][0]["exit_code"] is None


def test_a_terminal_that_goes_away_leaves_the_session(tmp_path, person):
    """Whoever hung up has left it."""
    ask(tmp_path, "start", "--session", "work", "bash", "--norc")
    one = person("attach", "work")
    one.until(b"bash-")
    os.close(one.master)
    one.master = os.open(os.devnull, os.O_RDONLY)
    one.process.send_signal(signal.SIGHUP)
    one.process.wait(WATCHDOG)

    assert "still\n" in ask(tmp_path, "send", "work", "echo still")["text"]


def test_two_people_see_the_same(tmp_path, person):
    """What one types, both see."""
    ask(tmp_path, "start", "--session", "work", "bash", "--norc")
    ask(tmp_path, "send", "work", "true")
    one, other = person("attach", "work"), person("attach", "work")
    one.until(b"\x1b[?2004h")
    other.until(b"\x1b[?2004h")
    one.type(b"echo $((700 + 77))\r")
    one.until(b"777\r\n")
    other.until(b"777\r\n")
    other.type(LEAVE)

    assert (0, True) == other.left()


def test_attach_needs_a_terminal(tmp_path):
    """An agent is told what to call instead."""
    ask(tmp_path, "start", "--session", "work", "cat")
    done = subprocess.run(
        [EXEUNT, "session", "attach", "work"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )

    assert 4 == done.returncode
    assert b"exeunt session follow work" in done.stderr
    assert b"" == done.stdout


def follow(tmp_path, name, **options):
    """Follow a session through a pipe."""
    return subprocess.Popen(
        [EXEUNT, "session", "follow", name],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
        **options,
    )


def test_output_is_followed_as_it_comes(tmp_path):
    """Each piece is there before the next is made; the end ends it."""
    ask(tmp_path, "start", "--session", "work", "cat")
    with follow(tmp_path, "work") as process:
        for word in ("one", "two"):
            ask(tmp_path, "send", "work", word)
            assert f"{word}\n".encode() == process.stdout.readline()
            assert f"{word}\n".encode() == process.stdout.readline()
        ask(tmp_path, "keys", "work", "ctrl-d")
        rest = process.stdout.read()

    assert b"" == rest.replace(b"^D\x08\x08", b"")
    assert 0 == process.returncode


def test_all_of_a_command_that_has_ended_is_shown(tmp_path):
    """From an offset on, as with read."""
    line = "seq 100000; exit 3"
    ask(tmp_path, "start", "--session", "old", "sh", "-c", line)
    ask(tmp_path, "wait", "old", "--end")
    with follow(tmp_path, "old") as process:
        shown = process.stdout.read()

    assert 0 == process.returncode
    assert b"".join(b"%d\n" % n for n in range(1, 100_001)) == shown


def test_a_reader_that_has_seen_enough_ends_it(tmp_path):
    """As with `head`: no complaint, and the session goes on."""
    ask(tmp_path, "start", "--session", "many", "sh", "-c", "yes | head -9999; cat")
    with follow(tmp_path, "many", stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        ask(tmp_path, "send", "many", "more", "and more")
        said = process.stderr.read()

    assert b"" == said
    assert "waiting_for_input" == ask(tmp_path, "wait", "many")["status"]


CALLS = {
    "list": [],
    "send": ["it", "exit 3"],
    "keys": ["it", "e", "x", "i", "t", "space", "3", "enter"],
    "read": ["it"],
    "wait": ["it", "--end"],
    "follow": ["it"],
    "screen": ["it"],
    "stop": ["it"],
}


@pytest.mark.parametrize("verb", CALLS)
def test_each_verb_leaves_with_zero_whatever_the_command_does(verb, tmp_path):
    """The command's own number is in the answer."""
    ask(tmp_path, "start", "--session", "it", "bash", "--norc")
    if verb not in {"send", "keys", "stop"}:
        ask(tmp_path, "send", "it", "exit 3")
    words = [EXEUNT, "session", verb, *CALLS[verb]]
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    told = ask(tmp_path, "wait", "it", "--end")["exit_code"]

    assert 0 == done.returncode
    assert verb == "follow" or b'"ok": true' in done.stdout
    assert told == (None if verb == "stop" else 3)
    if verb in {"send", "keys", "wait", "read"}:
        assert b'"exit_code": 3' in done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["send", "old", "x"], 4),
        (["keys", "old", "q"], 4),
        (["attach", "old"], 4),
        (["read", "none"], 5),
        (["send", "none", "x"], 5),
        (["keys", "none", "q"], 5),
        (["follow", "none"], 5),
        (["attach", "none"], 5),
        (["stop", "none"], 5),
        (["wait", "none"], 5),
        (["screen", "none"], 5),
        (["start", "no-such-command-at-all"], 5),
        (["start", "--session", "live", "cat"], 6),
        (["wait", "live", "--end", "--timeout", "0.1"], 10),
        (["follow", "live", "--json"], 3),
        (["send", "live"], 3),
    ],
)
def test_each_verb_leaves_as_its_page_says(words, expected, tmp_path):
    """Each number stands on the verb's own page."""
    ask(tmp_path, "start", "--session", "live", "cat")
    ask(tmp_path, "start", "--session", "old", "true")
    ask(tmp_path, "wait", "old", "--end")
    done = subprocess.run(
        [EXEUNT, "session", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    page = subprocess.run(
        [EXEUNT, "session", words[0], "--help"],
        capture_output=True,
        timeout=WATCHDOG,
        check=True,
    )

    assert expected == done.returncode
    assert f"\n  {expected} ".encode() in page.stdout.partition(b"leaves with")[2]


def test_every_verb_has_its_numbers_on_its_page():
    """Success is one of them."""
    assert all(0 in {code.value for code in one.exits} for one in COMMANDS.values())


def test_a_line_that_fails_is_no_failure_of_the_call(tmp_path):
    """Its code is in the answer, the call has done what it was to do."""
    ask(tmp_path, "start", "--session", "it", "bash", "--norc")
    code, envelope = call(tmp_path, "send", "it", "false")

    assert (0, 1) == (code, envelope["data"]["exit_code"])
