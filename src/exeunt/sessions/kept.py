"""A run under way → a session that this process serves, from a thread of its own.

It is seen by `exeunt session list` and answered from anywhere, and ends with this
process: whoever has started a command in this way does not leave it behind.
"""

from __future__ import annotations

import atexit
from threading import Thread

from .place import create
from .supervisor import KEEP, Supervisor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..process.flow import Running

LAST = 5.0  # seconds that the sessions of a process have to end with it
KEPT: dict[str, Kept] = {}


class Kept:
    """A session of this process."""

    def __init__(
        self,
        running: Running,
        *,
        keep: float = KEEP,
        ended: Callable[[], object] | None = None,
    ) -> None:
        self.running = running
        self.ended = ended  # called in the thread, when the command has ended
        place = create(None)
        self.name: str = place.name
        self.supervisor: Supervisor = Supervisor(running, place=place, keep=keep)
        dialogue = running.streams.dialogue
        asks = dialogue is not None and dialogue.stuck
        self.supervisor.stay(detached=not asks)
        self.thread: Thread = Thread(
            target=self.serve, name=f"exeunt session {self.name}", daemon=True
        )
        if not KEPT:
            atexit.register(end_all)
        KEPT[self.name] = self
        self.thread.start()

    def serve(self) -> None:
        """Answer the callers of the session until its command has ended."""
        try:
            self.supervisor.serve()
        except Exception as error:  # noqa: BLE001 - nobody above could tell it
            self.running.abandon()
            self.supervisor.break_off(f"exeunt has a bug: {type(error).__name__}")
        finally:
            if self.ended is not None:
                self.ended()

    def end(self) -> None:
        """End its command, with little patience."""
        self.running.cancel()
        self.thread.join(LAST)

    @property
    def runs(self) -> bool:
        """Whether its command has not ended yet."""
        return self.thread.is_alive()


def running_now() -> int:
    """Count the sessions of this process whose commands run."""
    return sum(kept.runs for kept in KEPT.values())


def end_all() -> None:
    """End the sessions of this process, with their whole trees."""
    alive = [kept for kept in KEPT.values() if kept.runs]
    for kept in alive:
        kept.running.cancel()
    for kept in alive:
        kept.thread.join(LAST)
