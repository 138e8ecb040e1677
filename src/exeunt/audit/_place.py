"""A check → rooms for its calls: each a home, a directory and an environment.

All of it is thrown away. What the caller's own environment holds (tokens, sockets,
settings) is not passed on, but for what a program needs to be found and started.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from shutil import rmtree, which
from stat import S_ISCHR, S_ISDIR
from tempfile import mkdtemp
from typing import Any, Self

from ..errors import InputError
from ..files import home, open_old
from ..named import shared_place, write_below
from ..record import Record, final
from ._cells import Cells, landlocked
from .finding import LANDLOCK

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
SHARED = "/dev/shm"  # noqa: S108 - memory that looks like files
# What a runtime writes for itself, even where a call may not say that it wants none.
RUNTIMES = ("/__pycache__", "/hsperfdata_")
KEPT = 65_536  # bytes of a stream
MANY = 10_000  # files that are looked at; more than any fixture needs


@final
class Room(Record):
    """Where one call runs; calls that need what another left behind share one."""

    path: str  # where we see it
    inside: str = ""  # where its calls see it, if that is another place
    around: str = ""  # where we see what they write elsewhere, if that is seen
    cell: Mapping[str, Any] | None = None  # what they run in

    @property
    def home(self) -> str:
        """The room, as its calls see it."""
        return self.inside or self.path

    @property
    def cwd(self) -> str:
        """The directory that the program runs in, as it sees it."""
        return f"{self.home}/work"

    def env(self, passed: Mapping[str, str]) -> dict[str, str]:
        """The whole environment of a call."""
        own = {name: f"{self.home}/{below}" for name, below in FOLDERS.items()}
        return {**passed, **FIXED, **own}

    def files(self) -> dict[str, tuple[int, int]]:
        """Return what lies here, as seen from the room, and when it was written.

        What calls have written elsewhere is there by its path.
        """
        found: dict[str, tuple[int, int]] = {}
        for below in LOOKED_AT:
            found |= listed(f"{self.path}/{below}", below)
        for place, upper in self.uppers():
            written = listed(upper, place)
            for path, seen in written.items():
                if path != place and not is_on_the_way(path, upper, place):
                    found[path] = seen
        return found

    def uppers(self) -> list[tuple[str, str]]:
        """Return each place outside of the room, and where what is written there is."""
        if not self.around or self.cell is None:
            return []
        kinds = {"overlay", "empty"}
        found = [
            ("" if place == "/" else place, f"{self.around}/{number}/up")
            for kind, place, number in self.cell["mounts"]
            if kind in kinds
        ]
        return [*found, (SHARED, f"{self.around}/shm")]

    def lacks(self, path: str) -> bool:
        """Tell whether a call has removed a file of the machine's, for itself."""
        if not os.path.lexists(path):
            return True
        for place, upper in self.uppers():
            below = path.removeprefix(place)
            parts = below.split("/")[1:] if path.startswith(f"{place}/") else []
            for count in range(1, len(parts) + 1):
                if is_whiteout(f"{upper}/{'/'.join(parts[:count])}"):
                    return True
        return False

    def aside(self) -> str:
        """Read the stream that was not at the terminal of its call."""
        try:
            with open(open_old(f"{self.path}/aside"), "rb") as file:  # noqa: PTH123 - dear
                return file.read(KEPT).decode("utf-8", "replace")
        except OSError:
            return ""

    def put(self, name: str, text: str) -> None:
        """Write a file that a call needs; never outside the room's directory."""
        work = f"{self.path}/work"
        path = os.path.normpath(f"{work}/{name}")
        if not path.startswith(f"{work}/"):
            msg = f"the file {name!r} of a fixture is outside its directory"
            raise InputError(msg, fix="name a relative path without ..")
        try:
            write_below(work, os.path.relpath(path, work), text)
        except OSError as error:
            msg = f"the file {name!r} of a fixture cannot be made: {error.strerror}"
            fix = "see what an earlier call has put in its place"
            raise InputError(msg, fix=fix) from None


class Place:
    """All the rooms of one check; gone when the `with` block is left."""

    def __init__(self, cells: Cells | None = None) -> None:
        self.cells = cells
        self.confined: bool = cells is not None and bool(cells.shared)
        self.path: str = ""
        if not self.confined:
            folder = mkdtemp(prefix="exeunt-check-", dir=shared_place())
            self.path = os.path.realpath(folder)
        self.made: int = 0

    def __enter__(self) -> Self:
        """Return the place."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it all, whatever modes the program has set, however deep it is."""
        if self.confined:
            return  # the kernel does
        try:
            for folder, *_below in os.walk(self.path):
                os.chmod(folder, 0o700)  # noqa: PTH101 - pathlib is dear
        except (OSError, RecursionError):
            pass  # what cannot be had stays, and is in the temporary directory
        try:
            rmtree(self.path, ignore_errors=True)
        except RecursionError:
            from subprocess import run  # 10 ms, for a program that nests folders

            run(["rm", "-rf", "--", self.path], check=False)  # noqa: S603, S607 - as is

    def room(self) -> Room:
        """Make a room that no call has used."""
        if self.confined and self.cells is not None:
            around, cell = self.cells.room()
            inside = cell["inside"]
            room = Room(f"{around}{inside}", inside, around, cell)
        else:
            self.made += 1
            path = f"{self.path}/{self.made}"
            holds = self.cells is not None and self.cells.protection.kind == LANDLOCK
            room = Room(path, cell=landlocked(path) if holds else None)
        for name in MADE:
            os.makedirs(f"{room.path}/{name}", 0o700)  # noqa: PTH103 - pathlib is dear
        return room


def listed(root: str, name: str) -> dict[str, tuple[int, int]]:
    """Return what lies in a folder, itself included, and when it was written.

    A program can nest directories deeper than any recursion or path goes.
    """
    found: dict[str, tuple[int, int]] = {}
    waiting = [""]
    while waiting and len(found) < MANY:
        below = waiting.pop()
        path = f"{root}{below}"
        try:
            seen = os.lstat(path)
            if S_ISDIR(seen.st_mode):
                found[f"{name}{below}"] = (0, 0)
                waiting += [f"{below}/{each}" for each in sorted(os.listdir(path))]  # noqa: PTH208 - dear
            else:
                found[f"{name}{below}"] = (seen.st_mtime_ns, seen.st_size)
        except OSError:
            continue  # gone, or without permission to look
    return found


def is_on_the_way(path: str, upper: str, place: str) -> bool:
    """Tell whether a folder was copied for what lies in it, or holds what is cached."""
    if any(name in path for name in RUNTIMES):
        return True
    there = f"{upper}{path.removeprefix(place)}"
    try:
        is_folder = S_ISDIR(os.lstat(there).st_mode) and os.path.isdir(path)  # noqa: PTH112 - dear
        return is_folder and bool(os.listdir(there))  # noqa: PTH208 - dear
    except OSError:
        return False


def is_whiteout(path: str) -> bool:
    """Tell whether an overlay says here that a file is gone."""
    try:
        seen = os.lstat(path)
    except OSError:
        return False
    return S_ISCHR(seen.st_mode) and seen.st_rdev == 0


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


def needs(
    words: Sequence[str], passed: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """Return the places that a program is read from, and where it might write."""
    named = [word for word in words if word.startswith("/") and os.path.isfile(word)]  # noqa: PTH113 - dear
    files = [os.path.realpath(path) for path in (*files_of(words), *named)]
    folders = [os.path.dirname(path) for path in files]  # noqa: PTH120 - pathlib is dear
    listed = [p for n in PATHS if n in passed for p in passed[n].split(os.pathsep)]
    others = [passed[n] for n in passed if n in INSTALLED or n == "VIRTUAL_ENV"]
    own = [sys.prefix, sys.base_prefix]
    found = [*files_of(words), *folders, *listed, *others, *own]
    writable = [folder for folder in folders if os.access(folder, os.W_OK)]
    return [path for path in found if path.startswith("/")], writable


def files_of(words: Sequence[str]) -> list[str]:
    """Return the files that a program's words name, the program's own included."""
    found = [which(words[0]), *words[1:]] if words else []
    return [word for word in found if word and word[0] == "/" and os.path.isfile(word)]  # noqa: PTH113 - dear


def is_file(word: str, *, first: bool) -> bool:
    """Tell whether a word is a file here; a bare first one is looked up on PATH."""
    if first and "/" not in word:
        return False
    return os.path.isfile(word)  # noqa: PTH113 - pathlib is dear
