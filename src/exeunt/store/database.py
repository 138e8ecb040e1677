"""A transaction → done once and for all, or a StoreError: never a hang, never half.

WAL, with the write lock taken at the beginning (a transaction that reads first and
writes then would fail, not wait, when another one was faster). What must be durable is
synced after the lock is released: so twenty writers share the disk's flushes, where
SQLite's own way makes each wait for those of all the others.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from time import monotonic, sleep
from weakref import WeakSet

from ..errors import StoreError
from ._schema import STORE, is_foreign, migrate, version
from ._schema import Schema as Schema  # noqa: PLC0414 - for who keeps a file of its own
from .place import (
    check_way,
    give_up_reserve,
    has_reserve,
    identity,
    keep_reserve,
    prepare,
    refuse_second,
    set_aside,
    unusable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from _thread import LockType
    from collections.abc import Callable
    from sqlite3 import Connection
    from typing import Any, TypeVar

    T = TypeVar("T")
else:
    try:
        sqlite3 = __import__("_sqlite3")  # without `datetime`, 5 of the 8 ms
    except ImportError:
        sqlite3 = None  # a Python that was built without it

BEGIN = "BEGIN IMMEDIATE"
PATIENCE = 5.0  # seconds for a lock that others hold
NAP = 0.002  # seconds between two tries, at most; a transaction takes a twentieth
AT_FORK = 1.0  # seconds that a fork waits for a transaction of another thread
BUSY = {5, 6, 15}  # SQLite's numbers: BUSY, LOCKED, PROTOCOL
CORRUPT = {11, 26}  # CORRUPT, NOTADB
FULL = {13}
NO_ROOM = {778, 4874}  # IOERR_WRITE, IOERR_SHMSIZE: the disk may be full
UNQUOTED = str.maketrans({"%": "%25", "?": "%3f", "#": "%23"})
SETTINGS = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)


class Database:
    """One file, one connection, one thread at a time; any number of processes.

    A strict one is never begun anew where there was one: it is for what must not happen
    twice.
    """

    def __init__(
        self,
        path: str,
        patience: float = PATIENCE,
        *,
        strict: bool = False,
        schema: Schema = STORE,
    ) -> None:
        if sqlite3 is None:
            msg = "this Python has no SQLite, so nothing can be remembered"
            raise StoreError(msg, fix="use one that was built with it")
        self.path = path
        self.patience = patience
        self.strict = strict
        self.schema = schema
        self.notices: list[str] = []  # what whoever uses it should be told, once
        self.newer: bool = False
        self.connection: Connection | None = None
        self.opened: tuple[int, int] | None = None  # which file, should it be replaced
        self.pid: int = 0
        self.log: int = -1  # a descriptor of SQLite's log, to sync it
        self.lock: LockType = allocate_lock()
        self.still: bool = False  # no transaction is under way: forking is safe
        ALL.add(self)

    def write(self, act: Callable[[Connection], T], *, durable: bool = True) -> T:
        """Do something in a transaction; a durable one is on the disk afterwards."""

        def transaction(connection: Connection) -> T:
            if self.newer:
                raise too_new(self.path)
            connection.execute(BEGIN)
            try:
                result = act(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            if durable:
                self.sync()
            return result

        return self.patiently(transaction)

    def change(
        self, query: str, row: tuple[Any, ...] = (), *, durable: bool = True
    ) -> int:
        """Change rows by one statement; return how many those were."""
        return self.write(
            lambda connection: connection.execute(query, row).rowcount, durable=durable
        )

    def read(self, act: Callable[[Connection], T]) -> T:
        """Look something up."""
        return self.patiently(act)

    def close(self) -> None:
        """Let go of the file; the next call opens it again."""
        connection, self.connection = self.connection, None
        descriptor, self.log = self.log, -1
        if descriptor >= 0:
            os.close(descriptor)
        if connection is not None:
            connection.close()

    def patiently(self, act: Callable[[Connection], T]) -> T:
        """Try until it works or time is up; each remedy is used once."""
        until = monotonic() + self.patience
        if not self.lock.acquire(timeout=self.patience):
            raise busy(self.path)
        try:
            tried: set[str] = set()
            while True:
                try:
                    result = act(self.connected())
                except sqlite3.Error as error:
                    self.remedy(error, until, tried)
                    continue
                if identity(self.path) == self.opened:
                    return result
                self.close()  # it went into a file that is no longer there
                if monotonic() > until:
                    raise busy(self.path)
        finally:
            self.lock.release()

    def remedy(self, error: sqlite3.Error, until: float, tried: set[str]) -> None:
        """Do what makes another try worth it, or say why there is none."""
        number = getattr(error, "sqlite_errorcode", 0)
        kind = number & 0xFF
        if kind in BUSY:
            if monotonic() > until:
                raise busy(self.path) from None
            sleep(NAP * os.urandom(1)[0] / 255)
        elif kind in CORRUPT and self.strict:
            self.close()
            raise damaged(self.path) from None
        elif kind in CORRUPT and "aside" not in tried:
            tried.add("aside")
            self.begin_anew()
        elif (
            number in FULL | NO_ROOM
            and "room" not in tried
            and give_up_reserve(self.path)
        ):
            tried.add("room")
            self.close()
        elif kind in FULL:
            raise full(self.path) from None
        else:
            self.close()
            raise unusable(self.path, error) from None

    def begin_anew(self) -> None:
        """Move a file aside that cannot be read, and say so."""
        self.close()
        kept = set_aside(self.path, self.opened)
        if kept is not None:
            self.tell(
                f"the store could not be read: it is kept as {kept}, a new one begun"
            )

    def tell(self, notice: str) -> None:
        """Keep something for whoever uses the store, once."""
        if notice not in self.notices:
            self.notices.append(notice)

    def connected(self) -> Connection:
        """Return the connection of this process, opened if it has none."""
        if self.pid != os.getpid():
            self.close()  # the parent's; renewed() has seen to it that this is safe
        if self.connection is None:
            self.connection = self.open()
        return self.connection

    def open(self) -> Connection:
        """Open the file, made if there is none, with its tables as they are now."""
        if self.path in LOST:
            raise busy(self.path)
        prepare(self.path)
        if self.strict:
            check_way(self.path)
            refuse_second(self.path)
        self.pid, self.opened = os.getpid(), identity(self.path)
        connection = sqlite3.connect(
            f"file:{self.path.translate(UNQUOTED)}?mode=rw",
            uri=True,
            timeout=0,  # our own way of waiting is fairer than SQLite's
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            self.set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def set_up(self, connection: Connection) -> None:
        """Choose how the file is written, and bring it up to date."""
        for setting in SETTINGS:
            connection.execute(setting)
        had = has_reserve(self.path)  # made after the tables, so looked for before them
        if is_foreign(connection, self.schema.application):
            msg = f"{self.path!r} is another program's database"
            raise StoreError(msg, fix="move it away, or name another place")
        self.newer = version(connection) > len(self.schema.steps)
        if self.newer:
            connection.execute("PRAGMA query_only = ON")
            self.tell("a newer exeunt wrote the store: it is only read")
            return
        if self.strict and had and not version(connection):
            raise damaged(self.path)
        if not version(connection):  # later it would wait for the write lock
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        ours = mode == "wal" and hasattr(os, "fdatasync")
        connection.execute(f"PRAGMA synchronous = {'NORMAL' if ours else 'FULL'}")
        if version(connection) < len(self.schema.steps):
            migrate(connection, self.schema.steps, self.schema.application)
        keep_reserve(self.path)
        if ours:
            self.log = open_log(self.path)

    def sync(self) -> None:
        """Have the disk keep what was committed."""
        if self.log < 0:
            return  # SQLite has done so
        try:
            os.fdatasync(self.log)
        except OSError as error:
            self.close()
            raise unusable(self.path, error) from None


def open_log(path: str) -> int:
    """Open SQLite's log, which is not locked: a descriptor more does no harm."""
    try:
        return os.open(f"{path}-wal", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise unusable(path, error) from None


ALL: WeakSet[Database] = WeakSet()
LOST: dict[str, Connection | None] = {}  # in the middle of something at a fork


def pause() -> None:
    """Before a fork, wait for the transactions of other threads, but not for long."""
    for database in list(ALL):
        database.still = database.lock.acquire(timeout=AT_FORK)


def resume() -> None:
    """Go on in the parent."""
    for database in list(ALL):
        if database.still:
            database.lock.release()


def renew() -> None:
    """Go on in the child, which has the parent's connections and none of its locks.

    SQLite's own memory of what was under way came along and cannot be cleared: such a
    file is left alone until the process is another program.
    """
    for database in list(ALL):
        database.lock = allocate_lock()
        if not database.still:
            LOST[database.path] = database.connection
            database.connection = None


os.register_at_fork(before=pause, after_in_parent=resume, after_in_child=renew)


def busy(path: str) -> StoreError:
    """Say that others hold the lock."""
    msg = f"the store {path!r} is locked by others"
    return StoreError(msg, fix="try again", error_code="STORE_BUSY")


def full(path: str) -> StoreError:
    """Say that the disk is full."""
    msg = f"there is no room left for the store {path!r}"
    return StoreError(msg, fix="free some space", error_code="STORE_FULL")


def damaged(path: str) -> StoreError:
    """Say that what was remembered is lost, where none of it may be forgotten."""
    msg = f"the store {path!r} is damaged, so what it remembered is not known"
    fix = f"look at it, then move all of {path}* to another directory"
    return StoreError(msg, fix=fix, error_code="STORE_DAMAGED")


def too_new(path: str) -> StoreError:
    """Say that a newer exeunt wrote the file."""
    msg = f"the store {path!r} was written by a newer exeunt"
    fix = "update exeunt, or set XDG_STATE_HOME to another place"
    return StoreError(msg, fix=fix, error_code="STORE_NEWER")
