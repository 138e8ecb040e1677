"""exeunt's own command line: argv → a verb, and the number to leave with.

`run` comes first and alone: it is to cost little more than the command it runs, so
nothing of the other verbs is loaded for it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

TRANSPARENT = ("run", "drive")  # verbs that leave with another command's number


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the number to leave with."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] and given[0] in TRANSPARENT and given[1:] != ["--help"]:
        from .run import main as run  # this verb alone

        return run(given[1:], driven=given[0] == "drive")
    from ._main import main as others  # all the other verbs

    return others(given)


def launch() -> NoReturn:
    """Run the command line and end the process: what the installed command does.

    Nothing of ours waits for the interpreter's own clean-up, which would take a
    seventh of the time that a short command has.
    """
    code = main()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    os._exit(code)
