"""A door whose ground is gone → the agent's command runs, once, and ends as it would.

The damage is done when the door stands, before the agent starts, and only in the
namespace of the play: a file system that is empty, full or read-only lies over what
the door needs.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .compare import parted
from .installed import version
from .player import play

SOURCE = Path(__file__).parents[2] / "src" / "exeunt"
EMPTY = ("mount", "-t", "tmpfs", "none")
FULL = ("mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "none")
LOCAL = "@HOME@/.local"  # where doors, state and logs are
# By name: what is done, and what stands in the agent's environment.
DAMAGE: dict[str, tuple[list[list[str]], dict[str, str]]] = {
    "exeunt removed": ([[*EMPTY, str(SOURCE)]], {}),
    "virtual environment gone": ([[*EMPTY, sys.prefix]], {}),
    "start files gone": ([["rm", "-rf", f"{LOCAL}/share/exeunt"]], {}),
    "PYTHONHOME=/nope": ([], {"PYTHONHOME": "/nope"}),
    "a sitecustomize that raises": ([], {"PYTHONPATH": "@HOME@/raising"}),
    "a read-only home": (
        [
            ["mkdir", "-p", LOCAL],
            ["mount", "--bind", LOCAL, LOCAL],
            ["mount", "-o", "remount,bind,ro", LOCAL],
        ],
        {},
    ),
    "a full disk": (
        [["mkdir", "-p", f"{LOCAL}/state"], [*FULL, f"{LOCAL}/state"]],
        {},
    ),
}
STEPS: tuple[dict[str, Any], ...] = (
    {"run": "echo ran >>runs; echo out; printf 'no end'"},
    {"run": "echo ran >>runs; cat nowhere"},
    {"run": "echo ran >>runs; not-installed | cat"},
    {"run": "wc -l <runs"},
)
OWN = {"raising/sitecustomize.py": "raise RuntimeError('mine')\n"}


def broken(agent: str, shell: str, doors: Sequence[str]) -> list[str]:
    """What is not as without a door, for each door and each damage."""
    played = f"{agent} {version(agent)}, {shell}"
    without = play(agent, "none", STEPS, shell=shell, own=OWN)
    found: list[str] = []
    for door in doors:
        for name, (after, env) in DAMAGE.items():
            seen = play(agent, door, STEPS, shell=shell, own=OWN, env=env, after=after)
            where = f"{played}, {door}, {name}"
            for was, now in zip(without.told, seen.told, strict=True):
                text, ours = parted(now.text)
                as_it_was = text.rstrip("\n") == was.text.rstrip("\n")
                if not as_it_was or was.code != now.code or len(ours) > 1:
                    found.append(f"{where}: {now.code} {now.text!r}, it was {was}")
    return found
