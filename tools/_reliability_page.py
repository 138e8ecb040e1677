"""Measured cells → the page that shows them, with what was tried and how."""

from __future__ import annotations

import re
import signal
from typing import Any

import _peers

LIMIT = 1.0  # seconds that a command may take
WATCHDOG = 7.0  # seconds after which a runner hangs
SETTLE = 0.3  # seconds for what was killed to be gone
MOURNING = 4.0  # seconds for a tree to follow its runner; script takes two
MEMORY = 100  # MiB; less is not worth a word

Cell = dict[str, Any]

RUNNERS = {
    "exeunt": "`exeunt run --json`",
    "exeunt-reap": "`exeunt run --json --reap`",
    "exeunt.run": "`exeunt.run()`",
    "subprocess": "`subprocess.run(timeout=)`",
    "killpg": "setsid, killpg, communicate",
    "asyncio": "asyncio",
    "pexpect": "`pexpect.run`",
    "timeout": "`timeout`",
    "timeout-k": "`timeout -k`",
    "script": "`script`",
    "unbuffer": "`unbuffer`",
    "node": "Node’s `execFile`",
}
# What the command does → the actors that do it, or the signal that the runner gets. The
# endings that are the command's own, and how they may be called, are in TRUTH.
CASES: dict[str, tuple[str, ...] | int] = {
    "a grandchild holds the pipe, the child waits": ("holds-and-waits",),
    "a grandchild holds the pipe, the child exits 3": ("holds-and-exits",),
    "ignores TERM, INT and HUP": ("ignores",),
    "stops itself": ("stops",),
    "a daemon holds the pipe, the command exits 0": ("daemon-holds-and-exits",),
    "a daemon holds the pipe, the command runs on": ("daemon-holds-and-runs",),
    "a daemon closed its streams, the command runs on": ("daemon-closes-and-runs",),
    "a daemon closed its streams, the command exits 0": ("daemon-closes-and-exits",),
    "eight chains that fork, change session and exit": ("hops",),
    "closes its streams, runs 4 s, exits 7": ("goes-dark",),
    "`yes`": ("floods",),
    "cannot be killed (frozen)": ("freezes",),
    "dies by signal 9, 11, 15": ("dies-9", "dies-11", "dies-15"),
    "runs, and the runner gets SIGKILL": signal.SIGKILL,
    "runs, and the runner gets SIGTERM": signal.SIGTERM,
}
ENDED = "(?!exit 0|None|runs on)"  # was ended, which is neither success nor nothing
TRUTH = {
    "a grandchild holds the pipe, the child exits 3": "exit 3",
    "a daemon holds the pipe, the command exits 0": "exit 0",
    "a daemon closed its streams, the command exits 0": "exit 0",
    "dies by signal 9, 11, 15": "signal 9|SIGKILL|exit 137",
}
INTRODUCTION = """\
<!-- Written by tools/reliability.py from bench/reliability.json. -->

# Reliability

What {count} ways of running a command do when the command is difficult: whether they \
come back, what they say, and who is still alive afterwards.

Each command may take {limit:g} second. A cell is the seconds until the runner was \
back and what it said. **HANG** is not back after {watchdog:g} seconds; **+n** are \
processes of the command that were still alive and that it did not mention, *n left* \
those that it did. *Italics* are answers that are wrong, or none. A daemon is a \
process that has forked twice and has a session of its own.

What a command leaves behind when it ends by itself, exeunt reports and leaves alone, \
since it may be a server that was meant to stay; `--reap` ends it. In the last two \
rows the seconds are those until the command’s three processes were gone.

"""
METHOD = """\

## How it was measured

- Every cell is a run of its own, one after another, with nothing on stdin. The \
commands are `tools/_actors.py`, the runners `tools/_peers.py`, each used as its \
manual shows. `make reliability` repeats it.
- All processes of a command carry a word in their environment. Survivors are counted \
by it {settle:g} s after the runner is back, and then killed; after a signal to the \
runner they have {mourning:g} s.
- `timeout -k` and exeunt ask with TERM and kill {grace} s later. `script` and \
`unbuffer` know no limit: they get TERM when the time is up. Commands are read to the \
end of their output, as a caller would.
- A frozen process is one in the freezer of cgroup version 1: it stands for one that \
hangs in the kernel, on a dead disk or network.
- Memory is named from {memory} MiB on.

"""


def page(results: dict[str, Any]) -> str:
    """Write the whole page."""
    runners = [runner for runner in RUNNERS if runner not in results["left_out"]]
    heads = " | ".join(RUNNERS[runner] for runner in runners)
    lines = [f"| the command | {heads} |\n", f"|---|{'---|' * len(runners)}\n"]
    for case, cells in results["cells"].items():
        shown = " | ".join(show(cells[runner], case) for runner in runners)
        lines.append(f"| {case} | {shown} |\n")
    named = ", ".join(f"{name} {v}" for name, v in results["versions"].items())
    method = METHOD.format(
        settle=SETTLE, mourning=MOURNING, grace=_peers.GRACE, memory=MEMORY
    )
    return "".join(
        [
            INTRODUCTION.format(count=len(runners), limit=LIMIT, watchdog=WATCHDOG),
            *lines,
            method,
            f"Measured on {results['date']} with {named}.\n",
            *(
                f"\nLeft out: {RUNNERS.get(what, what)}, for {why}.\n"
                for what, why in results["left_out"].items()
            ),
        ]
    )


def show(cell: Cell, case: str) -> str:
    """Write one cell."""
    if cell["seconds"] is None:
        return "**HANG**"
    true = re.match(TRUTH.get(case, ENDED), cell["said"])
    said = cell["said"] if true else f"*{cell['said']}*"
    parts = [f"{cell['seconds']:.1f} {said}"]
    if cell["mebibytes"] >= MEMORY:
        parts.append(f"{cell['mebibytes']:,} MiB")
    if cell["left"]:
        parts.append(f"{cell['left']} left")
    if (untold := cell["survivors"] - cell["left"]) > 0:
        parts.append(f"**+{untold}**")
    return ", ".join(parts)
