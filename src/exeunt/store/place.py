"""A path → a file of ours in a directory of ours, and room for when the disk is full.

The file itself is never opened here but to make it: closing any descriptor of it would
drop the locks that SQLite holds for the whole process.
"""

from __future__ import annotations

import os
import stat

from ..errors import StoreError
from ..files import (
    PATH,
    above,
    absolute,
    create,
    is_ours,
    lasting_directory,
    lock,
    move,
    open_directory,
    reach,
    spelt,
    state_directory,
    trusted,
    unlink,
    write_all,
)

RESERVE = 1 << 20  # bytes that are given up so that an important row still gets in
ROOMY = 16 * RESERVE  # free bytes; with less, a reserve would be what fills the disk
ALL_MAY_WRITE = 0o002
OTHERS = 0o077
BESIDE = ("-wal", "-shm", "")  # the log first: it must never lie beside a new file


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
    directory, name = above(path) or "/", named(path)
    try:
        folder = open_directory(directory, make=True)
        try:
            settle(name, folder)
        finally:
            os.close(folder)
    except (OSError, ValueError) as error:
        raise unusable(path, error) from None


def settle(name: str, folder: int) -> None:
    """See that the name is a plain file of ours which nobody else can read."""
    try:
        descriptor = create(name, folder)
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


def check_way(path: str) -> None:
    """Refuse a place that others can exchange for another one: nobody would notice."""
    try:
        way = spelt_out(above(path) or "/")
        ways: list[str] = []
        while way:
            way = above(way)
            status = os.stat(way or "/")  # noqa: PTH116 - pathlib is dear
            mode = status.st_mode & (ALL_MAY_WRITE | stat.S_ISVTX)
            if mode == ALL_MAY_WRITE or status.st_uid not in trusted():
                ways.append(way or "/")
    except OSError as error:
        raise unusable(path, error) from None
    if ways:
        msg = f"others may exchange what is in {ways[0]!r}"
        raise unusable(path, OSError(msg))


def spelt_out(directory: str) -> str:
    """Return the path of a directory without links."""
    folder = reach(directory, PATH)
    try:
        return spelt(folder) or absolute(directory)
    finally:
        os.close(folder)


def identity(path: str) -> tuple[int, int] | None:
    """Tell which file is there now; another process may have begun a new one."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def refuse_second(path: str) -> None:
    """Refuse a place where there is, or may have been, another store than this one."""
    directory, name = above(path) or "/", named(path)
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
        descriptor = create(f"{path}-reserve")
    except OSError:
        return  # it is there, or there is no room for one
    try:
        write_all(descriptor, bytes(RESERVE))
    except OSError:
        give_up_reserve(path)
    finally:
        os.close(descriptor)


def give_up_reserve(path: str) -> bool:
    """Give the room back; tell whether there was any."""
    return unlink(f"{path}-reserve")


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
                    move(named(path + suffix), named(kept + suffix), folder)
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise unusable(path, error) from None
    return kept


def named(path: str) -> str:
    """Return the name of a file in its directory."""
    return path.rpartition("/")[2]


def free_name(path: str) -> str:
    """Find a name for a file that is moved away."""
    number = 1
    while os.path.lexists(f"{path}.corrupt-{number}"):
        number += 1
    return f"{path}.corrupt-{number}"


def unusable(path: str, error: Exception) -> StoreError:
    """Say why there can be no store at a place, and what helps."""
    why = getattr(error, "strerror", None) or str(error)
    return StoreError(
        f"the store {path!r} cannot be used: {why}",
        fix="make its directory writable for you alone, or set XDG_STATE_HOME",
    )
