"""The name of a variable, or a file → the secrets that it holds, for a command.

What stands on a command line can be read by every user; what these give cannot. A file
that others may read is refused, as ssh refuses such a key: chmod, or a pipe. Who writes
to a pipe is waited for within the limit of the run; another user's pipe is refused.
"""

from __future__ import annotations

import os
import stat
from errno import ETIMEDOUT
from time import monotonic

from ..errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import NoReturn

LARGEST = 65_536  # bytes; a secret is short, and a device has no end
OTHERS = 0o077  # who may do anything with a file besides its owner
SAFELY = os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
GIVEN = ("/dev/fd/", "/dev/std", "/proc/")  # what the caller has opened, by <() as well
DAY = 86_400.0  # seconds; poll() takes no more than some of them
ROOT = 0


def from_variable(name: str) -> str:
    """Return the value of a variable of this process."""
    value = os.environ.get(name)
    if not value:
        refuse(f"the variable {name} is {'not set' if value is None else 'empty'}")
    return one_line(value, f"the variable {name}")


def from_file(path: str | PathLike[str], limit: float | None = None) -> str:
    """Return what a file holds, without the end of its last line."""
    text = contents(path, limit).removesuffix("\n").removesuffix("\r")
    return one_line(text, shown(path))


def variables_from(
    path: str | PathLike[str], limit: float | None = None
) -> dict[str, str]:
    """Read lines of NAME=VALUE; quotes around a value are no part of it."""
    found: dict[str, str] = {}
    for number, line in enumerate(contents(path, limit).splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        before, equals, value = text.removeprefix("export ").partition("=")
        name = before.strip()
        if not (equals and name and name.isprintable() and " " not in name):
            refuse(f"{shown(path)}, line {number}: that is no NAME=VALUE")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        found[name] = value
    return found


def one_line(text: str, what: str) -> str:
    """Refuse what cannot be typed as a line."""
    if not text:
        refuse(f"{what} holds nothing")
    if "\n" in text or "\0" in text:
        refuse(f"{what} holds more than one line", "a line is what can be typed")
    return text


def contents(path: str | PathLike[str], limit: float | None) -> str:
    """Return the text of a file that nobody else may read."""
    try:
        descriptor = os.open(path, SAFELY)
        try:
            found = os.fstat(descriptor)
            check(found, path)
            given = shown(path).startswith(GIVEN)
            unheard = stat.S_ISFIFO(found.st_mode) and not given
            data = read(descriptor, limit, unheard=unheard)
        finally:
            os.close(descriptor)
    except InputError:
        raise
    except OSError as error:
        why = (error.strerror or "it cannot be read").lower()
        refuse(f"{shown(path)} cannot be read: {why}")
    except (ValueError, TypeError):
        refuse(f"{path!r} is no name of a file")
    if len(data) > LARGEST:
        refuse(f"{shown(path)} holds more than {LARGEST} bytes", "a secret is short")
    try:
        return data.decode()
    except ValueError:
        refuse(f"{shown(path)} holds no text")


def read(descriptor: int, limit: float | None, *, unheard: bool) -> bytes:
    """Read to the end, or one byte too many, and no longer than the limit.

    A pipe that nobody has written to yet seems to be at its end: `unheard`.
    """
    until = None if limit is None else monotonic() + limit
    data = b""
    if unheard:
        wait(descriptor, until)
    while len(data) <= LARGEST:
        try:
            part = os.read(descriptor, LARGEST + 1 - len(data))
        except BlockingIOError:
            wait(descriptor, until)
            continue
        if not part:
            break
        data += part
    return data


def wait(descriptor: int, until: float | None) -> None:
    """Wait until there is something to read, or the end."""
    from select import POLLIN, poll  # for pipes alone

    poller = poll()
    poller.register(descriptor, POLLIN)
    while True:
        left = DAY if until is None else min(until - monotonic(), DAY)
        if left <= 0:
            raise TimeoutError(ETIMEDOUT, "nobody wrote all of it in time")
        if poller.poll(left * 1000):
            return


def check(found: os.stat_result, path: str | PathLike[str]) -> None:
    """Refuse a file of ours that others may read; to root, every file is.

    Another user's pipe or terminal is refused too: its owner says when it ends.
    """
    theirs = found.st_uid not in {os.geteuid(), ROOT}
    waits = not stat.S_ISREG(found.st_mode)
    if waits and theirs and not shown(path).startswith(GIVEN):
        refuse(f"{shown(path)} is another user's, and no regular file")
    ours = os.geteuid() in {found.st_uid, 0}
    if stat.S_ISREG(found.st_mode) and ours and found.st_mode & OTHERS:
        mode = f"{stat.S_IMODE(found.st_mode):04o}"
        refuse(
            f"others may read {shown(path)}, whose mode is {mode}",
            f"chmod 600 {shown(path)}; where that cannot be, give it through a pipe",
        )


def shown(path: str | PathLike[str]) -> str:
    """Name a file."""
    return os.fsdecode(path)


def refuse(
    message: str, fix: str = "name a file or a variable that holds it"
) -> NoReturn:
    """Raise the error that names the fix."""
    raise InputError(message, fix=fix)
