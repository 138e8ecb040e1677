"""What is printed before it is known for whom → held, and given to whom it is for."""

import os
import pty
import subprocess
import sys

import pytest

from adopted import environment, finish
from command_line import drain

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about descriptors")

PRINTS = """
import os, subprocess, sys
from exeunt.leaving._streams import Streams
out = sys.stdout
print("before")
streams = Streams()
streams.hold()
print("held", sys.stdout.isatty(), flush=True)
subprocess.run(["echo", "child"])
sys.stdout.write("open end")
"""
RELEASED = """
streams.settle(False)
print("", sys.stdout is out, "isatty" in vars(out), streams.descriptor)
print(len(os.listdir("/proc/self/fd")), file=sys.stderr)
"""
KEPT = """
streams.settle(True)
print(" and", sys.stdout.isatty())
print([streams.printed().own.text(), streams.printed_tail()], file=sys.stderr)
streams.give_back()
print("after")
"""


def begun(source, **streams):
    """Start a program that uses the streams by itself."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    words = [sys.executable, "-c", source]
    return subprocess.Popen(words, env=environment(), **given)


def test_what_was_held_for_a_person_comes_in_its_order():
    """Byte for byte, whoever wrote it; nothing is left open."""
    plain = "import os, sys\nprint(len(os.listdir('/proc/self/fd')), file=sys.stderr)"
    held = finish(begun(PRINTS + RELEASED))
    expected = "before\nheld False\nchild\nopen end True False 1\n"

    assert (0, expected) == (held.code, held.stdout)
    assert finish(begun(plain)).stderr == held.stderr


def test_what_was_held_for_a_program_begins_the_answer():
    """And is on no stream before that."""
    ended = finish(begun(PRINTS + KEPT))
    text = "held False\nchild\nopen end and False\n"

    assert (0, "before\nafter\n") == (ended.code, ended.stdout)
    assert f"{[text, text]}\n" == ended.stderr


def test_a_terminal_is_still_one_while_it_is_undecided():
    """A group that paints for a person does so before its command is known."""
    master, terminal = pty.openpty()
    process = begun(PRINTS + RELEASED, stdout=terminal)
    os.close(terminal)
    shown = "".join(drain([master]))
    ended = finish(process)

    assert (0, True) == (ended.code, shown.startswith("before\nheld True\nchild\n"))


QUESTION = """
import sys
from exeunt.leaving import run as calls
from exeunt.leaving._failure import Failure
from exeunt.leaving._streams import Streams
run = calls.current = calls.Run({}, None, None, None)
run.streams = Streams()
run.streams.hold()
shown = [sys.stdin.isatty()]
try:
    input("name? ")
except Failure as failure:
    shown.append(failure.error.message)
run.streams.settle(False)
shown.append(input("name? "))
print(shown)
"""


def test_nobody_is_asked_who_could_not_see_the_question():
    """A terminal is asked when it is known that a person is there."""
    master, terminal = pty.openpty()
    process = begun(QUESTION, stdin=terminal)
    os.close(terminal)
    os.write(master, b"Bob\n")
    ended = finish(process)
    os.close(master)
    message = "nobody answered what the command asked: name?"

    assert f"name? {[True, message, 'Bob']}\n" == ended.stdout


LAST_WORDS = {
    "print": "print('x', file=sys.stderr)",
    "open end": "sys.stderr.write('x\\n'); sys.stderr.write('')",
    "bytes": "sys.stderr.buffer.write(b'x\\n')",
    "another": "import io; sys.stderr = io.TextIOWrapper(sys.stderr.detach())\n"
    "print('x', file=sys.stderr)",
    "logger": "early.error('x')",
    "long": "print('y' * 100_000, file=sys.stderr); print('x', file=sys.stderr)",
}


@pytest.mark.parametrize("words", LAST_WORDS.values(), ids=LAST_WORDS)
def test_the_last_words_on_stderr_are_known(words):
    """However Python writes them, and as before on stderr; at most 8 KiB of them."""
    source = f"""
import logging, sys
from exeunt.leaving._streams import Streams
early = logging.getLogger()
early.addHandler(logging.StreamHandler())
streams = Streams()
streams.borrow()
{words}
tail = streams.stderr_tail()
streams.give_back()
print(tail[-2:], len(tail) <= 8192, "write" in vars(sys.stderr.buffer))
"""
    ended = finish(begun(source))

    assert (0, "x\n True False\n") == (ended.code, ended.stdout)
    assert ended.stderr.endswith("x\n")


@pytest.mark.parametrize(
    ("words", "tail"),
    [
        ("print('a'); os.system('echo b')", "a\n"),
        ("os.system('echo b')", "b\n"),
        ("pass", ""),
        ("print('y' * 100_000); print('x')", f"{'y' * 8189}\nx\n"),
        ("print('y' * 2_000_000); print('x')", f"{'y' * 8189}\nx\n"),
    ],
)
def test_the_last_words_on_stdout_are_pythons_or_anybodys(words, tail):
    """However much was printed before."""
    source = f"""
import os, sys
from exeunt.leaving._streams import Streams
streams = Streams()
streams.borrow()
{words}
tail = streams.printed_tail()
streams.give_back()
sys.stdout.write(tail)
"""

    assert tail == finish(begun(source)).stdout
