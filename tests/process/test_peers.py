"""What other runners' test suites cover, and no other test of ours does."""

import subprocess

import pytest

from running import EXEUNT, HEEDING, WATCHDOG, WAYS, ended, environment, python

# Daemons that end at once: whoever is their parent then has zombies to reap.
ORPHANS = """
import os, time
def states():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getppid():
            yield fields[0]
ready, told = os.pipe()
for _ in range(5):
    if not os.fork():
        if not os.fork():
            os.read(ready, 1)
        os._exit(0)
    os.wait()
before = sum(1 for state in states() if state != "Z")
os.write(told, b"x" * 5)
until = time.monotonic() + 60
while len(list(states())) > 1 and time.monotonic() < until:
    time.sleep(0.01)
print(before, list(states()).count("Z"))
"""


def test_children_that_the_caller_had_are_not_the_command(tmp_path):
    """A shell that becomes exeunt may have begun others, which end meanwhile."""
    line = 'sleep 0.1 & exec "$@"'
    words = ["--timeout", "0.5", "--quiet", "sh", "-c", "sleep 60; echo late"]
    done = subprocess.run(
        [*HEEDING, "sh", "-c", line, "sh", EXEUNT, "run", *words],
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=WATCHDOG,
        check=False,
    )

    assert (124, b"", b"") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("way", WAYS)
def test_orphans_are_reaped_while_the_command_runs(way, tmp_path):
    """Daemons that end are nobody's zombies, long before the command has ended."""
    found = ended(way, tmp_path, python(ORPHANS))

    assert "6 0\n" == found["stdout"]
