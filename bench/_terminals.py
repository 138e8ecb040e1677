"""Words → samples: what a terminal costs, by ours and by others, for _runners.py.

    rate WHO       64 MiB written to a terminal, by a program that has OPOST off
    often WHO      /bin/true at a terminal, again and again
    answered WHO   from a program's read() to the answer that it gets
    waiting WHO    from a program's read() to a record that says so
    sent WHO       `true` to a shell that stays, until it is known to have ended

WHO is exeunt, command (`exeunt run --pty`), c (peers/terminal.c), pexpect, ptyprocess,
script or unbuffer. A byte or an answer that is missing is a failed case.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

Samples = dict[str, list[float]]

VOLUME = 64 << 20
CALLS = {"pexpect": 5, "ptyprocess": 5, "unbuffer": 5}  # a tenth of a second each
MANY, PROMPTS = 20, 40
SIZE = (80, 24)
PROMPT = b"? "
TRUE = ["/bin/true"]
LOGS: list[Path] = []  # of ours, to be removed when the time is taken
# Everybody's terminal is as ours is: lines are not rewritten on their way.
WRITER = f"""
import os, termios
modes = termios.tcgetattr(1)
modes[1] &= ~termios.OPOST
termios.tcsetattr(1, termios.TCSANOW, modes)
block = (b"2026-05-01 12:00:07 INFO worker-3 handled a request in 12.5 ms\\n" * 2048)
left = {VOLUME}
while left:
    left -= os.write(1, block[:min(left, 65536)])
"""
ASKER = f"""
import os, sys, time
taken = []
for _ in range({PROMPTS}):
    os.write(1, {PROMPT!r})
    start = time.monotonic()
    answer = os.read(0, 99)
    taken.append(time.monotonic() - start)
    assert answer == b"y\\n", answer
with open(sys.argv[1], "w") as file:
    file.write(" ".join(map(str, taken)))
"""
WAITER = """
import sys, time
with open(sys.argv[1], "w") as file:
    file.write(str(time.monotonic()))
input("Proceed? ")
"""


def python(source: str, *words: str) -> list[str]:
    """The words that have Python do something."""
    return [sys.executable, "-I", "-S", "-c", source, *words]


def ours() -> str:
    """The launcher that the wheel installed."""
    return f"{Path(sys.executable).parent}/exeunt"


def lent() -> str:
    """Where the peer is: its directory, or the command itself."""
    return sys.argv[1]


def seconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def piped(argv: list[str]) -> bytes:
    """Run a command as it comes; what it printed."""
    import subprocess

    null = subprocess.DEVNULL
    return subprocess.run(argv, stdin=null, capture_output=True, check=True).stdout


def counted(argv: list[str]) -> int:
    """Run a command as it comes; how many bytes it printed, of which none is kept."""
    reader, writer = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, writer, 1)]
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=actions)
    os.close(writer)
    total = 0
    while data := os.read(reader, 65536):
        total += len(data)
    os.waitpid(child, 0)
    os.close(reader)
    return total


# --- who runs a command at a terminal, and says how many bytes came -------------------


def by_exeunt(argv: list[str]) -> int:
    """Ours: hashed, logged and rendered on its way."""
    import exeunt

    done = exeunt.run(argv, size=SIZE)
    if not done.ok or done.cleanup.left:
        raise ValueError(f"{done}")
    if done.log:
        LOGS.append(Path(done.log))
    return done.total_bytes


def by_pexpect(argv: list[str]) -> int:
    """What it does at once, with the tenth of a second that it takes to be closed."""
    import gc
    import shlex

    import pexpect  # type: ignore[import-untyped]

    total = len(pexpect.run(shlex.join(argv), timeout=None))
    gc.collect()
    return total


def by_ptyprocess(argv: list[str]) -> int:
    """What pexpect is built on: a loop of reads."""
    child = spawned(argv)
    total = 0
    try:
        while True:
            total += len(child.read(65536))
    except EOFError:
        child.wait()
    child.close()
    return total


def spawned(argv: list[str]) -> Any:
    """A command at a terminal of ptyprocess."""
    import ptyprocess  # type: ignore[import-untyped]

    return ptyprocess.PtyProcess.spawn(argv)


def words_of(name: str, argv: list[str]) -> list[str]:
    """The words that have a command run another at a terminal."""
    import shlex

    return {
        "command": [ours(), "run", "--pty", "--", *argv],
        "script": [lent(), "-qec", shlex.join(argv), os.devnull],
        "unbuffer": [lent(), *argv],
    }[name]


BY: dict[str, Callable[[list[str]], int]] = {
    "exeunt": by_exeunt,
    "pexpect": by_pexpect,
    "ptyprocess": by_ptyprocess,
    **{
        name: lambda argv, name=name: counted(words_of(name, argv))  # type: ignore[misc]
        for name in ("command", "script", "unbuffer")
    },
}


# --- what is measured -----------------------------------------------------------------


def rate(name: str) -> Samples:
    """Much output, all of which must arrive."""
    argv = python(WRITER)
    if name == "c":
        taken, total = piped([lent(), "rate", *argv]).split()
        return {"call": [whole(float(taken), int(total))]}
    BY[name](TRUE)
    start = time.perf_counter()
    total = BY[name](argv)
    taken = time.perf_counter() - start
    for log in LOGS:
        log.unlink()
    return {"call": [whole(taken, total)]}


def whole(taken: float, total: int) -> float:
    """The time, if nothing is missing."""
    if total != VOLUME:
        raise ValueError(f"{total} bytes of {VOLUME}")
    return taken


def often(name: str) -> Samples:
    """A command that does nothing."""
    if name == "c":
        lines = piped([lent(), "often", str(MANY), *TRUE]).splitlines()
        return {"call": [float(line.split()[0]) for line in lines]}
    BY[name](TRUE)
    count = CALLS.get(name, MANY)
    return {"call": [seconds(lambda: BY[name](TRUE)) for _ in range(count)]}


def answered(name: str) -> Samples:
    """A program that asks again and again, and measures how long it waits."""
    with NamedTemporaryFile("r") as file:
        ANSWERING[name](python(ASKER, file.name))
        taken = [float(word) for word in file.read().split()]
    if len(taken) != PROMPTS:
        raise ValueError(f"{len(taken)} answers of {PROMPTS}")
    return {"call": taken}


def answering_exeunt(argv: list[str]) -> None:
    """Ours, which is not told what the prompt is."""
    import exeunt

    exeunt.run(argv, inputs=["y"] * PROMPTS, log=False)


def answering_pexpect(argv: list[str]) -> None:
    """pexpect, which is told; it waits 50 ms before it types."""
    import pexpect

    child = pexpect.spawn(argv[0], argv[1:], timeout=None)
    for _ in range(PROMPTS):
        child.expect_exact(PROMPT)
        child.sendline(b"y")
    child.expect(pexpect.EOF)


def answering_ptyprocess(argv: list[str]) -> None:
    """ptyprocess, which is told: a read and a write."""
    child = spawned(argv)
    for _ in range(PROMPTS):
        while not child.read().endswith(PROMPT):
            pass
        child.write(b"y\n")
    child.wait()


ANSWERING: dict[str, Callable[[list[str]], object]] = {
    "c": lambda argv: piped([lent(), "answer", *argv]),
    "exeunt": answering_exeunt,
    "pexpect": answering_pexpect,
    "ptyprocess": answering_ptyprocess,
}


def waiting(_: str) -> Samples:
    """A program that asks, and nobody has an answer."""
    import exeunt

    taken = []
    for _ in range(3):
        with NamedTemporaryFile("r") as file:
            done = exeunt.run(python(WAITER, file.name), size=SIZE, log=False)
            end = time.monotonic()
            if done.status != "waiting_for_input":
                raise ValueError(f"{done}")
            taken.append(end - float(file.read()))
    return {"call": taken}


def sent(name: str) -> Samples:
    """A line to a shell, and its end."""
    return {"call": SENDING[name]()}


def sending_exeunt() -> list[float]:
    """Ours: the reply has the code of the line."""
    import exeunt

    with exeunt.Session.start(["bash", "--norc"]) as session:
        replies = []

        def send() -> None:
            replies.append(session.send("true").exit_code)

        send()
        taken = [seconds(send) for _ in range(MANY)]
        session.stop()
    if set(replies) != {0}:
        raise ValueError(f"{replies}")
    return taken


def sending_pexpect() -> list[float]:
    """pexpect, which is told the prompt; it waits 50 ms before it types."""
    from pexpect import replwrap

    shell = replwrap.bash()
    return [seconds(lambda: shell.run_command("true")) for _ in range(MANY)]


SENDING: dict[str, Callable[[], list[float]]] = {
    "exeunt": sending_exeunt,
    "pexpect": sending_pexpect,
}


TRIALS: dict[str, Callable[[str], Samples]] = {
    "rate": rate,
    "often": often,
    "answered": answered,
    "waiting": waiting,
    "sent": sent,
}


def measure(what: str, name: str) -> Samples:
    """Measure one thing of one runner."""
    return TRIALS[what](name)
