"""The shell of an agent, behind a door and without → what the door costs a success.

Each round starts an interpreter, a bare shell and one behind each door, in another
order each time. The shells are given what Claude Code gives one for `:`, and the doors
are as they are installed, with a journal.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 12
TEXT = "source /dev/null && eval ':' < /dev/null && pwd -P >| /dev/null"
SHELL = ["/bin/bash", "-c", TEXT]
BARE = "bash"


def doors() -> dict[str, list[float]]:
    """Take the least of each: a shell's is told as what it has over a bare one."""
    from exeunt.agents.doors import start_file

    taken: dict[str, list[float]] = {}
    dice = random.Random(0)  # noqa: S311 - an order, not a secret
    with tempfile.TemporaryDirectory() as place:
        cases = {"python": ([sys.executable, "-c", "pass"], None), BARE: (SHELL, None)}
        for kind in ("light", "keep"):
            path = Path(place) / f"{kind}.bash"
            text = start_file(kind, "bash", journal=True)
            path.write_text(text, encoding="utf-8")
            cases[kind] = (SHELL, str(path))
        state = Path(place) / "state"
        order = list(cases)
        for _ in range(ROUNDS):
            dice.shuffle(order)
            for name in order:
                taken.setdefault(name, []).append(once(*cases[name], state))
    least = {name: min(times) for name, times in taken.items()}
    over = {name: [least[name] - least[BARE]] for name in ("light", "keep")}
    return {**over, "python": [least["python"]], BARE: [least[BARE]]}


def once(words: list[str], start_file: str | None, state: Path) -> float:
    """Run it; return its seconds."""
    env = {k: v for k, v in os.environ.items() if k not in {"BASH_ENV", "ZDOTDIR"}}
    env["XDG_STATE_HOME"] = str(state)
    if start_file is not None:
        env["BASH_ENV"] = start_file
    start = time.perf_counter()
    subprocess.run(words, env=env, stdin=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start
