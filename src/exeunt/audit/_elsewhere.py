"""A folder of its own → other surroundings for a program that is asked again.

Nothing of the program is changed, and everything around it: its folders, the clock and
its zone, the user, the machine's name, the processors, the terminal, the order of sets.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from shutil import copyfile

from ..record import Record, final

NAME = "elsewhere"
MOST = 10_000  # files of a folder that are linked, in some 50 ms
# The kernel's own limit, for programs that no sitecustomize reaches.
ON_ONE = """
import os, sys
os.sched_setaffinity(0, {%d})
os.execvp(sys.argv[1], sys.argv[1:])
"""
SHIFTED = f"{__file__.rpartition(os.sep)[0]}/_shifted.py"


@final
class Surroundings(Record):
    """What a program finds: variables, its working directory, what it is called by."""

    env: Mapping[str, str]
    cwd: str | None = None  # as here
    before: tuple[str, ...] = ()  # the words of the call


# Where we make a home, and where the program sees it.
Surround = Callable[[str, str], Surroundings]


def elsewhere(made: str, home: str) -> Surroundings:
    """Change all that can be changed."""
    there = other_machine(made, home)
    cwd = f"{home}/cwd" if mirror(f"{made}/cwd") else None
    env = {**there.env, "PWD": cwd} if cwd else there.env
    return Surroundings(env, cwd, there.before)


def other_machine(made: str, home: str) -> Surroundings:
    """Change all but the folder, for a call that is good in that one alone."""
    os.mkdir(f"{made}/site")  # noqa: PTH102 - pathlib is dear
    copyfile(SHIFTED, f"{made}/site/sitecustomize.py")
    path, site = os.environ.get("PYTHONPATH"), f"{home}/site"
    shifted = {"PYTHONPATH": os.pathsep.join([site, path] if path else [site])}
    return Surroundings({**variables(made, home), **shifted}, before=one_processor())


def other_variables(made: str, home: str) -> Surroundings:
    """Change the environment alone, for a program that no other Python can run."""
    return Surroundings(variables(made, home))


PLACES: tuple[Surround, ...] = (elsewhere, other_machine, other_variables)


def variables(made: str, home: str) -> dict[str, str]:
    """Name another user, machine, terminal, zone and folder for what is temporary."""
    tmp = f"{home}/tmp"  # noqa: S108 - in a folder of our own
    os.mkdir(f"{made}/tmp")  # noqa: PTH102, S108 - as above
    return {
        **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), tmp),
        **dict.fromkeys(("USER", "LOGNAME", "USERNAME", "HOSTNAME"), NAME),
        "COLUMNS": "61",
        "LINES": "17",
        "TZ": "XXX-11:30",
        "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1",
    }


def mirror(place: str) -> str | None:
    """Make a folder that has what the working directory has, in another place.

    One with too much in it, or that is gone, is not left.
    """
    try:
        with os.scandir() as found:
            entries = list(islice(found, MOST + 1))
        if len(entries) > MOST:
            return None
        os.mkdir(place)  # noqa: PTH102 - as above
        here = os.getcwd()  # noqa: PTH109 - as above
        for entry in entries:
            os.symlink(f"{here}/{entry.name}", f"{place}/{entry.name}")  # noqa: PTH211 - as above
    except OSError:
        return None
    return place


def one_processor() -> tuple[str, ...]:
    """Return the words that leave a program one processor, where it has several."""
    mine = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
    if len(mine) == 1 or not sys.executable:
        return ()
    return (sys.executable, "-I", "-S", "-c", ON_ONE % min(mine))
