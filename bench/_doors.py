"""The shell of an agent, behind a door and without → what the door costs it.

Each round starts an interpreter, bare shells and one behind each door, in another
order each time. The shells are given `:`, plain and as Claude Code gives it; behind
the light door and without, also `false`, of which an interpreter tells the journal. The
doors are as they are installed.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 12
CLAUDES = "source /dev/null && eval '{}' < /dev/null && pwd -P >| /dev/null"
SHELLS = {"plain": ":", "claude": CLAUDES.format(":"), "fails": CLAUDES.format("false")}
DOORS = {  # what it is known by → the shell, and what stands before it
    "plain light": ("plain", "light"),
    "claude light": ("claude", "light"),
    "fails light": ("fails", "light"),
    "keep": ("claude", "keep"),
}


def doors() -> dict[str, list[float]]:
    """Take the least of each, or of two what one has over the other."""
    from exeunt.agents.doors import start_file

    taken: dict[str, list[float]] = {}
    dice = random.Random(0)  # noqa: S311 - an order, not a secret
    with tempfile.TemporaryDirectory() as place:
        for kind in ("light", "keep"):
            text = start_file(kind, "bash", journal=True)
            (Path(place) / kind).write_text(text, encoding="utf-8")
        order = ["python", *SHELLS, *DOORS]
        for _ in range(ROUNDS):
            dice.shuffle(order)
            for name in order:
                taken.setdefault(name, []).append(once(name, Path(place)))
    least = {name: min(times) for name, times in taken.items()}
    return {
        **{name: [seconds] for name, seconds in least.items()},
        "keep": [least["keep"] - least["claude"]],
        "told": [least["fails light"] - least["fails"]],
    }


def once(name: str, place: Path) -> float:
    """Run it; return its seconds."""
    shell, door = DOORS.get(name, (name, ""))
    words = [sys.executable, "-c", "pass"]
    if shell in SHELLS:
        words = ["/bin/bash", "-c", SHELLS[shell]]
    env = {k: v for k, v in os.environ.items() if k not in {"BASH_ENV", "ZDOTDIR"}}
    env["XDG_STATE_HOME"] = str(place / f"{name} state")
    if door:
        env["BASH_ENV"] = str(place / door)
    start = time.perf_counter()
    ended = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, check=False)
    taken = time.perf_counter() - start
    if ended.returncode != int(shell == "fails"):
        raise ValueError(f"{name} ended with {ended.returncode}")
    if name == "fails light" and not (place / f"{name} state/exeunt/journal").exists():
        raise ValueError("the journal was not told")
    return taken
