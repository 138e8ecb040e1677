"""Many runs → nothing more than before is held, and not one byte or answer is lost.

A few hundred here; `make soak` does ten thousand.
"""

import hashlib
import os
import threading
from pathlib import Path

import pytest

import exeunt
from running import PYTHON, busy, until

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
RUNS = 10_000 if SOAKED else 300
MEMORY = 5 << 20  # bytes that ten thousand runs may leave behind
WRITTEN = 1_000 if SOAKED else 50  # runs at a terminal, beside busy loops
LENT = 500 if SOAKED else 30  # terminals
ANSWERED = 20 if SOAKED else 2  # times that each program is answered
TERMINALS = Path("/proc/sys/kernel/pty/nr")
SIZE = (80, 24)
# What is typed before it asks is thrown away.
GETPASS = "from getpass import getpass; getpass(); print('is', getpass())"
# One key after another, and what came before the question is thrown away.
KEYS = """
import os, termios, tty
tty.setraw(0)
for _ in range(3):
    termios.tcflush(0, termios.TCIFLUSH)
    os.write(1, b"? ")
    count = 0
    while os.read(0, 1) != b"\\r":
        count += 1
os.write(1, b"\\nis %d\\n" % (count - 3948))
"""
# Programs that ask in their own ways: what is typed, and what they make of it.
ASKING = {
    "python": ([PYTHON, "-q"], ["a = 6 * 7", "print('is', a)"]),
    "bash": (["bash", "--norc", "-i"], ["a=$((6 * 7))", "echo is $a"]),
    "sqlite3": (["sqlite3"], ["create table t(x);", "select 'is ' || (6 * 7);"]),
    "node": (["node"], ["a = 6 * 7", "console.log('is', a)"]),
    "getpass": ([PYTHON, "-I", "-S", "-c", GETPASS], ["7", "42"]),
    "keys": ([PYTHON, "-I", "-S", "-c", KEYS], ["x" * 3_990] * 3),
    "read": (["bash", "-c", "read -p '? ' a; read -p '? ' a; echo is $a"], ["7", "42"]),
}
NEEDED = {"sqlite3", "node"}


@pytest.mark.timeout(1800 if SOAKED else 300)
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


@pytest.mark.timeout(1800 if SOAKED else 300)
def test_a_terminal_loses_no_byte_on_a_busy_machine(tmp_path):
    """Much or little, and a line right before the end, of which all arrives."""
    text = b"".join(b"line %d\n" % number for number in range(20_000))
    (tmp_path / "text").write_bytes(text)
    requests = [
        exeunt.request(
            ["/bin/sh", "-c", f"head -c {size} text; printf 'the last of {size}'"],
            cwd=tmp_path,
            size=SIZE,
            log=tmp_path / f"{number}.log",
        )
        for number, size in enumerate(sizes(WRITTEN, len(text)))
    ]

    with busy(2 * (os.cpu_count() or 1)):
        found = [
            (done.total_bytes, done.sha256)
            for done in exeunt.run_all(requests, at_once=4)
        ]

    whole = [
        text[:size] + b"the last of %d" % size for size in sizes(WRITTEN, len(text))
    ]
    expected = [(len(data), hashlib.sha256(data).hexdigest()) for data in whole]
    assert sorted(expected) == sorted(found)


@pytest.mark.timeout(1800 if SOAKED else 300)
def test_every_terminal_is_given_back():
    """Ended well and badly, not started, at a limit, waiting, abandoned."""
    requests = [
        exeunt.request(["/bin/true"], size=SIZE, log=False),
        exeunt.request(["/bin/sh", "-c", "echo x; exit 3"], size=SIZE, log=False),
        exeunt.request(["/no/such/command"], size=SIZE, log=False),
        exeunt.request(["sleep", "60"], size=SIZE, timeout=0.001, log=False),
        exeunt.request(["cat"], size=SIZE, log=False),
        exeunt.request(["cat"], inputs=["x"], log=False),
    ]
    statuses = {"exited", "not_found", "timed_out", "waiting_for_input"}
    zygote = zygote_of(exeunt.run(["/bin/sh", "-c", "cat /proc/$PPID/stat"], log=False))
    assert statuses == {status for status, _ in endings(requests)}
    before, lent = (held(), held_by(zygote)), int(TERMINALS.read_text())

    for _ in range(0, LENT, 10):
        assert statuses == {status for status, _ in endings(requests)}
        for request in requests[:4]:
            with exeunt.start(request):
                pass

    assert until(lambda: before == (held(), held_by(zygote)))
    assert until(lambda: not children_of(zygote))
    # Other tests may have terminals of their own; as many they have not.
    assert until(lambda: int(TERMINALS.read_text()) < lent + LENT // 2)


@pytest.mark.timeout(1800 if SOAKED else 300)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.needs(name)] if name in NEEDED else [])
        for name in ASKING
    ],
)
def test_a_program_is_answered_on_a_busy_machine(name):
    """Each answer goes to its prompt, and the end of input after the last."""
    words, inputs = ASKING[name]
    with busy(4):
        found = [
            exeunt.run(words, inputs=inputs, timeout=200, log=False)
            for _ in range(ANSWERED)
        ]

    expected = [("exited", 0, True)] * ANSWERED
    assert expected == [
        (done.status, done.exit_code, "is 42" in done.stdout.splitlines())
        for done in found
    ]


def sizes(count, most):
    """So many sizes, from nothing to the most, around the four kilobytes of a read."""
    edges = (0, 1, 4_094, 4_095, 4_096, 4_097, 65_535, 65_536)
    return [
        edges[number % 16] if number % 16 < len(edges) else number * 7_919 % most
        for number in range(count)
    ]


def endings(requests):
    """In which ways they ended."""
    return {(done.status, done.detail) for done in exeunt.run_all(requests, at_once=9)}


def held():
    """How many descriptors, threads and children this process has."""
    return held_by("self"), threading.active_count(), children_of(os.getpid())


def held_by(pid):
    """How many descriptors a process has."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


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
