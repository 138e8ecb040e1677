"""A stream that is too long → its head and its tail, and where the rest is.

What is short passes on as it comes, byte for byte, and so does the tail at a pause: who
follows a command that goes on sees what it says. Where the rest is to be kept and
cannot be, nothing is left out.
"""

from __future__ import annotations

from time import monotonic

from .capture import Outlet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .flow import Running

MOST = 1 << 18  # bytes of a stream: several times what any agent shows its model
PAUSE = 0.5  # seconds after which what was held back passes on


class Bounded(Outlet):
    """A descriptor that a stream passes on to, up to a number of bytes at a time."""

    def __init__(
        self,
        descriptor: int,
        place: Callable[[], str | None],
        most: int = MOST,
        *,
        lossy: bool = False,
    ) -> None:
        super().__init__(descriptor)
        self.place = place  # says where all of it is, if it is anywhere
        self.lossy = lossy  # what is kept nowhere may be left out all the same
        self.room: int = most // 2  # for the head
        self.size: int = most - self.room  # of the tail
        self.tail: bytearray = bytearray()
        self.omitted: int = 0
        self.is_open: bool = False  # all passes
        self.heard_at: float = 0.0

    def write(self, data: bytes) -> None:
        """Pass the head on; keep as much of what follows as may be the tail."""
        if self.is_open:
            super().write(data)
            return
        if self.room:
            head, data = data[: self.room], data[self.room :]
            self.room -= len(head)
            super().write(head)
        if not data:
            return
        self.heard_at = monotonic()
        self.tail += data
        if len(self.tail) > 2 * self.size:
            self.shorten()

    def shorten(self) -> None:
        """Leave out what is no tail any more, if that is somewhere else."""
        over = max(0, len(self.tail) - self.size)
        if over and not self.omitted and not self.lossy and self.place() is None:
            self.is_open = True
            self.release()
            return
        self.omitted += over
        del self.tail[:over]

    def due(self) -> float | None:
        """Return in how many seconds what is held back is to pass on."""
        if not self.tail:
            return None
        return max(0.0, self.heard_at + PAUSE - monotonic())

    def end(self) -> None:
        """Say what was left out, and pass the tail on."""
        if not self.is_open:
            self.shorten()
        self.release()

    def release(self) -> None:
        """Pass on what was held back, and say before it what was left out."""
        if self.omitted:
            place = self.place()
            where = "the rest was not kept" if place is None else place
            begin = "\n" if self.in_a_line else ""
            line = f"{begin}exeunt: {self.omitted} bytes left out here; {where}\n"
            super().write(line.encode("utf-8", "surrogateescape"))
        if self.tail and not self.gone:
            super().write(bytes(self.tail))
        self.tail, self.omitted = bytearray(), 0


def bound(running: Running, most: int = MOST, *, lossy: bool = False) -> None:
    """Have each stream that a run shows be bounded."""

    def outlet(name: str, number: int) -> Outlet:
        return Bounded(number, lambda: place_of(running, name), most, lossy=lossy)

    running.outlet = outlet


def finish(running: Running) -> None:
    """Go on to the end of a run whose streams are bounded."""
    while not running.finished:
        held = [
            (capture, outlet, due)
            for capture in running.streams.captures.values()
            if isinstance(outlet := capture.outlet, Bounded)
            if (due := outlet.due()) is not None
        ]
        for capture, outlet, due in held:
            if not due:
                outlet.shorten()
                outlet.release()
                running.streams.await_reader(capture)
        running.step(min([due for _, _, due in held if due], default=None))


def place_of(running: Running, name: str) -> str | None:
    """Say where all of a stream is, or how much of it; None: nowhere."""
    log = running.streams.captures[name].log
    if log is None or (path := log.begin()) is None:
        return None
    if log.file.error is None and log.size <= log.file.cap:
        return f"all of it: {path}"
    written = min(log.file.written, log.file.cap)
    return f"the first {written} bytes of it: {path}" if written else None


def begin_log(running: Running, name: str) -> None:
    """Begin the log of a stream that has said something, if it has none."""
    capture = running.streams.captures[name]
    if capture.log is None:
        from ._log import log_in_state  # while the command runs

        suffix = "out" if name == "stdout" else "err"
        begun = f"{running.streams.log_name()}.{suffix}"
        capture.log = log_in_state(begun, running.request.max_log)
