"""Outcome → bytes on the streams and a number: what the caller's side really gets."""

import fcntl
import json
import os
import subprocess
import sys
import threading
import time

import pytest

from exeunt import ExitCode, declare
from running import SOON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="closes descriptors by sh")

# Leaves with the code that is named, after doing what stands before it.
LEAVE = """
import os, sys, time
from exeunt import Done, ErrorDetail, ExitCode, Failed, Redirect, declare
from exeunt.leaving.boundary import deliver, leave

def end(name, speak="agent-spec", data=None, started=None):
    name, _, number = name.partition("=")
    started = time.monotonic_ns() if started is None else started
    if name == "SUCCESS":
        sys.exit(leave(Done(data), started, speak))
    code = declare(name, int(number), sysexits=True) if number else ExitCode[name]
    moved = Redirect("tool b", permanent=True) if name == "REDIRECTED" else None
    error = ErrorDetail("IT_FAILED", "It failed", redirect=moved)
    sys.exit(leave(Failed(code, error), started, speak))

"""
UNWRITTEN = "error: the result could not be written: "
ACTOR = [sys.executable, "-c"]
BIG = 300_000  # more than any pipe holds
# With it, what is printed would not wait in Python's buffer, which is what we test.
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def run(program, redirection="", **options):
    """Run an actor by a shell that may close or redirect its streams."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *ACTOR, LEAVE + program],
        capture_output=True,
        check=False,
        env=ENV,
        text=True,
        **options,
    )


def run_into(descriptor, program):
    """Start an actor whose stdout is a descriptor of ours."""
    return subprocess.Popen(
        [*ACTOR, LEAVE + program],
        stdout=descriptor,
        stderr=subprocess.PIPE,
        env=ENV,
        text=True,
    )


@pytest.mark.clause("E21", "E47", "E50")
@pytest.mark.parametrize("code", ExitCode, ids=lambda code: code.name)
def test_each_code_reaches_the_process_exit(code):
    """The integer is what the caller sees, and the envelope agrees with it."""
    ended = run(f"end({code.name!r})")
    document = json.loads(ended.stdout)

    assert (code.value, "") == (ended.returncode, ended.stderr)
    assert (code is ExitCode.SUCCESS) is document["ok"]
    assert code.name not in ended.stdout


@pytest.mark.clause("E20", "E21", "E47", "E50")
@pytest.mark.parametrize("number", [64, 78, 79, 100, 125])
def test_a_declared_code_reaches_the_process_exit(number):
    """A command's own number is its own, up to the last one."""
    ended = run(f"end('MINE={number}')")

    assert number == ended.returncode == declare("M", number, sysexits=True).value
    assert json.loads(ended.stdout)["ok"] is False


@pytest.mark.clause("R17", "K14")
def test_the_duration_is_counted_from_the_start():
    """In whole milliseconds, rounded down, by a clock that only goes forward."""
    ended = run("end('SUCCESS', started=time.monotonic_ns() - 5_000_999_999)")
    spent = json.loads(ended.stdout)["meta"]["duration_ms"]

    assert isinstance(spent, int)
    assert 5000 <= spent < 5000 + SOON * 1000


@pytest.mark.clause("R1")
@pytest.mark.parametrize(
    "data", ["float('nan')", "{'a': object()}", "[{1: {b'a': 1}}]"]
)
def test_data_that_cannot_be_said_still_ends_in_an_envelope(data):
    """The author's mistake is told in the caller's format, and is no success."""
    ended = run(f"end('SUCCESS', data={data})")
    document = json.loads(ended.stdout)

    assert (ExitCode.GENERAL_ERROR.value, "") == (ended.returncode, ended.stderr)
    assert "UNSERIALISABLE" == document["error"]["code"]
    assert document["error"]["suggestion"]


@pytest.mark.clause("R45", "E61")
def test_an_outcome_that_contradicts_itself_still_ends_in_an_envelope():
    """A redirect without its target is told as the author's mistake."""
    ended = run(
        "error = ErrorDetail('MOVED', 'It moved')\n"
        "failed = Failed(ExitCode.REDIRECTED, error)\n"
        "sys.exit(leave(failed, time.monotonic_ns()))\n"
    )

    assert ExitCode.GENERAL_ERROR.value == ended.returncode
    assert "OUTCOME" == json.loads(ended.stdout)["error"]["code"]


def test_what_was_printed_stands_before_the_envelope():
    """Python's own buffer is emptied first."""
    ended = run("print('before')\nend('SUCCESS')")

    assert "before" == ended.stdout.splitlines()[0]
    assert json.loads(ended.stdout.splitlines()[1])["ok"] is True


@pytest.mark.parametrize("printed", ["", "print('before'); "])
@pytest.mark.parametrize(
    ("redirection", "reason"),
    [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")],
)
@pytest.mark.parametrize(
    ("name", "speak", "expected"),
    [
        ("SUCCESS", "agent-spec", 1),
        ("NOT_FOUND", "agent-spec", 5),
        ("SUCCESS", "agent-spec@1.6", 1),
        ("SUCCESS", "murli", 2),  # murli's 1 would blame the caller's input
    ],
)
def test_a_result_that_cannot_be_written_is_no_success(  # noqa: PLR0913 - the table
    printed, redirection, reason, name, speak, expected
):
    """It is said once on stderr, and a failure keeps its own code."""
    ended = run(f"{printed}end({name!r}, {speak!r})", redirection)

    assert f"{UNWRITTEN}{reason}\n" == ended.stderr
    assert expected == ended.returncode


@pytest.mark.parametrize(
    ("name", "expected"), [("SUCCESS", 1), ("NOT_FOUND", 5), ("MINE=79", 79)]
)
@pytest.mark.parametrize("redirection", [">&- 2>&-", ">/dev/full 2>/dev/full"])
def test_with_nobody_left_to_tell_the_code_still_says_it(name, expected, redirection):
    """Both streams may be gone."""
    ended = run(f"end({name!r})", redirection)

    assert (expected, "", "") == (ended.returncode, ended.stdout, ended.stderr)


def test_a_file_that_got_the_number_of_stdout_is_left_alone(tmp_path):
    """With stdout closed, the next file that is opened is descriptor 1."""
    ended = run(
        "log = os.open('log', os.O_CREAT | os.O_RDWR)\n"
        "assert log == 1\n"
        "try:\n"
        "    end('SUCCESS')\n"
        "finally:\n"
        "    os.write(log, b'still mine')\n",
        ">&-",
        cwd=tmp_path,
    )

    assert "still mine" == (tmp_path / "log").read_text()
    assert ExitCode.GENERAL_ERROR.value == ended.returncode


@pytest.mark.parametrize(
    "how", ["sys.stdout.close()", "os.close(1)", "print('before'); os.close(1)"]
)
def test_a_program_may_have_closed_its_own_stdout(how):
    """It gets the same words as a caller who closed it, and no traceback."""
    ended = run(f"{how}\nend('SUCCESS')")

    assert f"{UNWRITTEN}Bad file descriptor\n" == ended.stderr
    assert ExitCode.GENERAL_ERROR.value == ended.returncode


@pytest.mark.parametrize("printed", ["", "print('before'); "])
@pytest.mark.parametrize(("name", "expected"), [("SUCCESS", 0), ("NOT_FOUND", 5)])
def test_a_reader_that_went_away_ends_the_program_quietly(printed, name, expected):
    """Not a word on stderr, and the command's own code."""
    reader, writer = os.pipe()
    os.close(reader)
    actor = run_into(writer, f"{printed}end({name!r})")
    os.close(writer)
    _, stderr = actor.communicate()

    assert (expected, "") == (actor.returncode, stderr)


def test_a_reader_may_leave_in_the_middle():
    """As `head -c 10` does with a long result."""
    reader, writer = os.pipe()
    actor = run_into(writer, f"end('SUCCESS', data=['x' * {BIG}])")
    os.close(writer)
    os.read(reader, 10)
    os.close(reader)
    _, stderr = actor.communicate()

    assert (0, "") == (actor.returncode, stderr)


@pytest.mark.parametrize("printed", ["", "print('before' * 500); "])
@pytest.mark.parametrize("blocking", [True, False])
def test_a_slow_reader_gets_every_byte(printed, blocking):
    """Also where a parent has made the pipe non-blocking, as Node does."""
    reader, writer = os.pipe()
    os.set_blocking(writer, blocking)
    if not blocking:
        fill(writer)
    actor = run_into(writer, f"{printed}end('SUCCESS', data=['x' * {BIG}])")
    os.close(writer)
    chunks = []
    slowly = threading.Thread(target=drain, args=(reader, chunks))
    slowly.start()
    _, stderr = actor.communicate()
    slowly.join()
    text = b"".join(chunks).lstrip(b".").decode()

    assert (0, "") == (actor.returncode, stderr)
    assert ("before" * 500 if printed else "") == text[: text.index("{")].strip()
    assert ["x" * BIG] == json.loads(text[text.index("{") :])["data"]


def test_waiting_for_a_slow_reader_leaves_the_pipe_as_it_was():
    """The flag belongs to whoever set it."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    actor = run_into(writer, "end('SUCCESS')")
    actor.communicate()

    assert fcntl.fcntl(writer, fcntl.F_GETFL) & os.O_NONBLOCK
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_lost_diagnostic_does_not_lose_the_result(redirection):
    """The streams are written one without the other; what was lost is no success."""
    ended = run("sys.exit(deliver(b'result', b'diagnostic', 0))", redirection)

    assert "result" == ended.stdout
    assert ExitCode.GENERAL_ERROR.value == ended.returncode


def test_a_diagnostic_that_nobody_reads_does_not_lose_the_result():
    """A reader of stderr that went away has seen enough, too."""
    reader, writer = os.pipe()
    os.close(reader)
    program = LEAVE + "sys.exit(deliver(b'result', b'diagnostic', 0))"
    ended = subprocess.run(
        [*ACTOR, program],
        stdout=subprocess.PIPE,
        stderr=writer,
        check=False,
        env=ENV,
    )
    os.close(writer)

    assert (0, b"result") == (ended.returncode, ended.stdout)


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full"])
def test_nothing_to_write_cannot_fail(redirection):
    """A failure that says all of it on stderr needs no stdout."""
    ended = run("sys.exit(deliver(b'', b'diagnostic', 5))", redirection)

    assert (5, "diagnostic") == (ended.returncode, ended.stderr)


def fill(writer):
    """Leave no room in a non-blocking pipe."""
    try:
        while True:
            os.write(writer, b"." * 4096)
    except BlockingIOError:
        pass


def drain(reader, chunks):
    """Read a little at a time, with a pause first, until the writer is gone."""
    time.sleep(0.3)
    while chunk := os.read(reader, 50_000):
        chunks.append(chunk)
        time.sleep(0.01)
    os.close(reader)
