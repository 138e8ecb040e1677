"""A call under way → which words are run next, and what was done about them so far."""

from __future__ import annotations

from ..process.capture import redactor_for, shown_words
from ..process.request import changed
from .call_words import fingerprint, host, program, without_etag
from .called_file import called_file
from .policy import History

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..dialects.reading import Reading
    from ..model.words import Why
    from ..process.request import Request
    from ..store.programs import ProgramFile

HIDEABLE = 4  # characters: what is shorter cannot be hidden


class Course:
    """The request that is run next, and how it came to that."""

    def __init__(self, asked: Request, file: ProgramFile | None = None) -> None:
        self.asked = asked
        self.request: Request = asked
        self.why: Why = "asked"
        self.name: str = fingerprint(asked)
        self.turn: int = 0  # how often this very call was made
        self.refreshed: bool = False
        self.redirected: bool = False
        self.paid: bool = False
        self.longer: int = 0  # how often its limits were doubled
        self.cursors: set[str] = set()  # that led to a page
        # As it was before the run: so its caller may have looked, for many of them.
        self.file: ProgramFile | None = None
        if not self.is_line:
            self.file = called_file(asked) if file is None else file
        self.manifest: Mapping[str, object] | None = asked.manifest  # of that file

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are run next."""
        return self.request.words

    @property
    def is_line(self) -> bool:
        """Whether it is a line for a shell, in which no word can be changed."""
        return self.request.shell is not None

    @property
    def key(self) -> str:
        """The key of a hold: the program that is asked and its host, else the call."""
        asked, there = program(self.request), host(self.words)
        return self.name if asked is None else f"{asked}@{there}" if there else asked

    @property
    def evidence(self) -> Mapping[str, object] | None:
        """What vouches for the called file, as long as that is the very same."""
        if self.manifest is None or self.file is None:
            return None
        return self.manifest if called_file(self.request) == self.file else None

    @property
    def unconditional(self) -> str:
        """Name the call that is answered in any case, whatever its etag."""
        return self.named(without_etag(self.words)[0])

    def named(self, words: tuple[str, ...]) -> str:
        """Name a call by what the caller gave us; what a hook got does not count."""
        return fingerprint(changed(self.asked, words=words))

    def turn_to(self, words: tuple[str, ...], why: Why) -> None:
        """Go on with another call, which has attempts of its own."""
        self.request = changed(self.request, words=words)
        self.name, self.turn, self.why = self.named(words), 0, why

    def set_variables(self, given: Mapping[str, str]) -> None:
        """Set what a hook got, which is never shown."""
        secret = [value for value in given.values() if len(value) >= HIDEABLE]
        self.request = changed(
            self.request,
            env={**self.request.env, **given},
            secrets=(*self.request.secrets, *secret),
        )

    def give_longer(self) -> bool:
        """Double the limits; tell whether there are any."""
        limits = {"timeout": self.request.timeout, "idle": self.request.idle}
        longer = {name: limit * 2 for name, limit in limits.items() if limit}
        self.request = changed(self.request, **longer)
        self.longer += 1
        return bool(longer)

    def written(self) -> dict[str, Any]:
        """Return where the call stands, for whoever goes on with it later."""
        moved = self.words != self.asked.words
        return {
            "turn": self.turn,
            "why": self.why,
            **({"words": [*self.words]} if moved else {}),
            **({"longer": self.longer} if self.longer else {}),
            **({"redirected": True} if self.redirected else {}),
        }

    def take_up(self, written: Mapping[str, Any]) -> None:
        """Go on where a call stood."""
        if "words" in written:
            self.turn_to(tuple(written["words"]), "redirect")
        for _ in range(written.get("longer", 0)):
            self.give_longer()
        self.turn, self.why = written.get("turn", 0), written.get("why", "asked")
        self.redirected = written.get("redirected", False)

    def history(self, reading: Reading, *, pages: int, uncached: bool) -> History:
        """Say what was done so far; a cursor that came before leads in a circle."""
        said = reading.envelope
        cursor = said.meta.get("cursor") if said is not None else None
        known = isinstance(cursor, str) and cursor in self.cursors
        return History(
            self.turn,
            refreshed=self.refreshed,
            redirected=self.redirected,
            paid=self.paid,
            uncached=uncached,
            pages=pages,
            cursor=cursor if known else None,
            words=() if self.is_line else self.words,
            manifest=self.evidence,
        )

    @property
    def hides(self) -> bool:
        """Whether there are secrets that are hidden in what the command says."""
        redactor = redactor_for(self.request)
        return redactor is not None and bool(redactor.known.wanted)

    def shown(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return words without their secrets."""
        return shown_words(self.request, words, redactor_for(self.request))
