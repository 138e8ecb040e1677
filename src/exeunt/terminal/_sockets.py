"""A local socket → its other end, as the kernel's socket diagnosis tells it."""

from __future__ import annotations

import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# linux/netlink.h, linux/sock_diag.h, linux/unix_diag.h
NETLINK, SOCK_DIAG, REQUEST, BY_FAMILY, ERROR = 16, 4, 1, 20, 2
LOCAL, SHOW_PEER, PEER, LISTENS = 1, 4, 2, 10
ANY = 0xFFFF_FFFF
HEAD, ASK, SAID, FIELD = "=IHHII", "=BBHIIIII", "=BBBBIII", "=HH"


def inode(file: str) -> int:
    """Return the number of a socket, of its name in /proc; 0 if it is none."""
    digits = file.removeprefix("socket:[").removesuffix("]")
    return int(digits) if digits.isdecimal() else 0


def sockets(pids: Iterable[int]) -> set[int]:
    """Return the sockets that processes have open."""
    found: set[int] = set()
    for pid in pids:
        place = f"/proc/{pid}/fd"
        try:
            for name in os.listdir(place):  # noqa: PTH208 - pathlib is dear
                found.add(inode(os.readlink(f"{place}/{name}")))  # noqa: PTH115
        except OSError:
            continue  # it ended while we looked
    return found - {0}


def is_inner(file: str, ours: set[int]) -> bool:
    """Tell whether a local socket is between processes of `ours`, or only listens."""
    found = peer(inode(file))
    return found is not None and (found == 0 or found in ours)


def peer(number: int) -> int | None:
    """Return the other end of a local socket; 0 if it listens, None if unknown."""
    module: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
    ask = struct.pack(ASK, LOCAL, 0, 0, ANY, number, SHOW_PEER, ANY, ANY)
    size = struct.calcsize(HEAD)
    try:
        link = module.socket(NETLINK, module.SOCK_RAW | module.SOCK_CLOEXEC, SOCK_DIAG)
        try:
            link.settimeout(1)
            link.send(
                struct.pack(HEAD, size + len(ask), BY_FAMILY, REQUEST, 0, 0) + ask
            )
            data: bytes = link.recv(4096)
        finally:
            link.close()
        if struct.unpack_from(HEAD, data)[1] != BY_FAMILY:
            return None  # no local socket, or one of another namespace
        state = struct.unpack_from(SAID, data, size)[2]
        return 0 if state == LISTENS else peer_in(data[size + struct.calcsize(SAID) :])
    except (OSError, struct.error):
        return None


def peer_in(fields: bytes) -> int | None:
    """Find the other end among the fields of an answer."""
    while fields:
        length, kind = struct.unpack_from(FIELD, fields)
        if kind == PEER:
            return int(struct.unpack_from("=I", fields, struct.calcsize(FIELD))[0])
        fields = fields[max(length + 3 & ~3, struct.calcsize(FIELD)) :]
    return None
