"""A call → what is remembered of it, without the memory ever being in its way.

After the first thing that went wrong nothing more is tried: whoever waits for a store
waits once.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, TypeVar

    from ..store.journal import Beginning, Ending, Journal
    from ..store.programs import ProgramFile
    from ..store.responses import Response
    from ..store.store import Store

    T = TypeVar("T")


class Memory:
    """What the loop remembers, if it may: runs, redirects, holds, answers, failures."""

    def __init__(self, store: Store | Literal[False] | None) -> None:
        self.journal: Journal | None = None
        self.own: bool = store is None  # the user's, and nobody else's to close
        self.told: int = 0  # notices that an earlier call has passed on
        if store is not False:
            from ..store.journal import Journal  # loads SQLite

            self.journal = Journal()
            self.journal.store = store or opened_before()
            self.told = len(self.journal.notices)

    @property
    def error(self) -> str | None:
        """Say why nothing is remembered, if something should be."""
        return self.journal.error if self.journal is not None else None

    @property
    def notices(self) -> Sequence[str]:
        """What happened to the file that its user should know."""
        return self.journal.notices[self.told :] if self.journal is not None else ()

    def attempt(self, act: Callable[[Store], T], otherwise: T) -> T:
        """Do something with the store, or return the other value."""
        if self.journal is None or self.journal.error is not None:
            return otherwise
        return self.journal.attempt(act, otherwise)

    def begin(
        self, name: str, words: Sequence[str], cwd: str, known: Beginning
    ) -> int | None:
        """Note that a run is about to start."""
        return self.attempt(
            lambda store: store.runs.begin(name, words, cwd, **known), None
        )

    def finish(self, run: int | None, status: str, ending: Ending) -> None:
        """Note how it ended."""
        if self.journal is not None and run is not None:
            self.journal.finish(run, status, **ending)

    def manifest(self, program: ProgramFile) -> dict[str, object] | None:
        """Return the manifest that was taken from a file, if it is still the same."""
        return self.attempt(lambda store: store.programs.manifest(program), None)

    def moved(
        self, program: ProgramFile, old: Sequence[str]
    ) -> tuple[int, tuple[str, ...]] | None:
        """Return what is run instead of a call that moved for good, and its id."""
        found = self.attempt(lambda store: store.redirects.lookup(program, old), None)
        return None if found is None else (found.id, found.new)

    def move(
        self, program: ProgramFile, old: Sequence[str], new: Sequence[str]
    ) -> bool:
        """Remember that a call moved for good; False if that is not on the disk."""
        return self.attempt(
            lambda store: store.redirects.remember(program, old, new),
            self.journal is None,
        )

    def hold(self, key: str, seconds: float, why: str) -> None:
        """Ask every process not to call somebody for so long."""

        def hold(store: Store) -> float:
            return store.holds.hold(key, store.holds.clock.now() + seconds, why)

        self.attempt(hold, 0.0)

    def held(self, key: str) -> float:
        """Return for how many more seconds somebody is not to be called."""

        def left(store: Store) -> float:
            until = store.holds.held(key)
            return 0.0 if until is None else until - store.holds.clock.now()

        return self.attempt(left, 0.0)

    def kept(self, name: str) -> Response | None:
        """Return the last answer of a call."""
        return self.attempt(lambda store: store.responses.get(name), None)

    def keep(self, name: str, etag: str, body: bytes) -> None:
        """Keep an answer for as long as its etag is good."""
        self.attempt(lambda store: store.responses.put(name, etag, body), False)  # noqa: FBT003 - what it returns

    def failures(self, name: str, window: float) -> int:
        """Count how often a call failed lately, whoever made it."""
        return self.attempt(lambda store: store.failures.tally(name, window), 0)

    def note(self, name: str, *, failed: bool) -> None:
        """Note how a call ended."""
        self.attempt(lambda store: store.failures.note(name, failed=failed), None)

    def rest(self) -> None:
        """Leave the user's store open for the calls that follow: opening costs 1 ms."""
        store = self.journal.store if self.journal is not None else None
        if store is not None and self.own:
            OPENED[store.path] = store


OPENED: dict[str, Store] = {}  # for as long as this process lasts


def opened_before() -> Store | None:
    """Return the user's own store, if an earlier call has opened it."""
    if not OPENED:
        return None
    from ..store.place import place  # loaded by then

    return OPENED.get(place(None))
