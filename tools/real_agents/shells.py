"""Agents, played → tests/agents/data/shells.json: what they start shells with.

    python tools/record_shells.py     record anew, for the versions that are played

A start file that only looks stands where a door's would. What it sees is what a door
has to tell apart: the calls of the model, and whatever else the agent has a shell do.
"""

import json
import sys
from pathlib import Path
from typing import Any

from .agents import AGENTS
from .installed import ROOT, cache
from .installed import played as versions
from .player import Played, play

DATA = ROOT / "tests" / "agents" / "data" / "shells.json"
SPY = Path(__file__).with_name("beside") / "spy.py"
# What is asked for: forms that an agent may wrap in different ways.
ASKED: tuple[dict[str, Any], ...] = (
    {"run": "echo first"},
    {"run": "grep zzz file"},
    {"run": "cd sub && pwd"},
    {"run": "pwd; false"},
    {"run": "cat <<'EOF'\nit's \"two\"\n$HOME\nEOF\nexit 3"},
    {"run": "# a comment\nfalse | cat # another"},
    {"run": "ls absent 2>&1 | tail -1"},
    {"run": "echo \"it's\" \\\\ 'x' | wc -l"},
    {"run": "cat < file"},
    {"run": "set -e; false; echo on"},
    {"run": "sleep 0.1 &\nwait"},
)
MORE: dict[str, tuple[dict[str, Any], ...]] = {
    "codex": (
        {"run": "tty; echo terminal", "tty": True},
        {"run": "echo plain; false", "login": False},
        {"run": "echo there", "workdir": "sub"},
        {"run": "echo other", "shell": "/usr/bin/zsh"},
    ),
    "gemini": (
        {"run": "echo there", "dir_path": "sub"},
        {"run": "echo behind", "is_background": True},
    ),
    "claude": ({"run": "echo behind", "run_in_background": True},),
}


# Codex' wrapper is 38,000 characters long, and the same around each command.
SHORT, LONG, KEPT = 200, 10_000, {ASKED[4]["run"], "echo other"}


def record() -> list[dict[str, Any]]:
    """What each agent starts, with each of its user's shells."""
    numbers = versions()
    rows: list[dict[str, Any]] = []
    for agent, row in AGENTS.items():
        for shell in row.shells:
            steps = [*ASKED, *MORE[agent]]
            seen = play(
                agent,
                "none",
                steps,
                shell=shell,
                files={"file": b"one\n"},
                own=start_files(),
                env={"BASH_ENV": "@HOME@/spy.bash", "ZDOTDIR": "@HOME@/spy"},
                keep=("shells.log",),
            )
            rows += [
                {"agent": agent, "version": numbers[agent], "shell": shell, **found}
                for found in sorted_out(seen, steps)
            ]
    return rows


def start_files() -> dict[str, str]:
    """One for bash, one for zsh: both call spy.py, and change nothing."""
    call = f"{sys.executable} -I {SPY} $$ @HOME@/shells.log\n"
    return {"spy.bash": call, "spy/.zshenv": call}


def sorted_out(seen: Played, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was seen, each with the command that it was started for, if one was."""
    rows: list[dict[str, Any]] = []
    for line in seen.files["shells.log"].splitlines():
        row = json.loads(scrubbed(line, seen.home))
        asked = [step["run"] for step in steps if holds(row["argv"][-1], step["run"])]
        row = {"asked": max(asked, key=len) if asked else None, **row}
        long = len(row["argv"][-1]) > LONG and row["asked"] not in KEPT
        if row["asked"] is None:  # the agent's own: how it begins is enough
            row["argv"][-1] = row["argv"][-1][:SHORT]
        if row["argv"][1][-1] == "c" and row not in rows and not long:
            rows.append(row)
    return rows


def holds(text: str, command: str) -> bool:
    """Whether a command stands in a text, as it is or between single quotes."""
    quoted = command.replace("'", "'\"'\"'")
    return command in text or quoted in text


def scrubbed(text: str, home: str) -> str:
    """Paths of this machine as those of some other."""
    places = {home: "/home/user", str(cache()): "/opt/agents", str(ROOT): "/opt/exeunt"}
    for path, instead in places.items():
        text = text.replace(path, instead)
    return text
