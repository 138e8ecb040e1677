"""How much at a time, how often, and when to stop → Limits of a batch."""

from __future__ import annotations

import os

from ..deciding.policy import CAREFUL, Policy
from ..errors import InputError, is_count
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, NoReturn

WHENS = ("now", "soon")
KINDS = ("fail", "success", "done")
MOST = 100  # percent
FEWEST = 3  # jobs that have ended before a percentage of them means anything
KEEP = 3600.0  # seconds that a question waits for an answer
MAX_OUTPUT = 16_384  # bytes of text that the batch's file keeps of a stream


@final
class Halt(Record):
    """When a batch is to stop before its end: after so many, or so many percent."""

    when: Literal["now", "soon"]
    kind: Literal["fail", "success", "done"]
    number: int
    percent: bool = False

    def _check(self) -> None:
        if self.when not in WHENS:
            refuse(f"halt={self.when!r}", "write now or soon")
        if self.kind not in KINDS:
            refuse(f"halt={self.kind!r}", f"write one of {', '.join(KINDS)}")
        if self.number < 1 or (self.percent and self.number > MOST):
            refuse(f"halt={self.number!r}", "write a number from 1, or 1% to 100%")

    def is_reached(self, ended: int, failed: int) -> bool:
        """Tell whether so many that have ended, and so many that failed, are enough."""
        count = {"fail": failed, "success": ended - failed, "done": ended}[self.kind]
        if not self.percent:
            return count >= self.number
        return ended >= FEWEST and count * MOST >= self.number * ended


@final
class Limits(Record):
    """What a batch may take of the machine, and of the patience of others."""

    _: KW_ONLY
    jobs: int = 0  # side by side; 0: as many as there are processors
    delay: float = 0.0  # seconds between two starts
    memfree: int = 0  # bytes that must be free before one more is started
    load: float | None = None  # of the machine, above which none is started
    per_key: int | None = None  # side by side of those that one hold would stop
    halt: Halt | None = None
    timeout: float | None = None  # seconds, of a job that names none
    attempts: int = CAREFUL.max_attempts  # of one job, in all
    retry_on: Sequence[int | str] = ()  # endings that are repeated as they are
    idempotent: bool = False  # doing any of the jobs twice is doing it once
    keep: float = KEEP  # seconds that a question waits; 0: it is not kept
    wait: bool = True  # for what is on hold, or not yet due
    max_output: int = MAX_OUTPUT
    log: bool = True  # what does not fit is kept in a log

    def _check(self) -> None:
        for name in ("jobs", "memfree", "max_output"):
            number: object = getattr(self, name)
            if not is_count(number):
                refuse(f"{name}={number!r}", "write a whole number, 0 or more")
        if self.per_key is not None and self.per_key < 1:
            refuse(f"per_key={self.per_key!r}", "write 1 or more")
        for name in ("delay", "keep", "load", "timeout"):
            given: object = getattr(self, name)
            if given is not None and not is_amount(given):
                refuse(f"{name}={given!r}", "write a number, 0 or more")
        self._put(retry_on=self.policy.retry_on)

    @property
    def at_once(self) -> int:
        """How many jobs run side by side."""
        return self.jobs or len(os.sched_getaffinity(0))

    @property
    def policy(self) -> Policy:
        """What decide() is told of them; the breaker of loops counts no jobs."""
        return CAREFUL.replace(
            max_attempts=self.attempts,
            idempotent=self.idempotent,
            retry_on=self.retry_on,
        )

    @property
    def room(self) -> bool:
        """Whether the machine has room for one more job."""
        if self.load is not None and os.getloadavg()[0] > self.load:
            return False
        return not self.memfree or free_memory() >= self.memfree


def is_amount(given: object) -> bool:
    """Tell whether a value is a number that is not negative."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return False
    return given >= 0


def free_memory() -> int:
    """Return the bytes of memory that the kernel could give away now."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:  # noqa: PTH123 - pathlib is dear
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def refuse(what: str, fix: str) -> NoReturn:
    """Refuse a limit that cannot be kept."""
    raise InputError(what, fix=fix)
