"""A reader that goes away → a program that ends quietly, as `head` expects of it."""

import os
import subprocess
import sys

import pytest

from adopted import FRAMEWORKS, environment, finish, program, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about pipes")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
# More than Python's buffer holds, so that print() itself meets the end.
LARGE = f"print({'x' * 10!r} * 100_000)"


def unread(source, *words, both=False, through=()):
    """Run a program whose stdout nobody reads, or neither of its streams."""
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen(
        [*through, sys.executable, "-c", source, *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs if both else subprocess.PIPE,
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


SUCCESSES = {
    "little": "print('x')",
    "at once": LARGE,
    "line by line": "for n in range(100_000): print(n)",
    "without an end": "while True: print('y')",
    "a result": "return {'x': 'y' * 100_000}",
    "a child's output": "import subprocess; subprocess.run(['echo', 'x'])",
    "an exit": "print('x'); sys.exit(0)",
    "rich": "import rich\nfor _ in range(2000): rich.print('x' * 60)",
    "a handler that gives up": f"""
try:
    {LARGE}
    sys.stdout.flush()
except BrokenPipeError:
    sys.exit(1)
""",
}
TOLD = {
    "a warning": "warn('careful')",
    "diagnostics": "print('x' * 100_000, file=sys.stderr)",
}
FAILURES = {
    "its own": ("fail(ExitCode.NOT_FOUND, 'gone')", 5),
    "after its output": ("print('x'); fail(ExitCode.CONFLICT, 'taken')", 6),
    "a bug": ("1 / 0", 1),
}
USAGES = (["do", "--nope"], ["do", "--count", "x"], ["nope"])
MODES = pytest.mark.parametrize("mode", ["text", "json"])


@EVERY
@pytest.mark.parametrize("name", SUCCESSES)
def test_output_that_is_not_read_to_its_end(framework, name):
    """Who has seen enough is no error: 0, and nothing is told, whoever wrote."""
    ended = unread(program(SUCCESSES[name], framework), "do")

    assert (0, "", "") == ended


@pytest.mark.parametrize("name", [*SUCCESSES, *TOLD])
def test_streams_that_are_not_read_to_their_end(name):
    """`app 2>&1 | true`: nor does Python fail at its own end, with 120."""
    assert 0 == unread(program((SUCCESSES | TOLD)[name]), "do", both=True).code


@EVERY
@pytest.mark.parametrize("name", [*TOLD, "a result", "a child's output"])
def test_an_envelope_that_is_not_read_to_its_end(framework, name):
    """Nobody is left to be told."""
    source = program((SUCCESSES | TOLD)[name], framework)

    assert 0 == unread(source, "do", "--output", "json", both=True).code


@pytest.mark.parametrize("name", ["echo", "secho"])
@pytest.mark.parametrize("framework", ["click", "typer"])
def test_a_framework_that_prints_into_nothing(framework, name):
    """Click's own runner would exit with 1."""
    body = f"import {framework}\n{framework}.{name}('x' * 1_000_000)"

    assert (0, "", "") == unread(program(body, framework), "do")


@EVERY
@pytest.mark.parametrize("words", [["--help"], ["do", "--help"]])
def test_help_that_nobody_reads(framework, words):
    """It is no error, even if stderr is gone as well."""
    assert (0, "", "") == unread(program("pass", framework), *words)
    assert 0 == unread(program("pass", framework), *words, both=True).code


@EVERY
@MODES
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_stands_though_nobody_reads_it(framework, mode, name):
    """`app 2>&1 | true`: the number is all that is left, so it must be right."""
    body, code = FAILURES[name]

    source = program(body, framework)
    assert code == unread(source, "do", "--output", mode, both=True).code


@EVERY
@MODES
@pytest.mark.parametrize("words", USAGES, ids=" ".join)
def test_a_wrong_call_stands_though_nobody_reads_it(framework, mode, words):
    """Nor does who shows it to nobody end with a number of its own: 1, or 120."""
    source = program("pass", framework)

    assert 3 == unread(source, *words, "--output", mode, both=True).code


def test_what_was_changed_before_it_was_cut_off_is_no_success():
    """Who looks at the number looks at what is there."""
    body = f"effect('created', 7)\n{LARGE}"

    assert (1, "", "") == unread(program(body), "do")


@MODES
def test_stderr_alone_that_nobody_reads_is_a_failure(mode):
    """Who reads stdout is told that the handler was cut off."""
    body = "print('x' * 100_000, file=sys.stderr)"
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(
        [sys.executable, "-c", program(body), "do", "--output", mode],
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=False,
        env=environment(),
    )
    os.close(theirs)

    assert 0 != done.returncode
    assert (b"OUTPUT_CLOSED" in done.stdout) is (mode == "json")


@MODES
@pytest.mark.parametrize("size", [0, 1, 8192, 65_537, 200_000])
def test_a_reader_that_goes_at_any_byte(mode, size):
    """However much it has taken."""
    body = {"text": LARGE, "json": "return ['x'] * 100_000"}[mode]
    with start(program(body), mode=mode) as process:
        assert size == len(process.stdout.read(size))
        process.stdout.close()

        assert b"" == process.stderr.read()
    assert 0 == process.returncode


@MODES
@pytest.mark.parametrize("state", ["ignore", "default", "block"])
def test_whatever_the_caller_does_about_sigpipe(mode, state):
    """Python looks away from the signal, so that nothing is left of it."""
    through = ("env", f"--{state}-signal=PIPE")

    ended = unread(program(LARGE), "do", "--output", mode, through=through)
    assert (0, "", "") == ended


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

    assert (12, "BrokenPipeError: [Errno 32] Broken pipe") == (
        done.returncode,
        done.stderr.splitlines()[-1],
    )
