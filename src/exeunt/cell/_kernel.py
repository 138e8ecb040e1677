"""Namespaces, mounts, capabilities, Landlock → calls of the C library, and errors.

Python has some of them from 3.12 on, and most never. `ctypes` itself would cost 10 ms.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

c: Any = __import__("_ctypes")

NEWNS, NEWIPC, NEWUSER = 0x00020000, 0x08000000, 0x10000000
NEWPID, NEWNET = 0x20000000, 0x40000000
RDONLY, NOSUID, NODEV, NOEXEC = 1, 2, 4, 8
BIND, MOVE, REC, PRIVATE = 4096, 8192, 16384, 1 << 18
DETACH = 2
NO_NEW_PRIVS, SET_DUMPABLE, DROP_BOUND = 38, 4, 24  # prctl
# The same numbers on every machine but Alpha.
MOUNT_SETATTR, LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 442, 444, 445, 446
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
LAST_CAPABILITY = 63
CAPABILITIES_3 = 0x20080522  # the version of capset()'s two structures


class Long(c._SimpleCData):  # type: ignore[misc]  # noqa: SLF001 - of a C module
    """A long, as most calls take and return it."""

    _type_ = "l"


class Octet(c._SimpleCData):  # type: ignore[misc]  # noqa: SLF001 - the same
    """A byte, of which arrays are made."""

    _type_ = "c"


class Call(c.CFuncPtr):  # type: ignore[misc]  # the same
    """A function of the C library that leaves its error number."""

    _flags_ = 1 | 8  # FUNCFLAG_CDECL, FUNCFLAG_USE_ERRNO
    _restype_ = Long


LIBRARY = c.dlopen(None, 0)
FUNCTIONS: dict[str, Call] = {}


def do(name: str, *values: int | bytes | None) -> int:
    """Call a function of the C library; an error is an OSError."""
    known = FUNCTIONS.get(name)
    if known is None:
        known = FUNCTIONS[name] = Call(c.dlsym(LIBRARY, name))
    given = [Long(v) if isinstance(v, int) else v for v in values]
    found = int(known(*given)) & 0xFFFFFFFF
    if found == 0xFFFFFFFF:  # noqa: PLR2004 - -1, as an int or a long
        number = c.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return found


def unshare(flags: int) -> None:
    """Leave namespaces for new ones."""
    do("unshare", flags)


def join(descriptor: int, kind: int) -> None:
    """Enter a namespace."""
    do("setns", descriptor, kind)


def mount(
    source: str | None, target: str, kind: str | None, flags: int = 0, data: str = ""
) -> None:
    """Mount something."""
    texts = [None if t is None else os.fsencode(t) for t in (source, target, kind)]
    do("mount", *texts, flags, os.fsencode(data))


def bind(source: str, target: str, *, whole: bool = False) -> None:
    """Show a file or a folder in another place; `whole`: with all mounts below it."""
    mount(source, target, None, BIND | (REC if whole else 0))


def overlay(lower: str, target: str, upper: str, *, flags: int, more: str) -> None:
    """Show a folder so that what is written goes to another one."""
    data = f"lowerdir={lower},upperdir={upper}/up,workdir={upper}/work{more}"
    mount("overlay", target, "overlay", flags, data)


def forbid(path: str, flags: int, *, whole: bool = False) -> None:
    """Set flags of a mount, or of all below it, too: RDONLY, NOSUID, NODEV."""
    attributes = b"".join(n.to_bytes(8, "little") for n in (flags, 0, 0, 0))
    do(
        "syscall",
        MOUNT_SETATTR,
        AT_FDCWD,
        os.fsencode(path),
        AT_RECURSIVE if whole else 0,
        attributes,
        len(attributes),
    )


def control(option: int, value: int, third: int | bytes = 0) -> None:
    """Set something of this process."""
    do("prctl", option, value, third, 0, 0)


def restrain(option: int, kind: int, program: bytes) -> None:
    """Put this process under a filter: a program of steps of eight bytes."""
    octet: Any = Octet
    array = octet * len(program)
    held = array.from_buffer_copy(program)  # where it stays until the call is over
    width = c.sizeof(Long)
    fields = (len(program) // 8, c.addressof(held))
    control(option, kind, b"".join(n.to_bytes(width, "little") for n in fields))


def bound(kept: frozenset[int]) -> None:
    """Have programs that this process starts get these capabilities at most."""
    for number in range(LAST_CAPABILITY + 1):
        if number not in kept:
            try:
                control(DROP_BOUND, number)
            except OSError:
                pass  # the kernel knows no more of them, or it was not to be had


def give_up() -> None:
    """Give up all capabilities of this process."""
    header = CAPABILITIES_3.to_bytes(4, "little") + bytes(4)
    do("capset", header, bytes(24))


def landlock_abi() -> int:
    """Return the version of Landlock that the kernel has; 0: none."""
    try:
        return do("syscall", LANDLOCK_CREATE, None, 0, 1)
    except OSError:
        return 0
