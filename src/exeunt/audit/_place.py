"""A check → rooms for its calls: each a home, a directory and an environment.

All of it is thrown away. What the caller's own environment holds (tokens, sockets,
settings) is not passed on, but for what a program needs to be found and started.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from shutil import rmtree, which
from stat import S_ISDIR
from subprocess import run
from tempfile import mkdtemp
from typing import Self

from ..errors import InputError
from ..files import home, open_old
from ..named import write_below
from ..record import Record, final

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
# Where what was installed for one user alone is to be found, in any home.
INSTALLED = {
    "PYTHONUSERBASE": "~/.local",
    "PYENV_ROOT": "~/.pyenv",
    "RBENV_ROOT": "~/.rbenv",
    "NVM_DIR": "~/.nvm",
    "RUSTUP_HOME": "~/.rustup",
}
FIXED = {
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",  # or it would write beside its own source
}
MADE = ("home", "run", "tmp", "work")
LOOKED_AT = ("home", "work")
KEPT = 65_536  # bytes of a stream
MANY = 10_000  # files that are looked at; more than any fixture needs


@final
class Room(Record):
    """Where one call runs; calls that need what another left behind share one."""

    path: str

    @property
    def cwd(self) -> str:
        """The directory that the program runs in."""
        return f"{self.path}/work"

    def env(self, passed: Mapping[str, str]) -> dict[str, str]:
        """The whole environment of a call."""
        own = {name: f"{self.path}/{below}" for name, below in FOLDERS.items()}
        return {**passed, **FIXED, **own}

    def files(self) -> dict[str, tuple[int, int]]:
        """Return what lies here, as seen from the room, and when it was written.

        A program can nest directories deeper than any recursion or path goes.
        """
        found: dict[str, tuple[int, int]] = {}
        waiting = list(LOOKED_AT)
        while waiting and len(found) < MANY:
            below = waiting.pop()
            path = f"{self.path}/{below}"
            try:
                seen = os.lstat(path)
                if S_ISDIR(seen.st_mode):
                    found[below] = (0, 0)
                    waiting += [f"{below}/{name}" for name in sorted(os.listdir(path))]  # noqa: PTH208 - dear
                else:
                    found[below] = (seen.st_mtime_ns, seen.st_size)
            except OSError:
                continue  # gone, or without permission to look
        return found

    def aside(self) -> str:
        """Read the stream that was not at the terminal of its call."""
        try:
            with open(open_old(f"{self.path}/aside"), "rb") as file:  # noqa: PTH123 - dear
                return file.read(KEPT).decode("utf-8", "replace")
        except OSError:
            return ""

    def put(self, name: str, text: str) -> None:
        """Write a file that a call needs; never outside the room's directory."""
        path = os.path.normpath(f"{self.cwd}/{name}")
        if not path.startswith(f"{self.cwd}/"):
            msg = f"the file {name!r} of a fixture is outside its directory"
            raise InputError(msg, fix="name a relative path without ..")
        try:
            write_below(self.cwd, os.path.relpath(path, self.cwd), text)
        except OSError as error:
            msg = f"the file {name!r} of a fixture cannot be made: {error.strerror}"
            fix = "see what an earlier call has put in its place"
            raise InputError(msg, fix=fix) from None


class Place:
    """All the rooms of one check; gone when the `with` block is left."""

    def __init__(self) -> None:
        self.path: str = os.path.realpath(mkdtemp(prefix="exeunt-check-"))
        self.made: int = 0

    def __enter__(self) -> Self:
        """Return the place."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it all, whatever modes the program has set, however deep it is."""
        try:
            for folder, *_below in os.walk(self.path):
                os.chmod(folder, 0o700)  # noqa: PTH101 - pathlib is dear
        except (OSError, RecursionError):
            pass  # what cannot be had stays, and is in the temporary directory
        try:
            rmtree(self.path, ignore_errors=True)
        except RecursionError:
            run(["rm", "-rf", "--", self.path], check=False)  # noqa: S603, S607 - as is

    def room(self) -> Room:
        """Make a room that no call has used."""
        self.made += 1
        path = f"{self.path}/{self.made}"
        for name in MADE:
            os.makedirs(f"{path}/{name}", 0o700)  # noqa: PTH103 - pathlib is dear
        return Room(path)


def passed_on(names: Sequence[str] = ()) -> dict[str, str]:
    """Return what of our own environment a program gets; relative paths made whole."""
    found = {n: os.environ[n] for n in (*PASSED, *names) if n in os.environ}
    for name, usual in INSTALLED.items():
        place = os.environ.get(name) or usual.replace("~", home())
        if os.path.isdir(place):  # noqa: PTH112 - the same
            found[name] = place
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


def files_of(words: Sequence[str]) -> list[str]:
    """Return the files that a program's words name, the program's own included."""
    found = [which(words[0]), *words[1:]] if words else []
    return [word for word in found if word and word[0] == "/" and os.path.isfile(word)]  # noqa: PTH113 - dear


def is_file(word: str, *, first: bool) -> bool:
    """Tell whether a word is a file here; a bare first one is looked up on PATH."""
    if first and "/" not in word:
        return False
    return os.path.isfile(word)  # noqa: PTH113 - pathlib is dear
