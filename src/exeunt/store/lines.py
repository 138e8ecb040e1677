"""Facts of a run that is over → one line in a file, which a reader takes over later.

It is decided here where the lines are, how long one may be, and when the file is set
aside. A line costs one write and no database; nothing here ever raises, waits or
complains. A reader renames the file and marks it as closed before it reads; a writer
that finds the mark after its write writes its line again, into the new file. A line has
a name, so what is there twice counts once: nobody needs a lock.
"""

from __future__ import annotations

import os
from time import time_ns

from ..files import move, open_directory, open_or_new, state_directory, unlink
from ..thrown import is_thrown_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "journal"  # of the file; what was set aside has a dash and its moment behind it
VERSION = 1  # of a line; one of a newer exeunt stays where it is until that reads it
LONGEST = 4096  # bytes of a line, with the ends of line around it
FIELD = 300  # bytes of a field of a line that is too long
FULL = 4 << 20  # bytes, after which the file is set aside
KEPT = 16  # files that nobody has read yet; the oldest go
TRIES = 8  # files that were taken over between opening and writing
OPEN = 0o200  # a file that nobody may write any more is closed, even for root
PATHS = ("log", "stderr_log", "left_log")  # cut they would name another file


def append(facts: Mapping[str, Any]) -> None:
    """Write the line of a run, or nothing if that cannot be."""
    try:
        data = written(facts)
        folder = open_directory(state_directory(), make=True)
        try:
            any(put(data, folder) for _ in range(TRIES))
        finally:
            os.close(folder)
    except Exception as error:
        if is_thrown_in(error):
            raise
        return  # a line that cannot be costs the run nothing


def put(data: bytes, folder: int) -> bool:
    """Append a line; False if a reader has taken the file over meanwhile."""
    descriptor = open_or_new(NAME, folder, os.O_WRONLY | os.O_APPEND)
    try:
        before = os.fstat(descriptor)
        if before.st_nlink > 1:
            return True  # there can be none
        if is_closed(before):
            return False
        os.write(descriptor, data)
        status = os.fstat(descriptor)
        if is_closed(status):
            return False
        if status.st_size >= FULL:
            set_aside(folder, status)
            forget_oldest(folder)
        return True
    finally:
        os.close(descriptor)


def is_closed(status: os.stat_result) -> bool:
    """Tell whether a reader has a file, or had it: what is written now may be lost."""
    return not (status.st_mode & OPEN and status.st_nlink)


def set_aside(folder: int, status: os.stat_result) -> None:
    """Give a file a name of its own; whoever writes next begins a new one."""
    there = os.stat(NAME, dir_fd=folder, follow_symlinks=False)
    if (there.st_dev, there.st_ino) != (status.st_dev, status.st_ino):
        return  # somebody else was faster
    name = f"{NAME}-{time_ns():020d}-{os.urandom(4).hex()}"
    move(NAME, name, folder)


def forget_oldest(folder: int) -> None:
    """Remove what is too much, if nobody ever reads."""
    for old in aside(folder)[:-KEPT]:
        unlink(old, folder)


def aside(folder: int) -> list[str]:
    """List the files that were set aside, the oldest first."""
    names = os.listdir(folder)
    return sorted(name for name in names if name.startswith(f"{NAME}-"))


def uid() -> str:
    """Name a line so that no other has its name, on any machine, after any restart."""
    return f"{time_ns():x}-{os.getpid():x}-{os.urandom(6).hex()}"


# -- facts → JSON, within a length


def written(facts: Mapping[str, Any]) -> bytes:
    """Write a line; it begins with an end of line, should one before it be torn."""
    text = said(facts)
    if len(text) > LONGEST - 2:
        text = said(shortened(facts))
    return f"\n{text}\n".encode("ascii")


def said(value: Any) -> str:
    """Write a value as JSON in ASCII: what is plain by hand, since `json` is dear."""
    if isinstance(value, str):
        plain = value.isascii() and value.isprintable()
        if plain and '"' not in value and "\\" not in value:
            return f'"{value}"'
        from ..model.json import encode  # few texts are not plain

        return encode(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(said, value))}]"  # pyright: ignore[reportUnknownArgumentType] - of anything
    fields = [f"{said(name)}: {said(one)}" for name, one in value.items()]
    return f"{{{', '.join(fields)}}}"


def shortened(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Cut what is long: first other texts, then words of the command from the end."""
    short: dict[str, Any] = {**facts, "argv": [], "cut": True}
    for name, value in facts.items():
        if name in PATHS and len(said(value)) > FIELD:
            short[name] = None
        elif isinstance(value, str) and name != "name":
            short[name] = cut(value, FIELD)
    room = LONGEST - 2 - len(said(short))
    words: list[str] = short["argv"]
    for word in facts["argv"]:
        size = len(said(word)) + 2
        if size > room:
            words += filter(None, [cut(word, room - 2)])
            break
        words.append(word)
        room -= size
    return short


def cut(text: str, room: int) -> str:
    """Cut a text until it fits; a mark stands for the rest."""
    if len(said(text)) <= room:
        return text
    while text and len(said(f"{text}…")) > room:
        text = text[: len(text) * room // len(said(f"{text}…"))]
    return f"{text}…" if text else ""
