"""A Python that starts → one of another machine, at another time.

This file is copied to be the `sitecustomize` of a program that is asked a second time
for its manifest, so that what it has from its surroundings becomes another value. It
is read by the program's own Python, of whatever version, knows nothing of exeunt, and
does nothing where it is imported by its own name.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

DAYS = 400  # another year, month and day of the week
AHEAD = DAYS * 86_400 + 5 * 3600 + 7 * 60 + 11  # and another hour, minute and second
NAME = "elsewhere"
FEW = 4  # processors: limits that programs set themselves are seldom lower
ONE, MANY = 1, 97


def put(place: object, **values: object) -> None:
    """Set the attributes of a module or a class."""
    for name, value in values.items():
        setattr(place, name, value)


def another_machine() -> None:
    """Have another number of processors, another name and another user."""
    count = MANY if (os.cpu_count() or ONE) < FEW else ONE

    def processors(_pid: int) -> set[int]:
        return set(range(count))

    put(os, cpu_count=lambda: count, getlogin=lambda: NAME)
    if hasattr(os, "process_cpu_count"):
        put(os, process_cpu_count=lambda: count)
    if hasattr(os, "sched_getaffinity"):
        put(os, sched_getaffinity=processors)
    import _socket  # before `socket` takes its names from there

    put(_socket, gethostname=lambda: NAME)
    if hasattr(os, "uname"):
        kernel, _, *rest = os.uname()
        said = os.uname_result((kernel, NAME, *rest))
        put(os, uname=lambda: said)


def another_time() -> None:
    """Set every clock ahead that tells the time of day."""
    now, nanoseconds = time.time, time.time_ns
    local, utc, asctime, strftime = (
        time.localtime, time.gmtime, time.asctime, time.strftime,
    )  # fmt: skip

    def ahead() -> float:
        return now() + AHEAD

    def locally(seconds: float | None = None) -> time.struct_time:
        return local(ahead() if seconds is None else seconds)

    def in_utc(seconds: float | None = None) -> time.struct_time:
        return utc(ahead() if seconds is None else seconds)

    def shown(moment: Any = None) -> str:
        return asctime(locally() if moment is None else moment)

    def shown_at(seconds: float | None = None) -> str:
        return asctime(locally(seconds))

    def written(form: str, moment: Any = None) -> str:
        return strftime(form, locally() if moment is None else moment)

    put(
        time,
        time=ahead,
        time_ns=lambda: nanoseconds() + AHEAD * 1_000_000_000,
        localtime=locally,
        gmtime=in_utc,
        asctime=shown,
        ctime=shown_at,
        strftime=written,
    )
    another_calendar(ahead)


def another_calendar(ahead: Callable[[], float]) -> None:
    """Let datetime.now() ask the same clock; every moment is still a datetime."""
    import datetime as dt
    from datetime import datetime as real

    class Kind(type):
        """What tells a moment of either class."""

        def __instancecheck__(cls, value: object) -> bool:
            """Tell whether a value is a moment, or one of an author's own class."""
            known = real if cls is Moment else None
            return type.__instancecheck__(known or cls, value)

    class Moment(real, metaclass=Kind):
        """A datetime whose present is another one."""

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            """Return the present, in a zone."""
            return cls.fromtimestamp(ahead(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            """Return the present in UTC, without its zone."""
            zone = dt.timezone.utc  # noqa: UP017 - of Python 3.10, too
            return cls.fromtimestamp(ahead(), zone).replace(tzinfo=None)

    put(Moment, __name__="datetime", __qualname__="datetime", __module__="datetime")
    put(dt, datetime=Moment)


def the_other() -> None:
    """Load the sitecustomize that this one stands before."""
    here = os.path.dirname(__file__)  # noqa: PTH120 - another program need not pay pathlib
    sys.path[:] = [place for place in sys.path if place != here]
    del sys.modules["sitecustomize"]
    try:
        __import__("sitecustomize")
    except ImportError:
        pass  # the machine has none of its own


if __name__ == "sitecustomize":
    another_machine()
    another_time()
    the_other()
