"""A puller that is killed → nothing is lost, and nothing with effects is done twice.

What a job did is counted outside of the batch's file: each appends a byte to a file of
its own.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import exeunt
from exeunt.batches.job import Job
from exeunt.batches.queue import Queue
from running import until

KILLED = Path(__file__).parent / "killed.py"
JOBS = 6


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def jobs(tmp_path):
    """Jobs of which every second one may be done twice."""
    for number in range(1, JOBS + 1):
        line = f"printf x >> {tmp_path}/effect-{number}"
        yield Job(
            ("sh", "-c", line),
            id=str(number),
            effects="idempotent" if number % 2 else "unknown",
        )


def effects(tmp_path):
    """How often each job was done, by its number."""
    files = ((n, tmp_path / f"effect-{n}") for n in range(1, JOBS + 1))
    return {n: len(file.read_bytes()) if file.exists() else 0 for n, file in files}


@pytest.mark.parametrize(
    ("point", "number", "most"),
    [
        pytest.param("claimed", 1, 0, id="claimed, and nothing has begun"),
        pytest.param("claimed", 4, 1, id="claimed, beside one that runs"),
        pytest.param("started", 3, 2, id="just started"),
        pytest.param("ended", 3, 2, id="ended, and not written"),
        pytest.param("written", 3, 2, id="written"),
    ],
)
def test_a_puller_is_killed_at_a_point(tmp_path, point, number, most):
    """Lost 0, repeated with effects 0, in doubt at most what ran at the kill."""
    Queue.create("killed", jobs(tmp_path)).close()
    ended = subprocess.run(
        [sys.executable, KILLED, "killed", point, str(number)], check=False
    )
    assert -signal.SIGKILL == ended.returncode
    rest = [*exeunt.batch(name="killed", jobs=2)]
    queue = Queue.open("killed")
    counts, doubts = queue.counts(), {int(row.job.id) for row in queue.rows("doubt")}
    found = effects(tmp_path)

    assert JOBS == counts.done + counts.doubt, counts
    assert counts.doubt <= most
    assert all(one.state == "done" for one in rest)
    assert all(not number % 2 for number in doubts)  # the others may be done twice
    assert {} == {n: k for n, k in found.items() if k > 1 and not n % 2}
    assert {} == {n: k for n, k in found.items() if k < 1 and n not in doubts}


def test_who_was_about_to_start_is_told_from_who_had_started(tmp_path):
    """A place has its line before a start: no job begins that it does not name."""
    Queue.create("noted", jobs(tmp_path)).close()
    subprocess.run([sys.executable, KILLED, "noted", "claimed", "2"], check=False)
    queue = Queue.open("noted")
    doing = [row.number for row in queue.rows("doing")]
    found = queue.recover(idempotent=False, attempts=3)

    assert [1, 2] == doing
    assert (2, 0) == (found.again, found.doubt)
    assert [] == [*(tmp_path / "state" / "exeunt" / "batches" / "pullers").iterdir()]


def test_a_job_is_not_done_again_beside_what_is_left_of_it(tmp_path):
    """Its keeper may need a moment to end a command that does not heed TERM."""
    line = f"""
        trap '' TERM
        kill -0 "$(cat {tmp_path}/first)" && echo beside >> {tmp_path}/overlap
        [ -e {tmp_path}/first ] && exit 0
        echo $$ > {tmp_path}/new && mv {tmp_path}/new {tmp_path}/first
        while :; do sleep 0.02; done
    """
    Queue.create("beside", [Job(("sh", "-c", line), effects="idempotent")]).close()
    with subprocess.Popen([sys.executable, KILLED, "beside", "", "0"]) as puller:
        until((tmp_path / "first").exists)
        until(lambda: noted(tmp_path / "state" / "exeunt" / "batches" / "pullers"))
        puller.kill()
    (one,) = exeunt.batch(name="beside", jobs=1)

    assert 2 == one.attempts
    assert not (tmp_path / "overlap").exists()


def noted(pullers):
    """Tell whether the keeper of the first job is noted."""
    (lease,) = pullers.iterdir()
    words = lease.read_text(errors="replace").split("\n")[1].split()
    return len(words) == 4 and words[2] != "-"
