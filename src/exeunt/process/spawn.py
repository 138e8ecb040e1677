"""Words, environment and three descriptors → a child, or why there is none.

The path is looked up here, by the child's own PATH, and nothing is handed to a shell:
what is no program is said to be none.
"""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..model.ending import StartFailure

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
SHEBANG = 256  # bytes of a first line that Linux reads
SHOWN = 1000  # characters of a path in a message
NOT_EXECUTABLE = {
    errno.EACCES,
    errno.EPERM,
    errno.EISDIR,
    errno.ENOEXEC,
    errno.ETXTBSY,
    errno.ELOOP,
    errno.ENAMETOOLONG,
}


class StartError(Exception):
    """The command never ran: why, in a word and in a sentence."""

    def __init__(self, detail: str, why: StartFailure) -> None:
        super().__init__(detail)
        self.why: StartFailure = why
        self.detail = detail


def spawn(
    words: Sequence[str],
    env: Mapping[str, str],
    search: str | None,
    terminal: str | None = None,
) -> int:
    """Start a command with this process's descriptors 0 to 2, in a session of its own.

    Signals are as a fresh login has them: nothing ignored, nothing blocked. A terminal
    that a session's first process opens becomes the one that it is controlled by;
    stderr is as we have it, since it may be on a terminal of its own.
    """
    actions: list[Any] = []
    if terminal is not None:
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
        ]
    path = find(words[0], search)
    try:
        return os.posix_spawn(
            path,
            list(words),
            env,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=_signal.valid_signals(),
        )
    except OSError as error:
        raise refusal(path, error) from None


def find(command: str, search: str | None) -> str:
    """Return the path of a command, as execvp would, but without its shell."""
    if "/" in command:
        return command
    denied = ""
    for place in (search or os.defpath).split(":"):
        path = f"{place or '.'}/{command}"
        if command and os.path.isfile(path):  # noqa: PTH113 - pathlib is dear
            if os.access(path, os.X_OK):
                return path
            denied = denied or path
    if denied:
        msg = f"{short(denied)} is not executable: chmod +x it"
        raise StartError(msg, "not_executable")
    msg = f"{short(command)!r} is not found on PATH"
    raise StartError(msg, "not_found")


def refusal(path: str, error: OSError) -> StartError:
    """Say why the kernel would not start a file."""
    number = error.errno or 0
    name = short(path)
    why: StartFailure = "failed"
    text = f"{name} could not be started: {os.strerror(number)}"
    if number in {errno.ENOENT, errno.ENOTDIR}:
        why = "not_found"
        missing = interpreter_of(path)
        text = f"{name} needs {missing}, which does not exist"
        text = text if missing else f"{name} does not exist"
    elif number in NOT_EXECUTABLE:
        why = "not_executable"
        text = f"{name} cannot be executed: {os.strerror(number)}"
        if number == errno.ENOEXEC:
            text = f"{name} is no program: it needs a #! line, or --shell"
        elif os.path.isdir(path):  # noqa: PTH112 - pathlib is dear
            text = f"{name} is a directory"
    elif number == errno.E2BIG:
        text = "the arguments and the environment are too long; pass data by --stdin"
    return StartError(text, why)


def short(path: str) -> str:
    """Return a path that leaves room for what is said about it."""
    return path if len(path) <= SHOWN else f"{path[:SHOWN]}..."


def interpreter_of(path: str) -> str:
    """Return the program that a script names in its first line."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
            line = file.read(SHEBANG).split(b"\n")[0]
    except OSError:
        return ""
    words = line[2:].split() if line.startswith(b"#!") else []
    if words:
        return os.fsdecode(words[0])
    return "its loader" if line.startswith(b"\x7fELF") else ""
