"""The name of a coding agent → how a variable reaches the shell that runs its commands.

One literal row for each. What is said here of an agent that has a version was tried
with it; what has none is what its makers write.
"""

from __future__ import annotations

import os

from ..files import absolute, home
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .edit import Format

    # Whose shell it starts: of the user database, of $SHELL, or bash, whatever is set.
    Whose = Literal["login", "SHELL", "bash"]


@final
class Place(Record):
    """Where an agent reads something: a file of the user, and one of a project."""

    file: str  # in the folder of its configuration, or from ~/
    project: str
    format: Format = "json"
    path: tuple[str, ...] = ()


# The place that agents share: https://agentskills.io
SHARED = Place("~/.agents/skills", ".agents/skills", "whole")
SERVERS = ("mcpServers",)


@final
class Known(Record):
    """One agent: how it is found, where its configuration is, what that may say."""

    name: str
    _: KW_ONLY
    title: str
    programs: tuple[str, ...] = ()
    folder: str = ""  # of its configuration, in a home
    home: str = ""  # the variable that names another home
    place: str = ""  # the variable that names the folder itself
    file: str = ""  # in the folder; empty: no configuration of it reaches its shell
    project: str = ""  # the file of a project
    format: Format = "json"
    path: tuple[str, ...] = ()  # what leads to a variable in the file
    whose: Whose = "bash"
    options: tuple[str, ...] = ("-c",)
    tried: str = ""  # the version; empty: nobody has
    start: str = (
        ""  # the words that start it, where a person has to give it the variable
    )
    note: str = ""  # what is to be known of it
    servers: Place | None = None  # of MCP; None: a person has to write the lines
    lines: str = ""  # where a person writes them
    skills: Place = SHARED

    def directory(self) -> str:
        """Return the folder of its configuration; empty if there is no home."""
        if self.place and (given := os.environ.get(self.place)):
            return absolute(given).rstrip("/") or "/"
        above = os.environ.get(self.home, "") if self.home else ""
        above = absolute(above).rstrip("/") if above else home()
        return f"{above}/{self.folder}" if above and self.folder else ""

    def user_file(self, file: str) -> str:
        """Return the path of a file of the user's; empty if there is no home."""
        inside, folder = file.removeprefix("~/"), self.directory()
        if inside == file:
            return f"{folder}/{file}" if folder else ""
        # What another folder of the whole configuration takes with it.
        if self.place and os.environ.get(self.place) and file.count("/") == 1:
            return f"{folder}/{inside}"
        return f"{home()}/{inside}" if home() else ""


AGENTS = {
    agent.name: agent
    for agent in (
        Known(
            "codex",
            title="Codex CLI",
            programs=("codex",),
            folder=".codex",
            place="CODEX_HOME",
            file="config.toml",
            project=".codex/config.toml",
            format="toml",
            path=("shell_environment_policy", "set"),
            whose="login",
            options=("-lc",),
            tried="0.169.0",
            note="a project's file counts once Codex trusts the project",
            # As `codex mcp add` writes it; a project's file, as its makers write.
            servers=Place(
                "config.toml", ".codex/config.toml", "toml", ("mcp_servers",)
            ),
        ),
        Known(
            "gemini",
            title="Gemini CLI",
            programs=("gemini",),
            folder=".gemini",
            home="GEMINI_CLI_HOME",
            file=".env",
            project=".gemini/.env",
            format="dotenv",
            tried="0.61.0",
            note="it reads one .env alone, the nearest to where it is started",
            # As `gemini mcp add` writes it, with each scope.
            servers=Place("settings.json", ".gemini/settings.json", path=SERVERS),
        ),
        Known(
            "claude",
            title="Claude Code",
            programs=("claude",),
            folder=".claude",
            place="CLAUDE_CONFIG_DIR",
            file="settings.json",
            project=".claude/settings.local.json",
            path=("env",),
            whose="SHELL",
            tried="2.1.326",
            note="a project's file counts where Claude Code is started in that folder",
            # As `claude mcp add` writes it, with each scope.
            servers=Place("~/.claude.json", ".mcp.json", path=SERVERS),
            skills=Place("skills", ".claude/skills", "whole"),
        ),
        Known(
            "copilot",
            title="Copilot CLI",
            programs=("copilot",),
            folder=".copilot",
            place="COPILOT_HOME",
            tried="1.0.102",
            start="copilot --bash-env",
            note="no file of its configuration sets a variable; what it inherits "
            "reaches its shell with --bash-env",
            lines="~/.copilot/mcp-config.json",
        ),
        Known(
            "cursor",
            title="Cursor",
            programs=("cursor-agent", "cursor"),
            folder=".cursor",
            start="cursor-agent",
            note="no file of its configuration is known to set a variable, and its "
            "hooks stand above the rules",
            lines="~/.cursor/mcp.json",
        ),
        Known(
            "generic",
            title="any other agent",
            start="your-agent",
            note="it works where the agent hands its environment to bash, and each "
            "command in a text of its own (bash -c)",
            lines="its configuration of MCP servers",
        ),
    )
}
GENERIC = "generic"


def found() -> list[Known]:
    """Return the agents that are on PATH, or have a folder in the home."""
    return [agent for agent in AGENTS.values() if is_here(agent)]


def is_here(agent: Known) -> bool:
    """Tell whether an agent is on this machine."""
    folder = agent.directory()
    if folder and os.path.isdir(folder):
        return True
    paths = os.environ.get("PATH", "").split(os.pathsep)
    return any(
        os.access(f"{path}/{program}", os.X_OK)
        for path in paths
        for program in agent.programs
        if path
    )
