"""A path → a file of ours in a directory of ours, and room for when the disk is full.

The file itself is never opened here but to make it: closing any descriptor of it would
drop the locks that SQLite holds for the whole process.
"""

from __future__ import annotations

import os
import stat
from time import monotonic, sleep

from ..errors import StoreError
from ..files import (
    NEW,
    SAFELY,
    above,
    absolute,
    is_ours,
    lasting_directory,
    make,
    open_directory,
    state_directory,
)

RESERVE = 1 << 20  # bytes that are given up so that an important row still gets in
ROOMY = 16 * RESERVE  # free bytes; with less, a reserve would be what fills the disk
OTHERS_MAY_WRITE = 0o022
OTHERS = 0o077
BESIDE = ("-wal", "-shm", "")  # the log first: it must never lie beside a new file
PATIENCE = 5.0  # seconds for another process that moves the file aside


def place(path: str | None, *, strict: bool = False) -> str:
    """Return where the store is: as told, or in the state directory.

    A strict one has one place: elsewhere nobody knows what was remembered there.
    """
    if path is not None:
        return absolute(path)
    directory = lasting_directory() if strict else state_directory()
    if not directory:
        msg = "there is no place for a store that lasts"
        raise StoreError(msg, fix="set XDG_STATE_HOME to a directory of yours")
    return f"{directory}/store.db"


def prepare(path: str) -> None:
    """Make the file if there is none, for us alone; refuse what is not ours."""
    directory, name = above(path) or "/", path.rpartition("/")[2]
    try:
        make(directory)
        folder = open_directory(directory)
        try:
            check_directory(folder, directory)
            settle(name, folder)
        finally:
            os.close(folder)
    except (OSError, ValueError) as error:
        raise unusable(path, error) from None


def check_directory(folder: int, directory: str) -> None:
    """Refuse a directory in which others could put a file for us."""
    if os.fstat(folder).st_mode & OTHERS_MAY_WRITE:
        msg = f"others may write in {directory!r}"
        raise StoreError(msg, fix=f"run chmod 700 {directory}")


def settle(name: str, folder: int) -> None:
    """See that the name is a plain file of ours which nobody else can read."""
    try:
        descriptor = os.open(name, NEW | SAFELY, 0o600, dir_fd=folder)
    except FileExistsError:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if not is_ours(status):
            what = "directory" if stat.S_ISDIR(status.st_mode) else "file of others"
            msg = f"there is a {what}, or a link, in its place"
            raise OSError(msg) from None
        if status.st_mode & OTHERS:
            os.chmod(name, 0o600, dir_fd=folder)
    else:
        os.close(descriptor)
        os.fsync(folder)


def identity(path: str) -> tuple[int, int] | None:
    """Tell which file is there now; another process may have begun a new one."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def refuse_second(path: str) -> None:
    """Refuse a place where there is, or may have been, another store than this one."""
    directory, name = above(path) or "/", path.rpartition("/")[2]
    try:
        names = os.listdir(directory)  # noqa: PTH208 - pathlib is dear
    except OSError as error:
        raise unusable(path, error) from None
    for one in sorted(names):
        if one.startswith(f"{name}.corrupt-"):
            msg = f"what {directory}/{one} remembered is not known"
            fix = "look at it, then move it to another directory"
            raise StoreError(msg, fix=fix)
    from ._disk import file_system, is_shared  # for who must be sure

    kind = file_system(directory)
    if is_shared(kind):
        msg = f"{directory!r} is on {kind or 'an unknown file system'}"
        msg += ", which other machines may share"
        raise StoreError(msg, fix="set XDG_STATE_HOME to a directory on a local disk")


def has_reserve(path: str) -> bool:
    """Tell whether room was taken here, as it is when a store was made."""
    return os.path.lexists(f"{path}-reserve")


def keep_reserve(path: str) -> None:
    """Take some room while there is plenty."""
    try:
        disk = os.statvfs(above(path) or "/")
        if disk.f_bavail * disk.f_frsize < ROOMY:
            return
        descriptor = os.open(f"{path}-reserve", NEW | SAFELY, 0o600)
    except OSError:
        return  # it is there, or there is no room for one
    try:
        whole = os.write(descriptor, bytes(RESERVE)) == RESERVE
    except OSError:
        whole = False
    os.close(descriptor)
    if not whole:
        give_up_reserve(path)


def give_up_reserve(path: str) -> bool:
    """Give the room back; tell whether there was any."""
    try:
        os.unlink(f"{path}-reserve")  # noqa: PTH108 - pathlib is dear
    except OSError:
        return False
    return True


def set_aside(path: str, seen: tuple[int, int] | None) -> str | None:
    """Move a file away that cannot be read; None if another process was faster."""
    try:
        folder = open_directory(above(path) or "/")
        try:
            lock(folder)
            if identity(path) != seen:
                return None
            kept = free_name(path)
            for suffix in BESIDE:
                if os.path.lexists(path + suffix):
                    os.rename(path + suffix, kept + suffix)  # noqa: PTH104 - as above
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise unusable(path, error) from None
    return kept


def free_name(path: str) -> str:
    """Find a name for a file that is moved away."""
    number = 1
    while os.path.lexists(f"{path}.corrupt-{number}"):
        number += 1
    return f"{path}.corrupt-{number}"


def lock(folder: int) -> None:
    """Let one process at a time move files; wait for it, but not for ever."""
    from fcntl import LOCK_EX, LOCK_NB, flock  # 1 ms, when it is broken

    until = monotonic() + PATIENCE
    while True:
        try:
            return flock(folder, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if monotonic() > until:
                raise
            sleep(0.005)


def unusable(path: str, error: Exception) -> StoreError:
    """Say why there can be no store at a place, and what helps."""
    why = getattr(error, "strerror", None) or str(error)
    return StoreError(
        f"the store {path!r} cannot be used: {why}",
        fix="make its directory yours and writable, or set XDG_STATE_HOME to another",
    )
