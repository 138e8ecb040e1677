"""A kind of door, and a shell → the text of the start file that opens it.

The file that an agent's shell reads first, by BASH_ENV or ZDOTDIR. Absolute paths are
baked in: it asks nobody where exeunt is, and where that is gone, the command runs as it
would have.

It is short, because every shell of the agent reads it: what only some need lies in
`light/`, beside the template.
"""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Kind = Literal["light", "keep"]
    Shell = Literal["bash", "zsh"]

HERE = Path(__file__).resolve().parent
LIGHT = HERE / "light"  # what the start file goes on to, as few do
BARE = "codex"  # an agent that gives its command as it is, and names the call
CALL = "CODEX_TOOL_CALL_ID"  # in this variable
ANY = "any"  # one that hands us to its shell alone
# An end with a status that is not 0; what it sets off is silent.
TRAP = """{{ case $?${{PIPESTATUS[*]}}${{_exeunt_+1}} in *[1-9]*)command . {told};;\
esac;}} 3>&2 2>/dev/null||:"""


def start_file(  # noqa: PLR0913 - each is a fact that is baked in
    kind: Kind,
    shell: Shell,
    *,
    own: str | None = None,
    journal: bool = False,
    any_text: bool = False,
    limits: Mapping[str, float] | None = None,
    python: str = sys.executable,
) -> str:
    """Write the start file of a door.

    `own` is what the person's own BASH_ENV or ZDOTDIR is, where the agent's
    configuration had one; `journal` says that ends may be written down; `any_text`,
    that whatever reads the file is the shell of an agent, where no text tells it;
    `limits`, what the keeping door ends a command by.
    """
    if kind == "keep":
        from .keeping import keep_file  # few want it

        return keep_file(
            shell,
            own=own,
            journal=journal,
            any_text=any_text,
            limits=limits,
            python=python,
        )
    text = (HERE / f"{kind}.{shell}").read_text("utf-8")
    agent = ANY if any_text else BARE
    told = quote(f"{LIGHT}/told.{shell}")
    words = f"{quote(python)} {'journal' if journal else '-'} {agent}"
    given = {
        "DOOR": quote(str(LIGHT)),
        "ARGS": " ".join(map(quote, ["own" if own else "-", told, words])),
        "TRAP": quote(TRAP.format(told=f"{told} {words}")),
        "BARE": ("" if any_text else f" || ! ${{{CALL}+x}}")
        + (" || " if own else " || $BASHOPTS = *login* && ")  # where one may be set
        + "$(trap -p EXIT ERR)",
        **(bash_own(own) if shell == "bash" else zsh_own(own)),
    }
    for name, value in given.items():
        text = text.replace(f"@{name}@", value)
    return text


def bash_own(own: str | None) -> dict[str, str]:
    """Return what puts the person's own BASH_ENV back, and reads it."""
    if not own:
        return {"OWN": "", "UNSET": "builtin unset BASH_ENV"}
    escaped = own.replace('"', '\\"')
    path = f'"{escaped}"'  # as bash expands it
    source = f"BASH_ENV={quote(own)}; [[ ! -r {path} ]] || . {path}\n"
    return {"OWN": source, "UNSET": ":"}


def zsh_own(own: str | None) -> dict[str, str]:
    """Return the line that puts the person's own ZDOTDIR back."""
    return {"OWN": f"ZDOTDIR={quote(own)}" if own else "unset ZDOTDIR"}
