"""Request → Task: what a keeper is told to run, and in which environment.

Nobody is there to be asked: no pager, no editor, no prompt.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._request import Request
    from ._terminal import Terminal

GRACE = 2.0  # seconds from TERM to KILL unless the caller says otherwise
# Whoever waits for a command is no person: what would ask one fails or goes on alone.
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
}


class Task:
    """What a keeper is told to run."""

    def __init__(  # noqa: PLR0913 - as many as a command has circumstances
        self,
        words: Sequence[str],
        env: Mapping[str, str],
        *,
        search: str | None = None,
        cwd: str | None = None,
        terminal: str | None = None,
        timeout: float | None = None,
        kill_after: float = GRACE,
        kill_wait: float = 3.0,
    ) -> None:
        self.words = words
        self.env = env
        self.search = search  # the PATH to find the command on
        self.cwd = cwd
        self.terminal = terminal  # the path of the one that the command gets
        self.timeout = timeout
        self.kill_after = kill_after  # from TERM to KILL
        self.kill_wait = kill_wait  # from KILL to giving up


def task_for(
    request: Request, terminal: Terminal | None
) -> tuple[Task, dict[str, str]]:
    """Make the task of a run; return what we add to its environment, too."""
    env, ours = environment(
        request.env, clear=request.clear_env, quiet=request.quiet_env
    )
    task = Task(
        request.words,
        env,
        search=env.get("PATH", os.environ.get("PATH")),
        cwd=request.cwd,
        terminal=terminal.path if terminal else None,
        timeout=request.timeout,
        kill_after=GRACE if request.kill_after is None else request.kill_after,
    )
    return task, ours


def environment(
    given: Mapping[str, str], *, clear: bool = False, quiet: bool = True
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the child's environment, and what of it we have set ourselves.

    What the caller gives wins over the quiet table, and that over what is inherited.
    """
    inherited = {} if clear else dict(os.environ)
    ours = {
        name: value
        for name, value in (QUIET.items() if quiet else ())
        if name not in given and inherited.get(name) != value
    }
    return {**inherited, **ours, **given}, ours
