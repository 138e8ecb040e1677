"""A run → its row in the store, without the store ever being in its way.

Nothing here raises: a disk that is full or a file that is locked costs the row, never
the run, and `error` says so.
"""

from __future__ import annotations

from ..errors import ExeuntError
from ..thrown import is_thrown_in
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar, Unpack

    from ._runs import Beginning as Beginning  # noqa: PLC0414 - as the next
    from ._runs import Ending as Ending  # noqa: PLC0414 - passed on, for finish()
    from ._runs import Run as Run  # noqa: PLC0414 - as the next

    T = TypeVar("T")

SWEPT = 256  # runs, after which the store is tidied
BRIEF = 1.0  # seconds: what others may hold a run up, once


class Journal:
    """The store for whoever must go on without it; `error` is what went wrong first."""

    def __init__(self, path: str | None = None, *, patience: float = BRIEF) -> None:
        self.path = path
        self.patience = patience
        self.error: str | None = None
        self.store: Store | None = None

    def begin(
        self,
        fingerprint: str,
        argv: Sequence[str],
        cwd: str = "",
        **known: Unpack[Beginning],
    ) -> int | None:
        """Note that a run is about to start; None if that cannot be noted."""
        return self.attempt(
            lambda store: store.runs.begin(fingerprint, argv, cwd, **known), None
        )

    def finish(self, run: int | None, status: str, **ending: Unpack[Ending]) -> None:
        """Note how a run ended, if its beginning was noted."""
        if run is None:
            return

        def finish(store: Store) -> None:
            store.runs.finish(run, status=status, **ending)
            if run % SWEPT == 0:
                store.sweep()

        self.attempt(finish, None)

    def attempt(self, act: Callable[[Store], T], otherwise: T) -> T:
        """Do anything with the store, or return the other value."""
        try:
            if self.store is None:
                self.store = Store.open(self.path, patience=self.patience)
            return act(self.store)
        except ExeuntError as error:
            self.error = self.error or error.message
        except Exception as error:
            if is_thrown_in(error):
                raise
            # A bug of ours must not end a run.
            self.error = self.error or f"{type(error).__name__}: {error}"
        return otherwise

    @property
    def notices(self) -> Sequence[str]:
        """What happened to the file that its user should know."""
        return self.store.notices if self.store else ()

    def close(self) -> None:
        """Let go of the file."""
        if self.store is not None:
            self.attempt(lambda store: store.close(), None)
