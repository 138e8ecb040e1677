"""An agent's shell and a door → the start file, and what a variable says to name it.

bash expands the value of BASH_ENV as it does a word in double quotes, so what is not
plain in a path is escaped. zsh reads `.zshenv` in the folder that ZDOTDIR names.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256

from ..errors import InputError
from .doors import start_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .doors import Kind, Shell
    from .known import Known

SHELLS: dict[str, Shell] = {"BASH_ENV": "bash", "ZDOTDIR": "zsh"}
VARIABLES: dict[str, str] = {shell: name for name, shell in SHELLS.items()}
DOORS = f"{os.path.dirname(os.path.abspath(__file__))}/doors"
ZSHENV = ".zshenv"
ANY = "\0any"  # in the place of an old value: whoever reads it is an agent's shell
OURS = "/exeunt/doors/"  # in the value of a variable that we have set
ESCAPED = re.compile(r'[\\$`"]')


def shell_of(agent: Known) -> str:
    """Return the path of the shell in which an agent runs commands."""
    if agent.whose == "login":
        from pwd import getpwuid  # not on every system

        try:
            return getpwuid(os.geteuid()).pw_shell or "/bin/sh"
        except KeyError:
            return "/bin/sh"
    given = os.environ.get("SHELL", "")
    if agent.whose == "SHELL" and kind_of(given):
        return given
    return "bash"


def kind_of(shell: str) -> str:
    """Return which of the shells that have a door this is; empty if none."""
    name = shell.rpartition("/")[2]
    return name if name in VARIABLES else ""


def variable_of(agent: Known) -> str:
    """Return the variable that names a start file to an agent's shell."""
    return VARIABLES[kind_of(shell_of(agent)) or "bash"]


def name_of(door: str, variable: str, old: str | None) -> str:
    """Return the name of a start file; one that goes on to another has its own."""
    mark = f"-{sha256((old or '').encode()).hexdigest()[:8]}" if chained(old) else ""
    mark = "-any" if old == ANY else mark
    shell = SHELLS[variable]
    return f"{door}{mark}.{shell}" + (f"/{ZSHENV}" if shell == "zsh" else "")


def value_of(directory: str, door: str, variable: str, old: str | None) -> str:
    """Return what a variable says, so that the shell reads the start file."""
    path = f"{directory}/{name_of(door, variable, old)}".removesuffix(f"/{ZSHENV}")
    return ESCAPED.sub(r"\\\g<0>", path) if variable == VARIABLES["bash"] else path


def text_of(
    door: Kind, variable: str, old: str | None, limits: Mapping[str, float]
) -> str:
    """Return the text of a start file."""
    own, shell = old if chained(old) else None, SHELLS[variable]
    if shell not in shells_of(door):
        msg = f"this exeunt has no {door} door for {shell}"
        raise InputError(msg, fix="leave --keep out", error_code="NO_DOOR")
    return start_file(
        door, shell, own=own, journal=True, any_text=old == ANY, limits=limits
    )


def shells_of(door: Kind) -> list[str]:
    """Return the shells that have a start file for a door."""
    return [shell for shell in VARIABLES if os.path.isfile(f"{DOORS}/{door}.{shell}")]


def chained(old: str | None) -> bool:
    """Tell whether a variable had a value that is somebody's, and not of ours."""
    return bool(old) and old != ANY and OURS not in (old or "")
