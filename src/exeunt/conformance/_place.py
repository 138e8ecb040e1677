"""Nothing → a place to try a program in: a home, a directory and an environment.

All of it is thrown away. What the caller's own environment holds (tokens, sockets,
settings) is not passed on, but for what a program needs to be found and started.
"""

from __future__ import annotations

import os

from .._record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

# What a program may need to start at all; everything else would be the caller's own.
PASSED = (
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "NODE_PATH",
    "GEM_PATH",
    "PERL5LIB",
    "JAVA_HOME",
)
PATHS = ("PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "NODE_PATH", "PERL5LIB")
FOLDERS = {
    "HOME": "home",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "XDG_RUNTIME_DIR": "run",
    "TMPDIR": "tmp",
}
FIXED = {
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",  # or it would write beside its own source
}
MADE = ("home", "run", "tmp", "work")
LOOKED_AT = ("home", "work")
MANY = 200  # files that are named before we stop counting


@final
class Room(Record):
    """Where one call runs; calls that need what another left behind share one."""

    __slots__ = ("path",)
    path: str

    def __init__(self, path: str) -> None:
        self._fill(path)

    @property
    def cwd(self) -> str:
        """The directory that the program runs in."""
        return f"{self.path}/work"

    def env(self, passed: Mapping[str, str]) -> dict[str, str]:
        """The whole environment of a call."""
        own = {name: f"{self.path}/{below}" for name, below in FOLDERS.items()}
        return {**passed, **FIXED, **own}

    def files(self) -> list[str]:
        """Name what calls have left here, as seen from the room."""
        found: list[str] = []
        for top in LOOKED_AT:
            for folder, _, names in os.walk(f"{self.path}/{top}"):
                found += [os.path.relpath(f"{folder}/{n}", self.path) for n in names]
                if len(found) > MANY:
                    return sorted(found[:MANY])
        return sorted(found)

    def put(self, name: str, text: str) -> None:
        """Write a file that a call needs; never outside the room's directory."""
        path = os.path.normpath(f"{self.cwd}/{name}")
        if not path.startswith(f"{self.cwd}/"):
            from ..errors import InputError  # noqa: PLC0415 - on the way to an error

            msg = f"the file {name!r} of a fixture is outside its directory"
            raise InputError(msg, fix="name a relative path without ..")
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120 - dear
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is dear
            file.write(text)


class Place:
    """All the rooms of one check; gone when the `with` block is left."""

    def __init__(self) -> None:
        from tempfile import mkdtemp  # noqa: PLC0415 - 10 ms, for a check alone

        self.path: str = os.path.realpath(mkdtemp(prefix="exeunt-check-"))
        self.made: int = 0

    def __enter__(self) -> Self:
        """Return the place."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it all, whatever modes the program has set."""
        from shutil import rmtree  # noqa: PLC0415 - 10 ms, for a check alone

        for folder, *_below in os.walk(self.path):
            try:
                os.chmod(folder, 0o700)  # noqa: PTH101 - pathlib is dear
            except OSError:
                pass  # then it stays, and is in the temporary directory
        rmtree(self.path, ignore_errors=True)

    def room(self) -> Room:
        """Make a room that nobody has been in."""
        self.made += 1
        path = f"{self.path}/{self.made}"
        for name in MADE:
            os.makedirs(f"{path}/{name}", 0o700)  # noqa: PTH103 - pathlib is dear
        return Room(path)


def passed_on(names: Sequence[str] = ()) -> dict[str, str]:
    """Return what of our own environment a program gets; relative paths made whole."""
    found = {n: os.environ[n] for n in (*PASSED, *names) if n in os.environ}
    # What was installed for one user alone is still to be found.
    found["PYTHONUSERBASE"] = os.environ.get(
        "PYTHONUSERBASE",
        os.path.expanduser("~/.local"),  # noqa: PTH111 - pathlib is dear
    )
    for name in PATHS:
        if name in found:
            parts = found[name].split(os.pathsep)
            found[name] = os.pathsep.join(os.path.abspath(p) if p else p for p in parts)  # noqa: PTH100 - dear
    return found


def whole_words(words: Sequence[str]) -> list[str]:
    """Make the files among a program's words findable from any directory."""
    return [
        os.path.abspath(word)  # noqa: PTH100 - pathlib is dear
        if not word.startswith(("-", "/")) and is_file(word, first=not index)
        else word
        for index, word in enumerate(words)
    ]


def is_file(word: str, *, first: bool) -> bool:
    """Tell whether a word is a file here; a bare first one is looked up on PATH."""
    if first and "/" not in word:
        return False
    return os.path.isfile(word)  # noqa: PTH113 - pathlib is dear
