"""Pullers that are killed at any moment → lost 0, repeated with effects 0, few doubts.

Some dozens of jobs here; `make soak` does ten thousand.
"""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.batches.job import Job
from exeunt.batches.queue import Queue

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
JOBS = 10_000 if SOAKED else 60
KILLS = 200 if SOAKED else 3
AT_ONCE = 2
KILLED = Path(__file__).parent / "killed.py"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def killed_after(lines):
    """Go on with the batch, killed after so many lines; True if it was."""
    with subprocess.Popen(
        [sys.executable, KILLED, "soak", "", "0"], stdout=subprocess.PIPE
    ) as puller:
        for _ in range(lines):
            if not puller.stdout.readline():
                break
        puller.send_signal(signal.SIGKILL)
        puller.stdout.read()
        return -signal.SIGKILL == puller.wait()


def test_kill_after_kill_loses_nothing_and_repeats_nothing(tmp_path):
    """What each job did is one byte in a file of its own, whatever the batch says."""
    jobs = [
        Job(
            ("sh", "-c", f"printf x >> {tmp_path}/effect-{number}"),
            id=str(number),
            effects="idempotent" if number % 2 else "unknown",
        )
        for number in range(1, JOBS + 1)
    ]
    queue = Queue.create("soak", jobs)
    chance = random.Random(42)  # noqa: S311 - where to kill, and the same each time
    each = JOBS // KILLS
    kills = sum(killed_after(chance.randrange(each * 2)) for _ in range(KILLS))
    rest = subprocess.run([sys.executable, KILLED, "soak", "", "0"], check=False)
    counts = queue.counts()
    doubts = {int(row.job.id) for row in queue.rows("doubt", records=False)}
    files = ((n, tmp_path / f"effect-{n}") for n in range(1, JOBS + 1))
    effects = {n: len(one.read_bytes()) if one.exists() else 0 for n, one in files}

    assert 0 == rest.returncode
    assert JOBS == counts.done + counts.doubt, counts
    assert 0 < kills
    assert counts.doubt <= AT_ONCE * kills, (counts, kills)
    assert [] == [n for n in doubts if n % 2]  # those may be done twice
    assert [] == [n for n, times in effects.items() if times > 1 and not n % 2]
    assert [] == [n for n, times in effects.items() if not times and n not in doubts]
