"""FILE or - → bytes, and a text → FILE: with a clear word when that fails."""

from __future__ import annotations

import sys

from ..errors import InputError
from ..model.document import MAX_BYTES
from .argv import refuse

QUIET = 1.0  # seconds after which a pipe that says nothing is taken for nobody's


def read_bytes(path: str, what: str = "envelope") -> bytes:
    """Read a file, or stdin for -; no more than an envelope may have."""
    try:
        if path == "-":
            data = read_stdin(what)
        else:
            with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs 10 ms
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        code = "FILE_NOT_FOUND" if missing else "FILE_UNREADABLE"
        where = f"{shown(path)} cannot be read"
        raise unusable(where, error, code) from None
    if len(data) > MAX_BYTES:
        msg = f"{shown(path)} has more than {MAX_BYTES >> 20} MiB"
        refuse(msg, f"give the {what} alone")
    return data


def read_stdin(what: str) -> bytes:
    """Read stdin, if there is one and it is not a person's terminal."""
    if sys.stdin is None:
        refuse("stdin is closed", f"pipe the {what} in, or name a file")
    if sys.stdin.isatty():
        refuse("stdin is a terminal", f"pipe the {what} in, or name a file")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def read_piped() -> bytes:
    """Read stdin if somebody speaks there, and nothing from a pipe left open."""
    if sys.stdin is None or sys.stdin.isatty():
        return b""
    import select  # only where stdin may be nobody's

    poll = select.poll()
    poll.register(sys.stdin.fileno(), select.POLLIN | select.POLLHUP)
    return read_bytes("-") if poll.poll(QUIET * 1000) else b""


def write(path: str, text: str, mode: int | None = None) -> None:
    """Put a file in its place whole, or leave the old one as it was."""
    from ..named import write_whole  # for few verbs

    try:
        write_whole(path, text, mode)
    except (OSError, ValueError) as error:
        what = f"{path!r} cannot be written"
        raise unusable(what, error, "FILE_UNWRITABLE") from None


def unusable(what: str, error: Exception, code: str) -> InputError:
    """Make the error for a file that cannot be read or written."""
    why = getattr(error, "strerror", None) or str(error)
    return InputError(f"{what}: {why}", fix="check the path", error_code=code)


def shown(path: str) -> str:
    """Name a source in a message."""
    return "stdin" if path == "-" else repr(path)
