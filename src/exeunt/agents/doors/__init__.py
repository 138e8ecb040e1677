"""A kind of door, and a shell → the text of the start file that opens it.

The file that an agent's shell reads first, by BASH_ENV or ZDOTDIR. Absolute paths are
baked in: it asks nobody where exeunt is, and where that is gone, the command runs as it
would have.

A template lies beside this file. What stands in it after a line `#@ NAME` is a part
that it uses as one quoted word: the text of a trap, or of an alias.
"""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["light", "keep"]
    Shell = Literal["bash", "zsh"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]  # where `exeunt` is imported from
PART = "#@ "
AGENTS = ("claude", "gemini", "codex")
ANY = "any"  # an agent that gives its command as it is, and hands us to its shell alone
# How Codex is known where it gives its command as it is.
BARE = """        [[ -v CODEX_TOOL_CALL_ID ]] || builtin return 0
        builtin local parent
        builtin read -r parent 2>/dev/null < "/proc/$PPID/comm" && \
[[ $parent == codex* ]] || builtin return 0"""
PATIENCE = 5  # seconds that a shell waits for what it is to say
# No `site`, which runs code of others at each start, and no variable of the caller's.
BOOT = """import os, sys
sys.path.append(sys.argv[1])
try:
    from exeunt.agents.tell import main
    main()
finally:
    os._exit(0)"""


def start_file(  # noqa: PLR0913 - each is a fact that is baked in
    kind: Kind,
    shell: Shell,
    *,
    own: str | None = None,
    journal: bool = False,
    any_text: bool = False,
    python: str = sys.executable,
) -> str:
    """Write the start file of a door.

    `own` is what the person's own BASH_ENV or ZDOTDIR is, where the agent's
    configuration had one; `journal` says that ends may be written down; `any_text`,
    that whatever reads the file is the shell of an agent, where no text tells it.
    """
    if kind == "keep":
        from .keeping import keep_file  # few want it

        return keep_file(shell, own=own, journal=journal, python=python)
    template, *parts = (HERE / f"{kind}.{shell}").read_text("utf-8").split(f"\n{PART}")
    given = {
        "PATIENCE": str(PATIENCE),
        "PYTHON": quote(python),
        "BOOT": quote(BOOT),
        "ROOT": quote(str(ROOT)),
        "FLAGS": "journal" if journal else "-",
        "BARE": "        :" if any_text else BARE,
        **(bash_own(own) if shell == "bash" else zsh_own(own)),
    }
    for part in parts:
        name, *lines = part.rstrip("\n").split("\n")
        whole = "\n".join(one for one in lines if not one.startswith("#"))
        bare = filled_in(whole, {**given, "AGENT": ANY if any_text else "codex"})
        template = template.replace(f"@{name}_bare@", quote(bare))
        for agent in AGENTS:
            filled = filled_in(whole, {**given, "AGENT": agent})
            template = template.replace(f"@{name}_{agent}@", quote(filled))
        template = template.replace(f"@{name}@", quote(filled_in(whole, given)))
    return filled_in(template, given) + "\n"


def filled_in(text: str, given: dict[str, str]) -> str:
    """Put values in the place of their names."""
    for name, value in given.items():
        text = text.replace(f"@{name}@", value)
    return text


def bash_own(own: str | None) -> dict[str, str]:
    """Return the lines that put the person's own BASH_ENV back, and read it."""
    if not own:
        gone = "    builtin unset BASH_ENV"
        return {"OWN": "", "OWN_BUT_KEPT": "  :", "UNSET": gone, "UNTRAPPED": ""}
    escaped = own.replace('"', '\\"')
    path = f'"{escaped}"'  # as bash expands it
    source = f"  BASH_ENV={quote(own)}; [[ ! -r {path} ]] || . {path}"
    return {
        "OWN": source,
        "OWN_BUT_KEPT": f"{source}\n  BASH_ENV=${{BASH_SOURCE[0]}}",
        "UNSET": "",
        "UNTRAPPED": "    [[ -z $(builtin trap -p EXIT ERR) ]] || builtin return 0",
    }


def zsh_own(own: str | None) -> dict[str, str]:
    """Return the line that puts the person's own ZDOTDIR back."""
    return {"OWN": f"ZDOTDIR={quote(own)}" if own else "unset ZDOTDIR"}
