"""A task → a message with descriptors, as a host sends it to who forks its keepers."""

from __future__ import annotations

import os

from .task import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_socket: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
AS_THEY_ARE = (
    *("asks_json", "listens", "timeout", "limited", "kill_after", "kill_wait"),
    *("signal", "cell", "exactly"),
)
TEXTS = ("search", "cwd", "terminal", "lease")
SOCKET = 3  # where a zygote finds its socket
LIMITED, FREE = b"l", b"f"  # what comes with a request: whether its run may be ended
DESCRIPTORS = 7  # of a request: task, directory, stdin, stdout, stderr, orders, words
INT = 4  # bytes of a descriptor in a message,
PID = 8  # and of what a zygote says of itself: its number, and of which namespace


def send_rights(descriptor: int, said: bytes, descriptors: Sequence[int]) -> None:
    """Send descriptors through a socket, and whether their run is limited."""
    packed = b"".join([number.to_bytes(INT, "little") for number in descriptors])
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)]
    socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, descriptor)
    try:
        socket.sendmsg([said], rights, _socket.MSG_NOSIGNAL)
    finally:
        socket.detach()


def fields(task: Task) -> dict[str, Any]:
    """Return the fields of a task, in types that marshal knows.

    Texts go as the bytes that the host means: a zygote always speaks UTF-8.
    """
    found: dict[str, Any] = {name: getattr(task, name) for name in AS_THEY_ARE}
    for name in TEXTS:
        text = getattr(task, name)
        found[name] = None if text is None else os.fsencode(text)
    found["words"] = [os.fsencode(word) for word in task.words]
    found["env"] = {os.fsencode(n): os.fsencode(v) for n, v in task.env.items()}
    return found


def task_of(found: dict[str, Any]) -> Task:
    """Make a task of its fields."""
    for name in TEXTS:
        found[name] = None if found[name] is None else os.fsdecode(found[name])
    words = [os.fsdecode(word) for word in found.pop("words")]
    env = {os.fsdecode(n): os.fsdecode(v) for n, v in found.pop("env").items()}
    return Task(words, env, **found)


def unpack(packed: bytes) -> list[int]:
    """Read the descriptors of a message."""
    size = len(packed) // INT * INT
    return [int.from_bytes(packed[i : i + INT], "little") for i in range(0, size, INT)]
