"""Many runs → no descriptor, zombie or thread more than before.

A few hundred here; `make soak` does ten thousand.
"""

import os
import threading
from pathlib import Path

import pytest

import exeunt
from running import until

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
RUNS = 10_000 if SOAKED else 300
MEMORY = 5 << 20  # bytes that ten thousand runs may leave behind


@pytest.mark.timeout(1800 if SOAKED else 60)
def test_many_runs_leave_nothing_behind():
    """E14: ended well and badly, not started, killed at a limit, abandoned."""
    requests = [
        exeunt.request(["/bin/true"], log=False),
        exeunt.request(["/bin/sh", "-c", "echo x; exit 3"], log=False),
        exeunt.request(["/no/such/command"], log=False),
        exeunt.request(["sleep", "60"], timeout=0.001, log=False),
        exeunt.request(["/bin/sh", "-c", "kill -9 $$"], log=False),
    ]
    expected = {
        ("exited", None),
        ("not_found", "/no/such/command does not exist"),
        ("timed_out", None),
        ("signaled", None),
    }
    assert expected == endings(requests * 10)
    zygote = zygote_of(exeunt.run(["/bin/sh", "-c", "cat /proc/$PPID/stat"], log=False))
    before, memory = held(), resident()

    for _ in range(0, RUNS, 50):
        assert expected == endings(requests * 9)
        for request in requests:
            with exeunt.start(request):
                pass

    assert until(lambda: before == held())
    assert until(lambda: not children_of(zygote))
    assert resident() - memory < MEMORY
    assert zygote == zygote_of(
        exeunt.run(["/bin/sh", "-c", "cat /proc/$PPID/stat"], log=False)
    )


def endings(requests):
    """In which ways they ended."""
    return {(done.status, done.detail) for done in exeunt.run_all(requests, at_once=9)}


def held():
    """How many descriptors, threads and children this process has."""
    fds = len(list(Path("/proc/self/fd").iterdir()))
    return fds, threading.active_count(), children_of(os.getpid())


def resident():
    """How much memory this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def zygote_of(done):
    """Who the parent of a run's keeper is."""
    return int(done.stdout.rpartition(")")[2].split()[1])


def children_of(pid):
    """The children of a process, zombies included."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
