"""The word that calls a program → its file, as the kernel would find it.

A wrapper or an interpreter is a file like any other: what it is told to run is not the
file that was called, and nothing here speaks of that.
"""

from __future__ import annotations

import os

from ..process.task import StartError, find
from ..store.programs import ProgramFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..process.request import Request


def called_file(request: Request) -> ProgramFile | None:
    """Find the file that a request calls; None where that cannot be told for sure."""
    search = request.env.get("PATH", os.environ.get("PATH"))
    return program_file(request.words[0], search, request.cwd)


def program_file(
    word: str, search: str | None = None, cwd: str | None = None
) -> ProgramFile | None:
    """Find the file that a word calls, on a PATH, in a directory."""
    places = (search or os.defpath).split(":")
    if "/" not in word and cwd and not all(one.startswith("/") for one in places):
        return None  # such a PATH means other places there than here
    try:
        return pinned(os.path.join(cwd or os.getcwd(), find(word, search)))  # noqa: PTH109, PTH118 - pathlib is dear
    except (StartError, OSError, ValueError):
        return None


def pinned(path: str) -> ProgramFile:
    """Return the file at a path, with what tells it from all others."""
    real = os.path.realpath(path)
    found = os.stat(real)  # noqa: PTH116 - as above
    folder, _, name = path.rpartition("/")
    if real.rpartition("/")[2] != name:  # as one program is called by many names
        real = f"{os.path.realpath(folder)}/{name}"
    return ProgramFile(
        real,
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtime_ns,
        found.st_ctime_ns,
    )
