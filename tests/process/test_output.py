"""What a command writes → our own streams, byte for byte; or a text, and a log."""

import fcntl
import hashlib
import json
import os
import pty
import resource
import socket
import stat
import subprocess
import time
from pathlib import Path

import pytest

import exeunt
from exeunt.process._log import KEPT_SECONDS, OFTEN
from running import (
    EXEUNT,
    PYTHON,
    WATCHDOG,
    Mark,
    environment,
    finish,
    record,
    run,
    sh,
    start,
    wait_for,
)

KIB, MIB = 1 << 10, 1 << 20
F_SETPIPE_SZ = 1031  # fcntl's number for it
# Each is written as it stands, to both streams.
BYTES = {
    "nothing": b"",
    "a line": b"one\n",
    "no final newline": b"one\ntwo",
    "NUL": b"a\0b\n",
    "no UTF-8": b"\xff\xfe\x80caf\xc3\n",
    "every byte": bytes(range(256)) * 3,
    "carriage returns": b"10%\r50%\r100%\r\n",
    "escapes": b"\x1b]52;c;aGk=\x07\x1b[31mred\x1b[0m\x9b",
}
WRITE = (
    "import os, sys; data = open(sys.argv[1], 'rb').read();"
    " os.write(1, data); os.write(2, data[::-1])"
)


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def python(source, *args):
    """The words that have Python do something."""
    return [PYTHON, "-I", "-S", "-c", source, *map(str, args)]


# A process begins with the memory of the one that starts it, so a small one does.
MEASURE = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
open(sys.argv[1], "w").write(str(usage.ru_maxrss))
sys.exit(code)
"""


def measured(tmp_path, *words):
    """Start `exeunt run`; its memory will be in a file, in kilobytes."""
    return subprocess.Popen(
        [PYTHON, "-I", "-c", MEASURE, tmp_path / "memory", EXEUNT, "run", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )


def sha256(data):
    """The digest of bytes, as a record gives it."""
    return hashlib.sha256(data).hexdigest()


# --- passed through -------------------------------------------------------------------


@pytest.mark.parametrize("data", BYTES.values(), ids=BYTES)
def test_both_streams_pass_through_byte_for_byte(data, tmp_path):
    """Nothing is added, lost or changed, on stdout and on stderr."""
    (tmp_path / "data").write_bytes(data)

    assert (0, data, data[::-1]) == run(tmp_path, *python(WRITE, tmp_path / "data"))


def test_a_hundred_megabytes_pass_through(tmp_path):
    """Without a record, every byte arrives, and few are held in memory."""
    source = (
        "import os\n"
        "for number in range(100): os.write(1, bytes([number % 251]) * 1048576)\n"
    )
    process = measured(tmp_path, *python(source))
    digest, size = hashlib.sha256(), 0
    while data := process.stdout.read1(MIB):
        digest.update(data)
        size += len(data)
    code = finish(process).code

    expected = hashlib.sha256()
    for number in range(100):
        expected.update(bytes([number % 251]) * MIB)
    assert (0, 100 * MIB, expected.digest()) == (code, size, digest.digest())
    assert int((tmp_path / "memory").read_text()) < 60 * KIB


def test_a_flood_on_one_stream_does_not_stop_the_other(tmp_path):
    """Stdout silent, stderr full, and the other way round, and both at once."""
    flood = python("import os; [os.write(2, b'x' * 65536) for _ in range(64)]")
    assert (0, b"", b"x" * 4 * MIB) == run(tmp_path, *flood)
    assert (0, b"x" * 4 * MIB, b"") == run(
        tmp_path, *sh('exec "$@" 2>&1'), "sh", *flood
    )
    both = sh("yes | head -c 3000000 & yes n | head -c 3000000 >&2; wait")
    done = run(tmp_path, *both)
    assert (3_000_000, 3_000_000) == (len(done.stdout), len(done.stderr))


def test_a_reader_that_has_seen_enough_ends_the_command(tmp_path):
    """As without us the command is told by SIGPIPE, and nobody complains."""
    process = start(tmp_path, "yes")
    assert b"y\n" == process.stdout.read(2)
    process.stdout.close()
    process.stdout = None
    done = finish(process)

    assert (141, b"") == (done.code, done.stderr)


def test_a_reader_that_left_early_does_not_hide_the_code(tmp_path):
    """A command that ignores SIGPIPE goes on, and its own number counts."""
    process = start(tmp_path, *sh("trap '' PIPE; until echo x; do :; done; exit 7"))
    process.stdout.close()
    process.stdout = None

    assert 7 == finish(process).code


@pytest.mark.clause("S3")
@pytest.mark.parametrize("form", [[], ["--json"], ["--envelope"]], ids=str)
def test_a_full_disk_behind_our_stdout_is_told(form, tmp_path):
    """What could not be written is no success."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [EXEUNT, "run", *form, "echo", "hi"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            check=False,
        )
    what = "record" if form else "output"
    expected = f"exeunt: the {what} could not be written: No space left on device\n"

    assert (125, expected) == (done.returncode, done.stderr.decode())


@pytest.mark.clause("S3")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=str)
def test_a_closed_stdout_is_told(form, tmp_path):
    """No pipe of ours is taken for a stream that is closed."""
    line = 'exec "$@" >&-'
    words = ["sh", "-c", line, "sh", EXEUNT, "run", *form, "echo", "hi"]
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    what = "record" if form else "output"

    assert (125, b"") == (done.returncode, done.stdout)
    assert f"exeunt: the {what} could not be written: " in done.stderr.decode()


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_not_change_the_number(closed, tmp_path):
    """Whatever is closed, the command runs to its end."""
    words = [EXEUNT, "run", *sh("cat; echo err >&2; exit 7")]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *words],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(tmp_path),
        check=False,
    )
    err = b"" if "2>" in closed else b"err\n"

    assert (7, b"", err) == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("form", [[], ["--json", "--no-log"]], ids=str)
def test_a_stdout_that_does_not_block_loses_nothing(form, tmp_path):
    """A parent's O_NONBLOCK is neither a lost byte nor a lost record."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    fcntl.fcntl(theirs, F_SETPIPE_SZ, 4096)
    words = ["--max-output", "900000", *python("print('x' * 300_000)")]
    process = subprocess.Popen(
        [EXEUNT, "run", *form, *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        env=environment(tmp_path),
    )
    os.close(theirs)
    with open(ours, "rb") as file:  # noqa: PTH123 - a descriptor
        found = file.read()
    found = json.loads(found)["stdout"].encode() if form else found

    assert 0 == process.wait(WATCHDOG)
    assert b"x" * 300_000 + b"\n" == found


def test_a_socket_for_a_stdout_does_not_block_us(tmp_path):
    """Node gives its children sockets: a reader that sleeps holds up no deadline."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            [EXEUNT, "run", "--timeout", "0.3", "yes"],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
        )
        _, stderr = process.communicate(timeout=WATCHDOG)

    assert 124 == process.returncode
    assert (
        b"exeunt: the output could not be written: nobody read it in time\n" == stderr
    )


def test_a_reader_that_sleeps_holds_up_no_deadline(tmp_path, mark):
    """The tree is ended in time; what nobody reads is let go, and that is said."""
    process = start(tmp_path, "--timeout", "0.3", "yes", mark=mark)
    process.wait(WATCHDOG)
    stderr = process.stderr.read()
    process.communicate()

    assert 124 == process.returncode
    assert (
        b"exeunt: the output could not be written: nobody read it in time\n" == stderr
    )
    assert [] == mark.gone()


def test_a_reader_that_comes_late_gets_everything(tmp_path):
    """Without a deadline a sleeping reader is waited for, the command's end or not."""
    ready = tmp_path / "ready"
    process = start(tmp_path, *sh(f"yes | head -c 300000; : > {ready}"))
    wait_for(ready)

    assert (0, b"y\n" * 150_000, b"") == finish(process)


def test_one_terminal_for_both_streams(tmp_path):
    """stdout and stderr on the same terminal both arrive, and it is left as it was."""
    master, end = pty.openpty()
    before = fcntl.fcntl(end, fcntl.F_GETFL)
    process = subprocess.Popen(
        [EXEUNT, "run", "--merge", *sh("echo out; echo err >&2; echo again")],
        stdin=subprocess.DEVNULL,
        stdout=end,
        stderr=end,
        env=environment(tmp_path),
    )
    code = process.wait(WATCHDOG)
    after = fcntl.fcntl(end, fcntl.F_GETFL)
    os.close(end)
    found = os.read(master, 4096)
    os.close(master)

    assert (0, before) == (code, after)
    assert b"out\r\nerr\r\nagain\r\n" == found


def test_merged_streams_keep_their_order(tmp_path):
    """--merge is one stream, in the order of the writes."""
    words = sh("for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done")
    expected = "".join(f"o{i}\ne{i}\n" for i in range(1, 6))

    assert (0, expected.encode(), b"") == run(tmp_path, "--merge", *words)
    found = record(tmp_path, "--merge", *words)
    assert (expected, "", "merged") == (
        found["stdout"],
        found["stderr"],
        found["streams"],
    )


# --- in a record ----------------------------------------------------------------------


def test_streams_stay_apart(tmp_path):
    """Stdout and stderr are two texts, and the record says so."""
    found = record(tmp_path, *sh("echo out; echo err >&2"))

    assert ("out\n", "err\n", "split") == (
        found["stdout"],
        found["stderr"],
        found["streams"],
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"a\r\nb\n", "a\nb\n"),
        (r"start\rone\rtwo\n", "twort\n"),
        (r"10%%\r50%%\r100%%\n", "100%\n"),
        (r"\033[31mred\033[0m\n", "red\n"),
        (r"\033]52;c;aGk=\007text\n", "text\n"),
        (r"\033]8;;http://x\033\\link\033]8;;\033\\\n", "link\n"),
    ],
)
def test_a_record_shows_what_a_reader_would_have_seen(written, read, tmp_path):
    """The text is clean, and the log has every byte."""
    found = record(tmp_path, "/usr/bin/printf", written)
    exact = subprocess.run(
        ["/usr/bin/printf", written], capture_output=True, check=True
    )

    assert read == found["stdout"]
    assert exact.stdout == Path(found["log"]).read_bytes()
    assert found["folded"] > 0 or "100%" not in read


def test_raw_leaves_sequences_in(tmp_path):
    """--raw: only the size and UTF-8 are seen to."""
    found = record(tmp_path, "--raw", "/usr/bin/printf", r"\033[1mx\033[0m\ra\n")

    assert "\x1b[1mx\x1b[0m\ra\n" == found["stdout"]


def test_a_character_that_comes_in_two_writes_is_one(tmp_path):
    """A chunk boundary is none for the reader; a stray byte is counted."""
    ready = tmp_path / "ready"
    source = (
        "import os, sys; os.write(1, b'caf\\xc3'); open(sys.argv[1], 'w').close();"
        " sys.stdin.read(1); os.write(1, b'\\xa9 \\xff\\n')"
    )
    process = subprocess.Popen(
        [EXEUNT, "run", "--json", "--stdin", "-", *python(source, ready)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    wait_for(ready)
    found = finish(process).record

    assert ("café \ufffd\n", 1) == (found["stdout"], found["invalid_bytes"])
    assert b"caf\xc3\xa9 \xff\n" == Path(found["log"]).read_bytes()


def test_all_is_there_when_a_command_ends_at_once(tmp_path):
    """What was written before the end is read after it, nothing lost."""
    found = record(tmp_path, *python("print('z' * 999_999 + 'END')"))

    assert found["stdout"].endswith("zEND\n")
    assert 1_000_003 == found["total_bytes"]
    shown = found["stdout"].count("z") + found["omitted_bytes"]
    assert 999_999 == shown


def test_short_commands_lose_nothing():
    """Two hundred times, a command that only writes stderr and ends."""
    requests = [
        exeunt.request(["/bin/sh", "-c", 'echo "$0" >&2', str(number)], log=False)
        for number in range(200)
    ]
    found = {done.args[-1]: done.stderr for done in exeunt.run_all(requests, at_once=8)}

    assert {str(n): f"{n}\n" for n in range(200)} == found


def test_a_hundred_megabytes_stay_out_of_memory_and_record(tmp_path):
    """Head and tail, exact counts, the whole log; memory stays small."""
    source = (
        "import os\n"
        "for n in range(102_400): os.write(1, b'%07d' % n + b'x' * 1016 + b'\\n')\n"
    )
    done = finish(measured(tmp_path, "--json", *python(source)))
    found = done.record

    assert 0 == done.code
    assert int((tmp_path / "memory").read_text()) < 60 * KIB
    assert len(done.stdout) < 80_000
    assert 1024 * 102_400 == found["total_bytes"] == Path(found["log"]).stat().st_size
    lines = found["stdout"].splitlines()
    (gap,) = [i for i, line in enumerate(lines) if "left out" in line]
    shown = lines[:gap] + lines[gap + 1 :]
    assert ("0000000", "0102399") == (shown[0][:7], shown[-1][:7])
    assert 102_400 - len(shown) == found["omitted_lines"]
    assert 1024 * (102_400 - len(shown)) == found["omitted_bytes"]
    digest = hashlib.sha256()
    with Path(found["log"]).open("rb") as log:
        while data := log.read(MIB):
            digest.update(data)
    assert digest.hexdigest() == found["sha256"]


def test_both_ends_of_a_long_output_are_shown(tmp_path):
    """An error in the first line and one in the last are both visible."""
    found = record(tmp_path, *sh("echo FIRST; seq 50000; echo LAST"))

    assert found["stdout"].startswith("FIRST\n1\n")
    assert found["stdout"].endswith("50000\nLAST\n")
    assert len(found["stdout"].encode()) <= 65_536 + 200


def test_one_endless_line_is_cut(tmp_path):
    """Five megabytes without a newline are valid text with a mark in it."""
    found = record(tmp_path, *python("print('é' * 2_500_000, end='')"))

    assert "left out" in found["stdout"]
    assert 5_000_000 == found["stdout"].count("é") * 2 + found["omitted_bytes"]


def test_binary_is_named_and_not_shown(tmp_path):
    """A hundred kilobytes of noise are one line."""
    found = record(tmp_path, "head", "-c", "100000", "/dev/urandom")

    assert (True, 100_000) == (found["binary"], found["total_bytes"])
    assert len(found["stdout"]) < 100
    assert 100_000 == Path(found["log"]).stat().st_size


@pytest.mark.parametrize("most", ["0", "10", "99999999999999999"])
def test_the_size_of_the_text_is_the_callers_choice(most, tmp_path):
    """--max-output 0 shows nothing, a huge one everything; the counts are exact."""
    found = record(tmp_path, "--max-output", most, "seq", "1000")
    whole = "".join(f"{n}\n" for n in range(1, 1001))

    if int(most) > len(whole):
        assert (whole, 0) == (found["stdout"], found["omitted_bytes"])
    else:
        assert found["omitted_bytes"] >= len(whole) - int(most)
        assert "left out" in found["stdout"]
    assert len(whole) == found["total_bytes"]


# --- who holds the pipe ---------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["sleep 60 & echo hi", "setsid sleep 60 & sleep .2; echo hi"],
    ids=["by a job", "by another session"],
)
def test_a_held_pipe_is_not_waited_for(line, tmp_path, mark):
    """The end is the leader's end; what runs on is counted and left."""
    found = record(tmp_path, *sh(line), mark=mark)

    assert ("hi\n", 0, "exited", 1) == (
        found["stdout"],
        found["exit_code"],
        found["status"],
        found["cleanup"]["left"],
    )
    assert found["cleanup"]["pids"] == mark.survivors()


def test_what_comes_after_the_end_is_not_waited_for(tmp_path, mark):
    """Output that a left process writes later is in no record, every time."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    line = f"(read x < {gate}; echo LATE) & echo hi"
    found = [record(tmp_path, *sh(line), mark=mark)["stdout"] for _ in range(3)]

    assert ["hi\n"] * 3 == found


# --- logs -----------------------------------------------------------------------------


def test_a_log_has_the_exact_bytes_for_us_alone(tmp_path):
    """Two files that only we can read, in a directory that only we can enter."""
    data = bytes(range(256)) * 300
    (tmp_path / "data").write_bytes(data)
    found = record(tmp_path, *python(WRITE, tmp_path / "data"))
    logs = [Path(found["log"]), Path(found["stderr_log"])]

    assert [data, data[::-1]] == [log.read_bytes() for log in logs]
    assert [sha256(data), sha256(data[::-1])] == [
        found["sha256"],
        found["stderr_sha256"],
    ]
    assert {tmp_path / "state" / "exeunt" / "logs"} == {log.parent for log in logs}
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (*logs, logs[0].parent)]
    assert [0o600, 0o600, 0o700] == modes
    assert found["log_error"] is None


def logs(place):
    """The files that runs have left, but for their lines in the journal."""
    return [p for p in place.rglob("*") if p.is_file() and p.name != "journal"]


def test_a_stream_that_says_nothing_has_no_log(tmp_path):
    """There is no file for nothing, but a digest."""
    found = record(tmp_path, "true")

    assert (None, None, sha256(b"")) == (
        found["log"],
        found["stderr_log"],
        found["sha256"],
    )
    assert [] == logs(tmp_path)


@pytest.mark.parametrize("form", [["--json"], []], ids=["record", "pass"])
def test_a_log_goes_where_the_caller_says(form, tmp_path):
    """--log FILE has stdout, FILE.err stderr, with a record and without."""
    done = run(
        tmp_path, *form, "--log", tmp_path / "log", *sh("echo out; echo err >&2")
    )

    assert 0 == done.code
    assert b"out\n" == (tmp_path / "log").read_bytes()
    assert b"err\n" == (tmp_path / "log.err").read_bytes()
    if form:
        assert str(tmp_path / "log") == done.record["log"]


def test_no_log_keeps_none(tmp_path):
    """--no-log writes none, and the digest is still there."""
    found = record(tmp_path, "--no-log", "echo", "hi")

    assert (None, None, sha256(b"hi\n")) == (
        found["log"],
        found["log_error"],
        found["sha256"],
    )
    assert [] == logs(tmp_path)


def test_passing_through_keeps_no_log_that_nobody_asked_for(tmp_path):
    """Without a record nobody would learn of the file."""
    run(tmp_path, "echo", "hi")

    assert [] == logs(tmp_path)


def test_a_log_has_a_cap_and_the_record_says_so(tmp_path):
    """What is beyond max_log is in the digest and the counts, not in the file."""
    done = exeunt.run(
        ["seq", "100000"], log=tmp_path / "log", max_log=1000, max_output=0
    )
    whole = "".join(f"{n}\n" for n in range(1, 100_001)).encode()

    assert whole[:1000] == (tmp_path / "log").read_bytes()
    assert ("capped", sha256(whole)) == (done.log_error, done.sha256)


def limit_files():
    """No file of this process and its children may be longer than a megabyte."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, MIB))


@pytest.mark.parametrize("form", [["--json"], []], ids=["record", "pass"])
def test_a_full_disk_costs_the_log_and_not_the_run(form, tmp_path):
    """The command is not harmed, the digest is right, and the error is named."""
    words = [*form, "--log", tmp_path / "log", "head", "-c", "3000000", "/dev/zero"]
    done = finish(start(tmp_path, *words, preexec_fn=limit_files))

    assert 0 == done.code
    assert MIB == (tmp_path / "log").stat().st_size
    if form:
        assert ("EFBIG", sha256(bytes(3_000_000)), 3_000_000) == (
            done.record["log_error"],
            done.record["sha256"],
            done.record["total_bytes"],
        )
    else:
        assert bytes(3_000_000) == done.stdout
        assert b"exeunt: the log is not complete: EFBIG\n" == done.stderr


@pytest.mark.parametrize(
    "env",
    [
        {"XDG_STATE_HOME": "/dev/null/state"},
        {"XDG_STATE_HOME": None, "HOME": None, "TMPDIR": "/proc"},
        {"XDG_STATE_HOME": None, "HOME": "/proc/self", "TMPDIR": "/proc"},
    ],
    ids=["no directory", "no home", "a home that takes nothing"],
)
def test_a_place_that_cannot_be_used_costs_the_log_alone(env, tmp_path):
    """The run goes on, and the record says why there is no log."""
    found = record(tmp_path, "echo", "hi", **env)

    assert ("hi\n", 0, None) == (found["stdout"], found["exit_code"], found["log"])
    assert found["log_error"]
    assert sha256(b"hi\n") == found["sha256"]


def test_without_a_home_logs_go_to_a_directory_of_our_own(tmp_path):
    """Where HOME is not set, a directory below TMPDIR that is ours takes them."""
    env = {"XDG_STATE_HOME": None, "HOME": None, "TMPDIR": str(tmp_path)}
    found = record(tmp_path, "echo", "hi", **env)

    assert str(tmp_path / f"exeunt-{os.geteuid()}" / "logs") == str(
        Path(found["log"]).parent
    )


def test_old_logs_are_removed_once_an_hour(tmp_path):
    """A run removes what is too old; the next one does not even look."""
    state = tmp_path / "state" / "exeunt"
    stamp = state / "pruned"
    old = state / "logs" / "old.out"

    def left_after(age_of_stamp):
        """Whether an old log survives a run, when the stamp has this age."""
        old.write_text("old")
        then = time.time() - KEPT_SECONDS - 60
        os.utime(old, (then, then))
        if age_of_stamp is None:
            stamp.unlink(missing_ok=True)
        else:
            then = time.time() - age_of_stamp
            os.utime(stamp, (then, then))
        record(tmp_path, "echo", "hi")
        return old.exists()

    young = Path(record(tmp_path, "echo", "hi")["log"])
    assert [False, True, False] == [
        left_after(None),
        left_after(OFTEN / 2),
        left_after(2 * OFTEN),
    ]
    assert young.exists()
