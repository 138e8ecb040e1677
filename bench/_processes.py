"""Command lines → how long each takes from spawn to end, round by round."""

import os
import random
import time
from pathlib import Path

from _install import BENCH, Place
from _kinds import Case, Count, Process

DEV_NULL = os.open(os.devnull, os.O_RDWR)


class CaseFailed(Exception):
    """A case did not do what it is measured for."""


def fill(case: Case, place: Place) -> list[str]:
    """Put the real paths into a case's command line."""
    run = case.run
    assert isinstance(run, Process | Count)  # noqa: S101 - a process has an argv
    needs = run.needs if isinstance(run, Process) else ""
    lent = place.lent.get(needs, "")
    names = {"{bin}": str(place.bin), "{bench}": str(BENCH), "{lent}": lent}
    argv = []
    for word in run.argv:
        for name, value in names.items():
            word = word.replace(name, value)  # noqa: PLW2901 - one name after another
        argv.append(word)
    return argv


def measure(cases: list[Case], place: Place, rounds: int) -> dict[str, list[float]]:
    """Run every case once per round, in a new order each time; seconds by name."""
    lines = {case.name: fill(case, place) for case in cases}
    piped = {
        case.name: isinstance(case.run, Process) and case.run.pipe for case in cases
    }
    taken: dict[str, list[float]] = {name: [] for name in lines}
    order = list(lines)
    dice = random.Random(0)  # noqa: S311 - an order, not a secret
    for _ in range(rounds):
        dice.shuffle(order)
        for name in order:
            seconds, code, _ = spawn(lines[name], place.env, pipe=piped[name])
            if code:
                raise CaseFailed(f"{name}: exit {code}")
            taken[name].append(seconds)
    return taken


def try_all(cases: list[Case], place: Place) -> tuple[dict[str, bytes], dict[str, str]]:
    """Run each once, unmeasured: what those printed that work, why the others fail."""
    printed, failed = {}, {}
    for case in cases:
        if not isinstance(case.run, Process | Count):
            continue
        _, code, output = spawn(fill(case, place), place.env, pipe=True)
        wanted = case.run.prints if isinstance(case.run, Process) else ""
        if code or wanted.encode() not in output:
            failed[case.name] = f"exit {code}, printed {output[:500]!r}"
        else:
            printed[case.name] = output
    return printed, failed


def spawn(
    argv: list[str], env: dict[str, str], *, pipe: bool
) -> tuple[float, int, bytes]:
    """Run a program without a shell; return its seconds, exit code and output."""
    output = b""
    reader, writer = os.pipe() if pipe else (-1, DEV_NULL)
    actions = [
        (os.POSIX_SPAWN_DUP2, DEV_NULL, 0),
        (os.POSIX_SPAWN_DUP2, writer, 1),
        (os.POSIX_SPAWN_DUP2, DEV_NULL, 2),
    ]
    start = time.perf_counter()
    child = os.posix_spawn(argv[0], argv, env, file_actions=actions)
    if pipe:
        os.close(writer)
        output = Path(f"/dev/fd/{reader}").read_bytes()
    _, status, _ = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    if pipe:
        os.close(reader)
    return seconds, os.waitstatus_to_exitcode(status), output
