"""A file or a disk that is no good → an error that says what helps, or a new file."""

import os
import random
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

import running
from exeunt.errors import StoreError
from exeunt.store._schema import STEPS, migrate, version
from exeunt.store.store import Store

ROWS = (
    "INSERT INTO runs (began, fingerprint, tool, argv, cwd, attempt, owner, status)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


@pytest.fixture
def path(tmp_path):
    """A store with five hundred runs, all in the file itself."""
    path = tmp_path / "store.db"
    row = (0, "f", b"t", b"x" * 200 + b"\0", b"", 1, "- - 1 -", "exited")
    with Store.open(str(path)) as store:
        store.database.write(lambda c: c.executemany(ROWS, [row] * 500).rowcount)
    return path


# -- the file


def noise(data):
    """Nothing but random bytes."""
    return random.Random(0).randbytes(len(data))  # noqa: S311 - no secret


def torn(data):
    """The first pages alone."""
    return data[: 2 * 4096]


def scratched(data):
    """A good beginning, and noise after it."""
    return data[:4096] + noise(data[4096:])


@pytest.mark.parametrize("damage", [noise, torn, scratched])
def test_a_file_that_cannot_be_read_is_kept_and_a_new_one_begun(path, damage):
    """That is said once, and what was there can still be looked at."""
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    with Store.open(str(path)) as store:
        found = store.runs.list()
        run = store.runs.begin("f", ["true"])
        kept = path.with_name("store.db.corrupt-1")

        assert [] == found
        assert [run] == [run.id for run in store.runs.list()]
        (notice,) = store.notices
        assert str(kept) in notice
        assert damaged == kept.read_bytes()
    with Store.open(str(path)) as store:
        assert ([run], []) == ([run.id for run in store.runs.list()], store.notices)


def test_an_empty_file_is_a_new_store(path):
    """Somebody made it, and nothing is lost with it."""
    path.write_bytes(b"")
    with Store.open(str(path)) as store:
        assert (1, []) == (store.runs.begin("f", ["true"]), store.notices)


def test_a_second_damage_is_kept_beside_the_first(path):
    """No file that was moved aside is written over."""
    for number in (1, 2):
        path.write_bytes(noise(bytes(5000 + number)))
        Store.open(str(path)).close()

    sizes = [path.with_name(f"store.db.corrupt-{n}").stat().st_size for n in (1, 2)]
    assert [5001, 5002] == sizes


def test_two_who_find_the_damage_move_it_once(path):
    """The new file of the first is not what the second moves away."""
    with Store.open(str(path)) as first, Store.open(str(path)) as second:
        path.write_bytes(scratched(path.read_bytes()))
        run = first.runs.begin("f", ["true"])
        assert [run] == [run.id for run in second.runs.list()]
        assert 1 == len([*first.notices, *second.notices])
        assert run + 1 == second.runs.begin("f", ["true"])


def test_a_store_that_was_deleted_is_begun_anew(path):
    """A row goes into the file that is there, never into one that nobody can see."""
    with Store.open(str(path)) as store:
        store.runs.begin("f", ["before"])
        path.unlink()
        store.runs.begin("f", ["after"])
        with Store.open(str(path)) as other:
            assert [("after",)] == [run.argv for run in other.runs.list()]


def test_the_store_of_a_newer_exeunt_is_read_and_not_written(path):
    """That is said, and what to do about it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
        connection.execute("ALTER TABLE runs ADD COLUMN colour TEXT")
    with Store.open(str(path)) as store:
        assert 50 == len(store.runs.list())
        with pytest.raises(StoreError, match="update exeunt") as refused:
            store.runs.begin("f", ["true"])
        assert "STORE_NEWER" == refused.value.error_code
        assert ["a newer exeunt wrote the store: it is only read"] == store.notices
        assert len(STEPS) + 1 == store.database.read(version)


def test_an_older_file_is_brought_up_to_date_with_what_it_holds(tmp_path):
    """Step by step, once, and not at all if a step fails."""
    path = tmp_path / "old.db"
    two = ("CREATE TABLE a (x); CREATE TABLE b (x)", "ALTER TABLE a ADD COLUMN y")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, two[:1])
        connection.execute("INSERT INTO a VALUES (1)")
        with pytest.raises(sqlite3.Error):
            migrate(connection, (*two, "CREATE TABLE a (x)"))
        assert 1 == version(connection)
        migrate(connection, two)
        migrate(connection, two)

        assert (2, [(1, None)]) == (
            version(connection),
            connection.execute("SELECT * FROM a").fetchall(),
        )


def test_another_programs_database_is_left_alone(tmp_path):
    """It is neither written nor moved."""
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program's"):
        Store.open(str(path))

    assert before == path.read_bytes()


# -- the place


def refused(path):
    """The error for a place that is no good; it always says what to do."""
    with pytest.raises(StoreError) as error:
        Store.open(str(path))
    assert error.value.fix
    return error.value.message


def test_a_directory_in_its_place_is_refused(tmp_path):
    """It stays as it is."""
    (tmp_path / "store.db").mkdir()

    assert "directory" in refused(tmp_path / "store.db")


def test_a_link_in_its_place_is_refused(tmp_path):
    """Whatever it leads to is not touched."""
    (tmp_path / "store.db").symlink_to(tmp_path / "elsewhere")
    assert "link" in refused(tmp_path / "store.db")
    (tmp_path / "kept").symlink_to(tmp_path)
    assert "link" in refused(tmp_path / "kept" / "other.db")
    assert ["kept", "store.db"] == sorted(os.listdir(tmp_path))  # noqa: PTH208


def test_a_directory_that_others_may_write_in_is_refused(tmp_path):
    """They could put a file there for us."""
    tmp_path.chmod(0o777)

    assert "others may write" in refused(tmp_path / "store.db")


@pytest.mark.parametrize("place", ["/proc/none/store.db", "file/store.db", "a\0b"])
def test_a_place_that_cannot_be_is_refused(tmp_path, place):
    """No traceback, whatever the system says of it."""
    (tmp_path / "file").write_text("")

    assert "cannot be used" in refused(tmp_path / place)


# -- the disk


ON_A_SMALL_DISK = """
    import os, subprocess, sys
    from exeunt.errors import StoreError
    from exeunt.store.store import Store
    disk, how = sys.argv[1:]
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "none", disk], check=True)
    os.chmod(disk, 0o700)
    path = f"{disk}/store.db"
    store = Store.open(path)
    acknowledged = [store.runs.begin("f", ["before"])]
    if how == "read-only":
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    else:
        if how == "without":
            os.unlink(f"{path}-reserve")
        with open(f"{disk}/ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass
    said = ""
    for _ in range(5):
        try:
            acknowledged.append(store.runs.begin("f", ["after"]))
        except StoreError as error:
            said = error.error_code
    reserve = os.path.exists(f"{path}-reserve")
    there = sorted(run.id for run in store.runs.list()) if how != "read-only" else [1]
    assert acknowledged == there, (acknowledged, there)
    print(len(acknowledged), said, reserve, end="")
"""


@pytest.mark.needs("unshare")
@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("reserve", "6  False"),
        ("without", "1 STORE_FULL False"),
        ("read-only", "1 STORE_UNUSABLE True"),
    ],
)
def test_a_full_disk_takes_the_important_rows_still(tmp_path, how, expected):
    """The reserve is given up for them; without one, and read-only, that is said."""
    disk = tmp_path / "disk"
    disk.mkdir()
    source = textwrap.dedent(ON_A_SMALL_DISK)
    done = subprocess.run(
        [*running.unshared("-m"), sys.executable, "-c", source, str(disk), how],
        env=running.environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=running.WATCHDOG,
        check=False,
    )

    assert (0, "", expected) == (done.returncode, done.stderr, done.stdout)


def test_a_disk_that_stays_full_ends_in_an_error_and_not_in_a_loop(tmp_path):
    """A limit on the size of files is nothing that a reserve could help against."""
    source = """
        import resource, sys
        from exeunt.errors import StoreError
        from exeunt.store.store import Store
        store = Store.open(sys.argv[1])
        acknowledged = []
        most = 1_200_000  # bytes: a reserve fits, and would be given up for ever
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        try:
            while True:
                acknowledged.append(store.runs.begin("f", ["x" * 50_000]))
        except StoreError as error:
            there = sorted(run.id for run in store.runs.list(limit=10_000))
            print(error.error_code, there == acknowledged, len(there) > 3, end="")
    """
    said = running.host(source, tmp_path / "store.db", tmp_path=tmp_path)

    assert "STORE_UNUSABLE True True" == said
    assert not Path(f"{tmp_path}/store.db.corrupt-1").exists()
