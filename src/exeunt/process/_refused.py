"""A file that the kernel would not start → why, in a word and in a sentence."""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.ending import StartFailure

SHEBANG = 256  # bytes of a first line that Linux reads
NOT_EXECUTABLE = {
    *(errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOEXEC, errno.ETXTBSY),
    *(errno.ELOOP, errno.ENAMETOOLONG),
}


def why(path: str, name: str, error: OSError) -> tuple[str, StartFailure]:
    """Say why the kernel would not start a file, which is shown by a name."""
    number = error.errno or 0
    word: StartFailure = "failed"
    text = f"{name} could not be started: {os.strerror(number)}"
    if number in {errno.ENOENT, errno.ENOTDIR}:
        word = "not_found"
        missing = interpreter_of(path)
        text = f"{name} needs {missing}, which does not exist"
        text = text if missing else f"{name} does not exist"
    elif number in NOT_EXECUTABLE:
        word = "not_executable"
        text = f"{name} cannot be executed: {os.strerror(number)}"
        if number == errno.ENOEXEC:
            text = f"{name} is no program: it needs a #! line, or --shell"
        elif os.path.isdir(path):  # noqa: PTH112 - pathlib is dear
            text = f"{name} is a directory"
    elif number == errno.E2BIG:
        text = "the arguments and the environment are too long; pass data by --stdin"
    return text, word


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
