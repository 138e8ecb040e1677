"""A task → a message with descriptors, as a host sends it to who forks its keepers.

Texts go as the bytes that the host means: whoever takes them speaks UTF-8. A task that
is long comes in a file in memory, which is one descriptor more.
"""

from __future__ import annotations

import marshal
import os

from .task import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_socket: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
AS_THEY_ARE = (
    *("asks_json", "listens", "timeout", "limited", "kill_after", "kill_wait"),
    *("signal", "cell", "exactly"),
)
TEXTS = ("search", "cwd", "terminal", "lease")
SOCKET = 3  # where a zygote finds its socket
LIMITED, FREE = b"l", b"f"  # how a message begins: whether its run may be ended
READY = b"r"  # what a keeper says that may have another task
LONG = 1 << 15  # bytes of a task that fit in a message
USUAL = 6  # descriptors: directory, stdin, stdout, stderr, orders, words
INT = 4  # bytes of a descriptor in a message,
PID = 8  # and of what a zygote says of itself: its number, and of which namespace
ROOM = _socket.CMSG_SPACE((USUAL + 1) * INT)  # and a long task


def send(
    descriptor: int, said: bytes, descriptors: Sequence[int], *, waits: bool = True
) -> None:
    """Send a message with descriptors through a socket."""
    packed = b"".join([number.to_bytes(INT, "little") for number in descriptors])
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)]
    how = _socket.MSG_NOSIGNAL | (0 if waits else _socket.MSG_DONTWAIT)
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, descriptor)
    try:
        socket.sendmsg([said], rights, how)
    finally:
        socket.detach()


def take(descriptor: int) -> tuple[bytes, list[int]]:
    """Take a message and its descriptors; nothing, if no more can come."""
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, descriptor)
    try:
        said, rights, _, _ = socket.recvmsg(1 + LONG, ROOM, _socket.MSG_CMSG_CLOEXEC)
    except OSError:
        return b"", []  # who is gone has not read all of ours
    finally:
        socket.detach()
    return said, [number for _, _, packed in rights for number in unpack(packed)]


def unpack(packed: bytes) -> list[int]:
    """Read the descriptors of a message."""
    size = len(packed) // INT * INT
    return [int.from_bytes(packed[i : i + INT], "little") for i in range(0, size, INT)]


def written(task: Task) -> bytes:
    """Write a task down, in types that marshal knows."""
    found: dict[str, Any] = {name: getattr(task, name) for name in AS_THEY_ARE}
    for name in TEXTS:
        text = getattr(task, name)
        found[name] = None if text is None else os.fsencode(text)
    found["words"] = joined(task.words)
    found["env"] = joined(task.env), joined(task.env.values())
    return marshal.dumps(found)


def read(said: bytes, descriptors: Sequence[int]) -> Task:
    """Read the task of a message, or of the file that came with it."""
    if len(said) > 1:
        found: dict[str, Any] = marshal.loads(said[1:])  # noqa: S302 - from our host
    else:
        with open(descriptors[-1], "rb", closefd=False) as file:
            file.seek(0)
            found = marshal.load(file)  # noqa: S302 - as above
    for name in TEXTS:
        found[name] = None if found[name] is None else os.fsdecode(found[name])
    names, values = map(split, found.pop("env"))
    env = dict(zip(names, values, strict=True))
    return Task(split(found.pop("words")), env, **found)


def joined(texts: Iterable[str]) -> bytes:
    """Write texts as a kernel has them: a NUL ends each, and stands in none."""
    return os.fsencode("\0".join([*texts, ""]))


def split(data: bytes) -> list[str]:
    """Take such texts apart."""
    return os.fsdecode(data).split("\0")[:-1]
