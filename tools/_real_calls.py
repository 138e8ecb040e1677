"""A call of a real program → what it did: its number, its bytes, and the files it made.

A program stands in a folder that looks the same each time, so that what it prints of
its own place, its home and the time is the same, adopted or not.
"""

from __future__ import annotations

import fcntl
import os
import select
import shlex
import shutil
import struct
import subprocess
import termios
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / "scenarios" / "real.toml"
LIMIT = 120.0  # seconds of a call, on a busy machine
EOF = "\n\x04"  # how a person says that nothing follows
HUNG = -9  # what a call that is still there by then ends with
SIZE = struct.pack("HHHH", 24, 100, 0, 0)  # rows and columns of the terminal
EPOCH = "1700000000"  # what archives are dated with
UNCOUNTED = ("__pycache__", ".git")  # their files hold the time of the call
# How a program is called: the same lines, but for two that no traceback shows.
ENTRY = """#!{python}
import sys{ours}
from {module} import {name}
app = {app}
# What follows is shown
# in a traceback, with
# the lines around it.
sys.exit(app())
"""


@dataclass
class Program:
    """A real program, and the calls that are made of it."""

    name: str
    plain: str  # MODULE:NAME, as its console script calls it
    call: list[dict[str, Any]]
    adopted: str = ""  # MODULE:EXPRESSION, where that is another object
    json: str = "--output json"  # the words that ask for JSON; none: its variable does
    setup: str = ""  # for the shell, in an empty folder
    env: dict[str, str] = field(default_factory=dict)
    noise: list[str] = field(default_factory=list)  # what differs from run to run
    imported: bool = False  # it prints while it is imported, before it is adopted


@dataclass
class Seen:
    """What a call did. At a terminal, stdout has all that was on the screen."""

    code: int
    stdout: bytes
    stderr: bytes
    files: dict[str, bytes]


def programs(only: str = "") -> list[Program]:
    """Read the programs and their calls."""
    rows = tomllib.loads(PROGRAMS.read_text("utf-8"))["program"]
    return [Program(**row) for row in rows if only in ("", row["name"])]


class Place:
    """A folder where a program is called, empty before each call."""

    def __init__(self, folder: Path, python: Path, program: Program) -> None:
        self.folder, self.python, self.program = folder, python, program
        self.work = folder / "work"
        self.ready = folder.with_name("ready")  # how it is before every call

    def seen(self, call: dict[str, Any], how: str) -> Seen:
        """Make a call: plain or adopted, in a pipe or at a terminal, or for JSON."""
        kind, _, mode = how.partition(" ")
        self.prepare(adopted=kind == "adopted")
        words = [str(self.folder / "bin" / self.program.name)]
        words += shlex.split(call["words"])
        env = self.environment()
        if mode == "json":
            asked = call.get("json", self.program.json)
            words += shlex.split(asked)
            env |= {} if asked else {variable(self.program.name): "json"}
        if mode == "terminal":
            code, out = at_terminal(words, env, self.work, typed(call))
            seen = Seen(code, out, b"", self.files())
        else:
            code, out, err = in_pipe(words, env, self.work, call.get("stdin", ""))
            seen = Seen(code, out, err, self.files())
        if kind == "plain" and code == HUNG:  # the file asks for what is not asked
            raise RuntimeError(f"{shlex.join(words)} hangs: {seen.stdout!r}")
        return seen

    def prepare(self, *, adopted: bool) -> None:
        """Make the folder as it is before every call."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.ready.exists():
            shutil.copytree(self.ready, self.folder, symlinks=True)
        else:
            self.set_up()
            shutil.copytree(self.folder, self.ready, symlinks=True)
        entry = self.folder / "bin" / self.program.name
        entry.write_text(self.script(adopted=adopted), "utf-8")
        entry.chmod(0o755)

    def set_up(self) -> None:
        """Make what the program finds when it is called."""
        for name in ("bin", "home", "work"):
            (self.folder / name).mkdir(parents=True)
        subprocess.run(
            ["/bin/sh", "-ec", self.program.setup or ":"],
            cwd=self.work,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIMIT,
            check=True,
        )

    def script(self, *, adopted: bool) -> str:
        """Write the entry point, as an installer does, or with the line that adopts."""
        where = self.program.adopted if adopted else ""
        module, _, found = (where or self.program.plain).partition(":")
        return ENTRY.format(
            python=self.python,
            ours=", exeunt" if adopted else "",
            module=module,
            name=found.partition("(")[0].partition(".")[0],
            app=f"exeunt.adopt({found})" if adopted else found,
        )

    def environment(self) -> dict[str, str]:
        """Return variables that are the same on every machine."""
        path = [self.folder / "bin", self.python.parent, "/usr/bin", "/bin"]
        return {
            "PATH": os.pathsep.join(map(str, path)),
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "TZ": "UTC",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "SOURCE_DATE_EPOCH": EPOCH,
            "GIT_AUTHOR_DATE": f"{EPOCH} +0000",
            "GIT_COMMITTER_DATE": f"{EPOCH} +0000",
            **self.program.env,
        }

    def files(self) -> dict[str, bytes]:
        """Read what is in the folder after a call."""
        found = sorted(
            p for n in ("work", "home") for p in (self.folder / n).rglob("*")
        )
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in found
            if path.is_file() and not set(UNCOUNTED) & {*path.parts}
        }


def typed(call: dict[str, Any]) -> list[list[str]]:
    """List what is typed at a terminal, each after what asks for it."""
    answers: list[list[str]] = call.get("answers", [])
    given = call.get("stdin")
    return [["", given + EOF]] if given and not answers else answers


def variable(name: str) -> str:
    """Name the variable that asks a program for JSON."""
    return "".join(c if c.isalnum() else "_" for c in name).upper() + "_OUTPUT"


def in_pipe(
    words: list[str], env: dict[str, str], folder: Path, given: str
) -> tuple[int, bytes, bytes]:
    """Run a command with pipes on its streams."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=pipe
    ) as child:
        try:
            out, err = child.communicate(given.encode(), LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            out, err = child.communicate()
    return child.returncode, out, err


def at_terminal(
    words: list[str], env: dict[str, str], folder: Path, answers: Any
) -> tuple[int, bytes]:
    """Run a command at a terminal of its own; type each answer when it is asked for."""
    screen, line = os.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, SIZE)
    child = subprocess.Popen(
        ["setsid", "--ctty", *words],
        cwd=folder,
        env=env,
        stdin=line,
        stdout=line,
        stderr=line,
    )
    os.close(line)
    shown, read = b"", 0
    waiting = [(asked.encode(), typed.encode()) for asked, typed in answers]
    if waiting and not waiting[0][0]:  # nothing asks, so it is typed at once
        os.write(screen, waiting.pop(0)[1])
    until = time.monotonic() + LIMIT
    try:
        while select.select([screen], [], [], until - time.monotonic())[0]:
            part = received(screen)
            if not part:
                break
            shown += part
            if waiting and (place := shown.find(waiting[0][0], read)) >= 0:
                read = place + len(waiting[0][0])
                os.write(screen, waiting.pop(0)[1])
        else:
            child.kill()
    finally:
        child.wait()
        os.close(screen)
    return child.returncode, shown


def received(screen: int) -> bytes:
    """Read from a terminal; nothing once nobody has it open any more."""
    try:
        return os.read(screen, 65536)
    except OSError:
        return b""
