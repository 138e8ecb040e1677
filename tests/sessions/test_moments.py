"""Whoever is killed, whenever → nothing runs that nobody owns, and the list is true.

EXEUNT_MOMENTS says how many moments are tried; `make soak` tries many.
"""

import contextlib
import os
import random
import signal
import subprocess

import pytest

from running import (
    EXEUNT,
    HEEDING,
    PYTHON,
    WATCHDOG,
    Mark,
    environment,
    until,
)
from sessions_at import ask

MOMENTS = int(os.environ.get("EXEUNT_MOMENTS", "6"))
LATEST = 1.2  # seconds: by then it has been kept for a while
# It has a child of its own, one that has escaped, and a question.
ASKS = """
import subprocess
for apart in (False, True):
    pipe = subprocess.PIPE
    subprocess.Popen(["cat"], stdin=pipe, stdout=pipe, start_new_session=apart)
input("Go on? ")
"""
RUNNING = {"running", "waiting_for_input"}


def tree(pid):
    """A process and all below it, as far as they are there."""
    found = [pid]
    for one in found:
        path = f"/proc/{one}/task/{one}/children"
        try:
            with open(path) as file:  # noqa: PTH123 - of /proc
                found += map(int, file.read().split())
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", range(MOMENTS))
def test_a_killing_at_any_moment_leaves_nothing(number, tmp_path):
    """The caller, its supervisor, the keeper, the command or a child of it."""
    dice = random.Random(number)  # noqa: S311 - no secret
    mark = Mark()
    process = subprocess.Popen(
        [*HEEDING, EXEUNT, "run", "--json", "--pty", PYTHON, "-c", ASKS],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment(tmp_path, mark),
    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(dice.uniform(0, LATEST))
    victims = tree(process.pid)[:1] + mark.survivors()
    victim = dice.choice(victims)
    with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
        os.kill(victim, signal.SIGKILL)
    try:
        process.communicate(timeout=WATCHDOG)
    finally:
        process.kill()

    states = ask(tmp_path, "list")["sessions"]
    for state in states:
        if state["status"] in RUNNING:
            assert mark.survivors()
            ask(tmp_path, "stop", state["session"])
        elif state["status"] == "signaled":  # what the command left is named
            ended = ask(tmp_path, "wait", state["session"])
            for pid in ended["record"]["cleanup"]["pids"]:
                mark.kill(pid)
    if not states and process.returncode == 137:  # the command alone was killed
        mark.gone(within=0)
    assert until(lambda: not mark.survivors())
    ended = [state["status"] for state in ask(tmp_path, "list")["sessions"]]
    assert not RUNNING.intersection(ended)
