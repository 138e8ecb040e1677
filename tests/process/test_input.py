"""What a command is to read → it reads exactly that, or nothing at all."""

import hashlib
import os
import pty
import socket
import subprocess

import pytest

import exeunt
from exeunt import InputError
from running import (
    EXEUNT,
    PYTHON,
    WATCHDOG,
    environment,
    finish,
    host,
    record,
    run,
    wait_for,
)

MUCH = 10_000_000
UNREAD = "stdin holds data that the command does not get; --stdin - passes it on"


@pytest.fixture
def big(tmp_path):
    """Ten megabytes that do not repeat in step with any buffer, and their file."""
    data = (bytes(range(251)) * (MUCH // 251 + 1))[:MUCH]
    path = tmp_path / "big"
    path.write_bytes(data)
    return data, path


def sha256sum(data):
    """What sha256sum prints about its stdin."""
    return f"{hashlib.sha256(data).hexdigest()}  -\n"


def started(tmp_path, *words, stdin):
    """Start `exeunt run` with a stdin of its own."""
    return subprocess.Popen(
        [EXEUNT, "run", *words],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )


# --- named ----------------------------------------------------------------------------


def test_a_file_is_read_byte_for_byte(big, tmp_path):
    """Ten megabytes through cat are the same ten megabytes."""
    data, path = big

    assert (0, data, b"") == run(tmp_path, "--stdin", path, "cat")
    found = record(tmp_path, "--stdin", path, "sha256sum")
    assert (sha256sum(data), 0) == (found["stdout"], found["input_unsent_bytes"])


def test_a_pipe_is_read_when_it_is_named(big, tmp_path):
    """`--stdin -` is our own stdin, a pipe of any length included."""
    data, _ = big

    assert (0, data, b"") == run(tmp_path, "--stdin", "-", "cat", stdin=data)


@pytest.mark.parametrize(
    ("words", "code", "unsent"),
    [
        (["true"], 0, MUCH),
        (["/bin/sh", "-c", "exit 4"], 4, MUCH),
        (["dd", "bs=1000", "count=2", "of=/dev/null", "status=none"], 0, MUCH - 2000),
        (["cat"], 0, 0),
    ],
    ids=["ends well", "ends badly", "a part", "all"],
)
def test_what_was_not_read_is_counted(words, code, unsent, big, tmp_path):
    """Who does not read blocks nobody, and keeps its own number."""
    data, path = big
    found = record(tmp_path, "--stdin", path, "--max-output", "0", *words)
    done = exeunt.run(words, input=data, log=False, max_output=0)

    assert (code, unsent) == (found["exit_code"], found["input_unsent_bytes"])
    assert (code, unsent) == (done.exit_code, done.input_unsent_bytes)


def test_a_command_that_never_reads_meets_its_deadline(big):
    """Unread input holds up no limit."""
    data, _ = big
    done = exeunt.run(["sleep", "60"], input=data, timeout=0.2, log=False)

    assert ("timed_out", len(data)) == (done.status, done.input_unsent_bytes)


@pytest.mark.parametrize("form", [["--json"], []], ids=["record", "pass"])
@pytest.mark.clause("S3")
def test_a_file_that_is_not_there_starts_nothing(form, tmp_path):
    """125, and the file's name."""
    made = tmp_path / "made"
    done = run(tmp_path, *form, "--stdin", "/no/such/file", "touch", made)
    said = done.record["detail"] if form else done.stderr.decode().strip()

    assert 125 == done.code
    assert said.endswith("/no/such/file cannot be opened: No such file or directory")
    assert not made.exists()
    if form:
        assert ("touch", [str(made)]) == (done.record["command"], done.record["args"])


@pytest.mark.clause("S3")
def test_a_closed_stdin_cannot_be_named(tmp_path):
    """`--stdin -` without a stdin is a wrong call."""
    words = ["sh", "-c", 'exec "$@" <&-', "sh", EXEUNT, "run", "--stdin", "-", "cat"]
    done = subprocess.run(
        words, capture_output=True, env=environment(tmp_path), check=False
    )

    assert (125, b"") == (done.returncode, done.stdout)
    assert b"stdin is closed" in done.stderr


# --- not named ------------------------------------------------------------------------


def test_nothing_to_read_is_the_end_at_once(tmp_path):
    """Who asks for input that nobody gave gets none, and does not wait."""
    assert (0, b"", b"") == run(tmp_path, "cat")
    assert 1 == run(tmp_path, "/bin/sh", "-c", "read x").code
    assert ("", 0) == (
        (done := exeunt.run(["cat"], log=False)).stdout,
        done.exit_code,
    )


def test_a_regular_file_is_passed_on(tmp_path):
    """`exeunt run cat < file` is `cat < file`, from where it stands."""
    (tmp_path / "file").write_text("one\ntwo\n")
    with (tmp_path / "file").open("rb") as file:
        file.seek(4)

        assert (0, b"two\n", b"") == run(tmp_path, "cat", stdin=file)
    with (tmp_path / "file").open("rb") as file:
        assert 8 == record(tmp_path, "true", stdin=file)["input_unsent_bytes"]


def test_a_person_at_a_terminal_is_passed_on(tmp_path):
    """What is typed at a terminal reaches the command."""
    master, end = pty.openpty()
    ready = tmp_path / "ready"
    process = started(
        tmp_path, "/bin/sh", "-c", f": > {ready}; read x; echo got $x", stdin=end
    )
    os.close(end)
    wait_for(ready)
    os.write(master, b"this\n")
    done = finish(process)
    os.close(master)

    assert (0, b"got this\n", b"") == done


@pytest.mark.parametrize("end", [True, False], ids=["ended", "half open"])
def test_a_pipe_without_data_is_nothing(end, tmp_path):
    """An agent's half-open pipe does not hang a command, and is not spoken of."""
    ours, theirs = os.pipe()
    if end:
        os.close(theirs)
    process = started(tmp_path, "--json", "cat", stdin=ours)
    done = finish(process)
    os.close(ours)
    if not end:
        os.close(theirs)

    assert (0, "", []) == (done.code, done.record["stdout"], done.record["warnings"])


def test_a_socket_whose_end_is_closed_is_nothing(tmp_path):
    """Node gives its children sockets: an end to read is no data to warn of."""
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours:
        done = finish(started(tmp_path, "cat", stdin=ours))

    assert (0, b"", b"") == done


def test_data_that_the_command_does_not_get_is_warned_of(tmp_path):
    """A pipe that nobody named is not passed on, and its data is not lost silently."""
    assert (0, b"", f"exeunt: {UNREAD}\n".encode()) == run(
        tmp_path, "cat", stdin=b"data\n"
    )
    assert (0, b"", b"") == run(tmp_path, "--quiet", "cat", stdin=b"data\n")
    found = record(tmp_path, "cat", stdin=b"data\n")
    assert ("", [UNREAD]) == (found["stdout"], found["warnings"])
    envelope = run(tmp_path, "--envelope", "cat", stdin=b"data\n").record
    assert [UNREAD] == envelope["warnings"]


def test_the_data_is_still_there_for_whoever_comes_next(tmp_path):
    """What is not passed on is not taken either."""
    line = f"{EXEUNT} run --quiet true; cat"
    done = subprocess.run(
        ["sh", "-c", line],
        input=b"data\n",
        capture_output=True,
        env=environment(tmp_path),
        check=False,
        timeout=WATCHDOG,
    )

    assert b"data\n" == done.stdout


def test_all_kinds_of_nothing_are_the_same(tmp_path):
    """Closed, /dev/null, an empty pipe: no difference to the command."""
    probe = [PYTHON, "-I", "-c", "import os; print(os.readlink('/proc/self/fd/0'))"]
    words = [EXEUNT, "run", *probe]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *words],
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    found = [
        closed.stdout,
        run(tmp_path, *probe).stdout,
        run(tmp_path, *probe, stdin=b"").stdout,
    ]

    assert [b"/dev/null\n"] * 3 == found


# --- from a program -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "read"),
    [("é\n", "é\n"), (b"a\0b", "a\0b"), ("", ""), (bytearray(b"x"), "x")],
)
def test_a_program_gives_bytes_or_a_text(given, read):
    """exeunt.run(input=...): text is UTF-8, bytes are themselves."""
    done = exeunt.run(["cat"], input=given, raw=True, log=False)

    assert (read, 0) == (done.stdout, done.input_unsent_bytes)


def test_a_program_gives_a_file_or_a_descriptor(tmp_path):
    """exeunt.run(stdin=...): a path, or a descriptor that stays the caller's."""
    path = tmp_path / "file"
    path.write_text("one\n")
    with path.open("rb") as file:
        done = exeunt.run(["cat"], stdin=file.fileno(), log=False)
        assert (
            "one\n" == done.stdout == exeunt.run(["cat"], stdin=path, log=False).stdout
        )
        assert 4 == file.seek(0, os.SEEK_CUR)  # one place in the file, shared


def test_a_program_is_told_of_a_file_that_is_not_there(tmp_path):
    """As of a directory that is not there: a run that could not be prepared."""
    done = exeunt.run(["cat"], stdin=tmp_path / "none", log=False)

    assert ("internal_error", 125) == (done.status, done.exit_code)
    assert f"{tmp_path}/none cannot be opened: No such file or directory" == done.detail


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"input": 5}, "input is bytes or a text, not 5"),
        ({"input": "\ud800"}, "half a character"),
        ({"input": b"", "stdin": 0}, "both given"),
        ({"stdin": True}, "stdin is a file or a descriptor"),
        ({"stdin": 1.5}, "stdin is a text, not 1.5"),
        ({"stdin": "a\0b"}, "NUL"),
    ],
)
def test_what_cannot_be_read_is_refused(options, message):
    """Before anything starts, with what to do instead."""
    with pytest.raises(InputError, match=message) as caught:
        exeunt.request(["cat"], **options)

    assert caught.value.fix


def test_input_does_not_outlive_its_run(tmp_path):
    """No descriptor is left of a run's stdin, however the run ends."""
    source = """
        import os, exeunt
        exeunt.run(["true"], input=b"x", log=False)
        before = os.listdir("/proc/self/fd")
        exeunt.run(["cat"], input=b"x" * 100_000, log=False)
        exeunt.run(["/no/such"], input=b"x", log=False)
        with exeunt.start(exeunt.request(["cat"], input=b"x", log=False)):
            pass
        with exeunt.start(exeunt.request(["cat"], stdin="/no/such", log=False)):
            pass
        print(len(before) - len(os.listdir("/proc/self/fd")))
    """

    assert "0\n" == host(source, tmp_path=tmp_path)
