"""What happened before, and what is allowed → History and Policy.

A decision is made of three things; the reading is the third.
"""

from __future__ import annotations

from ..errors import InputError, is_count
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal, NoReturn

    MayFollow = Literal["no", "adopted", "any", "same_program"]

NoneType: type[None] = type(None)
FOLLOWING = ("no", "adopted", "any")
FORMERLY = "same_program"  # is now "adopted", and is taken for it for a release more
ENDINGS = ("signal", "timeout", "idle")  # that no number tells
HIGHEST = 255  # an exit status
MAX_ATTEMPTS = 3  # in all, so that both "3 attempts" and "3 retries" are kept (K7)
MAX_PAGES = 100
MAX_WAIT = 3600.0  # seconds: a server that asks for more is somebody's to know
MAX_FAILURES = 10  # of one call, by all processes, within the window
FAILURE_WINDOW = 600.0  # seconds


@final
class History(Record):
    """What was done about one call so far."""

    attempts: int = 1  # how often this very call was made, the last time included
    _: KW_ONLY
    refreshed: bool = False  # the credentials, for this call
    redirected: bool = False  # it is itself what a redirect said
    paid: bool = False  # for this call
    uncached: bool = False  # nothing is kept that not_modified could mean
    pages: int = 0  # that are in
    cursor: str | None = None  # the one that led to this page
    program: str | None = None  # that was called, if the words do not say it
    words: tuple[str, ...] = ()  # of the call
    manifest: Mapping[str, object] | None = None  # the called file's, from before it

    def _check(self) -> None:
        if not is_count(self.attempts):
            refuse("attempts", self.attempts, "a number of calls")
        if not is_count(self.pages):
            refuse("pages", self.pages, "a number of pages")
        check_all(
            bool,
            refreshed=self.refreshed,
            redirected=self.redirected,
            paid=self.paid,
            uncached=self.uncached,
        )
        check_all((str, NoneType), cursor=self.cursor, program=self.program)
        if isinstance(self.words, str) or any(type(w) is not str for w in self.words):
            refuse("words", self.words, "the words of the call, in a list")
        self._put(words=tuple(self.words))


@final
class Policy(Record):
    """What a caller allows, and how patient it is."""

    _: KW_ONLY
    max_attempts: int = MAX_ATTEMPTS  # of one call, in all
    idempotent: bool = False  # the caller's word that doing it twice is doing it once
    retry_on: Sequence[int | str] = ()  # the caller's word: these are repeated as are
    may_pay: bool = False
    may_follow: MayFollow = "adopted"  # a redirect, with nobody asked
    max_pages: int = MAX_PAGES
    max_wait: float = MAX_WAIT  # seconds
    max_failures: int = MAX_FAILURES  # of one call in ten minutes: no more calls then

    def _check(self) -> None:
        if not is_count(self.max_attempts) or not self.max_attempts:
            refuse("max_attempts", self.max_attempts, "1 or more")
        if not is_count(self.max_pages):
            refuse("max_pages", self.max_pages, "a number of pages")
        self._put(retry_on=endings(self.retry_on))
        if self.may_follow == FORMERLY:
            self._put(may_follow=today())
        if self.may_follow not in FOLLOWING:
            refuse("may_follow", self.may_follow, f"one of {', '.join(FOLLOWING)}")
        check_all(bool, idempotent=self.idempotent, may_pay=self.may_pay)
        if isinstance(self.max_wait, bool) or not is_patience(self.max_wait):
            refuse("max_wait", self.max_wait, "a number of seconds")
        if not is_count(self.max_failures) or not self.max_failures:
            refuse("max_failures", self.max_failures, "1 or more")


def endings(given: Sequence[int | str]) -> tuple[int | str, ...]:
    """Read a list of endings, "1,64-78,signal" or [1, "64-78", "signal"]."""
    found: dict[int | str, None] = {}
    for one in given.split(",") if isinstance(given, str) else given:
        word = str(one).strip()
        low, dash, high = word.partition("-")
        high = high if dash else low
        if word in ENDINGS:
            found[word] = None
        elif is_status(low) and is_status(high) and int(low) <= int(high):
            found |= dict.fromkeys(range(int(low), int(high) + 1))
        else:
            refuse("retry_on", one, f"1 to {HIGHEST}, a-b, {', '.join(ENDINGS)}")
    return tuple(found)


def is_status(text: str) -> bool:
    """Tell whether a text is an exit status, and not that of a success."""
    return text.isascii() and text.isdigit() and 0 < int(text[:4]) <= HIGHEST


def is_patience(seconds: object) -> bool:
    """Tell whether somebody can wait that long, which NaN is no answer to."""
    return isinstance(seconds, int | float) and seconds >= 0


def today() -> MayFollow:
    """Say that what may be followed has another name now, and return that."""
    from warnings import warn  # for who writes the old one

    what = f'may_follow="{FORMERLY}" is now "adopted"'
    warn(what, DeprecationWarning, stacklevel=5)
    return "adopted"


def check_all(kind: type | tuple[type, ...], **fields: object) -> None:
    """Refuse a word such as "no", which would count as true, and other strays."""
    for name, value in fields.items():
        if not isinstance(value, kind):
            refuse(name, value, "True or False" if kind is bool else "a text, or None")


def refuse(name: str, value: object, what: str) -> NoReturn:
    """Refuse a field that nothing can be decided by."""
    msg = f"{name}={value!r}"
    raise InputError(msg, fix=f"pass {what}")


FIRST_TIME = History()
CAREFUL = Policy()
