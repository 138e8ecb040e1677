"""Runners and commands that make their lives hard → docs/reference/reliability.md.

    reliability.py              measure everything (ten minutes), write the page
    reliability.py --only NAME  measure one runner anew; the others keep their cells
    reliability.py --page       write the page from bench/reliability.json
    reliability.py --check      fail if the page is not what that file says

The commands are in _actors.py, the runners in _peers.py.
"""

import argparse
import contextlib
import datetime as dt
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import _peers
from _actors import FREEZER
from wheel import fetch

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "reliability.json"
PAGE = ROOT / "docs" / "reference" / "reliability.md"
ACTORS = Path(__file__).with_name("_actors.py")
PEXPECT = "pexpect==4.9.0"
LIMIT = 1.0  # seconds that a command may take
WATCHDOG = 7.0  # seconds after which a runner hangs
START = 1.0  # seconds for an interpreter to start on a busy machine
SETTLE = 0.3  # seconds for what was killed to be gone
MOURNING = 4.0  # seconds for a tree to follow its runner; script takes two
FAMILY = 3  # processes of the actor of that name
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


def main() -> int:
    """Do what the options ask for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=RUNNERS, help="a runner")
    parser.add_argument("--page", action="store_true", help="write the page anew")
    parser.add_argument("--check", action="store_true", help="is the page fresh?")
    options = parser.parse_args()
    if options.check:
        said = complaints(load())
        print(*said, sep="\n", end="\n" if said else "")
        return 1 if said else 0
    if not options.page:
        results = measure(options.only or list(RUNNERS))
        if options.only:
            results = merged(load(), results)
        text = json.dumps(results, indent=1, ensure_ascii=False)
        RESULTS.write_text(f"{text}\n", encoding="utf-8")
    PAGE.write_text(page(load()), encoding="utf-8")
    return 0


def load() -> dict[str, Any]:
    """The last results."""
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Replace the cells that were measured anew."""
    for case, cells in new["cells"].items():
        old["cells"].setdefault(case, {}).update(cells)
    old["versions"] |= new["versions"]
    return old | {"left_out": old["left_out"] | new["left_out"]}


def measure(runners: list[str]) -> dict[str, Any]:
    """Try every case with every runner that is there."""
    cells: dict[str, dict[str, Cell]] = {}
    with tempfile.TemporaryDirectory(prefix="exeunt-reliability-") as name:
        place = Path(name)
        lent = str(place / "pexpect")
        absent = {
            runner: f"{command} is not installed"
            for runner in runners
            if (command := _peers.missing(runner))
        }
        if "pexpect" in runners and not fetch(PEXPECT, Path(lent)):
            absent["pexpect"] = f"{PEXPECT} could not be installed"
        if not os.access(FREEZER, os.W_OK):
            absent["cannot be killed (frozen)"] = "there is no cgroup freezer to use"
        for case, what in CASES.items():
            if case in absent:
                continue
            cells[case] = {}
            for runner in runners:
                if runner in absent:
                    continue
                cell = one_cell(runner, what, lent, place)
                cells[case][runner] = cell
                print(
                    f"{case}: {runner}: {show(cell, case)}", file=sys.stderr, flush=True
                )
    return {
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "versions": versions(runners, absent),
        "left_out": absent,
        "cells": cells,
    }


def one_cell(runner: str, what: tuple[str, ...] | int, lent: str, place: Path) -> Cell:
    """Measure one cell; several actors make one together."""
    if isinstance(what, int):
        return Attempt(runner, "family", lent, place).orphan(what)
    parts = [Attempt(runner, actor, lent, place).run() for actor in what]
    hung = [part for part in parts if part["seconds"] is None]
    return hung[0] if hung else {
        "seconds": max(part["seconds"] for part in parts),
        "said": ", ".join(part["said"] for part in parts),
        "left": sum(part["left"] for part in parts),
        "survivors": sum(part["survivors"] for part in parts),
        "mebibytes": max(part["mebibytes"] for part in parts),
    }  # fmt: skip


class Attempt:
    """One command, run by one runner, and both of them gone afterwards."""

    def __init__(self, runner: str, actor: str, lent: str, place: Path) -> None:
        self.runner, self.lent, self.place = runner, lent, place
        self.mark = f"exeunt-{uuid.uuid4().hex}"
        self.leash = place / self.mark
        self.leash.touch()
        self.words = [
            "/usr/bin/env", f"RELIABILITY_COMMAND={self.mark}",
            sys.executable, "-I", "-S", str(ACTORS), actor, str(self.leash),
        ]  # fmt: skip

    def run(self) -> Cell:
        """Have the runner run it: what it said and when, and who survived."""
        argv = [sys.executable, _peers.__file__, self.runner, f"{LIMIT:g}", self.lent]
        answer = self.place / "answer"
        with answer.open("wb") as file:
            runner = self.start([*argv, *self.words], file.fileno())
        try:
            runner.wait(WATCHDOG + START)
            time.sleep(SETTLE)
            told: Cell = json.loads(answer.read_bytes() or b"{}")
            survivors = max(len(self.alive("COMMAND")), self.beating())
        except subprocess.TimeoutExpired:
            told, survivors = {"seconds": WATCHDOG + START}, len(self.alive("COMMAND"))
        finally:
            self.clear(runner)
        hung = told.get("seconds", 0.0) > WATCHDOG
        return {
            "seconds": None if hung else round(told.get("seconds", 0.0), 2),
            "said": "" if hung else told.get("said", "nothing"),
            "left": told.get("left", 0),
            "survivors": survivors,
            "mebibytes": told.get("mebibytes", 0),
        }

    def orphan(self, number: int) -> Cell:
        """Signal the runner, and see whether its tree ends with it."""
        argv = _peers.line(self.runner, "60", self.lent, self.words)
        runner = self.start(argv, subprocess.DEVNULL)
        try:
            if not self.wait(lambda: len(self.alive("COMMAND")) == FAMILY, WATCHDOG):
                raise RuntimeError(f"{self.runner} did not start its command")
            time.sleep(SETTLE)
            start = time.monotonic()
            runner.send_signal(number)
            self.wait(
                lambda: runner.poll() is not None and not self.alive("COMMAND"),
                MOURNING,
            )
            return {
                "seconds": round(time.monotonic() - start, 2),
                "said": "runs on" if runner.poll() is None else "ended",
                "left": 0,
                "survivors": len(self.alive("COMMAND")),
                "mebibytes": 0,
            }
        finally:
            self.clear(runner)

    def start(self, argv: list[str], stdout: int) -> subprocess.Popen[bytes]:
        """Start the runner, marked as well, in a place of its own."""
        env = {
            **os.environ,
            "RELIABILITY_RUNNER": self.mark,
            "XDG_STATE_HOME": str(self.place / "state"),
        }
        null = subprocess.DEVNULL
        return subprocess.Popen(
            argv, stdin=null, stdout=stdout, stderr=null, env=env, cwd=self.place
        )

    def alive(self, whose: str) -> list[int]:
        """The pids of the command's or the runner's processes; zombies do not count."""
        wanted = f"RELIABILITY_{whose}={self.mark}".encode()
        found = []
        for entry in os.scandir("/proc"):
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and wanted in environment(entry.name):
                    found.append(int(entry.name))
        return found

    def beating(self) -> int:
        """Count the chains that still write on the leash."""
        before = self.leash.stat().st_size
        time.sleep(SETTLE)
        return len(set(self.leash.read_bytes()[before:]))

    def wait(self, condition: Callable[[], bool], patience: float) -> bool:
        """Wait for something, but not for ever; return whether it came."""
        until = time.monotonic() + patience
        while not (come := condition()) and time.monotonic() < until:
            time.sleep(0.01)
        return come

    def clear(self, runner: subprocess.Popen[bytes]) -> None:
        """End whatever is left, by pid: the leash has some end by themselves."""
        self.leash.unlink()
        cage = FREEZER / self.leash.name
        if cage.exists():
            (cage / "freezer.state").write_text("THAWED", encoding="ascii")
        with contextlib.suppress(ProcessLookupError):
            runner.kill()
        runner.wait()

        def gone() -> bool:
            left = {*self.alive("COMMAND"), *self.alive("RUNNER")}
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return not left

        def removed() -> bool:
            with contextlib.suppress(OSError):
                cage.rmdir()  # busy until the last of its dead is buried
            return not cage.exists()

        self.wait(gone, WATCHDOG)
        self.wait(removed, WATCHDOG)


def environment(pid: str) -> list[bytes]:
    """A process's variables, as it was started with them."""
    return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")


def versions(runners: list[str], absent: dict[str, str]) -> dict[str, str]:
    """Say what was measured; nothing that names the machine."""
    ask = {
        "timeout": ["timeout", "--version"],
        "script": ["script", "--version"],
        "unbuffer": ["expect", "-v"],
        "node": ["node", "--version"],
    }
    told = {
        "Linux": platform.release().partition("-")[0],
        "Python": platform.python_version(),
        "exeunt": version("exeunt"),
    }
    for runner, line in ask.items():
        if runner in runners and runner not in absent and shutil.which(line[0]):
            run = subprocess.run(line, capture_output=True, text=True, check=False)
            found = re.search(r"\d+(\.\d+)+", run.stdout)
            told[NAMES[runner]] = found[0] if found else "?"
    if "pexpect" in runners and "pexpect" not in absent:
        told["pexpect"] = PEXPECT.partition("==")[2]
    return told


NAMES = {
    "timeout": "GNU coreutils (timeout)",
    "script": "util-linux (script)",
    "unbuffer": "Expect (unbuffer)",
    "node": "Node",
}


def complaints(results: dict[str, Any]) -> list[str]:
    """Say what is missing, and whether the page is another."""
    left_out = results["left_out"]
    said = [
        f"bench/reliability.json has no cell {case}: {runner}"
        for case in CASES
        for runner in RUNNERS
        if runner not in left_out and case not in left_out
        if runner not in results["cells"].get(case, {})
    ]
    if said:
        return said
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page(results):
        said.append(
            f"{PAGE.relative_to(ROOT)} is stale: run python tools/reliability.py --page"
        )
    return said


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


if __name__ == "__main__":
    sys.exit(main())
