"""Request → Task: the words, the environment and the limits that a keeper gets.

It is decided here which variables a command finds changed. No person watches it: no
pager, no editor, no prompt, no browser, no window. Messages are English, and about the
task, not about updates.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..terminal.terminal import Terminal
    from .request import Request

CALLER = "EXEUNT_CALLER"  # json:PID tells the child of PID that a program reads it
GRACE = 2.0  # seconds from TERM to KILL unless the caller says otherwise
# No person waits for the command: a program that would ask fails or goes on alone.
# CI is not set: it changes what programs do, not only whether they ask.
QUIET = {
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "SYSTEMD_PAGER": "cat",
    "EDITOR": "false",  # an editor that fails, so that nothing unedited is accepted
    "VISUAL": "false",
    "GIT_EDITOR": "false",
    "GIT_SEQUENCE_EDITOR": "false",
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",
    "GH_PROMPT_DISABLED": "1",
    "SSH_ASKPASS_REQUIRE": "never",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INPUT": "1",
    # A browser that says which page it would have shown, where xdg-open, Python and gh
    # look for one; a desktop that has none of its own; npm prints the page by itself.
    "BROWSER": "echo",
    "GH_BROWSER": "echo",
    "XDG_CURRENT_DESKTOP": "X-Generic",
    "npm_config_browser": "false",
    # Messages that tables and readers know; LANGUAGE would win over all others.
    "LC_MESSAGES": "C",
    "LANGUAGE": "",
    # No news of other versions, and no program that replaces itself meanwhile: npm,
    # all with its notifier, gh, pip, brew, Claude Code, deno, terraform, pwsh.
    "NO_UPDATE_NOTIFIER": "1",
    "npm_config_update_notifier": "false",
    "GH_NO_UPDATE_NOTIFIER": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "HOMEBREW_NO_AUTO_UPDATE": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DENO_NO_UPDATE_CHECK": "1",
    "CHECKPOINT_DISABLE": "1",
    "POWERSHELL_UPDATECHECK": "Off",
    # What Python prints is there at once, also if the command is killed then.
    "PYTHONUNBUFFERED": "1",
}
WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY")  # where one would open, and nobody see it
# At a terminal a line can be asked for, and answered; menus and dialogs stay off.
ANSWERABLE = {"GIT_TERMINAL_PROMPT", "GCM_INTERACTIVE", "PIP_NO_INPUT"}
# A caller that gives one of these has chosen.
LANGUAGES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


class Task:
    """A command as its keeper gets it."""

    def __init__(  # noqa: PLR0913 - as many as a command has circumstances
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        *,
        search: str | None = None,
        cwd: str | None = None,
        terminal: str | None = None,
        asks_json: bool = False,
        timeout: float | None = None,
        kill_after: float = GRACE,
        kill_wait: float = 3.0,
    ) -> None:
        self.words = words
        self.env = env
        self.search = search  # the PATH to find the command on
        self.cwd = cwd
        self.terminal = terminal  # the path of the one that the command gets
        self.asks_json = asks_json  # a program reads the command's answer, as JSON
        self.timeout = timeout
        self.kill_after = kill_after  # from TERM to KILL
        self.kill_wait = kill_wait  # from KILL to giving up


def task_for(
    request: Request, terminal: Terminal | None
) -> tuple[Task, dict[str, str | None]]:
    """Make the task of a run; return the changes to its environment, too."""
    env, ours = environment(request)
    task = Task(
        request.words,
        env,
        search=env.get("PATH", os.environ.get("PATH")),
        cwd=request.cwd,
        terminal=terminal.path if terminal else None,
        asks_json=asks_json(request),
        timeout=request.timeout,
        kill_after=GRACE if request.kill_after is None else request.kill_after,
    )
    return task, ours


def asks_json(request: Request) -> bool:
    """Tell whether the command is told that a program reads it; a terminal's is not."""
    if not request.asks_json or request.size is not None:
        return False
    return request.quiet_env and CALLER not in request.env


def environment(request: Request) -> tuple[dict[str, str], dict[str, str | None]]:
    """Return the child's environment, and the caller's variables that are changed.

    The variables that are added are a table, the same for all: no record repeats it.
    """
    inherited = {} if request.clear_env else dict(os.environ)
    ours: dict[str, str | None] = {}
    if request.quiet_env:
        at_terminal = request.size is not None
        ours = changes(inherited, request.env, at_terminal=at_terminal)
    env = {**inherited, **ours, **request.env}
    replaced = {name: ours[name] for name in ours if name in inherited}
    return {name: value for name, value in env.items() if value is not None}, replaced


def changes(
    inherited: Mapping[str, str], given: Mapping[str, str], *, at_terminal: bool
) -> dict[str, str | None]:
    """Return the changes to an inherited environment; None removes a variable.

    The caller's own variables win over the table, and that over inherited ones.
    """
    wanted: dict[str, str | None] = {**QUIET, **dict.fromkeys(WINDOWS)}
    for name in ANSWERABLE if at_terminal else ():
        del wanted[name]
    if any(name in given for name in LANGUAGES):
        del wanted["LC_MESSAGES"], wanted["LANGUAGE"]
    elif is_foreign(inherited.get("LC_ALL", "")):
        wanted |= without_lc_all(inherited)
    return {
        name: value
        for name, value in wanted.items()
        if name not in given and inherited.get(name) != value
    }


def is_foreign(locale: str) -> bool:
    """Tell whether messages would be in a language: C and POSIX are English."""
    return bool(locale) and locale.partition(".")[0] not in {"C", "POSIX"}


def without_lc_all(inherited: Mapping[str, str]) -> dict[str, str | None]:
    """Say for all but messages what LC_ALL says: it would win over LC_MESSAGES."""
    parts = [n for n in inherited if n.startswith("LC_") and n != "LC_MESSAGES"]
    return {**dict.fromkeys(parts), "LANG": inherited["LC_ALL"]}
