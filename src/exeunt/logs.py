"""A directory of logs → the old ones: listed, and removed if nobody writes them."""

from __future__ import annotations

import os

from .files import is_ours, open_old, unlink


def logs_in(folder: int) -> list[tuple[float, int, str]]:
    """List the logs of an open directory: when they changed, their size and name."""
    logs: list[tuple[float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue  # another run was faster
            if is_ours(status):
                logs.append((status.st_mtime, status.st_size, entry.name))
    return logs


def remove(name: str, folder: int) -> bool:
    """Remove a log, unless the run that writes it holds its lock."""
    from fcntl import LOCK_EX, LOCK_NB, flock  # 1 ms, where one is old

    try:
        descriptor = open_old(name, folder)
    except OSError:
        return False
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
        return unlink(name, folder)
    except OSError:
        return False
    finally:
        os.close(descriptor)
