"""An installed Python program and its words → the same program, adopted.

This process becomes the program's own interpreter, which runs the program's file under
a contract. Which interpreter that is, the first lines of the file say.
"""

from __future__ import annotations

import os
import sys

from ..errors import InputError
from ..leaving.mode import CALLER
from ..model.outcome import Done, Outcome
from ..process.task import StartError, find
from ._files import write
from .argv import all_words, wants_record
from .verbs import GONE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._paint import Paint

LAUNCHER = f"{os.path.dirname(__file__)}/_launched.py"  # noqa: PTH120 - pathlib is dear
OLDEST = 11  # of Python 3
SHELLS = ("sh", "bash", "dash")
TRAMPOLINE = (
    "'''exec' "  # how a script for sh that is Python, too, begins its second line
)
BESIDE = '"$(dirname -- "$(realpath -- "$0")")"'  # how one that may be moved says where
HEAD = 4096  # bytes: more than a kernel reads of a first line
ASK = "import sys; sys.stdout.write(str(sys.version_info[1]))"
SOON = 20.0  # seconds that an interpreter has to say which it is
SCRIPT = """#!/bin/sh
exec {call} "$@"
"""


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Become the program, adopted; or write the file that does so."""
    path = located(call.words[0])
    words = [*interpreter(path), LAUNCHER]
    as_json = wants_record(call.options)
    target = call.text("--write")
    if target is not None:
        return entry_point(target, path, call.words[1:], as_json=as_json)
    if as_json:  # for the program that we become, and for none of its children
        os.environ[CALLER] = f"json:{os.getppid()}"
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execv(words[0], [*words, path, *call.words[1:]])  # noqa: S606 - no shell
    except OSError as error:
        msg = f"{words[0]} cannot be started: {os.strerror(error.errno or 0)}"
        raise InputError(msg, fix=rather(path), error_code="START_FAILED") from None


def entry_point(
    target: str, path: str, words: tuple[str, ...], *, as_json: bool
) -> Done[dict[str, Any]]:
    """Write the script of one line that adopts a program whenever it is called."""
    from shlex import join  # 8 ms, where nothing is run

    asked = ["--json"] if as_json else []
    program = os.path.abspath(path)  # noqa: PTH100 - as above
    safe = [sys.executable, "-P", "-m", "exeunt", "adopt"]
    ours = [*safe, *asked, "--", program, *words]
    write(target, SCRIPT.format(call=join(ours)), 0o755)  # as any installed program
    return Done({"file": target, "program": program})


def located(word: str) -> str:
    """Find a program's file, as a shell would."""
    try:
        path = find(word, os.environ.get("PATH"))
    except StartError as error:
        code = (
            "NOT_EXECUTABLE" if error.why == "not_executable" else "COMMAND_NOT_FOUND"
        )
        fix = "name a program that is installed, or the path of its file"
        raise InputError(error.detail, fix=fix, error_code=code) from None
    if not os.path.exists(path):  # noqa: PTH110 - as above
        msg = f"{path} does not exist"
        raise InputError(msg, fix="check the path", error_code="COMMAND_NOT_FOUND")
    return path


def interpreter(path: str) -> list[str]:
    """Return the interpreter of a Python program, with its options, or refuse."""
    words = named(path)
    if not words:
        msg = f"{path} is no Python script: its first line names no Python"
        raise InputError(msg, fix=rather(path), error_code="NOT_PYTHON")
    try:
        words[0] = find(words[0], os.environ.get("PATH"))
    except StartError as error:
        raise InputError(
            error.detail, fix=rather(path), error_code="NOT_PYTHON"
        ) from None
    minor = version(words[0])
    if minor is None:
        msg = f"{path} names {words[0]}, which does not run"
        raise InputError(msg, fix="install the program anew", error_code="NOT_PYTHON")
    if minor < OLDEST:
        msg = f"{path} runs on Python 3.{minor}; to be adopted it needs 3.{OLDEST}"
        raise InputError(msg, fix=rather(path), error_code="PYTHON_TOO_OLD")
    return words


def named(path: str) -> list[str]:
    """Return the words for its interpreter in a file's first lines, if Python."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            first, _, rest = file.read(HEAD).partition(b"\n")
    except OSError as error:
        msg = f"{path} cannot be read: {error.strerror}"
        raise InputError(
            msg, fix="check the path", error_code="FILE_UNREADABLE"
        ) from None
    if not first.startswith(b"#!"):
        return []
    words = os.fsdecode(first[2:]).split()
    if words and base(words[0]) == "env":
        words = [word for word in words[1:] if word not in {"-S", "--"}]
    if words and base(words[0]) in SHELLS:
        words = behind(os.fsdecode(rest.partition(b"\n")[0]), path)
    return words if words and base(words[0]).startswith(("python", "pypy")) else []


def behind(line: str, path: str) -> list[str]:
    """Return what a trampoline for sh would start; nothing if it is none."""
    if not line.startswith(TRAMPOLINE):
        return []
    from shlex import quote, split  # 8 ms, for a shell's words

    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 - as above
    call = line.removeprefix(TRAMPOLINE).replace(BESIDE, quote(folder))
    try:
        return split(call.partition('"$0"')[0])
    except ValueError:
        return []  # an open quote


def base(path: str) -> str:
    """Return the name of a file without its folder."""
    return path.rpartition("/")[2]


def version(python: str) -> int | None:
    """Return the minor version of a Python 3; None if it does not say."""
    from ..process.run import (
        run as run_command,
    )  # the runner, where a name tells nothing

    told = base(os.path.realpath(python)).removeprefix("python3.")
    if told.isdecimal():
        return int(told)
    said = run_command([python, "-I", "-c", ASK], timeout=SOON, log=False).stdout
    return int(said) if said.isdecimal() else None


def rather(path: str) -> str:
    """Say what can be done with a program that cannot be adopted."""
    from shlex import quote  # on the way to an error

    return f"exeunt run -- {quote(path)} says how it ended, from outside"


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show which file adopts which program."""
    return paint.fields((("written", data["file"]), ("adopts", data["program"])))


COMMAND = Command(
    "adopt",
    summary="Run an installed Python program as if its author had adopted it.",
    usage=("exeunt adopt [--json] [--write FILE] [--] PROGRAM [ARG...]",),
    options=(
        Option(
            "--write",
            "FILE",
            help="write a script that does so whenever it is called",
            usual="run it now",
        ),
    ),
    examples=(
        ("exeunt adopt --json -- codespell README.md", "one envelope"),
        ("exeunt adopt --write ~/bin/codespell -- codespell", "from now on"),
        ("EXEUNT_OFF=1 ~/bin/codespell README.md", "as it was, for one call"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT},
    run=run,
    show=show,
    least=1,
    most=None,
    theirs=all_words,
)
