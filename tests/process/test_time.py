"""Limits → when a run ends, by what, and what it is called."""

import contextlib
import math
import os
import signal
import subprocess
import time
import uuid
from pathlib import Path

import pytest

import exeunt
from exeunt.tree import descendants, is_stopped
from running import (
    PYTHON,
    SOON,
    WATCHDOG,
    WAYS,
    Mark,
    Ran,
    at_limit,
    ended,
    environment,
    finish,
    is_running,
    kid,
    must,
    record,
    run,
    sh,
    start,
    survivors,
    until,
    wait_for,
)

NOT_DEADLY = {17, 18, 19, 20, 21, 22, 23, 28}  # CHLD CONT STOP TSTP TTIN TTOU URG WINCH


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def picked(document, *names):
    """Some values of a document."""
    return tuple(document[name] for name in names)


# --- without a limit: the command's own number ----------------------------------------


@pytest.mark.clause("S1")
def test_all_codes():
    """Each of the 256 is the child's own, whatever it means in other mouths."""
    requests = [
        exeunt.request(["/bin/sh", "-c", 'exit "$0"', str(code)], log=False)
        for code in range(256)
    ]
    found = {
        int(done.args[-1]): (done.exit_code, done.status, done.source)
        for done in exeunt.run_all(requests, at_once=8)
    }
    assert {code: (code, "exited", "child") for code in range(256)} == found


@pytest.mark.clause("S1")
@pytest.mark.parametrize("code", [0, 1, 42, 123])
def test_codes_pass_through(code, tmp_path):
    """With a record and without."""
    assert (code, b"", b"") == run(tmp_path, "--", *sh(f"exit {code}"))
    done = record(tmp_path, "--", *sh(f"exit {code}"))
    expected = (code, "exited", "child", None, False)
    names = ("exit_code", "status", "source", "signal", "timed_out")
    assert expected == picked(done, *names)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("code", [124, 125, 126, 127, 137, 255])
def test_a_child_may_use_our_numbers(way, code, tmp_path):
    """The status tells its 124 from ours."""
    done = ended(way, tmp_path, sh(f"exit {code}"), timeout=60)

    expected = (code, "exited", "child", False)
    assert expected == picked(done, "exit_code", "status", "source", "timed_out")


@pytest.mark.clause("S6")
def test_all_signals():
    """Each that ends a process by default is named; the others end nothing."""
    numbers = [int(number) for number in signal.valid_signals()]
    requests = [
        exeunt.request([PYTHON, "-I", "-S", "-c", KILLED, str(number)], log=False)
        for number in numbers
        if number not in {19, 20, 21, 22}  # these stop it, which has tests of its own
    ]
    found = {
        int(done.args[-1]): (done.exit_code, done.status, done.signal)
        for done in exeunt.run_all(requests, at_once=8)
    }
    expected = {
        number: (0, "exited", None)
        if number in NOT_DEADLY
        else (128 + number, "signaled", named(number))
        for number in found
    }
    assert len(numbers) - 4 == len(found)
    assert expected == found


KILLED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
number = int(sys.argv[1])
__import__("_signal").signal(number, 0) if number not in (9, 19) else None
os.kill(os.getpid(), number)
"""


def named(number):
    """A signal's name, or what a real-time signal is called."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return exeunt.Signaled(number).name


@pytest.mark.clause("S6")
@pytest.mark.parametrize("number", [1, 6, 9, 11, 13, 15])
def test_a_killed_child_passes_through(number, tmp_path):
    """128 and the signal, with a record and without."""
    words = ["--", *sh(f"ulimit -c 0; kill -{number} $$")]
    assert 128 + number == run(tmp_path, *words).code
    done = record(tmp_path, *words)

    expected = (128 + number, "signaled", "signal", signal.Signals(number).name)
    assert expected == picked(done, "exit_code", "status", "source", "signal")


# --- the deadline ---------------------------------------------------------------------


@pytest.mark.clause("S2")
@pytest.mark.parametrize("way", WAYS)
def test_what_was_said_before_the_limit_is_kept(way, tmp_path, mark):
    """124, and the output so far."""
    ready = tmp_path / "ready"
    words = sh(f"echo PART; : >{ready}; sleep 60")
    start = time.monotonic()
    done = at_limit(way, tmp_path, words, ready, mark=mark)

    expected = ("timed_out", 124, True, "runner", "PART\n")
    names = ("status", "exit_code", "timed_out", "source", "stdout")
    assert expected == picked(done, *names)
    assert 300 < done["duration_ms"] < SOON * 1000
    assert time.monotonic() - start < SOON
    assert [] == survivors(way, mark)


@pytest.mark.clause("S2")
def test_the_limit_passes_through(tmp_path, mark):
    """Without a record, the number is all there is."""
    done = run(tmp_path, "--timeout", "0.3", "--", "sleep", "60", mark=mark)

    assert (124, b"") == (done.code, done.stdout)
    assert [] == survivors("command", mark)


@pytest.mark.parametrize("way", WAYS)
def test_who_ignores_the_asking_is_killed(way, tmp_path, mark):
    """After the grace, not before."""
    words = kid("ignore", tmp_path / "ready")
    done = at_limit(way, tmp_path, words, tmp_path / "ready", mark=mark, kill_after=0.5)

    expected = ("timed_out", "SIGKILL", "ignoring\n")
    assert expected == picked(done, "status", "signal", "stdout")
    assert done["duration_ms"] >= 850
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
def test_who_cleans_up_has_the_time_to(way, tmp_path, mark):
    """TERM first; it is still a deadline, though it exits with 0."""
    ready = tmp_path / "ready"
    line = f"trap 'echo CLEAN; exit 0' TERM; : >{ready}; while :; do sleep 0.05; done"
    done = at_limit(way, tmp_path, sh(line), ready, mark=mark, kill_after=20)

    expected = ("timed_out", 124, None)
    assert expected == picked(done, "status", "exit_code", "signal")
    assert "CLEAN" in done["stdout"]


@pytest.mark.parametrize("way", WAYS)
def test_no_grace_is_killed_at_once(way, tmp_path, mark):
    """--kill-after 0 leaves no time to clean up."""
    ready = tmp_path / "ready"
    line = f"trap 'sleep 5; echo CLEAN' TERM; : >{ready}; while :; do sleep 0.05; done"
    done = at_limit(way, tmp_path, sh(line), ready, mark=mark, kill_after=0)

    assert ("timed_out", "SIGKILL", "") == picked(done, "status", "signal", "stdout")


@pytest.mark.parametrize("way", WAYS)
def test_a_stopped_command_is_continued_to_end(way, tmp_path, mark):
    """TERM alone would only reach it when it goes on."""
    ready = tmp_path / "ready"
    words = kid("stop", ready)
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=20)

    expected = ("timed_out", None, "continued\n")
    assert expected == picked(done, "status", "signal", "stdout")


STOPS = {  # what a command does to the keeper that is its parent
    "once": "kill -STOP $PPID; sleep 600",
    "again and again": "while :; do kill -STOP $PPID; done",
    "and will not end": "trap '' TERM; while :; do kill -STOP $PPID; done",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("line", STOPS.values(), ids=STOPS)
def test_a_command_that_stops_its_keeper_has_its_limit(line, way, tmp_path, mark):
    """Whoever waits for the keeper has it go on, or ends what keeps it from that."""
    ready = tmp_path / "ready"
    words = sh(f": >{ready}; {line}")
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=0.2)

    assert "timed_out" == done["status"]
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
def test_a_command_that_stops_its_keeper_and_ends_has_ended(way, tmp_path, mark):
    """Without any limit, too; nobody would say that it has."""
    words = sh("kill -STOP $PPID; echo said; exit 3")
    done = ended(way, tmp_path, words, mark=mark)

    assert ("exited", 3, "said\n") == picked(done, "status", "exit_code", "stdout")


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["plain", "record"])
@pytest.mark.parametrize("line", STOPS.values(), ids=STOPS)
def test_a_command_that_stops_its_keeper_is_cancelled(line, options, tmp_path, mark):
    """TERM has exeunt end it, although the keeper cannot be told."""
    ready = tmp_path / "ready"
    words = sh(f": >{ready}; {line}")
    process = start(tmp_path, *options, "--kill-after", "0.2", "--", *words, mark=mark)
    wait_for(ready)
    process.terminate()

    assert 143 == finish(process).code % 256 or -15 == process.returncode
    assert [] == mark.gone(within=SOON)


def sleeps_below(pid):
    """Tell whether a process, or one below it, is the long sleep."""
    for one in (pid, *descendants(pid)):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{one}/cmdline").read_bytes() == b"sleep\x00600\x00":
                return True
    return False


@pytest.mark.parametrize("line", STOPS.values(), ids=STOPS)
def test_a_command_that_stops_its_keeper_does_not_outlive_its_host(
    line, tmp_path, mark
):
    """Who leaves a run alone has its tree ended, although nobody hears of that."""
    go = tmp_path / "go"
    words = sh(f"until [ -e {go} ]; do sleep 0.01; done; {line}")
    with exeunt.start(exeunt.request(words, log=False, env=mark.env)) as running:
        while not running.report.pid:
            running.step(None)
        go.touch()
        # Who forked it has it go on, once.
        keeper, command = running.report.keeper, running.report.pid
        assert until(lambda: is_stopped(keeper) or sleeps_below(command))

    assert [] == mark.gone(within=SOON)


@pytest.mark.parametrize("way", WAYS)
def test_the_end_of_the_output_is_not_the_end(way, tmp_path, mark):
    """The limit holds for who closed its descriptors, and its output is kept."""
    ready = tmp_path / "ready"
    words = kid("close_and_run", ready)
    done = at_limit(way, tmp_path, words, ready, mark=mark)

    assert ("timed_out", "said\n") == picked(done, "status", "stdout")


@pytest.mark.parametrize("way", WAYS)
def test_a_flood_does_not_hold_the_limit_up(way, tmp_path, mark):
    """`yes` ends on time, and what it wrote is cut."""
    begun = time.monotonic()
    done = ended(way, tmp_path, ["yes"], mark=mark, timeout=0.3)

    assert "timed_out" == done["status"]
    assert done["omitted_bytes"] > 0
    assert time.monotonic() - begun < SOON
    assert [] == survivors(way, mark)


def test_a_hundred_limits_at_once(mark):
    """In one thread."""
    begun = time.monotonic()
    one = exeunt.request(["sleep", "60"], timeout=0.5, log=False, env=mark.env)
    found = {done.status for done in exeunt.run_all([one] * 100)}

    assert {"timed_out"} == found
    assert time.monotonic() - begun < SOON
    assert [] == survivors("library", mark)


@pytest.mark.parametrize("jump", [3600, -3600])
def test_the_wall_clock_may_jump(jump, tmp_path, mark):
    """Only the steady clock counts; each look at the other finds an hour more."""
    jumping = f"""
import sys, time
now = time.time()
def jumping():
    global now
    now += {jump}
    return now
time.time = jumping
time.time_ns = lambda: int(jumping() * 1e9)
from exeunt.cli import launch
sys.argv = ["exeunt", "run", "--json", "--timeout", "0.5", "--idle", "60", "sleep", "9"]
launch()
"""
    done = subprocess.run(
        [PYTHON, "-c", jumping],
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )
    found = Ran(*done_of(done)).record
    assert "timed_out" == found["status"]
    assert 400 < found["duration_ms"] < SOON * 1000


def done_of(done):
    """What a finished process gave."""
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("code", [0, 7])
def test_who_ended_before_the_first_signal_ended_by_itself(code, tmp_path, mark):
    """The keeper wakes up to an ended command and a passed deadline."""
    ready, gate = tmp_path / "ready", tmp_path / "gate"
    os.mkfifo(gate)
    told = f"echo $$ $PPID >{ready}.new; mv {ready}.new {ready}"
    line = f"{told}; read x <{gate}; exit {code}"
    for limit in (0.7, 4, 20):  # a busy machine gets a longer one
        begun = time.monotonic()
        words = [f"--timeout={limit}", "--", *sh(line)]
        process = start(tmp_path, "--json", *words, mark=mark)
        wait_for(ready)
        leader, keeper = map(int, ready.read_text().split())
        os.kill(keeper, signal.SIGSTOP)
        stopped = time.monotonic()
        if stopped - begun < limit:
            break
        os.kill(keeper, signal.SIGCONT)
        finish(process)
        ready.unlink()
    gate.write_text("go\n")
    assert until(lambda: not is_running(leader))
    assert until(lambda: time.monotonic() > stopped + limit)
    os.kill(keeper, signal.SIGCONT)
    found = finish(process).record

    assert ("exited", code) == picked(found, "status", "exit_code")


# --- silence --------------------------------------------------------------------------


@pytest.mark.clause("S2")
@pytest.mark.parametrize("way", WAYS)
def test_silence_has_a_limit_of_its_own(way, tmp_path, mark):
    """The reason is told apart from the deadline."""
    done = ended(way, tmp_path, sh("echo a; sleep 60"), mark=mark, idle=0.4, timeout=60)

    expected = ("idle", 124, True, "a\n")
    assert expected == picked(done, "status", "exit_code", "timed_out", "stdout")
    assert [] == survivors(way, mark)


@pytest.mark.parametrize(("way", "where"), [("library", 1), ("command", 2)])
def test_who_speaks_is_not_silent(way, where, tmp_path, mark):
    """On either stream; it runs to the deadline."""
    line = f"while :; do echo x >&{where}; sleep 0.1; done"
    done = ended(way, tmp_path, sh(line), mark=mark, idle=1, timeout=1.5)

    assert ("timed_out", 124) == picked(done, "status", "exit_code")
    assert [] == survivors(way, mark)


# --- limits that are none -------------------------------------------------------------


@pytest.mark.parametrize("name", ["timeout", "idle"])
@pytest.mark.parametrize("limit", [0, -1, math.nan, -math.inf, -1e-9, "1", True])
def test_a_limit_that_cannot_be_kept_is_refused(name, limit, tmp_path):
    """Before anything is started."""
    ready = tmp_path / "ready"
    with pytest.raises(exeunt.InputError):
        exeunt.run(["touch", str(ready)], **{name: limit})
    assert not ready.exists()


@pytest.mark.parametrize("option", ["--timeout", "--idle", "--kill-after"])
@pytest.mark.parametrize("limit", ["-1", "nan", "-inf", "x", "", "1 2", "-5m"])
def test_a_limit_that_is_none_is_a_wrong_call(option, limit, tmp_path):
    """125, in the form that was asked for."""
    ready = tmp_path / "ready"
    done = run(tmp_path, "--json", f"{option}={limit}", "--", "touch", str(ready))

    assert (125, b"", "internal_error") == (
        done.code,
        done.stderr,
        done.record["status"],
    )
    assert not ready.exists()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "limit", [math.inf, 1e20, 365 * 86_400, 25 * 86_400, 24.9 * 86_400]
)
def test_a_limit_of_ages_is_kept(way, limit, tmp_path):
    """Longer than poll() can wait, or than anybody will."""
    done = ended(way, tmp_path, sh("exit 5"), timeout=limit, idle=limit)

    assert ("exited", 5) == picked(done, "status", "exit_code")


@pytest.mark.parametrize("way", WAYS)
def test_a_limit_of_nothing_is_kept(way, tmp_path, mark):
    """A nanosecond is over at once."""
    done = ended(way, tmp_path, ["sleep", "60"], timeout=1e-9, mark=mark)

    assert ("timed_out", 124) == picked(done, "status", "exit_code")
    assert [] == survivors(way, mark)


# --- who cannot be killed -------------------------------------------------------------


@pytest.fixture
def freezer():
    """A place whose processes no signal reaches, KILL included, until it is thawed."""
    place = Path("/sys/fs/cgroup/freezer") / f"exeunt-{uuid.uuid4().hex}"
    try:
        place.mkdir()
        works = (place / "freezer.state").exists()
    except OSError:
        works = False
    must(works, "a cgroup v1 freezer that we may use, which takes root")
    yield place
    (place / "freezer.state").write_text("THAWED")
    for pid in (place / "tasks").read_text().split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    assert until(lambda: not (place / "tasks").read_text())
    place.rmdir()


@pytest.mark.parametrize("way", WAYS)
def test_an_unkillable_command_is_reported(way, tmp_path, mark, freezer):
    """Its pid is named, and nobody waits for it."""
    ready = tmp_path / "ready"
    begun = time.monotonic()
    words = sh(
        f"echo $$ >{freezer}/tasks; echo $$ >{ready}; "
        f"echo FROZEN >{freezer}/freezer.state; sleep 60"
    )
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=0.1)

    expected = ("unkillable", 124, "runner", None)
    assert expected == picked(done, "status", "exit_code", "source", "signal")
    assert (1, [int(ready.read_text())]) == picked(done["cleanup"], "left", "pids")
    assert "1 of its processes could not be killed" in done["detail"]
    assert time.monotonic() - begun < SOON


def test_an_unkillable_leftover_is_reported(tmp_path, mark, freezer):
    """--reap has the same bound; the command's own number stays."""
    ready = tmp_path / "ready"
    line = (
        f"sleep 60 & echo $! >{freezer}/tasks; echo $! >{ready}; "
        f"echo FROZEN >{freezer}/freezer.state; exit 3"
    )
    done = ended("command", tmp_path, sh(line), mark=mark, reap=True, kill_after=0.1)

    assert ("exited", 3) == picked(done, "status", "exit_code")
    assert (1, [int(ready.read_text())]) == picked(done["cleanup"], "left", "pids")
