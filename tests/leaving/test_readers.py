"""A reader that goes away → a program that ends quietly, as `head` expects of it."""

import os
import subprocess
import sys

import pytest

from adopted import FRAMEWORKS, environment, finish, program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about pipes")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
# More than Python's buffer holds, so that print() itself meets the end.
LARGE = f"print({'x' * 10!r} * 100_000)"


def unread(source, *words):
    """Run a program whose stdout nobody reads."""
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen(
        [sys.executable, "-c", source, *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(theirs)
    return finish(process)


def large(framework, body="pass", **parts):
    """Write a program whose manifest is larger than Python's buffer."""
    examples = [("x" * 100, "y" * 100)] * 100
    return program(body, framework, promises=f"examples={examples!r}", **parts)


@EVERY
@pytest.mark.parametrize("words", [["manifest"], ["--schema"], ["do", "--schema"]])
def test_a_manifest_that_is_not_read_to_its_end(framework, words):
    """`app manifest | head -1`: who has seen enough is no error, of whatever size."""
    assert (0, "", "") == unread(program("pass", framework), *words)
    assert (0, "", "") == unread(large(framework), *words)


@EVERY
def test_output_that_is_not_read_to_its_end(framework):
    """The handler was cut off, so it is no success; and nothing is to be told."""
    assert (1, "", "") == unread(program(LARGE, framework), "do")


def test_another_pipe_that_breaks_is_a_failure():
    """A connection that breaks has nothing to do with who reads the output."""
    body = """
    ours, theirs = os.pipe()
    os.close(ours)
    os.write(theirs, b"x")
    """
    done = subprocess.run(
        [sys.executable, "-c", program(body), "do"],
        capture_output=True,
        check=False,
        env=environment(),
        text=True,
    )

    assert (12, "app: error: [Errno 32] Broken pipe\n") == (
        done.returncode,
        done.stderr,
    )
