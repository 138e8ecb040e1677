"""The place of a file → a descriptor of a file that no other user can have put there.

Every file that exeunt makes, follows or replaces is opened here. A directory of
exeunt's is this user's and closed to all others; a file in it is opened by that
directory's descriptor, without waiting, and looked at before it is used. A file that
the user named is written beside and put in its place. No link of another user is
followed, wherever on the way it stands.
"""

from __future__ import annotations

import os
import stat
from errno import ELOOP
from time import monotonic, sleep, time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAFELY = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK  # a FIFO would be waited for
NEW = os.O_CREAT | os.O_EXCL | SAFELY
DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | SAFELY
PATH = getattr(os, "O_PATH", os.O_RDONLY) | SAFELY  # to look at, and to go on from
OTHERS_MAY_WRITE = 0o022
ROOT = 0
LINKS = 40  # that lead to a file, as many as the kernel follows
FRESH = 60.0  # seconds; so young a log may be one that is not locked yet
PATIENCE = 10.0  # seconds for who holds a lock; all of them do so for a moment


def open_directory(path: str, *, make: bool = False) -> int:
    """Open a directory of this user in which nobody else may write."""
    folder = reach(path, DIRECTORY, make=make)
    status = os.fstat(folder)
    if status.st_uid != os.geteuid():
        msg = "not a directory of ours"
    elif status.st_mode & OTHERS_MAY_WRITE:
        msg = "others may write in it"
    else:
        return folder
    os.close(folder)
    raise OSError(msg)


def reach(path: str, how: int, *, make: bool = False) -> int:
    """Open a directory to which no link of another user leads."""
    plain = absolute(path).rstrip("/") or "/"  # a slash at the end would follow a link
    try:
        folder = os.open(plain, how | os.O_DIRECTORY)
    except FileNotFoundError:
        return walk(plain, how, make=make)
    except NotADirectoryError:
        if how & PATH == PATH or not os.path.lexists(plain):
            return walk(plain, how, make=make)
        msg = "not a directory, or a link to one"
        raise OSError(msg) from None
    if spelt(folder) == plain:
        return folder  # no link at all has led there
    os.close(folder)
    return walk(plain, how, make=make)


def spelt(folder: int) -> str:
    """Return how the kernel spells the path of a directory; empty if it does not."""
    try:
        return os.readlink(f"/proc/self/fd/{folder}")
    except OSError:
        return ""


def walk(path: str, how: int, *, make: bool) -> int:
    """Go to a directory step by step, and open it."""
    passed = [os.open("/", PATH)]
    folder, links, names = passed[0], 0, path.split("/")[::-1]
    try:
        while names:
            passed.append(step(names.pop() or ".", folder, make=make))
            status = os.fstat(passed[-1])
            if not stat.S_ISLNK(status.st_mode):
                folder = passed[-1]
                continue
            to, links = target(passed[-1], status), links + 1
            if links > LINKS:
                raise OSError(ELOOP, os.strerror(ELOOP))
            names += to.split("/")[::-1]
            folder = passed[0] if to.startswith("/") else folder
        return os.open(".", how | os.O_DIRECTORY, dir_fd=folder)
    finally:
        for descriptor in passed:
            os.close(descriptor)


def step(name: str, folder: int, *, make: bool) -> int:
    """Go on from a directory; make what is missing, unless another user owns it."""
    try:
        return os.open(name, PATH, dir_fd=folder)
    except FileNotFoundError:
        if not make:
            raise
    if os.fstat(folder).st_uid not in trusted():
        msg = "in a directory of another user"
        raise OSError(msg)
    make_directory(name, folder)
    return os.open(name, PATH, dir_fd=folder)


def make_directory(name: str, folder: int) -> None:
    """Make a directory for this user alone, unless another run was faster."""
    try:
        os.mkdir(name, 0o700, dir_fd=folder)
    except FileExistsError:
        pass


def remove_directory(name: str, folder: int) -> None:
    """Remove a directory and the files in it, as far as that can be."""
    try:
        there = os.open(name, DIRECTORY, dir_fd=folder)
    except OSError:
        return
    try:
        for one in os.listdir(there):
            unlink(one, there)
    finally:
        os.close(there)
    try:
        os.rmdir(name, dir_fd=folder)
    except OSError:
        pass  # there is more in it


def trusted() -> set[int]:
    """Return whose directories may hold ours; whoever owns / owns all of them."""
    return {ROOT, os.geteuid(), os.stat("/").st_uid}


def target(link: int, status: os.stat_result) -> str:
    """Read an open link of this user or root; refuse another's."""
    if status.st_uid not in {ROOT, os.geteuid()}:
        raise OSError(ELOOP, "a link that another user has made")
    return os.readlink("", dir_fd=link)


# -- files of exeunt's, in an open directory


def open_old(name: str, folder: int | None = None, how: int = os.O_RDONLY) -> int:
    """Open a regular file of this user: a name in a directory, or a path."""
    descriptor = os.open(name, how | SAFELY, 0o600, dir_fd=folder)
    if is_ours(os.fstat(descriptor)):
        return descriptor
    os.close(descriptor)
    msg = "not a regular file of ours"
    raise OSError(msg)


def open_or_new(name: str, folder: int, how: int = os.O_WRONLY) -> int:
    """Open a regular file of this user, made if there is none."""
    return open_old(name, folder, how | os.O_CREAT)


def create(name: str, folder: int | None = None, *, mode: int = 0o600) -> int:
    """Create a file to write to; FileExistsError if there is anything of that name."""
    return os.open(name, NEW | os.O_WRONLY, mode, dir_fd=folder)


def open_new(directory: str, name: str) -> int:
    """Create a file in a directory of this user, and lock it against prune()."""
    from fcntl import LOCK_NB, LOCK_SH, flock  # 1 ms, in a thread

    folder = open_directory(directory, make=True)
    try:
        descriptor = create(name, folder)
    finally:
        os.close(folder)
    try:
        flock(descriptor, LOCK_SH | LOCK_NB)
    except OSError:
        pass  # a file system without locks; its age protects the log
    return descriptor


def open_unnamed(directory: str) -> int:
    """Create a file that nobody can find, to write and to read; it goes when closed."""
    folder = open_directory(directory, make=True)
    try:
        return nameless(os.O_RDWR, folder)
    finally:
        os.close(folder)


def open_temporary(how: int = os.O_RDWR) -> int:
    """Create such a file where temporary files are, whosever directory that is."""
    place = temporary_directory()
    if hasattr(os, "O_TMPFILE"):
        try:
            return os.open(place, how | os.O_TMPFILE | os.O_CLOEXEC, 0o600)
        except OSError:
            pass  # some file systems have none
    folder = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        return nameless(how, folder)
    finally:
        os.close(folder)


def nameless(how: int, folder: int) -> int:
    """Create a file in a directory, and take its name away."""
    name = random_name()
    descriptor = os.open(name, how | NEW, 0o600, dir_fd=folder)
    os.unlink(name, dir_fd=folder)
    return descriptor


def write(  # noqa: PLR0913 - a file has as many properties
    name: str,
    folder: int,
    data: bytes,
    mode: int = 0o600,
    *,
    exactly: bool = True,
    group: int = -1,
) -> None:
    """Write a file beside, then put it in its place: it is whole, or as it was.

    It gets a group, if this user may give it that.
    """
    beside = random_name()
    descriptor = create(beside, folder, mode=mode)
    try:
        try:
            if group not in {-1, os.fstat(descriptor).st_gid}:
                give(descriptor, group)
            if exactly:
                os.fchmod(descriptor, mode)
            write_all(descriptor, data)
        finally:
            os.close(descriptor)
        move(beside, name, folder)
    except BaseException:
        unlink(beside, folder)
        raise


def give(descriptor: int, group: int) -> None:
    """Give a file to a group, unless this user may not."""
    try:
        os.fchown(descriptor, -1, group)
    except OSError:
        pass


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def move(old: str, new: str, folder: int) -> None:
    """Give a file another name in its directory."""
    os.rename(old, new, src_dir_fd=folder, dst_dir_fd=folder)


def unlink(name: str, folder: int | None = None) -> bool:
    """Remove a file; tell whether there was one that could be."""
    try:
        os.unlink(name, dir_fd=folder)
    except (OSError, ValueError):
        return False
    return True


def touch(directory: str, name: str, *, every: float) -> bool:
    """Mark that something is done now, unless it was within that many seconds."""
    try:
        folder = open_directory(directory)
    except OSError:
        return False  # there is none yet, or it is another user's
    descriptor = -1
    try:
        descriptor = open_or_new(name, folder)
        status = os.fstat(descriptor)
        # It has one byte once it is marked.
        old = not status.st_size or abs(time() - status.st_mtime) >= every
        return old and os.pwrite(descriptor, b"\n", 0) > 0
    except OSError:
        return False
    finally:
        for one in {folder, descriptor} - {-1}:
            os.close(one)


def bind(socket: Any, path: str) -> None:
    """Give a socket a place, for its owner alone."""
    before = os.umask(0o177)
    try:
        socket.bind(path)
    finally:
        os.umask(before)


def random_name() -> str:
    """Make up a name that nobody can have prepared."""
    return f".{os.urandom(16).hex()}"


def lock(descriptor: int) -> None:
    """Have a file or directory alone; wait for who has it, but not for ever."""
    from fcntl import LOCK_EX, LOCK_NB, flock  # 1 ms, for few

    until = monotonic() + PATIENCE
    while True:
        try:
            return flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if monotonic() > until:
                raise
            sleep(0.005)


# -- where things are


def home() -> str:
    """Return HOME, if this user owns it; as root it may be somebody else's."""
    path = os.environ.get("HOME", "")
    try:
        ours = path.startswith("/") and os.stat(path).st_uid == os.geteuid()
    except OSError:
        ours = False
    return path.rstrip("/") if ours else ""


def lasting_directory() -> str:
    """Return where exeunt keeps what must last, by the XDG rules; empty if nowhere."""
    state = os.environ.get("XDG_STATE_HOME", "")
    if state.startswith("/"):
        return f"{state.rstrip('/')}/exeunt"
    return f"{there}/.local/state/exeunt" if (there := home()) else ""


def state_directory() -> str:
    """Return where exeunt keeps things: where they last, or a temporary place."""
    path = there = lasting_directory()
    if path and os.environ.get("XDG_STATE_HOME", "").startswith("/"):
        return path
    while there and not os.path.lexists(there):
        there = above(there)
    if path and os.access(there or "/", os.W_OK | os.X_OK):
        return path
    # Anybody may have made it; open_directory() sees whose it is.
    return f"{temporary_directory()}/exeunt-{os.geteuid()}"


def temporary_directory() -> str:
    """Return where temporary files are."""
    place = os.environ.get("TMPDIR", "")
    return (place.rstrip("/") or "/") if place.startswith("/") else "/tmp"  # noqa: S108 - no fixed name is made there unseen


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
