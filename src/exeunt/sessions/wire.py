"""A socket → one question and one answer, each a line of JSON."""

from __future__ import annotations

import os
from time import monotonic

from ..files import bind
from ..model.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..process.ready import Waits

_socket: Any = __import__("_socket")  # the C module: `socket` costs 8 ms
LARGEST = 4 << 20  # bytes of a question: a line that is typed
CHUNK = 65_536
NOBODY = -1
INT = 4  # bytes of a number of a process, a user or a group
SO_PEERCRED = 17  # which user is at the other end


def pack(message: Mapping[str, Any]) -> bytes:
    """Make a line of a message."""
    return dumps(dict(message)).encode("ascii") + b"\n"


def unpack(line: bytes) -> dict[str, Any]:
    """Read a line; ValueError if it is no message."""
    if not line.lstrip().startswith(b"{"):
        msg = "a message is an object"
        raise ValueError(msg)
    found: dict[str, Any] = loads(line.decode())
    return found


def pair() -> tuple[Any, Any]:
    """Make two sockets that are connected; neither is for a command."""
    kind = _socket.SOCK_STREAM | os.O_CLOEXEC
    ours, theirs = _socket.socketpair(_socket.AF_UNIX, kind)
    return ours, theirs


def user_of(connection: Any) -> int:
    """Return which user is at the other end of a connection."""
    data: bytes = connection.getsockopt(_socket.SOL_SOCKET, SO_PEERCRED, 3 * INT)
    return int.from_bytes(data[INT : 2 * INT], "little")


def listen(path: str) -> Any:
    """Listen at a path, for its owner alone."""
    listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM | os.O_CLOEXEC)
    bind(listener, path)
    listener.listen(16)
    listener.setblocking(False)  # noqa: FBT003 - it has no name
    return listener


def accept(listener: Any) -> Any:
    """Take a connection, unless it has gone again or is another user's."""
    try:
        descriptor, _ = listener._accept()  # noqa: SLF001 - the C module's name for it
    except OSError:
        return None
    connection = _socket.socket(fileno=descriptor)
    connection.setblocking(False)  # noqa: FBT003 - as above
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - it has no name
    if user_of(connection) not in {os.geteuid(), 0}:
        connection.close()
        return None
    return connection


def ask(
    path: str, question: Mapping[str, Any], patience: float | None
) -> Waits[dict[str, Any]]:
    """Ask the supervisor at a path; OSError if none listens or answers there."""
    until = None if patience is None else monotonic() + patience
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(patience)
        connection.connect(path)
        connection.sendall(pack(question))
        connection.setblocking(False)  # noqa: FBT003 - it has no name
        heard = bytearray()
        while not heard.endswith(b"\n"):
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            yield connection.fileno(), left
            try:
                data = connection.recv(CHUNK)
            except BlockingIOError:
                continue  # the time has passed
            if not data:
                msg = "it has gone"
                raise ConnectionResetError(msg)
            heard += data
    finally:
        connection.close()
    return unpack(bytes(heard))
