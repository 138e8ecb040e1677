"""One of five, and a number of commands → what each costs, two side by side.

Each is a process from its start to its end, and is given the same: a number a line on
stdin, which becomes the argument of `/bin/true`. All have to end with 0; ours are asked
how many they have done, too.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

THREADS = """\
import sys
from concurrent.futures import ThreadPoolExecutor
import exeunt
words = [["/bin/true", line.strip()] for line in sys.stdin]
with ThreadPoolExecutor(2) as pool:
    print(sum(done.ok for done in pool.map(exeunt.run, words)))
"""
BATCH = """\
import sys
import exeunt
words = [["/bin/true", line.strip()] for line in sys.stdin]
print(sum(one.ok for one in exeunt.batch(words, jobs=2)))
"""
EXEUNT = str(Path(sys.executable).with_name("exeunt"))
NAME = "measured"
PEERS = {"xargs": ["-P2", "-n1", "/bin/true"], "parallel": ["-j2", "/bin/true", "{}"]}
OURS = {
    "threads": [sys.executable, "-c", THREADS],
    "command": [EXEUNT, "batch", "-j2", "--name", NAME, "--", "/bin/true", "{}"],
    "batch": [sys.executable, "-c", BATCH],
}


def batches(how: str, jobs: str) -> dict[str, list[float]]:
    """Run them; how long one takes of so many."""
    words = OURS[how] if how in OURS else [sys.path[-1], *PEERS[how]]
    with tempfile.TemporaryDirectory() as home:
        lines = Path(home) / "lines"
        lines.write_text("".join(f"{number}\n" for number in range(int(jobs))))
        env = {"PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8"}
        with lines.open() as stdin:
            start = time.perf_counter()
            said = output(words, env, stdin)
            taken = time.perf_counter() - start
        if how == "command":
            shown = output([EXEUNT, "batch", "status", NAME, "--json"], env)
            said = str(json.loads(shown)["data"]["done"])
    if how in OURS and said.strip() != jobs:
        raise ValueError(f"{how} has done {said} of {jobs}")
    return {"call": [taken / int(jobs)]}


def output(
    words: list[str], env: dict[str, str], stdin: IO[str] | int = subprocess.DEVNULL
) -> str:
    """Run one that has to end well; what it said."""
    return subprocess.run(
        words,
        env=env,
        stdin=stdin,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
