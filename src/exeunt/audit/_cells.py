"""A program → cells for its calls, as good as the machine allows; and how good that is.

A process of ours holds what all cells of a check share, and all that is written in
them, in a tmpfs that nobody else sees: it is gone with the last of them, however the
check ends.
"""

from __future__ import annotations

import marshal
import os
import pwd
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from time import monotonic
from typing import Any, Self

from ..cell.hold import make_room, restricts
from ..cell.keys import withholds
from ..files import home
from ..process.flow import Running
from ..process.run import request, start
from .finding import LANDLOCK, NAMESPACES, NONE, Protection

PATIENCE = 10.0  # seconds in which a holder says what it has
PACE = 0.05  # seconds between two looks at whether it has
CODE = (
    "import sys; sys.path.append({source!r}); from exeunt.cell.hold import main; main()"
)
# What a program may write to where no room could be mounted for it.
DEVICES = ("null", "zero", "full", "tty", "ptmx", "pts")
BY_USER = "a write outside of homes and temporary folders is refused, and not told"
BY_PIPES = "a named pipe that others may write to can be reached"
BY_KEYS = "a key that is given to the kernel stays there"
BY_LANDLOCK = (
    "a write outside of its folders is refused, and not told",
    "a socket that has a path can be reached: an agent, docker, D-Bus",
    "what needs a network of its own",
)
BY_NOTHING = (
    "nothing holds what it writes, asks or starts elsewhere",
    "calls with a word that is made up, and without any",
)


class Cells:
    """What all calls of a program share; gone when the `with` block is left."""

    def __init__(self, needed: Sequence[str] = (), written: Sequence[str] = ()) -> None:
        self.shared: dict[str, Any] = {}  # what describes a cell
        self.path: str = ""  # where we see its tmpfs
        self.seen: int = -1
        self.held: int = -1
        self.made: int = 0
        self.why: str = ""
        self.running: Running | None = None
        try:
            self.hold(list(needed), [*homes(), "/tmp", "/var/tmp", *written])  # noqa: S108 - as it is
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        """Return the cells."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what is shared: the kernel takes it away."""
        for descriptor in (self.held, self.seen):
            if descriptor >= 0:
                os.close(descriptor)
        self.held = self.seen = -1
        if self.running is not None:
            self.running.cancel()
            self.running.wait()
            self.running = None

    def hold(self, needed: list[str], written: list[str]) -> None:
        """Start the process that holds it, and hear what it could have."""
        asked = marshal.dumps({"needed": needed, "written": written}).hex()
        source = os.path.abspath(f"{__file__}/../../..")  # noqa: PTH100 - pathlib is dear
        code = CODE.format(source=source)
        theirs, self.held = os.pipe()
        try:
            self.running = start(
                request(
                    [sys.executable, "-I", "-SXutf8", "-c", code, asked],
                    cwd="/",
                    stdin=theirs,
                    quiet_env=False,
                    unmask=True,
                    show_secrets=True,
                    max_output=None,
                    reap=True,
                    log=False,
                    journal=False,  # a probe is no run of the user
                )
            )
        finally:
            os.close(theirs)
        line = self.said(self.running)
        found: dict[str, Any] = {}
        if line:
            found = marshal.loads(bytes.fromhex(line))  # noqa: S302 - from our own process
        self.why = str(found.get("why", "its place could not be made"))
        if not found.get("kind"):
            return
        try:
            root = f"/proc/{found['holder']}/root/run"
            self.seen = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            self.path = f"/proc/self/fd/{self.seen}"
            os.listdir(f"{self.path}/rooms")  # noqa: PTH208 - pathlib is dear
            self.shared = found
        except OSError as error:
            self.why = str(error.strerror)

    def said(self, running: Running) -> str:
        """Return the one line that the holder says; nothing, if it says none."""
        begun = monotonic()
        while not running.finished and not running.step(PACE):
            text = running.streams.captures["stdout"].rendering
            told = deepcopy(text).finish().text if text else ""
            line, newline, _ = told.partition("\n")
            if newline:
                return line
            if monotonic() - begun > PATIENCE:
                break
        return ""

    @property
    def protection(self) -> Protection:
        """What keeps the calls from doing harm."""
        if self.shared:
            known = {
                BY_USER: self.shared["user"],
                BY_PIPES: self.shared["pipes"],
                BY_KEYS: not self.shared["keyless"],
            }
            missing = tuple(text for text, is_so in known.items() if is_so)
            return Protection(NAMESPACES, missing=missing)
        if restricts():
            missing = BY_LANDLOCK if withholds() else (*BY_LANDLOCK, BY_KEYS)
            return Protection(LANDLOCK, why=self.why, missing=missing)
        return Protection(NONE, why=self.why, missing=BY_NOTHING)

    def room(self) -> tuple[str, dict[str, Any]]:
        """Make what one cell has for itself; return where it is, and the cell."""
        self.made += 1
        name = f"rooms/{self.made}"
        os.mkdir(f"{self.path}/{name}")  # noqa: PTH102 - pathlib is dear
        make_room(f"{self.path}/{name}", self.shared)
        return f"{self.path}/{name}", {**self.shared, "room": f"/run/{name}"}


def landlocked(path: str) -> dict[str, Any]:
    """Return a cell without namespaces: it may write to one folder."""
    writable = [path, *(f"/dev/{name}" for name in DEVICES)]
    return {
        "kind": LANDLOCK,
        "writable": writable,
        "network": "",
        "keyless": withholds(),
    }


def homes() -> list[str]:
    """Return the homes of the user: by the list of users, and by the environment."""
    found = [home()]
    try:
        found.append(pwd.getpwuid(os.geteuid()).pw_dir)
    except KeyError:
        pass  # a user without an entry
    return [path for path in found if path.startswith("/")]


def in_network(cell: Mapping[str, Any] | None, network: str) -> dict[str, Any] | None:
    """Return a cell with the network that a fixture asks for."""
    return None if cell is None else {**cell, "network": network}
