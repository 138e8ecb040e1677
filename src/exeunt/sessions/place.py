"""A session's name → its directory: a lock, a socket, and what was last known.

    sessions/NAME/lock     held by the supervisor for as long as it lives
    sessions/NAME/socket   where it listens
    sessions/NAME/start    what a zsh reads when it starts, and no longer
    sessions/NAME/state    what is known, as JSON; at the end with the run's record

Who holds the lock lives: a number could be somebody else's by now. Everything is for
its owner alone.
"""

from __future__ import annotations

import os
from errno import ELOOP, ENOENT, ENXIO
from fcntl import LOCK_NB, LOCK_SH, flock
from time import time

from ..errors import InputError, SessionError
from ..files import (
    lock,
    make_directory,
    open_directory,
    open_old,
    open_or_new,
    remove_directory,
    state_directory,
    write,
)
from ..model.document import is_object
from ..model.json import dumps
from .wire import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LONGEST_NAME = 64
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
KEPT_SECONDS = 7 * 86_400.0  # that an ended session can be asked, as its log
KEPT = 200  # ended sessions, at most
HALF_MADE = 60.0  # seconds; so young a directory may be about to get its lock
# Errors of what is none of ours.
NO_FILE: set[int | None] = {None, ELOOP, ENOENT, ENXIO}
LARGEST = 16 << 20  # bytes of a state
START, START_FILE = "start", ".zshenv"  # a zsh takes no file but a directory
UNREADABLE = "unreadable"  # the status of one whose state says nothing
NONE = type(None)
KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("session", "status", "command", "cwd"), (str,)),
    **dict.fromkeys(("pid", "supervisor", "total_bytes", "queued"), (int,)),
    **dict.fromkeys(("signal", "detail", "log", "stderr_log"), (str, NONE)),
    **dict.fromkeys(("waiting", "record"), (dict, NONE)),
    **dict.fromkeys(("exit_code",), (int, NONE)),
    "args": (list,),
    "size": (list, NONE),
    "started_at": (int, float),
    "ended_at": (int, float, NONE),
}
LOST = "lost"  # the status of a session whose supervisor was killed


def sessions_directory() -> str:
    """Return where the sessions of this user are."""
    return f"{state_directory()}/sessions"


def new_name() -> str:
    """Make up a name that no session has."""
    return os.urandom(4).hex()


def check_name(name: str) -> str:
    """Refuse a word that cannot be a session's name."""
    good = 0 < len(name) <= LONGEST_NAME and LETTERS.issuperset(name)
    if not good or name[0] in ".-":
        msg = f"{name!r} is no name for a session"
        raise InputError(msg, fix="use letters, digits, - and _; 64 at most")
    return name


class Place:
    """The directory of one session, open: another in its place is not taken for it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder: int = open_directory(f"{sessions_directory()}/{name}")
        self.lock: int = -1

    def close(self) -> None:
        """Let go of it; the lock goes with it."""
        for descriptor in (self.lock, self.folder):
            if descriptor >= 0:
                os.close(descriptor)
        self.lock = self.folder = -1

    @property
    def path(self) -> str:
        """Where it is."""
        return f"{sessions_directory()}/{self.name}"

    @property
    def socket(self) -> str:
        """Where its supervisor listens: a path short enough for any socket."""
        return f"/proc/self/fd/{self.folder}/socket"

    def take(self) -> None:
        """Take the lock: a process that only looks at it needs a moment."""
        self.lock = locked("lock", self.folder)

    def is_alive(self) -> bool:
        """Tell whether its supervisor lives; many may look at once."""
        try:
            descriptor = open_old("lock", self.folder)
        except OSError as error:
            if error.errno not in NO_FILE:
                raise
            return False  # it never took it, or this is no lock of ours
        try:
            flock(descriptor, LOCK_SH | LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    def write(self, state: Mapping[str, Any]) -> None:
        """Write the state, whole or not at all; a slow disk holds no client up."""
        write("state", self.folder, dumps(dict(state)).encode())

    def leave(self) -> None:
        """Let go of it for good; then the disk may take its time with its state."""
        try:
            descriptor = open_old("state", self.folder)
        except OSError:
            self.close()
            return
        self.close()
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def read(self) -> dict[str, Any] | None:
        """Return the last state that was written; None if there is none."""
        try:
            descriptor = open_old("state", self.folder)
        except OSError:
            return None
        with open(descriptor, "rb") as file:  # noqa: PTH123 - it is open already
            data = file.read(LARGEST)
        try:
            return unpack(data)
        except (ValueError, RecursionError):
            return None

    def remove(self) -> None:
        """Remove a session whose supervisor has ended."""
        self.remove_start()
        try:
            folder = open_directory(sessions_directory())
        except OSError:
            return
        remove_directory(self.name, folder)
        os.close(folder)

    def remove_start(self) -> None:
        """Remove the directory that a shell has read its start file from."""
        remove_directory(START, self.folder)


def create(name: str | None) -> Place:
    """Make a session's directory, and hold its lock; a name lives once."""
    directory = sessions_directory()
    folder = open_directory(directory, make=True)
    if name is None:
        name = new_name()
    turn = -1
    try:
        # No other process makes or takes over a session while this one has the turn.
        turn = locked("turn", folder)
        if os.path.lexists(f"{directory}/{check_name(name)}"):
            old = Place(name)
            try:
                if old.is_alive():
                    msg = f"a session named {name} is running"
                    fix = (
                        f"exeunt session send {name} talks to it, or take another name"
                    )
                    raise SessionError(msg, fix=fix, error_code="SESSION_EXISTS")
                old.remove()
            finally:
                old.close()
        make_directory(name, folder)
        place = Place(name)
        place.take()
    finally:
        os.close(folder)
        if turn >= 0:
            os.close(turn)
    return place


def find(name: str) -> Place:
    """Open a session that exists."""
    try:
        return Place(check_name(name))
    except OSError:
        msg = f"there is no session named {name}"
        fix = "exeunt session list names those there are"
        raise SessionError(msg, fix=fix, error_code="UNKNOWN_SESSION") from None


def names() -> list[str]:
    """List the sessions, the oldest first."""
    directory = sessions_directory()
    try:
        folder = open_directory(directory)
    except OSError:
        return []
    try:
        with os.scandir(folder) as entries:
            found = [
                (entry.stat(follow_symlinks=False).st_ctime, entry.name)
                for entry in entries
                if entry.is_dir(follow_symlinks=False)
            ]
    finally:
        os.close(folder)
    return [name for _, name in sorted(found)]


def known(place: Place) -> dict[str, Any] | None:
    """Return what is known of a session that may be dead.

    One whose supervisor was killed is lost: its keeper has ended what it ran.
    """
    alive = place.is_alive()
    state = place.read()  # after the look: the end is written before the lock goes
    if state is not None and not is_state(state):
        return unreadable(place)
    if state is not None and not alive and not state["ended_at"]:
        state |= {"status": LOST, "waiting": None, "ended_at": time()}
        state["detail"] = "its supervisor was killed, and its processes with it"
        try:
            place.write(state)
        except OSError:
            pass  # another time
    return state


def is_state(found: Mapping[str, Any]) -> bool:
    """Tell whether this is what a supervisor says of a session."""
    record = found.get("record")
    waiting = found.get("waiting") or {"prompt": ""}
    return (
        all(type(found.get(name)) in kinds for name, kinds in KINDS.items())
        and isinstance(waiting.get("prompt"), str)
        and (record is None or is_object(record.get("reading")))
    )


def unreadable(place: Place) -> dict[str, Any]:
    """Say what is known of a session whose state is damaged, or of another version."""
    changed = os.fstat(place.folder).st_mtime
    return {
        "session": place.name,
        "status": UNREADABLE,
        "args": [],
        "detail": "its state is damaged, or of another version of exeunt",
        **dict.fromkeys(("command", "cwd"), ""),
        **dict.fromkeys(("pid", "supervisor", "total_bytes", "queued"), 0),
        **dict.fromkeys(("started_at", "ended_at"), changed),
    }


def is_half_made(place: Place, now: float) -> bool:
    """Tell whether the supervisor was killed before it wrote a state."""
    age = now - os.fstat(place.folder).st_mtime
    return age > HALF_MADE and not place.is_alive()


def tidy() -> None:
    """Remove sessions that ended long ago, and those that never quite began."""
    now = time()
    ended: list[tuple[float, str]] = []
    for name in names():
        try:
            place = Place(name)
        except OSError:
            continue  # another was faster
        try:
            state = known(place)
            if state is not None and state["ended_at"]:
                ended.append((state["ended_at"], name))
            elif state is None and is_half_made(place, now):
                place.remove()
        except OSError:
            pass  # another time
        finally:
            place.close()
    ended.sort()
    for number, (at, name) in enumerate(ended):
        if now - at > KEPT_SECONDS or number < len(ended) - KEPT:
            place = Place(name)
            place.remove()
            place.close()


def locked(name: str, folder: int) -> int:
    """Open a file and lock it; a lock that others wait for is held for a moment."""
    descriptor = open_or_new(name, folder)
    try:
        lock(descriptor)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
