"""Pieces of a stream → worked on in order, in a thread that may stand still."""

from __future__ import annotations

from _queue import SimpleQueue  # the C modules: `queue` loads `threading`, 4 ms
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Piece = bytes | memoryview

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums

PIECE = 1 << 20  # bytes at a time, so that progress can be seen
OVERHEAD = 64  # bytes of memory that a waiting piece takes besides its own


class Pump:
    """A queue of pieces, and the thread that works on them; nobody waits to give."""

    def __init__(
        self, work: Callable[[Piece], None], finish: Callable[[], None] | None = None
    ) -> None:
        self.queue: SimpleQueue[Piece | None] = SimpleQueue()
        self.work = work
        self.finish = finish
        self.given: int = 0  # only the caller counts this up,
        self.moved: int = 0  # and only the thread this
        self.ended: Any = allocate_lock()
        self.ended.acquire()
        self.threaded: bool = True
        try:
            start_new_thread(self.run, ())
        except RuntimeError:  # no more threads for this user: the caller does it
            self.threaded = False

    @property
    def waiting(self) -> int:
        """Return how many bytes have been given and not been worked on."""
        return self.given - self.moved

    def put(self, data: bytes) -> None:
        """Add data, without a copy."""
        view: Piece = data if len(data) <= PIECE else memoryview(data)
        for at in range(0, len(data) or 1, PIECE):  # an empty piece is one, too
            piece = view[at : at + PIECE]
            self.given += len(piece) + OVERHEAD
            if self.threaded:
                self.queue.put(piece)
            else:
                self.step(piece)

    def end(self, patience: float = -1) -> bool:
        """Wait for the end; return False if nothing moves for `patience` seconds."""
        self.queue.put(None)
        if not self.threaded:
            self.drain()
        moved = self.moved
        while not self.ended.acquire(timeout=patience):
            if moved == self.moved:
                return False
            moved = self.moved
        return True

    def run(self) -> None:
        """Live as a thread; signals are left to the main one, which may await them."""
        _signal.pthread_sigmask(_signal.SIG_BLOCK, _signal.valid_signals())
        self.drain()

    def drain(self) -> None:
        """Work until the end."""
        try:
            while (piece := self.queue.get()) is not None:
                self.step(piece)
            if self.finish is not None:
                self.finish()
        finally:
            self.ended.release()

    def step(self, piece: Piece) -> None:
        """Work on one piece, and say that something has moved."""
        self.work(piece)
        self.moved += len(piece) + OVERHEAD
