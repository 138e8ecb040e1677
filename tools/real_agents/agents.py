"""An agent → how it is started, what its configuration says, which shells it knows.

One row for each. The configuration is that of a person who has rules of their own: a
forbidden command (rm), a hook before each call of the shell, and two MCP servers.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

BESIDE = Path(__file__).with_name("beside")
HOOK = f"/bin/bash {BESIDE}/hook.sh @HOME@/hook.log"
# Not the python of our own environment, which a play may take away.
SERVER = (f"{sys.base_prefix}/bin/python3", f"{BESIDE}/server.py")
IDLE = 5  # seconds of silence after which Gemini CLI ends a command


class Agent(NamedTuple):
    """One row: how to start it, and what it finds."""

    name: str
    title: str
    words: tuple[str, ...]
    files: Callable[[], dict[str, str]]
    env: dict[str, str]
    shells: tuple[str, ...]  # those that it takes when they are the user's


def codex() -> dict[str, str]:
    """~/.codex."""
    servers = "".join(
        f"[mcp_servers.{name}]\ncommand = {json.dumps(SERVER[0])}\n"
        f"args = {json.dumps([SERVER[1], name, '@HOME@/servers.log'])}\n"
        for name in ("one", "two")
    )
    hook = {"matcher": "Bash", "hooks": [{"type": "command", "command": HOOK}]}
    return {
        ".codex/config.toml": (
            "# The person's own.\n"
            'model = "scripted"\nmodel_provider = "loop"\n\n'
            '[model_providers.loop]\nname = "loop"  # on loopback\n'
            'base_url = "http://127.0.0.1:@PORT@/v1"\n'
            'wire_api = "responses"\nenv_key = "LOOP_KEY"\n\n' + servers
        ),
        ".codex/hooks.json": json.dumps({"hooks": {"PreToolUse": [hook]}}),
        ".codex/rules/default.rules": (
            'prefix_rule(pattern=["rm"], decision="forbidden")\n'
        ),
    }


def gemini() -> dict[str, str]:
    """~/.gemini."""
    hook = {
        "matcher": "run_shell_command",
        "hooks": [{"type": "command", "command": HOOK}],
    }
    servers = {
        name: {
            "command": SERVER[0],
            "args": [SERVER[1], name, "@HOME@/servers.log"],
            "trust": True,
        }
        for name in ("one", "two")
    }
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "model": {"disableLoopDetection": True},  # it would ask the model
        "tools": {"shell": {"inactivityTimeout": IDLE}},
        "hooks": {"BeforeTool": [hook]},
        "mcpServers": servers,
    }
    return {
        ".gemini/settings.json": json.dumps(settings, indent=2),
        ".gemini/policies/own.toml": (
            '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "rm"\n'
            'decision = "deny"\npriority = 999\n'
        ),
    }


def claude() -> dict[str, str]:
    """~/.claude, and the file that --mcp-config names."""
    hook = {"matcher": "Bash", "hooks": [{"type": "command", "command": HOOK}]}
    servers = {
        name: {"command": SERVER[0], "args": [SERVER[1], name, "@HOME@/servers.log"]}
        for name in ("one", "two")
    }
    settings = {
        "permissions": {
            "allow": ["Bash", "mcp__one", "mcp__two", "mcp__exeunt"],
            "deny": ["Bash(rm:*)"],
        },
        "hooks": {"PreToolUse": [hook]},
    }
    return {
        ".claude/settings.json": json.dumps(settings, indent=2),
        "mcp.json": json.dumps({"mcpServers": servers}),
    }


AGENTS = {
    row.name: row
    for row in (
        Agent(
            "codex",
            "Codex CLI",
            (
                "codex",
                "exec",
                "--skip-git-repo-check",
                "--dangerously-bypass-hook-trust",
                "-s",
                "danger-full-access",
                "go on",
            ),
            codex,
            {"LOOP_KEY": "none"},
            ("bash", "zsh"),
        ),
        Agent(
            "gemini",
            "Gemini CLI",
            ("gemini", "--yolo", "-m", "gemini-2.5-pro", "-p", "go on"),
            gemini,
            {
                "GEMINI_API_KEY": "none",
                "GEMINI_CLI_TRUST_WORKSPACE": "true",
                "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:@PORT@",
            },
            ("bash",),
        ),
        Agent(
            "claude",
            "Claude Code",
            ("claude", "-p", "go on", "--mcp-config", "@HOME@/mcp.json"),
            claude,
            {
                "ANTHROPIC_API_KEY": "none",
                "ANTHROPIC_BASE_URL": "http://127.0.0.1:@PORT@",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
                "IS_SANDBOX": "1",  # it runs as root of its own namespace
            },
            ("bash", "zsh"),
        ),
    )
}
