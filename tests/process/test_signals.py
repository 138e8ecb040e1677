"""Signals to exeunt → the command gets them as what they are."""

import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

import exeunt
from running import (
    EXEUNT,
    HEEDING,
    WATCHDOG,
    WAYS,
    Mark,
    at_limit,
    ended,
    environment,
    finish,
    python,
    record,
    run,
    sh,
    start,
    until,
    wait_for,
)

# Each signal that it gets is a line of a file; INT, TERM, HUP and QUIT end it.
NOTES = """
import os, signal, sys
said, ready = sys.argv[1:]
def note(number, _):
    with open(said, "a") as file:
        print(signal.Signals(number).name, file=file)
    if number in ENDING:
        raise SystemExit(7)
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT}
for name in ("INT", "TERM", "HUP", "QUIT", "USR1", "USR2", "WINCH", "CONT"):
    signal.signal(getattr(signal, "SIG" + name), note)
open(ready, "w").close()
while True:
    signal.pause()
"""


@pytest.fixture
def mark():
    """What a run's tree carries; nobody of it survives the test."""
    marked = Mark()
    yield marked
    marked.gone(within=0)


def state(pid):
    """The letter of what a process does."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["plain", "record"])
@pytest.mark.parametrize("name", ["INT", "TERM", "HUP", "QUIT"])
def test_what_ends_us_arrives_as_what_it_is(name, options, tmp_path, mark):
    """The command cleans up as it would without exeunt; we die by the same signal."""
    said, ready = tmp_path / "said", tmp_path / "ready"
    words = [*python(NOTES), str(said), str(ready)]
    process = start(tmp_path, *options, "--kill-after", "60", "--", *words, mark=mark)
    wait_for(ready)
    process.send_signal(getattr(signal, f"SIG{name}"))
    done = finish(process)

    assert -getattr(signal, f"SIG{name}") == done.code
    assert f"SIG{name}" == said.read_text().split()[0]
    assert [] == mark.gone()


@pytest.mark.parametrize("name", ["USR1", "USR2", "WINCH", "CONT"])
def test_what_does_not_end_us_is_passed_on(name, tmp_path, mark):
    """The command goes on, and so do we."""
    said, ready = tmp_path / "said", tmp_path / "ready"
    process = start(tmp_path, "--", *python(NOTES), str(said), str(ready), mark=mark)
    wait_for(ready)
    process.send_signal(getattr(signal, f"SIG{name}"))
    wait_for(said)
    assert until(lambda: said.read_text() == f"SIG{name}\n")
    process.terminate()

    assert -signal.SIGTERM == finish(process).code
    assert [f"SIG{name}", "SIGTERM"] == said.read_text().split()[:2]


def test_who_is_stopped_stops_and_goes_on(tmp_path, mark):
    """TSTP stops the command and us, as ^Z does; CONT has both go on."""
    ready = tmp_path / "ready"
    words = sh(f"echo $$ >{ready}.new; mv {ready}.new {ready}; exec sleep 60")
    # A group of its own, as a shell makes one: TSTP stops nobody in an orphaned one.
    process = start(tmp_path, "--", *words, mark=mark, process_group=0)
    wait_for(ready)
    pid = int(ready.read_text())
    process.send_signal(signal.SIGTSTP)

    assert until(lambda: state(pid) == "T")
    process.send_signal(signal.SIGCONT)
    assert until(lambda: state(pid) == "S")
    process.terminate()
    assert -signal.SIGTERM == finish(process).code


@pytest.mark.parametrize("way", WAYS)
def test_the_first_signal_at_the_limit_is_chosen(way, tmp_path, mark):
    """What the command leaves behind then gets TERM, as it may ignore INT."""
    said, ready = tmp_path / "said", tmp_path / "ready"
    words = [*python(NOTES), str(said), str(ready)]
    done = at_limit(way, tmp_path, words, ready, mark=mark, signal="INT", kill_after=60)

    assert ("timed_out", 124) == (done["status"], done["exit_code"])
    assert "SIGINT" == said.read_text().split()[0]
    assert [] == mark.gone()


@pytest.mark.parametrize("name", ["int", "SIGINT", "2"])
def test_a_signal_has_several_names(name):
    """As in kill and timeout."""
    assert signal.SIGINT == exeunt.request(["true"], signal=name).signal


@pytest.mark.parametrize("name", ["NONE", "", "0", "999"])
def test_a_signal_that_is_none_is_a_wrong_call(name, tmp_path):
    """It is not run."""
    done = run(tmp_path, "--signal", name, "true")

    assert 125 == done.code
    assert b"no signal is called" in done.stderr


@pytest.mark.parametrize("name", ["HUP", "INT", "USR1", "ALRM", "SEGV", "RTMAX"])
def test_what_the_caller_ignores_stays_ignored(name, tmp_path):
    """As with nohup: the command is told nothing, either."""
    line = f"trap '' {name}; exec \"$@\""
    inner = f"kill -{name} $$; echo alive"
    done = subprocess.run(
        [*HEEDING, "sh", "-c", line, "sh", EXEUNT, "run", "--", *sh(inner)],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WATCHDOG,
        check=False,
    )

    assert (0, b"alive\n") == (done.returncode, done.stdout)


@pytest.mark.parametrize("way", WAYS)
def test_what_its_keeper_ignores_is_not_the_commands_affair(way, tmp_path):
    """It begins as after a fresh login: nothing is ignored, and nothing blocked."""
    words = ["grep", "-E", "^Sig(Ign|Blk)", "/proc/self/status"]
    masks = ended(way, tmp_path, words)["stdout"].split()[1::2]
    ours = 0b11 << 31  # the C library's own, which its posix_spawn() ignores

    assert [0, 0] == [int(mask, 16) & ~ours for mask in masks]


@pytest.mark.parametrize("name", ["ALRM", "XCPU", "RTMAX"])
def test_what_would_end_us_ends_the_command_by_term(name, tmp_path, mark):
    """It is not the command's own alarm; we die by it, once all is ended."""
    said, ready = tmp_path / "said", tmp_path / "ready"
    process = start(tmp_path, "--", *python(NOTES), str(said), str(ready), mark=mark)
    wait_for(ready)
    process.send_signal(getattr(signal, f"SIG{name}"))

    assert -getattr(signal, f"SIG{name}") == finish(process).code
    assert "SIGTERM" == said.read_text().split()[0]
    assert [] == mark.gone()


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["plain", "record"])
def test_the_commands_signal_is_preserved_if_so_asked(options, tmp_path):
    """Otherwise it is a number; nobody leaves a core file."""
    plain = run(tmp_path, *options, "--", *sh("kill -QUIT $$"))
    done = subprocess.run(
        [EXEUNT, "run", "--preserve-signal", *options, "--", *sh("kill -QUIT $$")],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WATCHDOG,
        check=False,
        cwd=tmp_path,
        preexec_fn=cores_are_kept,
    )

    assert 128 + signal.SIGQUIT == plain.code
    assert -signal.SIGQUIT == done.returncode


def cores_are_kept():
    """Have a core file written wherever one is wanted; ours is not."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def test_we_leave_no_core_file(tmp_path):
    """The wait status says whether one was dumped."""
    pid = os.posix_spawn(
        EXEUNT,
        [EXEUNT, "run", "--preserve-signal", "--", *sh("kill -QUIT $$")],
        environment(tmp_path),
    )
    _, status = os.waitpid(pid, 0)

    assert signal.SIGQUIT == os.WTERMSIG(status)
    assert not os.WCOREDUMP(status)


def test_the_record_names_the_limit(tmp_path):
    """A signal that ends the command at a limit does not change why it ended."""
    done = record(tmp_path, "--timeout", "0.5", "--signal", "KILL", "--", "sleep", "60")

    assert ("timed_out", "SIGKILL") == (done["status"], done["signal"])
