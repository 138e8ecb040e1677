"""Killed, crowded, forked, locked → nothing that was acknowledged is lost.

An actor writes a line to a pipe for each thing that the store has acknowledged; what
is in the pipe must be in the file, whatever happened to the actor.
"""

import os
import sqlite3
import threading

import pytest

import running
from exeunt.errors import StoreError
from exeunt.store.journal import Journal
from exeunt.store.programs import ProgramFile
from exeunt.store.store import Store

APP = ProgramFile("/bin/app", 1, 2, 3, 4, 5)
# One life: three things are acknowledged; it is killed at the nth line of ours.
KILLED_AT = """
    import os, signal, sys
    from exeunt.store import database
    from exeunt.store.programs import ProgramFile
    from exeunt.store.store import Store

    def live(moment):
        lines = 0

        def trace(frame, event, _):
            nonlocal lines
            if "/exeunt/store/" not in frame.f_code.co_filename:
                return None
            lines += 1
            if lines == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)
        store = Store.open(sys.argv[1])
        app = ProgramFile("/bin/app", 1, 2, 3, 4, 5)
        run = store.runs.begin("f", ["deploy", str(moment)])
        print("begun", run, moment, flush=True)
        store.runs.finish(run, status="exited", exit_code=0)
        print("finished", run, moment, flush=True)
        store.redirects.remember(app, [str(moment)], ["new"])
        print("moved", moment, moment, flush=True)
        os._exit(0)

    moment, status = 1, 9
    while status == 9:
        child = os.fork()
        if not child:
            live(moment)
        status = os.waitpid(child, 0)[1]
        moment += int(sys.argv[2])
    print("lives", moment, status, flush=True)
"""
# One life that begins runs for as long as it is let.
WRITER = """
    import os, sys
    from exeunt.store.store import Store
    store = Store.open(sys.argv[1], patience=20)
    for number in range(int(sys.argv[2])):
        run = store.runs.begin(sys.argv[3], ["deploy", str(number)])
        os.write(1, f"{run}\\n".encode())
"""


def integrity(path):
    """What SQLite says of the file's structure."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        connection.close()


def start(source, *args, tmp_path, **options):
    """Start an actor whose acknowledgements come through a pipe."""
    return running.program(source, *args, tmp_path=tmp_path, **options)


@pytest.mark.clause("R38")
def test_killed_at_any_line_nothing_acknowledged_is_lost(tmp_path):
    """kill -9 at each third line: what was said is there, and the file is whole."""
    path = tmp_path / "store.db"
    said = running.host(KILLED_AT, path, 3, tmp_path=tmp_path).split("\n")
    acknowledged = [line.split() for line in said if line]
    (lives,) = [line for line in acknowledged if line[0] == "lives"]
    assert ["0"] == lives[2:]  # the last life was long enough to reach its end
    assert int(lives[1]) > 150

    assert "ok" == integrity(path)
    with Store.open(str(path)) as store:
        runs = {str(run.id): run for run in store.runs.list(limit=10_000)}
        for what, number, moment in acknowledged:
            if what in {"begun", "finished"}:
                assert ("deploy", moment) == runs[number].argv
            if what == "finished":
                assert "exited" == runs[number].status
            if what == "moved":
                assert ("new",) == store.redirects.lookup(APP, [moment]).new
        assert {"exited", "unknown"} == {run.status for run in runs.values()}


def test_killed_at_random_moments_nothing_acknowledged_is_lost(tmp_path):
    """Ten writers, each killed after some acknowledgements, in whatever it did."""
    path = tmp_path / "store.db"
    said = []
    for life in range(10):
        writer = start(WRITER, path, 1_000_000, life, tmp_path=tmp_path)
        said += [writer.stdout.readline() for _ in range(3 * life + 1)]
        writer.kill()
        rest, _ = writer.communicate()
        said += rest.splitlines(keepends=True)

    assert "ok" == integrity(path)
    with Store.open(str(path)) as store:
        there = {run.id for run in store.runs.list(limit=1_000_000)}
        assert [] == [line for line in said if line and int(line) not in there]
        assert len(said) >= 10


def test_twenty_writers_at_once_all_get_their_rows_in(tmp_path):
    """None fails, none waits for ever, and no number is given twice."""
    path = tmp_path / "store.db"
    writers = [
        start(WRITER, path, 10, number, tmp_path=tmp_path) for number in range(20)
    ]
    ended = [running.finish(writer) for writer in writers]

    assert [(0, b"")] * 20 == [(done.code, done.stderr) for done in ended]
    numbers = [int(line) for done in ended for line in done.stdout.split()]
    assert list(range(1, 201)) == sorted(numbers)
    with Store.open(str(path)) as store:
        assert 200 == len(store.runs.list(limit=1000))
    assert "ok" == integrity(path)


FIFTY_AT_ONCE = """
    import os, sys
    from exeunt.store.store import Store

    def live(path, gate):
        os.read(gate, 1)
        with Store.open(path, patience=60) as store:
            os.write(1, f"{store.runs.begin('f', ['true'])}\\n".encode())
        os._exit(0)

    for number in range(5):
        path = f"{sys.argv[1]}/{number}/store.db"
        gate, opened = os.pipe()
        children = []
        for _ in range(50):
            child = os.fork()
            if not child:
                os.close(opened)
                live(path, gate)
            children.append(child)
        os.close(gate)
        os.close(opened)
        for child in children:
            os.waitpid(child, 0)
"""


def test_fifty_who_begin_a_store_at_once_all_find_it_ours(tmp_path):
    """None sees the tables of another before their mark, in any of five stores."""
    said = running.host(FIFTY_AT_ONCE, tmp_path, tmp_path=tmp_path)

    assert sorted([*range(1, 51)] * 5) == sorted(map(int, said.split()))


def test_what_the_disk_did_not_take_is_not_acknowledged(tmp_path, monkeypatch):
    """begin() returns after the disk has confirmed, and not without."""

    def broken(_):
        raise OSError(5, "Input/output error")

    with Store.open(str(tmp_path / "store.db")) as store:
        monkeypatch.setattr(os, "fdatasync", broken)
        with pytest.raises(StoreError, match="Input/output error"):
            store.runs.begin("f", ["deploy"])
        monkeypatch.undo()

        assert 2 == store.runs.begin("f", ["deploy"])


def test_a_transaction_that_fails_leaves_nothing_behind(tmp_path):
    """Neither a row nor a lock."""

    def fail(connection):
        connection.execute("INSERT INTO failures VALUES ('f', 1)")
        raise KeyboardInterrupt

    with Store.open(str(tmp_path / "store.db")) as store:
        with pytest.raises(KeyboardInterrupt):
            store.database.write(fail)
        assert 0 == store.database.read(
            lambda c: c.execute("SELECT count(*) FROM failures").fetchone()[0]
        )
        with Store.open(store.path, patience=0.1) as other:
            assert 1 == other.runs.begin("f", ["true"])


# -- others hold the lock


@pytest.fixture
def locked(tmp_path):
    """The path of a store whose write lock somebody holds, and that somebody."""
    path = tmp_path / "store.db"
    Store.open(str(path)).close()
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    yield str(path), holder
    holder.close()


def test_a_lock_that_is_never_released_hangs_nobody(locked):
    """Writing is given up after a while; reading goes on, and so does the run."""
    path, _ = locked
    with Store.open(path, patience=0.1) as store:
        with pytest.raises(StoreError) as refused:
            store.runs.begin("f", ["true"])
        assert "STORE_BUSY" == refused.value.error_code
        assert [] == store.runs.list()
    journal = Journal(path, patience=0.1)
    assert None is journal.begin("f", ["true"])
    assert "locked" in journal.error
    journal.close()


def test_a_lock_that_is_released_is_waited_for(locked):
    """The row gets in once the other has finished."""
    path, holder = locked
    with Store.open(path, patience=20) as store:
        releasing = threading.Timer(0.2, holder.execute, ["COMMIT"])
        releasing.start()
        assert 1 == store.runs.begin("f", ["true"])
        releasing.join()


def test_a_stopped_writer_holds_up_no_reader(tmp_path):
    """A process that is stopped in the middle of a transaction costs others no row."""
    path = tmp_path / "store.db"
    source = """
        import os, signal, sys
        from exeunt.store.store import Store
        store = Store.open(sys.argv[1])
        store.runs.begin("f", ["first"])
        store.database.write(lambda _: os.kill(os.getpid(), signal.SIGSTOP))
    """
    stopped = start(source, path, tmp_path=tmp_path)
    os.waitid(os.P_PID, stopped.pid, os.WSTOPPED | os.WNOWAIT)
    with Store.open(str(path), patience=0.1) as store:
        assert [("first",)] == [run.argv for run in store.runs.list()]
        with pytest.raises(StoreError):
            store.runs.begin("f", ["second"])
        stopped.kill()
        stopped.communicate()
        assert 2 == store.runs.begin("f", ["second"])


# -- threads and forks


def test_threads_share_a_store(tmp_path):
    """Each row gets in, whichever thread writes it."""
    with Store.open(str(tmp_path / "store.db")) as store:

        def work():
            for _ in range(20):
                run = store.runs.begin("f", ["true"])
                store.runs.finish(run, status="exited")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert ["exited"] * 80 == [run.status for run in store.runs.list(limit=100)]


FORKED = """
    import os, sys
    from exeunt.store.store import Store
    store = Store.open(sys.argv[1])
    first = store.runs.begin("f", ["parent"])
    inherited = store.database.connection
    for number in range(10):
        child = os.fork()
        if not child:
            run = store.runs.begin("f", ["child", str(number)])
            assert store.database.connection is not inherited
            store.runs.finish(run, status="exited")
            sys.exit(0)  # with all that Python closes at its end
        if number % 2:
            store.runs.begin("f", ["meanwhile"])
        assert os.waitpid(child, 0)[1] == 0
        assert store.database.connection is inherited
    store.runs.finish(first, status="exited")
    print(len(store.runs.list(status="exited")), len(store.runs.list()))
"""


def test_a_fork_has_a_connection_of_its_own(tmp_path):
    """Parent and children write on, at once, and the file stays whole."""
    path = tmp_path / "store.db"

    assert "11 16\n" == running.host(FORKED, path, tmp_path=tmp_path)
    assert "ok" == integrity(path)


FORKED_MIDWAY = """
    import os, sys, threading, time, warnings
    warnings.simplefilter("ignore")  # that there are threads is the point
    from exeunt.errors import StoreError
    from exeunt.store import database
    from exeunt.store.store import Store
    database.AT_FORK = 0.1
    store = Store.open(sys.argv[1], patience=600)  # it must not even try
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection):
        connection.execute(
            "INSERT INTO failures VALUES ('f', ?)", (int(time.time() * 1000),)
        )
        begun.set()
        go_on.wait()

    thread = threading.Thread(target=store.database.write, args=(slow,))
    thread.start()
    begun.wait()
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            store.runs.begin("f", ["child"])
        except StoreError as error:
            os.write(writer, error.error_code.encode())
        os._exit(0)
    said = os.read(reader, 100).decode()
    go_on.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
    store.runs.begin("f", ["parent"])
    print(said, len(store.runs.list()), store.failures.tally("f", 1e9))
"""


def test_a_fork_in_the_middle_of_a_transaction_breaks_neither(tmp_path):
    """The child leaves the file alone, which the parent goes on to write."""
    path = tmp_path / "store.db"

    assert "STORE_BUSY 1 1\n" == running.host(FORKED_MIDWAY, path, tmp_path=tmp_path)
    assert "ok" == integrity(path)
