"""A stream that is too long → its head and its tail, and where the rest is.

What is short passes on as it comes, byte for byte.
"""

from __future__ import annotations

from .capture import Outlet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .flow import Running

MOST = 1 << 18  # bytes of a stream: several times what any agent shows its model


class Bounded(Outlet):
    """A descriptor that a stream passes on to, up to a number of bytes."""

    def __init__(
        self, descriptor: int, place: Callable[[], str | None], most: int = MOST
    ) -> None:
        super().__init__(descriptor)
        self.place = place  # says where all of it is, if it is anywhere
        self.room: int = most // 2  # for the head
        self.size: int = most - self.room  # of the tail
        self.tail: bytearray = bytearray()
        self.omitted: int = 0

    def write(self, data: bytes) -> None:
        """Pass the head on; keep as much of what follows as may be the tail."""
        if self.room:
            head, data = data[: self.room], data[self.room :]
            self.room -= len(head)
            super().write(head)
        self.tail += data
        if len(self.tail) > 2 * self.size:
            self.shorten()

    def shorten(self) -> None:
        """Leave out what is no tail any more."""
        over = max(0, len(self.tail) - self.size)
        self.omitted += over
        del self.tail[:over]

    def end(self) -> None:
        """Say what was left out, and pass the tail on."""
        self.shorten()
        if self.omitted:
            place = self.place()
            where = "the rest was not kept" if place is None else f"all of it: {place}"
            begin = "\n" if self.in_a_line else ""
            line = f"{begin}exeunt: {self.omitted} bytes left out here; {where}\n"
            super().write(line.encode("utf-8", "surrogateescape"))
        if self.tail and not self.gone:
            super().write(bytes(self.tail))
        self.tail, self.omitted = bytearray(), 0


def begin_log(running: Running, name: str) -> None:
    """Begin the log of a stream that has said something, if it has none."""
    capture = running.streams.captures[name]
    if capture.log is None:
        from ._log import log_in_state  # while the command runs

        suffix = "out" if name == "stdout" else "err"
        begun = f"{running.streams.log_name()}.{suffix}"
        capture.log = log_in_state(begun, running.request.max_log)
