"""A shell, and where exeunt is → the start file of the keeping door."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    Shell = Literal["bash", "zsh"]

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib is dear
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))  # noqa: PTH120 - as above
# No `site`, which runs code of others at each start, and no variable of the caller's.
BOOT = (
    "import sys;sys.path.insert(0,sys.argv[1]);"
    "from exeunt.agents.door import main;main()"
)
STATE = os.path.join(HERE, "keep", "state.bash")  # noqa: PTH118 - pathlib is dear
LOST = (
    "exeunt: the keeper of this command was killed, and the command with it; "
    "look how far it got"
)


def keep_file(  # noqa: PLR0913 - each is a fact that is baked in
    shell: Shell,
    *,
    own: str | None = None,
    journal: bool = False,
    any_text: bool = False,
    limits: Mapping[str, float] | None = None,
    python: str = sys.executable,
) -> str:
    """Write the start file of the keeping door.

    Beside `keep.bash` is to lie the light door's `light.bash`, beside `keep-NAME.bash`
    its `light-NAME.bash`, and so with the folders of zsh. `own` is what the person's
    own ZDOTDIR is; `limits` are those of each command; `any_text` says that whatever
    reads the file is the shell of an agent, where no text tells it.
    """
    from shlex import quote  # for who installs

    from ..limits import settings_of

    path = os.path.join(HERE, f"keep.{shell}")  # noqa: PTH118 - pathlib is dear
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
        text = file.read()
    settings = ["journal"] * journal + ["any"] * any_text
    settings += settings_of(limits or {})
    given = {
        "PYTHON": quote(python),
        "KEEP": quote(BOOT),
        "ROOT": quote(ROOT),
        "SETTINGS": " ".join(map(quote, settings)),
        "LOST": quote(LOST),
        "STATE": quote(STATE),
        "OWN": f"  ZDOTDIR={quote(own)}" if own else "  unset ZDOTDIR",
    }
    for name, value in given.items():
        text = text.replace(f"@{name}@", value)
    return text
