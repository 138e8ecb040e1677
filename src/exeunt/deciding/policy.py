"""What happened before, and what is allowed → History and Policy.

A decision is made of three things; the reading is the third.
"""

from __future__ import annotations

from ..errors import InputError, is_count
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NoReturn

    MayFollow = Literal["same_program", "any", "no"]

NoneType = type(None)
FOLLOWING = ("same_program", "any", "no")
MAX_ATTEMPTS = 3  # in all, so that both "3 attempts" and "3 retries" are kept (K7)
MAX_PAGES = 100
MAX_WAIT = 3600.0  # seconds: a server that asks for more is somebody's to know
MAX_FAILURES = 10  # of one call, by all processes, within the window
FAILURE_WINDOW = 600.0  # seconds


@final
class History(Record):
    """What was done about one call so far."""

    __slots__ = (
        "attempts",
        "refreshed",
        "redirected",
        "paid",
        "uncached",
        "pages",
        "cursor",
        "program",
    )
    attempts: int  # how often this very call was made, the last time included
    refreshed: bool  # the credentials, for this call
    redirected: bool  # it is itself what a redirect said
    paid: bool  # for this call
    uncached: bool  # nothing is kept that not_modified could mean
    pages: int  # that are in
    cursor: str | None  # the one that led to this page
    program: str | None  # that was called; unknown, no redirect leads back to it

    def __init__(  # noqa: PLR0913 - what can have happened
        self,
        attempts: int = 1,
        *,
        refreshed: bool = False,
        redirected: bool = False,
        paid: bool = False,
        uncached: bool = False,
        pages: int = 0,
        cursor: str | None = None,
        program: str | None = None,
    ) -> None:
        if not is_count(attempts):
            refuse("attempts", attempts, "a number of calls")
        if not is_count(pages):
            refuse("pages", pages, "a number of pages")
        check_all(
            bool,
            refreshed=refreshed,
            redirected=redirected,
            paid=paid,
            uncached=uncached,
        )
        check_all((str, NoneType), cursor=cursor, program=program)
        self._fill(
            attempts, refreshed, redirected, paid, uncached, pages, cursor, program
        )


@final
class Policy(Record):
    """What a caller allows, and how patient it is."""

    __slots__ = (
        "max_attempts",
        "idempotent",
        "may_pay",
        "may_follow",
        "max_pages",
        "max_wait",
        "max_failures",
    )
    max_attempts: int  # of one call, in all
    idempotent: bool  # the caller's word that doing it twice is doing it once
    may_pay: bool
    may_follow: MayFollow  # where a redirect may lead
    max_pages: int
    max_wait: float  # seconds
    max_failures: int  # of one call in ten minutes, before it is not made any more

    def __init__(  # noqa: PLR0913 - what can be allowed
        self,
        *,
        max_attempts: int = MAX_ATTEMPTS,
        idempotent: bool = False,
        may_pay: bool = False,
        may_follow: MayFollow = "same_program",
        max_pages: int = MAX_PAGES,
        max_wait: float = MAX_WAIT,
        max_failures: int = MAX_FAILURES,
    ) -> None:
        if not is_count(max_attempts) or not max_attempts:
            refuse("max_attempts", max_attempts, "1 or more")
        if not is_count(max_pages):
            refuse("max_pages", max_pages, "a number of pages")
        if may_follow not in FOLLOWING:
            refuse("may_follow", may_follow, f"one of {', '.join(FOLLOWING)}")
        check_all(bool, idempotent=idempotent, may_pay=may_pay)
        if isinstance(max_wait, bool) or not is_patience(max_wait):
            refuse("max_wait", max_wait, "a number of seconds")
        if not is_count(max_failures) or not max_failures:
            refuse("max_failures", max_failures, "1 or more")
        self._fill(
            max_attempts,
            idempotent,
            may_pay,
            may_follow,
            max_pages,
            max_wait,
            max_failures,
        )


def is_patience(seconds: object) -> bool:
    """Tell whether somebody can wait that long, which NaN is no answer to."""
    return isinstance(seconds, int | float) and seconds >= 0


def check_all(kind: type | tuple[type, ...], **fields: object) -> None:
    """Refuse a word such as "no", which would count as true, and other strays."""
    for name, value in fields.items():
        if not isinstance(value, kind):
            refuse(name, value, "True or False" if kind is bool else "a text, or None")


def refuse(name: str, value: object, what: str) -> NoReturn:
    """Refuse a field that nothing can be decided by."""
    msg = f"{name}={value!r}"
    raise InputError(msg, fix=f"pass {what}")
