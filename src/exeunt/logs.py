"""A directory of logs → the old ones: listed, and removed if nobody writes them."""

from __future__ import annotations

import os
from time import time

from .files import FRESH, is_ours, open_directory, open_old, unlink


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


def prune(directory: str, keep_bytes: int, keep_seconds: float) -> None:
    """Remove the oldest logs beyond a size or an age, but none that is being written.

    Every regular file of ours in the directory is taken for a log.
    """
    try:
        folder = open_directory(directory)
    except OSError:
        return
    try:
        logs = sorted(logs_in(folder))
        total = sum(size for _, size, _ in logs)
        now = time()
        for changed, size, name in logs:
            if now - changed <= keep_seconds and total <= keep_bytes:
                break  # the others are younger
            if abs(now - changed) > FRESH and remove(name, folder):
                total -= size
    except OSError:
        pass  # another time
    finally:
        os.close(folder)
