"""A text → a file that holds all of it, or what it held before."""

from __future__ import annotations

import os
import stat

DEFAULT = 0o666  # what a umask takes from


def write_whole(path: str, text: str) -> None:
    """Write beside the file, then put it in its place; a pipe is written as it is."""
    data = text.encode()
    path = os.path.realpath(path)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - pathlib is dear
    except FileNotFoundError:
        mode = stat.S_IFREG | DEFAULT
    if not stat.S_ISREG(mode):
        with open(path, "wb") as file:  # noqa: PTH123 - the same
            file.write(data)
        return
    beside = f"{path}.{os.getpid()}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    descriptor = os.open(beside, flags, stat.S_IMODE(mode))
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
            file.write(data)
        os.replace(beside, path)  # noqa: PTH105 - pathlib is dear
    except BaseException:
        os.unlink(beside)  # noqa: PTH108 - the same
        raise
