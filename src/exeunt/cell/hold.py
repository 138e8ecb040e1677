"""What a program needs → a place for its cells: made once, and gone with its owner.

This is a process of its own, in namespaces of its own. On its tmpfs lies what calls
write, so that all of it vanishes with the last process that sees it. It tries what a
call would do, says what it can have, in one line, and waits until its stdin ends.
"""

from __future__ import annotations

import marshal
import os
import sys

from . import _kernel as kernel
from ._mounts import mounts
from .enter import APART, BASE, build, own_processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INSIDE = "/run/exeunt"  # where a room is in its cell, whatever its number
SIZE = "size=512m,nr_inodes=200k,mode=0755"  # of all that is written in one check
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
LINKS = {
    "fd": "/proc/self/fd",
    "stdin": "/proc/self/fd/0",
    "stdout": "/proc/self/fd/1",
    "stderr": "/proc/self/fd/2",
    "ptmx": "pts/ptmx",
}
SYS_ADMIN = 21
EVERYBODY = [b"0", b"0", b"4294967295"]
TRIAL = "/run/trial"


def main() -> None:
    """Make the place, say what it is, and hold it until nobody wants it any more."""
    asked = marshal.loads(bytes.fromhex(sys.argv[1]))  # noqa: S302 - from who started us
    try:
        found = prepare(asked)
    except OSError as error:
        found = {"kind": "", "why": str(error)}
    sys.stdout.write(f"{marshal.dumps(found).hex()}\n")
    sys.stdout.flush()
    while os.read(0, 4096):
        pass


def prepare(asked: dict[str, Any]) -> dict[str, Any]:
    """Make namespaces, a tmpfs and what all cells share; try a call in them."""
    user = not is_mighty()
    isolate(user=user)
    inside = INSIDE
    while os.path.exists(inside):  # noqa: PTH110 - a cell in a cell, with files of that
        inside += "-"
    needed = folders(asked["needed"], files=True)
    written = [path for path in folders(asked["written"]) if not is_in(path, "/run")]
    before = os.open("/run", os.O_PATH | os.O_DIRECTORY)  # which is covered from now on
    kernel.mount("exeunt", "/run", "tmpfs", kernel.NOSUID, SIZE)
    for name in ("base", "dev", "rooms", "trial"):
        os.mkdir(f"/run/{name}")  # noqa: PTH102 - pathlib is dear
    make_devices()
    make_users(f"{inside}/home")
    put("/run/nothing", "")
    if user:
        kernel.bind("/", BASE, whole=True)
        kernel.forbid(BASE, kernel.RDONLY | kernel.NODEV, whole=True)
        hide_sockets(BASE)
    cell: dict[str, Any] = {
        "kind": "namespaces",
        "user": user,
        "holder": os.getpid(),
        "inside": inside,
        "options": ",userxattr" if user else "",
        "network": "",
        "room": TRIAL,
        "mounts": places(written, user=user),
        "needed": [],
    }
    cell["needed"] = hidden(needed, before, cell["mounts"])
    make_room(TRIAL, cell)
    attempt(cell)
    return cell


def restricts() -> bool:
    """Tell whether the kernel can restrict where a process writes."""
    return kernel.landlock_abi() > 0


def is_mighty() -> bool:
    """Tell whether this process may mount as it is."""
    with open("/proc/self/status", "rb") as file:  # noqa: PTH123 - pathlib is dear
        line = next(li for li in file if li.startswith(b"CapEff"))
    if os.geteuid() != 0 or not int(line.split()[1], 16) >> SYS_ADMIN & 1:
        return False
    with open("/proc/self/uid_map", "rb") as file:  # noqa: PTH123 - as above
        return file.read().split() == EVERYBODY  # and not root of a container's users


def isolate(*, user: bool) -> None:
    """Have mounts of our own; for that a user needs a namespace of users."""
    if user:
        uid, gid = os.geteuid(), os.getegid()
        kernel.unshare(kernel.NEWUSER | kernel.NEWNS)
        put("/proc/self/setgroups", "deny")
        put("/proc/self/uid_map", f"{uid} {uid} 1")
        put("/proc/self/gid_map", f"{gid} {gid} 1")
        kernel.control(kernel.SET_DUMPABLE, 1)  # whoever started us looks in
    else:
        kernel.unshare(kernel.NEWNS)
    kernel.mount(None, "/", None, kernel.REC | kernel.PRIVATE)


def put(path: str, text: str) -> None:
    """Write a file."""
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - as above
        file.write(text)


def hide_sockets(shown: str, place: str = "") -> None:
    """Cover each socket that has a path: a place that is read-only does not close it.

    One that is made later is not known.
    """
    with open("/proc/net/unix", "rb") as file:  # noqa: PTH123 - as above
        named = {line.split(b" ")[-1].strip() for line in file}
    paths = sorted(os.fsdecode(name) for name in named if name[:1] == b"/")
    for path in [path for path in paths if is_in(path, place)]:
        try:
            kernel.bind("/run/nothing", f"{shown}{path.removeprefix(place)}")
        except OSError:
            continue  # it is gone, or hidden in any case


def make_devices() -> None:
    """Make a /dev that has no device of the machine's."""
    for name in DEVICES:
        put(f"/run/dev/{name}", "")
        kernel.bind(f"/dev/{name}", f"/run/dev/{name}")
    put("/run/dev/console", "")
    for name in ("pts", "shm"):
        os.mkdir(f"/run/dev/{name}")  # noqa: PTH102 - as above
    kernel.mount("devpts", "/run/dev/pts", "devpts", 0, "newinstance,ptmxmode=0666")
    for name, target in LINKS.items():
        os.symlink(target, f"/run/dev/{name}")  # noqa: PTH211 - as above


def make_users(home: str) -> None:
    """Give the user another home in a copy of the list of users."""
    with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - as above
        lines = file.read().splitlines()
    uid = str(os.geteuid())
    users = [line.split(":") for line in lines]
    own = [fields for fields in users if fields[2:3] == [uid] and len(fields) > 6]  # noqa: PLR2004 - the shell
    if not own:
        own = [["user", "x", uid, str(os.getegid()), "", home, "/bin/sh"]]
        users += own
    for fields in own:
        fields[5] = home
    put("/run/passwd", "".join(":".join(fields) + "\n" for fields in users))


def places(written: list[str], *, user: bool) -> list[tuple[str, str, str]]:
    """Say what is mounted where: what may be written to, what is shown, what is new."""
    found = mounts()
    real = [m for m in found if m.is_real and not m.is_below(("/run",))]
    chosen: list[tuple[str, str, str]] = []
    for path in written if user else [m.path for m in real]:
        number = str(len(chosen))
        if is_overlaid(path, number, user=user):
            chosen.append(("overlay", path, number))
        else:
            chosen.append(("empty" if user else "shown", path, number))
        if user:  # a mount below it is hidden by it
            below = [m.path for m in real if m.path != path and m.is_below((path,))]
            chosen += [("shown", inner, "") for inner in below]
    if not user:
        chosen.append(("shown", "/sys", ""))
    chosen.append(("piece", "/dev", "/run/dev"))
    chosen.append(("piece", "/etc/passwd", "/run/passwd"))
    return chosen


def folders(paths: list[str], *, files: bool = False) -> list[str]:
    """Return the folders that are there, outer ones first; files, too, if wanted.

    One in another is led elsewhere by itself: what lies between may be somebody else's,
    and such a folder cannot be copied.
    """
    kept: list[str] = []
    for path in sorted({os.path.realpath(path) for path in paths}):
        there = os.path.isdir(path) or (files and os.path.exists(path))  # noqa: PTH110, PTH112
        if path != "/" and there:
            kept.append(path)
    return kept


def is_overlaid(path: str, number: str, *, user: bool) -> bool:
    """Tell whether writes to a folder can be led elsewhere, by trying it."""
    if set(path) & set(",:\\"):
        return False
    make_upper(TRIAL, number, path)
    os.makedirs(f"{TRIAL}/at", exist_ok=True)  # noqa: PTH103 - as above
    more = ",userxattr" if user else ""
    try:
        upper = f"{TRIAL}/{number}"
        kernel.overlay(path, f"{TRIAL}/at", upper, flags=kernel.NODEV, more=more)
        kernel.do("umount2", os.fsencode(f"{TRIAL}/at"), kernel.DETACH)
    except OSError:
        return False
    return True


def make_upper(room: str, number: str, path: str) -> None:
    """Make the folder that gets what is written to another, with its mode."""
    seen = os.stat(path)  # noqa: PTH116 - as above
    for name in ("up", "work"):
        os.makedirs(f"{room}/{number}/{name}", exist_ok=True)  # noqa: PTH103 - as above
    if os.geteuid() == 0:
        try:
            os.chown(f"{room}/{number}/up", seen.st_uid, seen.st_gid)
        except OSError:
            pass  # an owner that this namespace does not know
    os.chmod(f"{room}/{number}/up", seen.st_mode & 0o7777)  # noqa: PTH101 - as above


def make_room(room: str, cell: dict[str, Any]) -> None:
    """Make all the folders of a room."""
    for name in ("run", "shm"):
        os.makedirs(f"{room}/{name}", exist_ok=True)  # noqa: PTH103 - as above
    empty: list[tuple[str, str]] = []
    for kind, path, number in cell["mounts"]:
        if kind in {"overlay", "empty"}:
            make_upper(room, number, path)
        for place, one in empty if kind == "overlay" else ():
            if is_in(path, place):
                inside = f"{room}/{one}/up{path[len(place) :]}"
                os.makedirs(inside, exist_ok=True)  # noqa: PTH103 - as above
        if kind == "empty":
            empty.append((path, number))
    for source, path in cell["needed"]:
        covered = [
            (p, n) for k, p, n in cell["mounts"] if k == "empty" and is_in(path, p)
        ]
        folder = f"{room}/run{path[4:]}"
        if covered:
            folder = f"{room}/{covered[0][1]}/up{path[len(covered[0][0]) :]}"
        if os.path.isdir(source) or source.startswith("/run/"):  # noqa: PTH112 - as above
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - as above
        else:
            os.makedirs(os.path.dirname(folder), exist_ok=True)  # noqa: PTH103, PTH120
            put(folder, "")


def is_in(path: str, place: str) -> bool:
    """Tell whether a path lies in a folder."""
    return f"{path}/".startswith(f"{place}/")


def hidden(
    needed: list[str], before: int, chosen: list[tuple[str, str, str]]
) -> list[tuple[str, str]]:
    """Show what a program needs of what is hidden: its folders, and no socket."""
    found: list[tuple[str, str]] = []
    empty = [path for kind, path, _ in chosen if kind == "empty"]
    shown = [path for kind, path, _ in chosen if kind == "overlay"]
    for path in needed:
        covered = any(is_in(path, place) and path != place for place in empty)
        if covered and not any(is_in(path, place) for place in shown):
            found.append((path, path))
        if not path.startswith("/run/"):
            continue
        name = f"/run/needed{len(found)}"
        try:
            os.mkdir(name)  # noqa: PTH102 - as above
            kernel.bind(f"/proc/self/fd/{before}/{path[5:]}", name, whole=True)
            kernel.forbid(name, kernel.RDONLY, whole=True)
            hide_sockets(name, path)
        except OSError:
            continue  # it is no folder, or not there
        found.append((name, path))
    return found


def attempt(cell: dict[str, Any]) -> None:
    """Do once all that a call does; what fails there fails here first."""
    told, tells = os.pipe()
    outer = os.fork()
    if not outer:
        try:
            kernel.unshare(APART)
            build(cell)
            init = os.fork()
            if not init:
                own_processes(cell)
                os._exit(0)  # noqa: TID251 - a process of its own
            if os.waitpid(init, 0)[1]:
                os.write(tells, b"no /proc of its own")
        except BaseException as error:  # noqa: BLE001 - told to who asked
            os.write(tells, str(error).encode("utf-8", "replace"))
        finally:
            os._exit(0)  # noqa: TID251 - as above
    os.close(tells)
    os.waitpid(outer, 0)
    why = os.read(told, 4096).decode("utf-8", "replace")
    os.close(told)
    if why:
        raise OSError(why)
