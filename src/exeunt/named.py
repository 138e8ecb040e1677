"""A path that the user named → a file of theirs that is whole, or as it was.

It is written beside and put in its place. Links of this user and of root are followed
to it, no others; so are pipes and devices, which are written as they are.
"""

from __future__ import annotations

import os
import stat
from errno import EISDIR, ELOOP, ENOSPC, ENXIO
from time import monotonic, sleep

from .files import (
    DIRECTORY,
    LINKS,
    OTHERS_MAY_WRITE,
    PATH,
    PATIENCE,
    ROOT,
    SAFELY,
    absolute,
    create,
    is_ours,
    make_directory,
    nameless,
    reach,
    target,
    temporary_directory,
    trusted,
    write,
    write_all,
)

USUAL = "/tmp"  # noqa: S108 - in place of a folder of another user
DEFAULT = 0o666  # what a umask takes from


def open_given(path: str) -> int:
    """Open a file to write to; an old one only if theirs, regular, and here alone."""
    above, name = os.path.split(absolute(path))
    if not name:
        raise OSError(EISDIR, os.strerror(EISDIR))
    folder = reach(above, PATH)
    try:
        try:
            return create(name, folder)
        except FileExistsError:
            return open_alone(name, folder)
    finally:
        os.close(folder)


def open_alone(name: str, folder: int) -> int:
    """Open a file of this user to write to, unless it may be another of theirs, too."""
    before = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if is_alone(before):
        # Its lease may be waited for, by a thread that nobody waits for.
        how = os.O_WRONLY | SAFELY & ~os.O_NONBLOCK
        descriptor = os.open(name, how, dir_fd=folder)
        if is_alone(os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)
    msg = "not a regular file of ours, or one with another name"
    raise OSError(msg)


def is_alone(status: os.stat_result) -> bool:
    """Tell whether this is a regular file of this user, and has one name."""
    return is_ours(status) and status.st_nlink <= 1


def write_whole(path: str, text: str, mode: int | None = None) -> None:
    """Write a file that the user named, beside it first; a pipe or device as it is.

    It keeps its group and its mode, unless one is given.
    """
    folder, name = place_of(path)
    try:
        before = status_of(name, folder)
        if before is not None and not stat.S_ISREG(before.st_mode):
            pour(name, folder, text.encode(), before)
            return
        kept = stat.S_IMODE(before.st_mode) if before and is_ours(before) else DEFAULT
        exactly = mode is not None
        group = before.st_gid if before and is_ours(before) else -1
        data = text.encode()
        write(name, folder, data, mode or kept, exactly=exactly, group=group)
    finally:
        os.close(folder)


def write_below(directory: str, path: str, text: str) -> None:
    """Write a file below a directory where a program may have put any link."""
    *folders, name = path.split("/")
    passed = [os.open(directory, DIRECTORY)]
    try:
        for folder in folders:
            make_directory(folder, passed[-1])
            passed.append(os.open(folder, DIRECTORY, dir_fd=passed[-1]))
        write(name, passed[-1], text.encode(), DEFAULT, exactly=False)
    finally:
        for descriptor in passed:
            os.close(descriptor)


def shared_place() -> str:
    """Return where temporary files may have names: nobody else can exchange them."""
    place = temporary_directory()
    try:
        status = os.stat(place)
    except OSError:
        return place  # whoever uses it will say so
    sticky = not status.st_mode & OTHERS_MAY_WRITE or status.st_mode & stat.S_ISVTX
    return place if sticky and status.st_uid in trusted() else USUAL


def check_writable(path: str) -> None:
    """Raise what write_whole() would, as far as an empty file beside it shows."""
    folder, name = place_of(path)
    try:
        before = status_of(name, folder)
        if before is not None and stat.S_ISDIR(before.st_mode):
            raise OSError(EISDIR, os.strerror(EISDIR))
        if before is None or stat.S_ISREG(before.st_mode):
            os.close(nameless(os.O_WRONLY, folder))
            system = os.statvfs(folder)
            if system.f_blocks and not system.f_bavail:
                raise OSError(ENOSPC, os.strerror(ENOSPC))
    finally:
        os.close(folder)


def pour(name: str, folder: int, data: bytes, before: os.stat_result) -> None:
    """Write to a pipe or device; no other user's pipe, and none that nobody reads."""
    linked = stat.S_ISLNK(before.st_mode)  # by /proc, to what has no name
    how = SAFELY & ~os.O_NOFOLLOW if linked else SAFELY
    if not linked and stat.S_ISFIFO(before.st_mode):
        check_owner(before)
    descriptor = open_read(name, folder, os.O_WRONLY | os.O_NOCTTY | how)
    try:
        status = os.fstat(descriptor)
        if not linked and not stat.S_ISCHR(status.st_mode):
            check_owner(status)
        os.set_blocking(descriptor, True)
        write_all(descriptor, data)
    finally:
        os.close(descriptor)


def open_read(name: str, folder: int, how: int) -> int:
    """Open what somebody reads, or will in a moment."""
    until = monotonic() + PATIENCE
    while True:
        try:
            return os.open(name, how, dir_fd=folder)
        except OSError as error:
            if error.errno != ENXIO or monotonic() > until:
                raise
            sleep(0.01)


def check_owner(status: os.stat_result) -> None:
    """Refuse a pipe of another user, and what has become a file meanwhile."""
    if stat.S_ISREG(status.st_mode) or status.st_uid not in {ROOT, os.geteuid()}:
        msg = "neither a file nor a pipe of ours"
        raise OSError(msg)


def place_of(path: str) -> tuple[int, str]:
    """Open the directory of a file that links of this user or root lead to; name it."""
    path = absolute(path)
    for _ in range(LINKS):
        above, name = os.path.split(path)
        folder = reach(above, PATH)
        try:
            to = followed(name, folder)
        except BaseException:
            os.close(folder)
            raise
        if to is None:
            return folder, name
        os.close(folder)
        path = os.path.join(above, to)
    raise OSError(ELOOP, os.strerror(ELOOP))


def followed(name: str, folder: int) -> str | None:
    """Return where a link leads; None if it is none, or one of /proc to no name."""
    try:
        there = os.open(name, PATH, dir_fd=folder)
    except FileNotFoundError:
        return None
    try:
        status = os.fstat(there)
        if not stat.S_ISLNK(status.st_mode):
            return None
        to = target(there, status)
    finally:
        os.close(there)
    if status_of(to, folder) is None and exists(name, folder):
        return None
    return to


def status_of(name: str, folder: int) -> os.stat_result | None:
    """Look at a name in a directory; None if there is nothing."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def exists(name: str, folder: int) -> bool:
    """Tell whether there is something at the end of a link."""
    try:
        os.stat(name, dir_fd=folder)
    except OSError:
        return False
    return True
