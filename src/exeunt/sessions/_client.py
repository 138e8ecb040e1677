"""A connection → one question, held until it can be answered."""

from __future__ import annotations

from time import monotonic

from . import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # The answer, or None as long as there is none.
    Ready = Callable[[], "dict[str, Any] | None"]

FOREVER = 1e9  # seconds
SEND_WITHIN = 1.0  # seconds for an answer to be taken: nobody holds us up
ASK_WITHIN = 10.0  # seconds for a question to be asked


class Client:
    """Somebody who asks."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.heard: bytearray = bytearray()
        self.question: Ready | None = None
        self.until: float = monotonic() + ASK_WITHIN
        self.offset: int | None = None  # of the output, when the question came
        self.gone: bool = False

    def read(self) -> dict[str, Any] | None:
        """Take what comes; return the question as soon as it is whole."""
        try:
            data = self.connection.recv(wire.CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        self.heard += data
        if not data or len(self.heard) > wire.LARGEST:
            self.gone = True
        if self.gone or self.question is not None or not self.heard.endswith(b"\n"):
            return None
        try:
            return wire.unpack(bytes(self.heard))
        except (ValueError, RecursionError):
            self.reply({"error": ["INVALID_INPUT", "that is no question", "ask again"]})
            return None

    def hold(self, ready: Ready, timeout: float | None) -> None:
        """Answer when something is so, or when the time is up."""
        self.question = ready
        self.until = monotonic() + (FOREVER if timeout is None else timeout)

    def consider(self, state: Callable[[], Any], *, ended: bool) -> None:
        """Answer if that can be done by now; when all is over, in any case."""
        said = self.question() if self.question is not None else None
        if said is None and (ended or monotonic() >= self.until):
            said = {"state": state(), "late": not ended}
        if said is not None:
            self.reply(said)

    def reply(self, said: dict[str, Any]) -> None:
        """Answer, and part."""
        self.gone = True
        try:
            self.connection.settimeout(SEND_WITHIN)
            self.connection.sendall(wire.pack({"offset": self.offset, **said}))
        except OSError:
            pass  # it has not waited

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
