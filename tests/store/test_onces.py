"""A key → one call, for as long as it is promised, whatever the clocks say."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from exeunt.errors import StoreError
from exeunt.lease import Lease
from exeunt.store._schema import STEPS, migrate
from exeunt.store.clock import Clock
from exeunt.store.onces import DONE
from exeunt.store.store import Store

DAY = 86_400.0


class Hands(Clock):
    """A clock whose hands the test moves."""

    def __init__(self):
        self.wall = 1_800_000_000.0
        self.passed = 1000.0
        self.start = "this-boot"

    def now(self):
        """The wall's time."""
        return self.wall

    def since_boot(self):
        """The time that passed since the machine started."""
        return self.passed

    def boot(self):
        """Which start of the machine."""
        return self.start


@pytest.fixture
def clock():
    """A clock at some moment."""
    return Hands()


@pytest.fixture
def onces(tmp_path, clock):
    """The keys of a store of its own."""
    path = str(tmp_path / "kept" / "store.db")
    with Store.open(path, clock=clock, strict=True) as store:
        yield store.onces


def made(onces, key):
    """Make a call once, to its end."""
    lease = onces.begin(key, "f")
    onces.finish(key, b"{}")
    lease.drop()


def is_known(onces, key):
    """Tell whether a key still has its ending."""
    onces.sweep()
    found = onces.begin(key, "f")
    if isinstance(found, Lease):
        onces.give_back(key)
        found.drop()
    return not isinstance(found, Lease)


def test_a_key_is_forgotten_after_thirty_days_by_both_clocks(onces, clock):
    """Not a day before."""
    made(onces, "k")
    clock.wall += 29 * DAY
    clock.passed += 29 * DAY
    before = is_known(onces, "k")
    clock.wall += 2 * DAY
    clock.passed += 2 * DAY

    assert (True, False) == (before, is_known(onces, "k"))


@pytest.mark.parametrize(("wall", "passed"), [(40, 0), (0, 40), (40_000, 29)])
def test_one_clock_alone_forgets_nothing(onces, clock, wall, passed):
    """A wall's clock that jumps, or time that only passed by the other."""
    made(onces, "k")
    clock.wall += wall * DAY
    clock.passed += passed * DAY

    assert is_known(onces, "k")


def test_a_call_while_the_clock_is_ahead_costs_no_key(onces, clock):
    """Its own key is kept for longer, and no other for shorter."""
    made(onces, "before")
    clock.wall += 40 * DAY
    made(onces, "ahead")
    clock.wall -= 40 * DAY
    clock.passed += 10 * DAY

    assert [True, True] == [is_known(onces, key) for key in ("before", "ahead")]


def test_time_is_counted_on_over_starts_of_the_machine(onces, clock):
    """What passed in each, and nothing twice."""
    made(onces, "k")
    known = []
    for number in range(8):
        clock.start, clock.passed = f"boot-{number}", 4 * DAY
        clock.wall += 5 * DAY
        known.append(is_known(onces, "k"))

    assert [True] * 7 + [False] == known


def test_what_has_no_ending_is_never_forgotten(onces, clock):
    """Nobody knows how far it got, also in a year."""
    onces.begin("k", "f").drop()
    clock.wall += 365 * DAY
    clock.passed += 365 * DAY

    assert is_known(onces, "k")


def test_the_leases_of_nobody_are_tidied_away(onces):
    """Those that are old, that no key needs and that nobody holds."""
    doubtful, held, ended = (onces.begin(key, "f") for key in ("d", "h", "e"))
    onces.finish("e", b"{}")
    for lease in (doubtful, ended):
        os.close(lease.descriptor)
    orphan = Path(onces.leases) / "orphan"
    orphan.touch()
    fresh = orphan.with_name("fresh")
    fresh.touch()
    for path in (doubtful.path, held.path, ended.path, orphan):
        os.utime(path, (0, 0))
    onces.sweep()

    left = {str(path) for path in Path(onces.leases).iterdir()}
    assert {doubtful.path, held.path, str(fresh)} == left
    held.drop()


def test_a_key_that_was_taken_away_is_not_finished(onces):
    """Whoever finishes is told, and what was said by hand stays."""
    onces.begin("k", "f").drop()
    onces.resolve("k", DONE)
    with pytest.raises(StoreError) as error:
        onces.finish("k", b"{}")

    assert "STORE_STALE" == error.value.error_code
    assert DONE == onces.begin("k", "f").record


def test_where_no_lease_can_be_no_key_is_taken(onces):
    """That is an error, and the key stays free."""
    Path(onces.leases).write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used"):
        onces.begin("k", "f")
    Path(onces.leases).unlink()

    lease = onces.begin("k", "f")
    assert isinstance(lease, Lease)
    lease.drop()


def test_a_key_of_an_older_exeunt_keeps_its_ending_and_its_doubt(tmp_path):
    """Without a lease, which it did not write down, nobody is known to live."""
    path = tmp_path / "store.db"
    row = "INSERT INTO onces VALUES (?, 'f', 0, '- - 1 -', ?)"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, STEPS[:2])
        connection.executemany(row, [(b"ended", b"{}"), (b"begun", None)])
    tmp_path.chmod(0o700)
    with Store.open(str(path), strict=True) as store:
        store.onces.sweep()
        ended, begun = (store.onces.begin(key, "f") for key in ("ended", "begun"))

    assert (b"{}", None, False) == (ended.record, begun.record, begun.under_way)
