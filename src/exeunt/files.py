"""The place of a file → a descriptor of a file that no other user can have put there.

A directory is this user's and no link, or nothing is written; a file is new, or a
regular file of this user that the user named. Only the openers ever raise.
"""

from __future__ import annotations

import os
import stat
from errno import EISDIR, ELOOP, ENOSPC
from time import time

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
SAFELY = os.O_CLOEXEC | os.O_NOFOLLOW
DEFAULT = 0o666  # what a umask takes from
LINKS = 40  # that lead to a file, as many as the kernel follows
FRESH = 60.0  # seconds; so young a log may be one that is not locked yet


def open_given(path: str) -> int:
    """Open a file that the user named; an old one only if regular and their own."""
    try:
        return os.open(path, NEW | SAFELY, 0o600)
    except FileExistsError:
        pass
    if is_ours(os.lstat(path)):  # looked at first: opening a FIFO would wait
        descriptor = os.open(path, os.O_WRONLY | SAFELY)
        if is_ours(os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)
    msg = "not a regular file of ours"
    raise OSError(msg)


def open_new(directory: str, name: str) -> int:
    """Create a file in a directory of this user, and lock it against prune()."""
    from fcntl import LOCK_NB, LOCK_SH, flock  # 1 ms, in a thread

    make(directory)
    folder = open_directory(directory)
    try:
        descriptor = os.open(name, NEW | SAFELY, 0o600, dir_fd=folder)
    finally:
        os.close(folder)
    try:
        flock(descriptor, LOCK_SH | LOCK_NB)
    except OSError:
        pass  # a file system without locks; its age protects the log
    return descriptor


def open_unnamed(directory: str) -> int:
    """Create a file that nobody can find, to write and to read; it goes when closed."""
    make(directory)
    folder = open_directory(directory)
    try:
        name = f".{os.urandom(16).hex()}"  # not O_TMPFILE: some file systems have none
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | SAFELY
        descriptor = os.open(name, flags, 0o600, dir_fd=folder)
        os.unlink(name, dir_fd=folder)
    finally:
        os.close(folder)
    return descriptor


def write_whole(path: str, text: str) -> None:
    """Write beside the file that the user named, then put it in its place.

    A pipe or a device is written as it is.
    """
    data, path = text.encode(), followed(path)
    folder, name = os.path.split(path)
    try:
        before = os.stat(path)
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(path, "wb") as file:
            file.write(data)
        return
    mode = stat.S_IMODE(before.st_mode) if before and is_ours(before) else DEFAULT
    there = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    beside = f".{os.urandom(16).hex()}"
    try:
        descriptor = os.open(beside, NEW | SAFELY, mode, dir_fd=there)
        try:
            with open(descriptor, "wb") as file:
                file.write(data)
            os.rename(beside, name, src_dir_fd=there, dst_dir_fd=there)
        except BaseException:
            os.unlink(beside, dir_fd=there)
            raise
    finally:
        os.close(there)


def check_writable(path: str) -> None:
    """Raise what write_whole() would, as far as an empty file beside it shows."""
    path = followed(path)
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise OSError(EISDIR, os.strerror(EISDIR))
    if not os.path.lexists(path) or os.path.isfile(path):
        beside = os.path.join(folder, f".{os.urandom(16).hex()}")
        os.close(os.open(beside, NEW | SAFELY, 0o600))
        os.unlink(beside)
        system = os.statvfs(folder)
        if system.f_blocks and not system.f_bavail:
            raise OSError(ENOSPC, os.strerror(ENOSPC))


def followed(path: str) -> str:
    """Return where a link leads that this user or root has made; refuse another's."""
    for _ in range(LINKS):
        try:
            status = os.lstat(path)
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(status.st_mode):
            return path
        if status.st_uid not in {0, os.geteuid()}:
            raise OSError(ELOOP, "a link that another user has made")
        there = os.path.join(os.path.dirname(path), os.readlink(path))
        if not os.path.lexists(there) and os.path.exists(path):
            return path  # of /proc, to what has no name
        path = there
    raise OSError(ELOOP, os.strerror(ELOOP))


def touch(directory: str, name: str, *, every: float) -> bool:
    """Mark that something is done now, unless it was within that many seconds."""
    try:
        folder = open_directory(directory)
    except OSError:
        return False  # there is none yet, or it is another user's
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | SAFELY
        descriptor = os.open(name, flags, 0o600, dir_fd=folder)
        try:
            status = os.fstat(descriptor)
            # It has one byte once it is marked.
            recent = status.st_size and abs(time() - status.st_mtime) < every
            if recent or not is_ours(status):
                return False
            os.pwrite(descriptor, b"\n", 0)
        finally:
            os.close(descriptor)
    except OSError:
        return False
    finally:
        os.close(folder)
    return True


def make(directory: str) -> None:
    """Make a directory and those above it, for this user alone."""
    missing: list[str] = []
    while directory and not os.path.lexists(directory):
        missing.append(directory)
        directory = above(directory)
    for path in reversed(missing):
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            pass  # another run was faster


def open_directory(directory: str) -> int:
    """Open a directory of this user that is no link; no path leads out of it."""
    plain = directory.rstrip("/") or "/"  # a slash at the end would follow a link
    try:
        descriptor = os.open(plain, os.O_RDONLY | os.O_DIRECTORY | SAFELY)
    except NotADirectoryError:
        msg = "not a directory, or a link to one"
        raise OSError(msg) from None
    if os.fstat(descriptor).st_uid == os.geteuid():
        return descriptor
    os.close(descriptor)
    msg = "not a directory of ours"
    raise OSError(msg)


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
        descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK | SAFELY, dir_fd=folder)
    except OSError:
        return False
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
        os.unlink(name, dir_fd=folder)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def lasting_directory() -> str:
    """Return where exeunt keeps what must last, by the XDG rules; empty if nowhere."""
    state = os.environ.get("XDG_STATE_HOME", "")
    if state.startswith("/"):
        return f"{state.rstrip('/')}/exeunt"
    home = os.environ.get("HOME", "")
    if home.startswith("/") and os.access(home, os.X_OK):
        return f"{home.rstrip('/')}/.local/state/exeunt"
    return ""


def state_directory() -> str:
    """Return where exeunt keeps things: where they last, or a temporary place."""
    path = there = lasting_directory()
    if path and os.environ.get("XDG_STATE_HOME", "").startswith("/"):
        return path
    while there and not os.path.lexists(there):
        there = above(there)
    if path and os.access(there or "/", os.W_OK | os.X_OK):
        return path
    temporary = os.environ.get("TMPDIR", "")
    if not temporary.startswith("/"):
        temporary = "/tmp"  # noqa: S108 - open_directory() sees whose it is
    return f"{temporary.rstrip('/')}/exeunt-{os.geteuid()}"


def absolute(path: str) -> str:
    """Return the path as it is seen from the root."""
    try:
        return os.path.join(os.getcwd(), path)
    except OSError:
        return path  # the working directory is gone


def above(path: str) -> str:
    """Return the directory that a path is in."""
    return path.rpartition("/")[0].rstrip("/")


def is_ours(status: os.stat_result) -> bool:
    """Tell whether this is a regular file of this user."""
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()


def is_name(name: str) -> bool:
    """Tell whether this names a file in a directory, and nothing outside of it."""
    return name not in {"", ".", ".."} and "/" not in name and "\0" not in name
