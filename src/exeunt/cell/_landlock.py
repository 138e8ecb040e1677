"""Folders → a process that may write there and nowhere else, by any Landlock.

In a cell of a user it closes the named pipes of others as well: a mount that is
read-only lets whoever may write to them.

What it cannot do: a socket that has a path is reached all the same, files are read, and
nobody is told what was refused.
"""

from __future__ import annotations

import os

from ._kernel import (
    LANDLOCK_ADD,
    LANDLOCK_CREATE,
    LANDLOCK_RESTRICT,
    NO_NEW_PRIVS,
    control,
    do,
    landlock_abi,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What changes something, by the version that can refuse it: write to a file, remove,
# make (character device, folder, file, socket, FIFO, block device, link); move, cut.
WRITES = {1: 0b1_1111_1111_0010, 2: 1 << 13, 3: 1 << 14}
OF_FILES = (1 << 1) | (1 << 14)
WITH_NETWORK, WITH_SCOPE = 4, 6  # the versions that know TCP, and abstract sockets
CONNECT_AND_BIND, ABSTRACT_AND_SIGNALS = 3, 3
WITH_REFER = 2  # before it, nothing can be moved to another folder under Landlock
WRITE_AND_REFER = (1 << 1) | (1 << 13)
BENEATH = 1  # a rule about a path


def restrict(places: Sequence[str], *, network: bool) -> None:
    """Let this process, and all that it starts, write to some places alone."""
    abi = landlock_abi()
    writes = sum(bits for version, bits in WRITES.items() if version <= abi)
    net = CONNECT_AND_BIND if abi >= WITH_NETWORK and not network else 0
    scope = ABSTRACT_AND_SIGNALS if abi >= WITH_SCOPE else 0
    sizes = {WITH_NETWORK: 2, WITH_SCOPE: 3}
    fields = max((n for v, n in sizes.items() if v <= abi), default=1)
    apply(places, writes, (net, scope)[: fields - 1])


def close_pipes(places: Sequence[str]) -> None:
    """Let no file be opened for writing elsewhere, not even a named pipe."""
    apply(places, WRITE_AND_REFER)


def apply(places: Sequence[str], writes: int, more: Sequence[int] = ()) -> None:
    """Refuse ways of writing everywhere but in some places."""
    asked = b"".join(n.to_bytes(8, "little") for n in (writes, *more))
    rules = do("syscall", LANDLOCK_CREATE, asked, len(asked), 0)
    for place in places:
        try:
            where = os.open(place, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # what is not there cannot be written to
        allowed = writes if os.path.isdir(place) else writes & OF_FILES  # noqa: PTH112 - pathlib is dear
        rule = allowed.to_bytes(8, "little") + where.to_bytes(4, "little")
        do("syscall", LANDLOCK_ADD, rules, BENEATH, rule, 0)
        os.close(where)
    control(NO_NEW_PRIVS, 1)
    do("syscall", LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)
