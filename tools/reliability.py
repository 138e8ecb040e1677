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
from _reliability_page import (
    CASES,
    LIMIT,
    MOURNING,
    RUNNERS,
    SETTLE,
    WATCHDOG,
    Cell,
    page,
    show,
)
from wheels import fetch

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "reliability.json"
PAGE = ROOT / "docs" / "reference" / "reliability.md"
ACTORS = Path(__file__).with_name("_actors.py")
PEXPECT = "pexpect==4.9.0"
START = 1.0  # seconds for an interpreter to start on a busy machine
FAMILY = 3  # processes of the actor of that name


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


if __name__ == "__main__":
    sys.exit(main())
