"""The caller's environment → the child's: nobody to ask, no pager, no editor."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
