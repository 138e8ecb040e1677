"""A run that exeunt ended → one line on stderr, also where nobody watches."""

import os
import re
import signal
import subprocess

import pytest

from command_line import at_terminal
from running import EXEUNT, environment, run

SLEEPS = ["sh", "-c", "sleep 600 & sleep 600"]
LINE = re.compile(
    r"exeunt: sh ended by us after \d+\.\d s, with \d+ process(?:es)?: (.*)\n"
)
LIMITS = [("--timeout", "its time was up"), ("--idle", "it was silent too long")]


@pytest.mark.parametrize(("limit", "why"), LIMITS)
def test_a_log_shows_that_a_limit_ended_a_command(limit, why, tmp_path):
    """Where stderr is no terminal: why, after how long, and how many with it."""
    done = run(tmp_path, limit, "0.3", *SLEEPS)

    assert (124, b"") == (done.code, done.stdout)
    assert [why] == LINE.findall(done.stderr.decode())
    assert 1 == done.stderr.count(b"\n")


@pytest.mark.parametrize("limit", [limit for limit, _ in LIMITS])
def test_nobody_is_told_who_does_not_want_it(limit, tmp_path):
    """--quiet, and a record, which says it in its fields."""
    quiet = run(tmp_path, "--quiet", limit, "0.1", *SLEEPS)
    record = run(tmp_path, "--json", limit, "0.1", *SLEEPS)

    assert (124, b"") == (quiet.code, quiet.stderr)
    assert (124, b"") == (record.code, record.stderr)


def test_the_last_attempt_tells_it_too(tmp_path):
    """--retry leaves in the same words, once."""
    done = run(tmp_path, "--retry", "--timeout", "0.3", *SLEEPS)

    assert (124, ["its time was up"]) == (
        done.code,
        LINE.findall(done.stderr.decode()),
    )


def test_a_terminal_of_the_command_changes_nothing(tmp_path):
    """With --pty, too, stderr of exeunt is where a log looks."""
    done = run(tmp_path, "--pty", "--timeout", "0.3", *SLEEPS)

    assert 124 == done.code
    assert ["its time was up"] == LINE.findall(done.stderr.decode())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
@pytest.mark.parametrize(
    "option", [[], ["--retry", "--attempt-output", "all"]], ids=str
)
def test_a_log_shows_what_cancelled_a_run(number, option, tmp_path):
    """Whoever reads it tomorrow has not sent the signal."""
    words = ["sh", "-c", "sleep 600 & echo ready; sleep 600"]
    with subprocess.Popen(
        [EXEUNT, "run", *option, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.kill(process.pid, number)
        _, err = process.communicate()

    assert -number == process.returncode
    assert [f"cancelled by {number.name}"] == LINE.findall(err.decode())
    assert re.search(rb", with [23] processes:", err)  # the second sleep may be late


def test_what_ended_by_itself_is_told_only_when_asked(tmp_path):
    """A failure of the command's own is its caller's business; --explain says more."""
    silent = run(tmp_path, "grep", "x", "/dev/null")
    told = run(tmp_path, "--explain", "grep", "x", "/dev/null")
    retried = run(
        tmp_path, "--explain", "--retry", "--attempts", "1", "sh", "-c", "exit 9"
    )

    assert (1, b"") == (silent.code, silent.stderr)
    assert told.stderr.startswith(b"exeunt: grep 1: no line matched")
    assert retried.stderr.startswith(b"exeunt: sh 9: ")
    assert b"\x1b" not in told.stderr
    assert (0, b"") == (run(tmp_path, "--explain", "true").code, b"")


def test_two_wishes_that_exclude_each_other_are_refused(tmp_path):
    """--explain and --quiet."""
    done = run(tmp_path, "--explain", "--quiet", "true")

    assert 125 == done.code
    assert b"--explain and --quiet exclude each other" in done.stderr


def test_a_person_is_told_how_long_and_how_many():
    """At a terminal, before what to do next."""
    done = at_terminal("run", "--timeout", "0.3", *SLEEPS, NO_COLOR="1")
    said, _, advice = done.stderr.partition(" · ")

    assert ["its time was up"] == LINE.findall(f"{said}\n")
    assert advice


def test_a_variable_that_no_program_can_have_is_refused(tmp_path):
    """`env =x` makes one without a name: 125, and which way on."""
    line = ["env", "=x", EXEUNT, "run", "/bin/true"]
    done = subprocess.run(
        line, env=environment(tmp_path), capture_output=True, check=False
    )

    assert (125, b"") == (done.returncode, done.stdout)
    assert b"a variable without a name" in done.stderr
    assert b"--clear-env" in done.stderr
    line.insert(4, "--clear-env")
    assert 0 == subprocess.run(line, env=environment(tmp_path), check=False).returncode
