"""A full disk, a lease from the future, jobs that resist → nothing is begun unseen."""

import os
import subprocess
import sys
import textwrap

import pytest

import running
from exeunt.batches.job import Job
from exeunt.batches.limits import Halt, Limits
from exeunt.batches.pull import Puller
from exeunt.batches.queue import Queue
from exeunt.lease import STAMP, boot
from running import until

ON_A_SMALL_DISK = """
    import os, subprocess, sys
    disk, how = sys.argv[1:]
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", disk], check=True)
    os.chmod(disk, 0o700)
    os.environ["XDG_STATE_HOME"] = disk
    import exeunt
    from exeunt.batches.queue import Queue
    from exeunt.errors import StoreError

    effects = disk + "-effects"
    line = f'printf x >> {effects}-$0; head -c 6000 /dev/urandom | base64'
    jobs = [exeunt.Job(("sh", "-c", line, str(n)), id=str(n)) for n in range(300)]
    Queue.create("full", jobs).close()
    if how == "read-only":
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    else:
        with open(f"{disk}/ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass
    told, said = [], ""
    try:
        for one in exeunt.batch(name="full", jobs=2, log=False):
            told.append(one.job.id)
    except (OSError, StoreError) as error:
        said = type(error).__name__
    if how == "read-only":
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    else:
        os.unlink(f"{disk}/ballast")
    once = lambda: [os.path.exists(f"{effects}-{n}") for n in range(300)]
    begun = sum(once())
    queue = Queue.open("full")
    queue.recover(idempotent=False, attempts=3)
    counts = queue.counts()
    assert begun <= counts.done + counts.doubt <= begun + 2, (begun, counts)
    assert counts.doubt <= 2, counts
    assert len(told) <= counts.done
    assert counts.todo == 300 - counts.done - counts.doubt
    print(said, end="")
"""


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.needs("unshare")
@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_disk_that_takes_nothing_more_is_told_and_nothing_is_begun_unseen(
    tmp_path, how
):
    """What began before is ended as it is; all else is done once there is room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        [
            *running.unshared("-m"),
            *(sys.executable, "-c", textwrap.dedent(ON_A_SMALL_DISK), str(disk), how),
        ],
        env=running.environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=running.WATCHDOG,
        check=False,
    )

    assert (0, "", "StoreError") == (done.returncode, done.stderr, done.stdout)


@pytest.mark.parametrize(
    "stamp",
    [
        pytest.param(f"{boot()} 99999999999999 99999999999999", id="from the future"),
        pytest.param(f"{boot()} 1 1", id="old"),
        pytest.param("no stamp", id="none"),
    ],
)
def test_a_lease_of_another_time_is_none(stamp):
    """It is held, and the time in it cannot be: what its holder had is in doubt."""
    queue = Queue.create("future", [Job(("true",))])
    owner = queue.enlist(1)
    (claim,) = queue.claim(1, owner)
    owner.note(0, claim.number, claim.attempt)
    assert 0 == queue.recover(idempotent=False, attempts=3).doubt
    os.pwrite(owner.lease.descriptor, stamp.ljust(STAMP - 1).encode() + b"\n", 0)

    assert 1 == queue.recover(idempotent=False, attempts=3).doubt


def test_a_batch_is_cancelled_and_every_tree_is_gone(tmp_path):
    """What runs is ended with its daemons; what had not begun is not begun."""
    line = f"sleep 300 & setsid sleep 300 & echo $$ $! >> {tmp_path}/pids; wait"
    jobs = [Job(("sh", "-c", line), effects="none") for _ in range(12)]
    queue = Queue.create("cancel", jobs)
    puller = Puller(queue, Limits(jobs=8))

    def look():
        there = tmp_path / "pids"
        if there.exists() and len(there.read_text().splitlines()) == 8:
            Queue.open("cancel").cancel()

    puller.tick = look
    found = [*puller.run()]
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]

    assert 8 == len(found)
    assert {"cancelled"} == {one.state for one in found}
    assert 12 == queue.counts().cancelled
    until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids))  # noqa: PTH110 - as short as it is


def test_a_job_that_stops_its_keeper_ends_at_its_limit():
    """The others do not notice."""
    stops = Job(("sh", "-c", "kill -STOP $PPID; exec sleep 300"), timeout=0.5)
    queue = Queue.create("stops", [stops, *[Job(("true",))] * 3])
    states = sorted(one.state for one in Puller(queue, Limits(jobs=2)).run())

    assert ["done", "done", "done", "failed"] == states


def test_enough_failures_halt_a_batch():
    """Soon: what runs ends by itself. Now: it is ended. What had not begun is left."""
    for when in ("soon", "now"):
        jobs = [Job(("false",))] * 2 + [Job(("sleep", "300"), effects="none")]
        queue = Queue.create(when, [*jobs, *[Job(("true",))] * 5])
        puller = Puller(queue, Limits(jobs=1, halt=Halt(when, "fail", 2)))
        found = [*puller.run()]

        assert ["failed", "failed"] == [one.state for one in found]
        assert puller.halted
        assert 6 == queue.counts().todo
