"""A control group of its own, where there may be one: who is in it; and it goes."""

import os
import signal
from pathlib import Path

import pytest

from exeunt.cgroups import home
from running import (
    WAYS,
    Mark,
    at_limit,
    ended,
    finish,
    kid,
    must,
    sh,
    start,
    survivors,
    until,
    wait_for,
)

LONG = 600  # seconds: only a run that may have to be ended has a group
SAY = "sed -n 's|^0::.*/||p' /proc/self/cgroup"  # the name of our own group


@pytest.fixture
def mark():
    """What a run's tree carries; nobody of it survives the test."""
    marked = Mark()
    yield marked
    marked.gone(within=0)


@pytest.fixture
def place():
    """Where a run has its group."""
    must(home(), "a control group (v2) that may be divided, as root has one")
    return Path(home())


@pytest.mark.parametrize("way", WAYS)
def test_a_run_has_a_group_that_ends_with_it(way, place, tmp_path):
    """It is named as the proof, and gone when the run returns."""
    done = ended(way, tmp_path, sh(SAY), timeout=LONG)
    group = done["stdout"].strip()

    assert group.startswith("exeunt-")
    assert "cgroup" == done["cleanup"]["proof"]
    assert not (place / group).exists()


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("way", WAYS)
def test_who_will_not_be_ended_has_no_group(way, tmp_path):
    """It costs a millisecond, and is there for the end of what has a limit."""
    done = ended(way, tmp_path, sh(SAY))

    assert not done["stdout"].startswith("exeunt-")
    assert "subreaper" == done["cleanup"]["proof"]


@pytest.mark.parametrize("way", WAYS)
def test_what_is_left_running_goes_where_we_are(way, place, tmp_path, mark):
    """It runs on in the caller's group."""
    done = ended(
        way, tmp_path, sh(f"{SAY}; setsid sleep 60 & exit 3"), mark=mark, timeout=LONG
    )
    ours, theirs = (
        Path(f"/proc/{pid}/cgroup").read_text().splitlines()[-1]
        for pid in ("self", *done["cleanup"]["pids"])
    )

    assert ("exited", 3, 1) == (
        done["status"], done["exit_code"], done["cleanup"]["left"]
    )  # fmt: skip
    assert ours == theirs
    assert not (place / done["stdout"].strip()).exists()


@pytest.mark.parametrize("way", WAYS)
def test_a_killed_keeper_leaves_no_group(way, place, tmp_path, mark):
    """Whoever ends its orphans removes it; all that was in it is known to be gone."""
    line = f"{SAY}; setsid sleep 60 & kill -9 $PPID; sleep 60"
    done = ended(way, tmp_path, sh(line), mark=mark, timeout=LONG)

    assert ("internal_error", "cgroup") == (done["status"], done["cleanup"]["proof"])
    assert [] == survivors(way, mark)
    assert not (place / done["stdout"].strip()).exists()


def test_a_killed_caller_leaves_no_group(place, tmp_path, mark):
    """Its keeper removes it."""
    said = tmp_path / "said"
    words = sh(f"{SAY} >{said}.new; mv {said}.new {said}; sleep 60")
    process = start(tmp_path, f"--timeout={LONG}", "--", *words, mark=mark)
    wait_for(said)
    process.kill()
    finish(process)

    assert [] == mark.gone()
    assert until(lambda: not (place / said.read_text().strip()).exists())


def test_who_was_killed_with_its_keeper_leaves_a_group_to_the_next(
    place, tmp_path, mark
):
    """It goes with the first run after its last process."""
    said, keeper = tmp_path / "said", tmp_path / "keeper"
    line = (
        f"{SAY} >{said}; echo $PPID >{keeper}.new; mv {keeper}.new {keeper}; sleep 60"
    )
    process = start(tmp_path, f"--timeout={LONG}", "--", *sh(line), mark=mark)
    wait_for(keeper)
    held = int(keeper.read_text())
    os.kill(held, signal.SIGSTOP)  # or it would end the tree
    process.kill()
    os.kill(held, signal.SIGKILL)
    finish(process)
    group = place / said.read_text().strip()
    alive = group.exists()
    (group / "cgroup.kill").write_text("1")

    assert alive
    assert until(lambda: not (group / "cgroup.procs").read_text())
    ended("command", tmp_path, ["true"], timeout=LONG)
    assert not group.exists()


@pytest.mark.usefixtures("place")
def test_who_is_quicker_than_signals_is_ended(tmp_path, mark):
    """Sixty-four processes that fork and end, one after another, in new sessions."""
    ready, beat = tmp_path / "ready", tmp_path / "beat"
    words = kid("hop", ready, 64, beat)
    try:
        done = at_limit("command", tmp_path, words, ready, mark=mark, kill_after=0.1)
    finally:
        beat.unlink()  # which they all end at

    assert ("timed_out", 0) == (done["status"], done["cleanup"]["left"])
    assert "cgroup" == done["cleanup"]["proof"]
