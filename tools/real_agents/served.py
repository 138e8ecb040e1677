"""An agent with exeunt's server and skill installed → what its model is told by MCP.

`exeunt install` writes both, as a person would have it; then the model calls `run`, is
asked something, answers, stops what goes on, and gives up a call that takes too long.
"""

import json
import re
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from .compare import tokens
from .installed import version
from .player import EXEUNT, Played, play
from .runs import kept
from .shown import Told

# How an agent's model names a tool of the server.
TOOLS = {
    "codex": "mcp__exeunt/{}",
    "gemini": "mcp_exeunt_{}",
    "claude": "mcp__exeunt__{}",
}
# What the first tool is called that an agent offers; Claude Code waits for its servers.
NEEDED = {"codex": "mcp__exeunt", "gemini": "mcp_exeunt_run", "claude": ""}
SKILL = "Run any command so that it cannot hang"  # how its description begins
LIMIT = 4  # seconds after which the agents give a call up
LIMITED: dict[str, list[str]] = {
    "codex": ["sh", "-c", f"echo tool_timeout_sec = {LIMIT} >>~/.codex/config.toml"],
    "gemini": [
        "sed",
        "-i",
        f's/"exeunt": {{/&"timeout": {LIMIT}000,/',
        "@HOME@/.gemini/settings.json",
    ],
    "claude": ["true"],
}
ENV = {"MCP_TOOL_TIMEOUT": f"{LIMIT}000"}  # as Claude Code reads it
MOST = 60  # tokens of a result that is no error
SESSION = "@"  # that of the result before


class Call(NamedTuple):
    """One call of a tool, and what its result has to say."""

    about: str
    tool: str
    arguments: dict[str, Any]
    says: str  # a pattern, of JSON or of text
    fails: bool = False


CALLS = (
    Call("A success.", "run", {"command": "echo one"}, r"one"),
    Call(
        "An answer, and no error.",
        "run",
        {"command": "grep zzz file"},
        r"verdict\W+no\b",
    ),
    Call(
        "A failure that a pipe hides.",
        "run",
        {"command": "ls /nope 2>/dev/null | cat"},
        r"verdict\W+failed",
        fails=True,
    ),
    Call(
        "A command that asks: the result says what, and how to answer.",
        "run",
        {"command": "read -p 'Name? ' name; echo hi $name", "tty": True},
        r"send the answer to session",
    ),
    Call("The answer.", "send", {"session": SESSION, "text": "bob"}, r"hi bob"),
    Call(
        "A command that takes long goes on as a session.",
        "run",
        {"command": "echo begun; sleep 298", "yield_ms": 500},
        r"it runs on",
    ),
    Call("It is ended.", "stop", {"session": SESSION}, r"cancelled"),
    Call(
        f"A call that the agent gives up, after {LIMIT} s.",
        "run",
        {"argv": ["sleep", "299"], "yield_ms": 100_000},
        r"timed out",
        fails=True,
    ),
    Call(
        "Nothing of both is left.",
        "run",
        {"argv": ["pgrep", "-c", "-x", "sleep"]},
        r"verdict\W+no\b",
    ),
)


class Served(NamedTuple):
    """One agent, and what its model was told of each call."""

    agent: str
    version: str
    played: Played


def serve(agent: str) -> Served:
    """Play the calls."""
    steps = [
        {
            "call": TOOLS[agent].format(call.tool),
            "arguments": call.arguments,
            "needs": NEEDED[agent],
        }
        for call in CALLS
    ]
    exeunt = [sys.executable, str(EXEUNT), "install", agent]
    after = [[*exeunt, "--mcp", "--yes"], [*exeunt, "--skill"], LIMITED[agent]]
    played = play(agent, "none", steps, files={"file": b"one\n"}, env=ENV, after=after)
    return Served(agent, version(agent), played)


def unserved(served: Served) -> list[str]:
    """What is not as it must be, each with its agent and its call."""
    where = f"{served.agent} {served.version}, by MCP"
    found = [
        f"{where}, {call.about} {fault}"
        for call, told in zip(CALLS, served.played.told, strict=True)
        for fault in wrong(call, told)
    ]
    if SKILL not in served.played.first:
        found.append(f"{where}: its model is not told of the skill")
    if served.played.left:
        found.append(f"{where}, left: {served.played.left}")
    return found


def wrong(call: Call, told: Told) -> list[str]:
    """What is not as it must be of one call."""
    found: list[str] = []
    if not re.search(call.says, told.whole):
        found.append(f"it says {told.whole[-300:]!r}, and not {call.says}")
    if told.error not in {None, call.fails}:
        found.append(f"it is told as {'an' if told.error else 'no'} error")
    if not call.fails and tokens(told.whole) > MOST:
        found.append(f"it has {tokens(told.whole)} tokens, at most {MOST}")
    return found


def rows(sessions: Sequence[Served]) -> list[dict[str, Any]]:
    """What the page is made of, as data."""
    return [
        {
            "about": call.about,
            "call": f"{call.tool} {json.dumps(call.arguments)}",
            "told": {one.agent: kept(one.played.told[number]) for one in sessions},
        }
        for number, call in enumerate(CALLS)
    ]
