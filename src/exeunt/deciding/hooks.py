"""A call under way → what the caller does for it (Hooks), and how it waits (Pace)."""

from __future__ import annotations

import os
import time

from ..errors import InputError
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..process.completed import Completed
    from .decision import Decision

    # What a hook has got: nothing, something that the command will find, or variables.
    Got = bool | Mapping[str, str] | None
    Hook = Callable[[Completed, Decision], Got]

JITTER = 0.1  # of a pause, at most
MOST_JITTER = 1.0  # seconds


class Cancelled(BaseException):
    """Whoever waits is to stop waiting: the call is over, and nothing is repeated."""


@final
class Hooks(Record):
    """What the loop asks its caller for; without one it stops and says what to do.

    A hook gets the last run and the decision about it. What it returns says whether
    to go on: False or None is no; True is yes; variables are yes, with these set, and
    never shown.
    """

    _: KW_ONLY
    refresh: Hook | None = None  # a token that has expired
    credentials: Hook | None = None  # that are missing or refused
    pay: Hook | None = None  # only asked if the policy allows it
    progress: Callable[[str], None] | None = None  # told in a line what comes next

    def _check(self) -> None:
        for name, hook in self.as_fields().items():
            if hook is not None and not callable(hook):
                msg = f"{name}={hook!r} cannot be called"
                raise InputError(msg, fix="pass a function")


def luck() -> float:
    """Return a number from 0 to 1; `random` would cost 6 ms."""
    return int.from_bytes(os.urandom(4), "big") / (1 << 32)


class Pace:
    """How a pause passes: any signal handler that raises ends it at once."""

    def __init__(
        self,
        sleep: Callable[[float], None] | None = None,
        chance: Callable[[], float] | None = None,
    ) -> None:
        self.sleep: Callable[[float], None] = sleep or time.sleep
        self.chance: Callable[[], float] = chance or luck

    def stretched(self, seconds: float) -> float:
        """Lengthen a pause a little, so that not everybody comes back at once."""
        if seconds <= 0:
            return 0.0
        return seconds + min(seconds * JITTER, MOST_JITTER) * self.chance()
