"""scripts.toml → the scripts of an agent, and each step in its own words."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from .agents import AGENTS

TEXT = Path(__file__).with_name("scripts.toml").read_text(encoding="utf-8")
ROWS = tomllib.loads(TEXT)["script"]
# Scripts that are shown differently behind a door, and why.
DIFFERS: dict[str, dict[str, str]] = {
    row["name"]: row["differs"] for row in ROWS if "differs" in row
}
# How an agent's model names the tool of a server.
SERVERS = {"codex": "mcp__{}/ask", "gemini": "mcp_{}_ask", "claude": "mcp__{}__ask"}
# The folder that the scripts are played in.
FILES = {
    "file": b"one\ntwo\n",
    "other": b"one\nthree\n",
    "keep": b"to be kept\n",
    "test_red.py": (
        b"import unittest\n\n\nclass Red(unittest.TestCase):\n"
        b"    def test(self):\n        self.assertEqual(1, 2)\n"
    ),
}


class Script(NamedTuple):
    """One row of the file, for one agent."""

    name: str
    about: str
    steps: list[dict[str, Any]]
    hidden: bool
    told: list[str]
    adds: str  # what the shell itself says with a door, where it says nothing without
    differs: dict[str, str]


def scripts(agent: str, shell: str = "bash") -> list[Script]:
    """What an agent plays where the user has this shell."""
    return [
        Script(
            row["name"],
            row["about"],
            [in_words_of(agent, step) for step in row["steps"]],
            row.get("hidden", False),
            row.get("told", []),
            row.get("adds", ""),
            row.get("differs", {}),
        )
        for row in ROWS
        if agent in row.get("only", AGENTS) and shell in row.get("shells", (shell,))
    ]


def in_words_of(agent: str, step: dict[str, Any]) -> dict[str, Any]:
    """A step without what is said for other agents."""
    if "server" in step:
        return {"call": SERVERS[agent].format(step["server"]), "arguments": {}}
    own: dict[str, Any] = step.get(agent, {})
    return {key: value for key, value in step.items() if key not in AGENTS} | own
