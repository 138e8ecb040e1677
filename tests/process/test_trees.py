"""Commands that start others → what is left of the tree: nothing, or what is said."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from running import (
    EXEUNT,
    PROVEN,
    PYTHON,
    SOON,
    WATCHDOG,
    WAYS,
    Mark,
    Ran,
    at_limit,
    ended,
    environment,
    host,
    kid,
    record,
    run,
    sh,
    survivors,
    unshared,
    until,
)

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


# --- at a limit, all of it goes -------------------------------------------------------


@pytest.mark.clause("S2")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "line",
    [
        # a grandchild holds the pipe
        "sleep 60 & : >{ready}; wait",
        "sleep 60 & sleep 60 | cat & : >{ready}; wait",
        # sessions and groups of their own
        "setsid sleep 60 & : >{ready}; wait",
        "exec setsid --wait sh -c ': >{ready}; sleep 60'",
        "set -m; sleep 60 & sleep 60 & : >{ready}; wait",
        # what is told to outlive us
        "nohup sh -c 'nohup sleep 60' >/dev/null 2>&1 & : >{ready}; wait",
        "setsid nohup sleep 60 >/dev/null 2>&1 </dev/null & : >{ready}; sleep 60",
    ],
)
def test_the_tree_goes_at_the_limit(way, line, tmp_path, mark):
    """Whatever session, group or pipe its processes are in."""
    ready = tmp_path / "ready"
    done = at_limit(way, tmp_path, sh(line.format(ready=ready)), ready, mark=mark)

    assert ("timed_out", 124, True) == picked(done, "status", "exit_code", "timed_out")
    assert (0, []) == picked(done["cleanup"], "left", "pids")
    assert done["cleanup"]["proof"] in PROVEN
    assert done["cleanup"]["killed"] >= 2
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("actor", "killed"),
    [
        ("daemon_hold_run", 2),
        ("daemon_closed_run", 2),
        ("subreaper", 2),
        ("ignoring_daemon", 2),
        ("traced_grandchild", 2),
        ("ignore", 1),
        ("close_and_run", 1),
    ],
)
def test_what_escapes_goes_at_the_limit(way, actor, killed, tmp_path, mark):
    """A daemon that forked twice, an adopter of orphans, who ignores or is traced."""
    ready = tmp_path / "ready"
    done = at_limit(way, tmp_path, kid(actor, ready), ready, mark=mark, kill_after=0.2)

    assert ("timed_out", 124) == picked(done, "status", "exit_code")
    assert (killed, 0) == picked(done["cleanup"], "killed", "left")
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
def test_a_stopped_grandchild_is_told_and_continued(way, tmp_path, mark):
    """TERM alone would wait in it for ever: it hears that it is to end, and does."""
    ready, told = tmp_path / "ready", tmp_path / "told"
    words = kid("stopped_grandchild", ready, told)
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=5)

    assert ("timed_out", "SIGTERM") == picked(done, "status", "signal")
    assert "TERM" == told.read_text()
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
def test_nobody_is_told_twice(way, tmp_path, mark):
    """To many programs a second TERM means: at once, and without clean-up."""
    ready, counts = tmp_path / "ready", tmp_path / "counts"
    words = kid("count_terms", ready, counts)
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=0.3)

    assert ("timed_out", "SIGKILL") == picked(done, "status", "signal")
    assert "TT" == counts.read_text()


@pytest.mark.parametrize("way", WAYS)
def test_fifty_daemons(way, tmp_path, mark):
    """All of them go; neither we nor our caller do."""
    ready = tmp_path / "ready"
    words = kid("double_forks", ready, 50)
    done = at_limit(way, tmp_path, words, ready, mark=mark)

    assert (51, 0) == picked(done["cleanup"], "killed", "left")
    assert [] == survivors(way, mark)


def test_a_thousand_processes_in_a_hundred_sessions(tmp_path, mark):
    """All are found and counted."""
    ready = tmp_path / "ready"
    words = kid("fan", ready, 100, 10)
    done = at_limit("library", tmp_path, words, ready, mark=mark)

    assert (1001, 0) == picked(done["cleanup"], "killed", "left")
    assert [] == survivors("library", mark)


@pytest.mark.parametrize("chains", [8, 32, *([64] if SOAKED else [])])
def test_chains_of_processes_that_fork_and_end(chains, tmp_path, mark):
    """Nobody is where it was seen; few end, too many are reported."""
    ready, beat = tmp_path / "ready", tmp_path / "beat"
    start = time.monotonic()
    words = kid("hop", ready, chains, beat)
    done = at_limit("library", tmp_path, words, ready, mark=mark, kill_after=0.1)
    took = time.monotonic() - start
    size = beat.stat().st_size
    within = SOON if done["status"] == "unkillable" else 0.3
    alive = until(lambda: beat.stat().st_size > size, within)
    beat.unlink()

    assert ("unkillable" if alive else "timed_out") == done["status"]
    assert not alive or chains > 8
    assert took < SOON


# --- after a normal end, it is reported and left --------------------------------------


@pytest.mark.clause("S1")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("sleep 60 & echo hi; exit 3", 1),
        ("setsid sleep 60 & sleep 0.2; echo hi; exit 3", 1),
        ("sleep 60 & sleep 60 & echo hi; exit 3", 2),
        ("nohup sleep 60 >/dev/null 2>&1 & echo hi; exit 3", 1),
    ],
)
def test_what_is_left_is_reported_and_left(way, line, left, tmp_path, mark):
    """The command's own number comes at once, whoever holds the pipe."""
    start = time.monotonic()
    done = ended(way, tmp_path, sh(line), mark=mark)
    took = time.monotonic() - start

    assert ("exited", 3, "hi\n") == picked(done, "status", "exit_code", "stdout")
    assert (0, left) == picked(done["cleanup"], "killed", "left")
    assert done["cleanup"]["proof"] in PROVEN
    assert until(lambda: sorted(done["cleanup"]["pids"]) == sorted(mark.survivors()))
    assert took < SOON


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("line", ["sleep 60 & exit 3", "setsid sleep 60 & exit 3"])
def test_what_is_left_is_reaped_if_so_asked(way, line, tmp_path, mark):
    """The command's own number stays."""
    done = ended(way, tmp_path, sh(line), mark=mark, reap=True)

    assert ("exited", 3) == picked(done, "status", "exit_code")
    assert (1, 0, []) == picked(done["cleanup"], "killed", "left", "pids")
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("actor", ["daemon_hold_exit", "daemon_closed_exit"])
@pytest.mark.parametrize("reap", [False, True])
def test_a_daemon_that_is_left(way, actor, reap, tmp_path, mark):
    """With the pipes or without, it is counted, and killed if so asked."""
    ready = tmp_path / "ready"
    options = {"reap": True} if reap else {}
    done = ended(way, tmp_path, kid(actor, ready), mark=mark, **options)
    pid = int(ready.read_text())

    assert ("exited", 0) == picked(done, "status", "exit_code")
    expected = (1, 0, []) if reap else (0, 1, [pid])
    assert expected == picked(done["cleanup"], "killed", "left", "pids")
    assert until(lambda: ([] if reap else [pid]) == mark.survivors())


@pytest.mark.parametrize("way", WAYS)
def test_reaping_is_as_stubborn_as_a_deadline(way, tmp_path, mark):
    """What ignores TERM is killed after the grace."""
    ready = tmp_path / "ready"
    words = sh(
        f"trap '' TERM; (trap '' TERM; : >{ready}; sleep 60) & "
        f"while [ ! -e {ready} ]; do sleep 0.01; done; exit 3"
    )
    done = ended(way, tmp_path, words, mark=mark, reap=True, kill_after=0.2)

    assert ("exited", 3, 0) == (*picked(done, "status", "exit_code"), left(done))
    assert [] == survivors(way, mark)


@pytest.mark.parametrize("way", WAYS)
def test_a_late_word_is_not_waited_for(way, tmp_path, mark):
    """What is written long after the end is not in the record, every time."""
    done = ended(way, tmp_path, sh("(sleep 3; echo LATE) & echo hi"), mark=mark)

    assert ("hi\n", 0) == picked(done, "stdout", "exit_code")


@pytest.mark.parametrize("way", WAYS)
def test_a_flood_after_the_end_has_a_bound(way, tmp_path, mark):
    """The leader ends, its grandchild never stops writing."""
    start = time.monotonic()
    done = ended(way, tmp_path, sh("yes & exit 4"), mark=mark, reap=True)
    took = time.monotonic() - start

    assert ("exited", 4) == picked(done, "status", "exit_code")
    assert took < SOON
    assert [] == survivors(way, mark)


def program_of(pid):
    """What a process calls itself; nothing if it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
    except OSError:
        return b""


def test_what_is_left_keeps_running_after_its_zygote(tmp_path, mark):
    """A server that a run started outlives the host: it was left, not kept."""
    source = """
    import sys, exeunt
    done = exeunt.run(shell="setsid sleep 60 >/dev/null 2>&1 </dev/null &", log=False)
    print(done.cleanup.left)
    """
    assert "1\n" == host(source, tmp_path=tmp_path, mark=mark)
    # The host and its zygote carry the mark as well, and have ended.
    assert until(lambda: [b"sleep"] == list(map(program_of, mark.survivors())))


def test_many_leftovers_are_named_as_far_as_a_line_goes(tmp_path, mark):
    """No pid is cut in half; how many there are is exact."""
    line = "i=0; while [ $i -lt 600 ]; do sleep 60 & i=$((i+1)); done; exit 0"
    done = ended("library", tmp_path, sh(line), mark=mark)
    pids = done["cleanup"]["pids"]

    assert 600 == left(done)
    assert len(pids) >= 300
    assert set(pids) <= set(mark.survivors())


# --- runs within runs -----------------------------------------------------------------


def test_a_run_within_a_run(tmp_path, mark):
    """The outer limit ends the inner run with all it has started."""
    ready = tmp_path / "ready"
    inner = f"setsid sleep 60 & : >{ready}; sleep 60"
    words = [EXEUNT, "run", "--", EXEUNT, "run", "--", "/bin/sh", "-c", inner]
    done = at_limit("command", tmp_path, words, ready, mark=mark)

    assert ("timed_out", 0) == (done["status"], left(done))
    assert [] == survivors("command", mark)


def test_a_run_within_a_run_passes_everything_on(tmp_path):
    """Output and number go through two of them."""
    words = ["--", EXEUNT, "run", "--", "/bin/sh", "-c", "echo a; echo b >&2; exit 9"]
    assert (9, b"a\n", b"b\n") == run(tmp_path, *words)


def test_what_an_inner_run_left_belongs_to_the_outer(tmp_path, mark):
    """The outer --reap ends it, and the inner run's logger."""
    words = ["--reap", "--", EXEUNT, "run", "--", "/bin/sh", "-c", "sleep 60 &"]
    done = record(tmp_path, *words, mark=mark)

    assert ("exited", 2) == (done["status"], done["cleanup"]["killed"])
    assert [] == survivors("command", mark)


# --- nobody else is ever signalled ----------------------------------------------------


REUSED = """
import os, signal, time
from exeunt.tree import descendants, signal_one

def sleeper():
    signal.pause()
    os._exit(0)

def become(wanted):
    # Have a child that gets the wanted number.
    while True:
        open("/proc/sys/kernel/ns_last_pid", "w").write(str(wanted - 1))
        pid = os.fork()
        if not pid:
            sleeper()
        if pid == wanted:
            return
        os.kill(pid, 9)
        os.waitpid(pid, 0)

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
here, there = os.pipe()
family = os.fork()
if not family:
    child = os.fork()
    if not child:
        sleeper()
    os.write(there, b"%d\\n" % child)
    signal.sigwait([signal.SIGUSR1])
    os.kill(child, 9)
    os.waitpid(child, 0)
    os.write(there, b"gone\\n")
    signal.pause()
lines = os.fdopen(here)
child = int(lines.readline())
seen = descendants(os.getpid())
os.kill(family, signal.SIGUSR1)
assert lines.readline() == "gone\\n"
strangers = os.fork()
if not strangers:
    become(child)
    os.write(there, b"born\\n")
    signal.pause()
assert lines.readline() == "born\\n"
signal_one(child, seen[child], signal.SIGKILL)
time.sleep(0.05)
state = open(f"/proc/{child}/stat").read().rpartition(")")[2].split()
print(seen[child] == family, state[0] in "SD", int(state[1]) == strangers)
"""


@pytest.mark.needs("unshare")
def test_a_pid_that_was_reused_is_not_signalled(tmp_path):
    """Between seeing a process and signalling it, another got its number."""
    done = subprocess.run(
        [*unshared("-pf", "--mount-proc"), PYTHON, "-c", REUSED],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
        text=True,
    )
    assert ("True True True\n", "") == (done.stdout, done.stderr)


GROUP = """
import os, pathlib, signal, subprocess, sys, time
exeunt, here = sys.argv[1], pathlib.Path(sys.argv[2])
# The leader ends; who is left keeps the drain going while its group's number is reused.
line = (
    "echo $$ >{0}/leader; setsid sh -c "
    "'trap : TERM; while :; do echo x; sleep 0.02; done' 2>/dev/null & exit 0"
).format(here)
run = subprocess.Popen(
    [exeunt, "run", "--reap", "--kill-after", "0.3", "--", "/bin/sh", "-c", line],
    stdout=subprocess.DEVNULL,
)
while not (here / "leader").exists() or not (here / "leader").read_text().strip():
    time.sleep(0.001)
leader = int((here / "leader").read_text())
while os.path.exists(f"/proc/{leader}"):
    time.sleep(0.001)
while True:
    open("/proc/sys/kernel/ns_last_pid", "w").write(str(leader - 1))
    innocent = os.fork()
    if not innocent:
        os.setsid()
        signal.pause()
        os._exit(0)
    if innocent == leader:
        break
    os.kill(innocent, 9)
    os.waitpid(innocent, 0)
early = run.poll() is None
code = run.wait()
print(early, code, os.waitpid(innocent, os.WNOHANG))
"""


@pytest.mark.needs("unshare")
def test_a_group_that_was_reused_is_not_signalled(tmp_path):
    """The leader is reaped, so its group's number may be anybody's."""
    done = subprocess.run(
        [*unshared("-pf", "--mount-proc"), PYTHON, "-c", GROUP, EXEUNT, str(tmp_path)],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
        text=True,
    )
    assert ("True 0 (0, 0)\n", "") == (done.stdout, done.stderr)


# --- where /proc does not help --------------------------------------------------------


@pytest.mark.needs("unshare")
def test_without_proc_the_tree_goes_all_the_same(tmp_path, mark):
    """What escaped the group is found by its number, and the record says timed out."""
    hide = 'umount -l /proc 2>/dev/null || mount -t tmpfs none /proc; exec "$@"'
    ready = tmp_path / "ready"
    line = f"setsid sh -c 'sleep 60 & wait' & sleep 60 & : >{ready}; wait"
    words = ["--json", "--timeout", "0.5", "--kill-after", "0.1", "--", *sh(line)]
    done = subprocess.run(
        [*unshared("-m"), "/bin/sh", "-c", hide, "sh", EXEUNT, "run", *words],
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )
    found = exeunt_record(done)

    assert ("timed_out", 124, True) == picked(found, "status", "exit_code", "timed_out")
    assert ("best_effort", 0) == picked(found["cleanup"], "proof", "left")
    assert [] == mark.survivors()


@pytest.mark.needs("unshare")
def test_without_proc_a_quiet_end_is_known_all_the_same(tmp_path):
    """That no child is left is the kernel's word, not /proc's."""
    hide = 'umount -l /proc 2>/dev/null || mount -t tmpfs none /proc; exec "$@"'
    done = subprocess.run(
        [
            *unshared("-m"),
            *[
                "/bin/sh",
                "-c",
                hide,
                "sh",
                EXEUNT,
                "run",
                "--json",
                "--",
                *sh("exit 6"),
            ],
        ],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    found = exeunt_record(done)

    assert ("exited", 6) == picked(found, "status", "exit_code")
    assert ("best_effort", 0) == picked(found["cleanup"], "proof", "left")


@pytest.mark.needs("unshare")
def test_a_proc_that_counts_otherwise_is_not_believed(tmp_path, mark):
    """A namespace with its parent's /proc: its numbers are other processes there."""
    ready = tmp_path / "ready"
    line = f"setsid sleep 60 & : >{ready}; wait"
    words = ["--json", "--timeout", "0.5", "--kill-after", "0.1", "--", *sh(line)]
    done = subprocess.run(
        [
            *unshared("-pf"),
            "/bin/sh",
            "-c",
            '"$@"; exit $?',
            "sh",
            EXEUNT,
            "run",
            *words,
        ],
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )
    found = exeunt_record(done)

    assert ("timed_out", "best_effort") == (found["status"], found["cleanup"]["proof"])
    assert [] == mark.gone()  # with its first process, the namespace ends


def test_the_host_of_a_library_is_not_in_the_tree(tmp_path):
    """Nobody above the command is signalled, whatever it asks for."""
    before = signal.getsignal(signal.SIGTERM)
    done = ended("library", tmp_path, sh("kill -TERM $PPID; kill -HUP $PPID; exit 2"))

    assert ("exited", 2) == picked(done, "status", "exit_code")
    assert before == signal.getsignal(signal.SIGTERM)


# --- helpers --------------------------------------------------------------------------


def picked(document, *names):
    """Some values of a document."""
    return tuple(document[name] for name in names)


def left(document):
    """How many of its processes run on."""
    return document["cleanup"]["left"]


def exeunt_record(done):
    """The record that a call printed in a namespace of its own."""
    assert done.stderr == b"", done.stderr
    return Ran(done.returncode, done.stdout, done.stderr).record
