"""A batch's name → its file: jobs that are claimed before they start, and ended once.

    batches/NAME.db         the jobs, what became of them, and their records
    batches/pullers/        the leases of those that run them

Any number of processes may use one file. It is decided here what a file must be to be
one of a batch, and who may change what in it.
"""

from __future__ import annotations

import os
from time import strftime

from ..errors import InputError, StoreError
from ..files import lasting_directory
from ..lease import drop
from ..model.json import dumps
from ..record import Record, final
from ..store.clock import Clock, owner
from ..store.database import Database, full, too_new
from ..store.holds import Holds
from ..store.place import unusable
from . import _rows, turns
from ._adding import GONE as GONE  # noqa: PLC0414 - passed on
from ._adding import Difference, compare, fill, stage
from ._file import known, remove, taken, unknown
from ._lost import Lost, recover
from ._owner import Owner, enlist
from ._rows import Counts as Counts  # noqa: PLC0414 - passed on
from ._rows import Row as Row  # noqa: PLC0414 - passed on
from ._tables import PAUSE, RUN, SCHEMA, STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from sqlite3 import Connection
    from typing import Any, Self

    from ._rows import Answer
    from ._tables import State
    from .job import Job
    from .turns import Claim, End

LONGEST_NAME = 64
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
SUFFIX = ".db"


@final
class Turn(Record):
    """What a puller has of its turn at the file."""

    claims: tuple[Claim, ...]
    stale: tuple[End, ...]  # that were not written: others have taken the jobs over
    wish: str  # run, pause or cancel


class Queue:
    """The jobs of one batch, in their file."""

    def __init__(self, path: str, clock: Clock | None = None) -> None:
        self.path = path
        self.name: str = path.rpartition("/")[2].removesuffix(SUFFIX)
        self.clock: Clock = clock or Clock()
        self.database: Database = Database(path, strict=True, schema=SCHEMA)
        self.holds: Holds = Holds(self.database, self.clock)
        self.settings: Mapping[str, Any] = {}
        self.cwd: str = "/"

    @classmethod
    def create(
        cls,
        name: str | None,
        jobs: Iterable[Job],
        settings: Mapping[str, Any] | None = None,
        *,
        shuffled: bool = False,
        clock: Clock | None = None,
    ) -> Self:
        """Make a batch of all the jobs, or none if anything is wrong with one."""
        name = new_name() if name is None else check_name(name)
        queue = cls(place(name), clock)
        was_there = os.path.lexists(queue.path)
        try:
            queue.begin(jobs, settings or {}, shuffled=shuffled)
        except BaseException:
            queue.close()
            if not was_there:
                remove(queue.path)
            raise
        return queue

    @classmethod
    def open(cls, name: str, *, clock: Clock | None = None) -> Self:
        """Open a batch that there is."""
        queue = cls(place(check_name(name)), clock)
        if not os.path.lexists(queue.path):
            raise unknown(name)
        found = queue.database.read(known)
        if queue.database.newer:
            raise too_new(queue.path)
        if found is None:
            raise unknown(name)
        queue.settings, queue.cwd = found
        return queue

    def begin(
        self, jobs: Iterable[Job], settings: Mapping[str, Any], *, shuffled: bool
    ) -> None:
        """Put all jobs into a file that has none, in one transaction."""
        once: list[None] = []  # the jobs can be read once, a transaction tried again
        here = os.getcwd()  # noqa: PTH109 - pathlib is dear
        row = (
            int(self.clock.now() * 1000),
            here.encode("utf-8", "surrogateescape"),
            dumps(dict(settings)).encode("ascii"),
            RUN,
            self.clock.boot(),
        )

        def act(connection: Connection) -> None:
            if known(connection) is not None:
                raise taken(self.name)
            if once:
                raise full(self.path)
            once.append(None)
            connection.execute("INSERT INTO batch VALUES (1, ?, ?, ?, ?, ?)", row)
            fill(connection, jobs, shuffled=shuffled)

        self.database.write(act)
        self.settings, self.cwd = settings, here

    def add(self, jobs: Iterable[Job]) -> Difference:
        """Add what is new in another input; what is gone from it is not begun."""
        once: list[None] = []

        def act(connection: Connection) -> None:
            if once:
                raise full(self.path)
            once.append(None)
            stage(connection, jobs)

        self.database.read(act)
        return self.database.write(compare)

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def remove(self) -> None:
        """Remove the batch, with all that it knows."""
        self.close()
        remove(self.path)

    # -- what a puller does

    def enlist(self, places: int) -> Owner:
        """Become one of those that run its jobs."""
        try:
            lease = enlist(pullers(), places)
        except OSError as error:
            raise unusable(pullers(), error) from None
        row = lease.path.rpartition("/")[2], owner()
        query = "INSERT INTO pullers (lease, process) VALUES (?, ?)"

        def act(connection: Connection) -> int:
            now, passed = self.clock.now(), self.clock.since_boot()
            turns.count_from(connection, self.clock.boot(), now, passed)
            return connection.execute(query, row).lastrowid or 0

        try:
            return Owner(self.database.write(act), lease)
        except BaseException:
            lease.drop()
            raise

    def leave(self, owner: Owner) -> None:
        """Be none any more: nothing runs here. What has no end is for others to see."""
        owes = True
        try:
            query = "DELETE FROM pullers WHERE id = ? AND NOT EXISTS"
            query += " (SELECT 1 FROM jobs WHERE owner = pullers.id)"
            owes = not self.database.change(query, (owner.number,), durable=False)
        finally:
            owner.leave(owes=owes)

    def turn(
        self,
        owner: Owner,
        ends: Iterable[End] = (),
        free: int = 0,
        *,
        per_key: int | None = None,
    ) -> Turn:
        """Write ends, and claim jobs for so many places; both are on the disk then."""
        ends = tuple(ends)

        def act(connection: Connection) -> Turn:
            now, passed = self.clock.now(), self.clock.since_boot()
            stale = [e for e in ends if not turns.finish(connection, e, now, passed)]
            for end in ends:
                for seconds, why in end.holds if end not in stale else ():
                    key = end.claim.key.decode("utf-8", "surrogatepass")
                    self.holds.put(connection, key, seconds, why)
            wish = turns.wish(connection)
            if wish != RUN or free <= 0:
                return Turn((), tuple(stale), wish)
            turns.wake(connection, passed)
            held = [key for key, _ in self.holds.lefts(connection)]
            claims = turns.claim(connection, owner.number, free, held, per_key, now)
            return Turn(tuple(claims), tuple(stale), wish)

        return self.database.write(act)

    def claim(self, count: int, owner: Owner) -> tuple[Claim, ...]:
        """Take so many jobs, at most: they are this puller's until they end."""
        return self.turn(owner, (), count).claims

    def finish(self, end: End, owner: Owner) -> bool:
        """Write how a claim ended; False if it is not this puller's any more."""
        return not self.turn(owner, [end]).stale

    def recover(
        self, owner: Owner | None = None, *, idempotent: bool, attempts: int
    ) -> Lost:
        """See to what pullers had that are gone."""
        ours = 0 if owner is None else owner.number

        def act(connection: Connection) -> Lost:
            return recover(
                connection,
                lambda lease: f"{pullers()}/{lease}",
                ours,
                idempotent=idempotent,
                attempts=attempts,
            )

        lost = self.database.write(act)
        for path in lost.leases:
            drop(path)
        return lost

    def next_due(self) -> float | None:
        """Return the seconds until something that waits goes on, if anything does."""

        def act(connection: Connection) -> float | None:
            passed = self.clock.since_boot()
            times = list(self.holds.lefts(connection).values())
            return turns.next_due(connection, passed, times)

        return self.database.read(act)

    # -- what a person does

    def counts(self) -> Counts:
        """Count the jobs by their states."""
        return Counts(*self.database.read(_rows.counts))

    def rows(
        self, *states: State, after: int = 0, records: bool = True
    ) -> Iterator[Row]:
        """Return the jobs in the order of the input, all or those in some states."""
        while found := self.some(states, after, records=records):
            yield from found
            after = found[-1].number

    def some(self, states: Sequence[State], after: int, *, records: bool) -> list[Row]:
        """Return the next jobs after one."""
        passed = self.clock.since_boot()

        def act(connection: Connection) -> list[Row]:
            return _rows.some(connection, states, after, passed, records=records)

        return self.database.read(act)

    def ended(self, after: int) -> list[tuple[int, Row]]:
        """Return the next jobs that have ended, each with its turn among the ends."""
        passed = self.clock.since_boot()
        return self.database.read(lambda one: _rows.ended(one, after, passed))

    def find(self, name: str) -> Row:
        """Return a job by its id, or else by its number in the input."""
        passed = self.clock.since_boot()
        found = self.database.read(lambda one: _rows.find(one, name, passed))
        if found is None:
            msg = f"no job of the batch {self.name} is called {name}"
            fix = f"exeunt batch show {self.name} lists them"
            raise InputError(msg, fix=fix, error_code="UNKNOWN_JOB")
        return found

    def resolve(self, name: str, answer: Answer) -> None:
        """Write what a person says of a job that nobody saw end, or does for it."""
        number = self.find(name).number
        now = self.clock.now()
        self.database.write(lambda one: _rows.resolve(one, number, answer, now))

    def retry(self, *, idempotent: bool = False, everything: bool = False) -> int:
        """Have those done again that failed, as far as that does nothing twice."""
        return self.database.write(
            lambda one: _rows.retry(one, idempotent=idempotent, everything=everything)
        )

    def cancel(self) -> int:
        """Have no job begun any more, and what runs ended; count what is not begun."""
        return self.database.write(_rows.cancel)

    def pause(self) -> None:
        """Have no job begun until unpause(); what runs, runs on."""
        self.want(PAUSE)

    def unpause(self) -> None:
        """Have jobs begun again, also after cancel()."""
        self.want(RUN)

    def stop(self) -> None:
        """Have what runs ended, and nothing begun until unpause(); all stays to do."""
        self.want(STOP)

    def want(self, wish: str) -> None:
        """Say what is wanted of those that run the jobs."""
        self.database.change("UPDATE batch SET wish = ?", (wish,))

    @property
    def last_turn(self) -> int:
        """The turn of the last end that was written."""
        query = "SELECT coalesce(max(turn), 0) FROM ends"
        found = self.database.read(lambda one: one.execute(query).fetchone())
        return int(found[0])

    @property
    def wish(self) -> str:
        """What is wanted of them: run, pause or cancel."""
        return self.database.read(turns.wish)


# -- the file


def directory() -> str:
    """Return where the batches of this user are."""
    there = lasting_directory()
    if not there:
        msg = "there is no place for a batch that lasts"
        raise StoreError(msg, fix="set XDG_STATE_HOME to a directory of yours")
    return f"{there}/batches"


def pullers() -> str:
    """Return where the leases of those are who run jobs."""
    return f"{directory()}/pullers"


def place(name: str) -> str:
    """Return the file of a batch."""
    return f"{directory()}/{name}{SUFFIX}"


def names() -> list[str]:
    """Return the names of all batches, the oldest file first."""
    try:
        found = [one for one in os.scandir(directory()) if one.name.endswith(SUFFIX)]
    except FileNotFoundError:
        return []
    found.sort(key=lambda one: one.stat(follow_symlinks=False).st_ctime_ns)
    return [one.name.removesuffix(SUFFIX) for one in found]


def exists(name: str) -> bool:
    """Tell whether there is a batch of a name."""
    return os.path.lexists(place(check_name(name)))


def new_name() -> str:
    """Make up a name that says when, and that no batch has."""
    return f"{strftime('%Y%m%d-%H%M%S')}-{os.urandom(2).hex()}"


def check_name(name: str) -> str:
    """Refuse a word that cannot be a batch's name."""
    good = 0 < len(name) <= LONGEST_NAME and LETTERS.issuperset(name)
    if not good or name[0] in ".-":
        msg = f"{name!r} is no name for a batch"
        raise InputError(msg, fix="use letters, digits, ., - and _; 64 at most")
    return name
