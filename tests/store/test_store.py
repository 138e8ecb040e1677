"""What exeunt remembers → the same again, from any process, for as long as promised."""

import os
import sqlite3
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import running
from exeunt.errors import InputError, StoreError
from exeunt.secrets.redact import Redactor
from exeunt.store._schema import STEPS, migrate
from exeunt.store._words import packed, unpacked
from exeunt.store.clock import Clock
from exeunt.store.journal import Journal
from exeunt.store.programs import LARGEST, MOST, ProgramFile
from exeunt.store.store import Store

DAY = 86_400.0


class Watch(Clock):
    """A clock whose hands the test moves."""

    def __init__(self):
        self.wall = 1_800_000_000.0
        self.passed = 1000.0
        self.start = "this-boot"

    def now(self):
        """The wall's time."""
        return self.wall

    def since_boot(self):
        """The time that really passed."""
        return self.passed

    def boot(self):
        """Which start of the machine."""
        return self.start

    def wait(self, seconds):
        """Let time pass."""
        self.wall += seconds
        self.passed += seconds


@pytest.fixture
def watch():
    """A clock at some moment."""
    return Watch()


@pytest.fixture
def store(tmp_path, watch):
    """A store of its own."""
    with Store.open(str(tmp_path / "kept" / "store.db"), clock=watch) as store:
        yield store


def begun(store, *words, fingerprint="f"):
    """The id of a run that has begun."""
    return store.runs.begin(fingerprint, words or ("true",), "/")


def ended(store, *words, fingerprint="f", **ending):
    """The id of a run that has ended."""
    run = begun(store, *words, fingerprint=fingerprint)
    store.runs.finish(run, **{"status": "exited", "exit_code": 0, **ending})
    return run


# -- runs


def test_a_run_is_noted_before_it_starts_and_after_it_ends(store, watch):
    """The row has the words at once, and the ending later."""
    argv = ["/usr/bin/git", "push", "-q"]
    run = store.runs.begin("abc", argv, "/work tree", attempt=2)
    (before,) = store.runs.list()
    store.runs.finish(
        run,
        status="timed_out",
        exit_code=124,
        reading="TIMEOUT",
        action="inspect_state",
        rule="E41",
        duration_ms=1500,
        log="/logs/1",
    )
    after = store.runs.show(run)

    assert ("running", None, None) == (before.status, before.exit_code, before.detail)
    assert before.began == after.began == watch.now()
    assert ("abc", "git", tuple(argv), "/work tree", 2) == (
        after.fingerprint,
        after.tool,
        after.argv,
        after.cwd,
        after.attempt,
    )
    assert ("timed_out", 124, "TIMEOUT", "inspect_state", "E41", 1500, "/logs/1") == (
        after.status,
        after.exit_code,
        after.reading,
        after.action,
        after.rule,
        after.duration_ms,
        after.log,
    )


def test_a_run_ends_once(store):
    """A second ending, or one of a run that nobody began, is refused."""
    run = ended(store)
    for number in (run, 99):
        with pytest.raises(StoreError) as refused:
            store.runs.finish(number, status="exited", exit_code=1)
        assert "STORE_STALE" == refused.value.error_code

    assert 0 == store.runs.show(run).exit_code


def test_the_journal_is_asked_by_time_tool_status_action_and_fingerprint(store, watch):
    """Each question leaves out what it is not true of; the newest comes first."""
    first = ended(store, "/bin/git", "pull", action="retry", status="timed_out")
    watch.wait(60)
    second = ended(store, "git", "push", fingerprint="g", action="proceed")
    third = ended(store, "gitk")

    def ids(**asked):
        return [run.id for run in store.runs.list(**asked)]

    assert [third, second, first] == ids()
    assert [third, second] == ids(since=watch.now() - 1)
    assert [second, first] == ids(tool="git")
    assert [first] == ids(status="timed_out")
    assert [first] == ids(tool="git", action="retry")
    assert [second] == ids(fingerprint="g")
    assert [third, second] == ids(limit=2)
    assert [] == ids(tool="git", since=watch.now() + 1)


def test_a_run_of_a_killed_process_is_unknown(tmp_path):
    """Whoever began it is gone, so nobody will ever say how it ended."""
    path = tmp_path / "store.db"
    source = """
        import os, signal, sys
        from exeunt.store.store import Store
        Store.open(sys.argv[1]).runs.begin("f", ["deploy"])
        os.kill(os.getpid(), signal.SIGKILL)
    """
    killed = running.finish(running.program(source, path, tmp_path=tmp_path))
    with Store.open(str(path)) as store:
        mine = begun(store)

        assert -9 == killed.code
        assert [("unknown", "exeunt was killed")] == [
            (run.status, run.detail) for run in store.runs.list(status="unknown")
        ]
        assert [mine] == [run.id for run in store.runs.list(status="running")]


def test_pruning_takes_the_old_and_leaves_what_runs(store, watch):
    """By age and by size; what is under way stays, however old."""
    long_one = begun(store, "server")
    old = [ended(store) for _ in range(3)]
    watch.wait(40 * DAY)
    young = ended(store)
    assert len(old) == store.runs.prune()
    assert [young, long_one] == [run.id for run in store.runs.list()]


def test_pruning_gives_the_room_back(store):
    """By size, the oldest first; the file shrinks, and what runs stays."""
    long_one = begun(store, "server")
    began = int(store.runs.clock.now() * 1000)
    row = (began, "f", b"t", b"x" * 900 + b"\0", b"", 1, "- - 1 -", "exited")
    store.database.write(
        lambda connection: (
            connection.executemany(
                "INSERT INTO runs (began, fingerprint, tool, argv, cwd, attempt, owner,"
                " status) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [row] * 3000,
            ).rowcount
        )
    )
    newest = ended(store)
    store.close()  # all of it goes from the log into the file
    before = os.path.getsize(store.path)  # noqa: PTH202 - as it is named
    store.runs.prune(age=None, size=1 << 20)

    left = [run.id for run in store.runs.list(limit=5000)]
    assert 500 < len(left) < 1500
    assert (newest, long_one) == (left[0], left[-1])
    assert os.path.getsize(store.path) < before / 2  # noqa: PTH202


def test_the_file_holds_no_secret_that_was_hidden_from_it(tmp_path):
    """The words come redacted, and what is redacted is nowhere in the files."""
    secret = "sk-live-0123456789"  # noqa: S105 - nobody's
    hide = Redactor([secret]).text
    with Store.open(str(tmp_path / "store.db")) as store:
        argv = [hide(word) for word in ["curl", "-H", f"Authorization: {secret}"]]
        run = store.runs.begin("f", argv, hide(f"/home/{secret}"))
        store.runs.finish(run, status="exited", log=hide(f"/logs/{secret}"))
        shown = store.runs.show(run)
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert ("curl", "-H", "Authorization: ***") == shown.argv
    assert ("/home/***", "/logs/***") == (shown.cwd, shown.log)
    assert b"Authorization: ***" in kept
    assert secret.encode() not in kept


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=()))))
def test_words_come_back_as_they_were(words):
    """Whatever Python makes of bytes that are no text."""
    assert tuple(words) == unpacked(packed(words))


def test_a_word_that_is_no_text_is_kept(store):
    """A command line may hold any byte."""
    argv = ["cat", os.fsdecode(b"caf\xe9"), ""]
    run = store.runs.begin("f", argv, os.fsdecode(b"/tmp/\xff"))

    assert tuple(argv) == store.runs.show(run).argv
    assert os.fsdecode(b"/tmp/\xff") == store.runs.show(run).cwd


# -- redirects


APP = ProgramFile("/bin/app", 1, 2, 3, 4, 5)


@pytest.mark.clause("R38")
def test_a_permanent_redirect_is_there_for_the_next_process(tmp_path):
    """It is on the disk when remember() returns, though the process is then killed."""
    path = tmp_path / "store.db"
    source = """
        import os, signal, sys
        from exeunt.store.programs import ProgramFile
        from exeunt.store.store import Store
        store = Store.open(sys.argv[1])
        app = ProgramFile("/bin/app", 1, 2, 3, 4, 5)
        store.redirects.remember(app, ["users", "ls"], ["/bin/app", "people", "list"])
        os.kill(os.getpid(), signal.SIGKILL)  # before it is followed
    """
    running.finish(running.program(source, path, tmp_path=tmp_path))
    with Store.open(str(path)) as store:
        found = store.redirects.lookup(APP, ["users", "ls"])

    assert ("/bin/app", "people", "list") == found.new


def test_only_the_very_same_words_have_moved(store):
    """Nobody has said where the others are."""
    store.redirects.remember(APP, ["users"], ["/bin/app", "people"])
    look_up = store.redirects.lookup

    assert ("/bin/app", "people") == look_up(APP, ["users"]).new
    assert None is look_up(APP, ["users", "ls"])
    assert None is look_up(APP, [])


@pytest.mark.clause("K29")
@pytest.mark.parametrize(
    "other", [{"path": "/usr/bin/app"}, {"device": 9}, {"inode": 9}], ids=str
)
def test_a_redirect_is_of_one_file(store, other):
    """Another file, or another one in its place, has not moved."""
    store.redirects.remember(APP, ["a"], ["/bin/app", "b"])
    look_up = store.redirects.lookup

    assert None is look_up(APP.replace(**other), ["a"])
    assert None is not look_up(APP.replace(size=9, modified=9, changed=9), ["a"])


def test_a_redirect_has_an_age(store, watch):
    """After thirty days the program is asked again; from the future nothing comes."""
    store.redirects.remember(APP, ["a"], ["/bin/app", "b"])
    watch.wait(30 * 86_400 - 1)
    assert None is not store.redirects.lookup(APP, ["a"])

    watch.wait(2)
    assert None is store.redirects.lookup(APP, ["a"])
    watch.wait(-40 * 86_400)
    assert (None, []) == (store.redirects.lookup(APP, ["a"]), store.redirects.list())


def test_what_moved_twice_is_found_and_a_circle_is_not_followed(store):
    """The last place counts; where there is none, nothing is replaced."""
    for old, new in (("a", "b"), ("x", "y"), ("y", "x")):
        store.redirects.remember(APP, [old], ["/bin/app", new])
    store.redirects.remember(APP, ["b"], ["/bin/new", "c"])

    assert ("/bin/new", "c") == store.redirects.lookup(APP, ["a"]).new
    assert None is store.redirects.lookup(APP, ["x"])


def test_a_redirect_is_forgotten(store):
    """One, or all of them."""
    for old in ("a", "b", "c"):
        store.redirects.remember(APP, [old], ["/bin/app", "z"])
    first, *_ = store.redirects.list()

    assert 1 == store.redirects.forget(first.id)
    assert 0 == store.redirects.forget(first.id)
    assert 2 == store.redirects.forget()
    assert [] == store.redirects.list()


@pytest.mark.parametrize(
    ("old", "new"),
    [(["a"], []), (["a"], ["/bin/app", "a"]), (["a\0b"], ["/bin/app"])],
)
def test_a_redirect_that_leads_nowhere_is_refused(store, old, new):
    """It says what is wrong, and nothing is kept."""
    with pytest.raises(InputError):
        store.redirects.remember(APP, old, new)
    assert [] == store.redirects.list()


@pytest.mark.clause("K29")
def test_a_redirect_that_was_kept_by_words_alone_is_gone(tmp_path):
    """Nobody knows which file an older exeunt has called."""
    path = tmp_path / "store.db"
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, STEPS[:2])
    connection.execute("INSERT INTO redirects VALUES (X'61', X'', X'6200', 1)")
    connection.close()
    path.chmod(0o600)
    with Store.open(str(path)) as store:
        rows = store.database.read(
            lambda connection: connection.execute("SELECT * FROM redirects").fetchall()
        )

    assert [] == rows


# -- programs


@pytest.mark.clause("K29")
@pytest.mark.parametrize("field", ["device", "inode", "size", "modified", "changed"])
def test_a_manifest_is_of_one_file_as_it_was(store, field):
    """Whatever has changed about the file: what it said then is no evidence now."""
    assert store.programs.keep(APP, {"commands": {"a": {}}})

    assert {"commands": {"a": {}}} == store.programs.manifest(APP)
    assert None is store.programs.manifest(APP.replace(**{field: 9}))


def test_manifests_do_not_grow_for_ever(store, watch):
    """The oldest go first, and one that is too large is not kept."""
    files = [APP.replace(path=f"/bin/{n}") for n in range(MOST + 1)]
    for file in files:
        store.programs.keep(file, {})
        watch.wait(1)

    assert None is store.programs.manifest(files[0])
    assert {} == store.programs.manifest(files[1])
    assert not store.programs.keep(APP, {"commands": "x" * LARGEST})


# -- holds


def test_a_hold_ends_by_itself(store, watch):
    """Until then everybody sees it, and the later of two moments counts."""
    store.holds.hold("api.example", watch.now() + 60, "11 RATE_LIMITED")
    store.holds.hold("api.example", watch.now() + 10, "again")
    assert pytest.approx(watch.now() + 60) == store.holds.held("api.example")
    assert None is store.holds.held("other.example")

    watch.wait(59)
    assert pytest.approx(watch.now() + 1) == store.holds.held("api.example")
    watch.wait(2)
    assert (None, []) == (store.holds.held("api.example"), store.holds.list())


@pytest.mark.parametrize("jump", [-5 * DAY, -3600, 3600, 5 * DAY])
def test_a_clock_that_jumps_makes_no_hold_longer_or_shorter(store, watch, jump):
    """What really passed counts, as long as the machine runs."""
    store.holds.hold("key", watch.now() + 60)
    watch.wall += jump
    watch.wait(30)
    assert pytest.approx(watch.now() + 30) == store.holds.held("key")
    watch.wait(31)
    assert None is store.holds.held("key")


def test_after_a_restart_a_hold_lasts_at_most_as_long_as_it_was_meant_to(store, watch):
    """The wall clock is all there is then, and it may be wrong by years."""
    store.holds.hold("key", watch.now() + 60)
    watch.start, watch.passed = "next-boot", 5.0
    watch.wall -= 365 * DAY
    assert pytest.approx(watch.now() + 60) == store.holds.held("key")
    watch.wall += 365 * DAY + 61
    assert None is store.holds.held("key")


@pytest.mark.parametrize(("asked", "left"), [(5 * DAY, DAY), (float("inf"), DAY)])
def test_a_hold_has_a_longest_time(store, watch, asked, left):
    """Nobody can be kept from calling for ever."""
    assert watch.now() + left == store.holds.hold("key", watch.now() + asked)
    assert pytest.approx(watch.now() + left) == store.holds.held("key")


def test_a_hold_is_released_or_refused(store, watch):
    """Of what is over or is no time, nothing is held."""
    store.holds.hold("key", watch.now() + 60, "so")
    assert [("key", "so")] == [(hold.key, hold.why) for hold in store.holds.list()]
    assert (True, False) == (store.holds.release("key"), store.holds.release("key"))
    store.holds.hold("past", watch.now() - 60)
    assert None is store.holds.held("past")
    with pytest.raises(InputError):
        store.holds.hold("key", float("nan"))


# -- answers


def test_the_last_answer_is_kept_with_its_etag(store):
    """A new one replaces it; bytes come back as they were."""
    body = bytes(range(256))
    store.responses.put("f", "v1", b"old")
    store.responses.put("f", 'W/"v2"', body)
    found = store.responses.get("f")

    assert ('W/"v2"', body) == (found.etag, found.body)
    assert None is store.responses.get("g")
    assert 1 == store.responses.clear()


def test_what_was_not_used_for_longest_makes_room(store):
    """All answers together stay within the limit; one that is larger is not kept."""
    for name in "abc":
        assert store.responses.put(name, "1", bytes(10), limit=30)
    store.responses.get("a")
    store.responses.put("d", "1", bytes(10), limit=30)

    assert not store.responses.put("e", "1", bytes(31), limit=30)
    assert [True, False, True, True, False] == [
        store.responses.get(name) is not None for name in "abcde"
    ]


# -- failures


def test_failures_of_a_call_are_counted_across_processes(tmp_path):
    """The same failing call 300 times is one incident, whoever makes it."""
    path = tmp_path / "store.db"
    source = """
        import sys
        from exeunt.store.store import Store
        store = Store.open(sys.argv[1])
        for _ in range(100):
            store.failures.note("f", failed=True)
    """
    for _ in range(3):
        running.host(source, path, tmp_path=tmp_path)
    with Store.open(str(path)) as store:
        assert (300, 0) == (store.failures.tally("f"), store.failures.tally("g"))
        store.failures.note("f", failed=False)
        assert 0 == store.failures.tally("f")


def test_a_failure_counts_within_its_window(store, watch):
    """Also when the clock was put back in between."""
    store.failures.note("f", failed=True)
    watch.wait(50)
    store.failures.note("f", failed=True)

    assert (2, 1) == (store.failures.tally("f", 60), store.failures.tally("f", 10))
    watch.wall -= 5
    assert 1 == store.failures.tally("f", 10)
    watch.wait(2 * DAY)
    store.failures.note("g", failed=True)
    watch.wait(-2 * DAY)
    assert 0 == store.failures.tally("f", DAY)


# -- the file


def test_nobody_else_can_read_it(store):
    """The directory is 0700, and every file in it 0600; ours is known by its mark."""
    begun(store)
    folder = os.path.dirname(store.path)  # noqa: PTH120 - as it is named
    modes = {
        name: stat.S_IMODE(os.stat(f"{folder}/{name}").st_mode)  # noqa: PTH116
        for name in os.listdir(folder)  # noqa: PTH208
    }

    assert 0o700 == stat.S_IMODE(os.stat(folder).st_mode)  # noqa: PTH116
    assert {
        "store.db": 0o600,
        "store.db-reserve": 0o600,
        "store.db-shm": 0o600,
        "store.db-wal": 0o600,
    } == modes
    connection = sqlite3.connect(store.path)
    assert (0x65786E74,) == connection.execute("PRAGMA application_id").fetchone()
    connection.close()


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    """An older file, or one that was copied, may have another mode."""
    path = tmp_path / "store.db"
    Store.open(str(path)).close()
    path.chmod(0o644)
    Store.open(str(path)).close()

    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_the_store_is_in_the_state_directory(tmp_path):
    """By the XDG rules, and somewhere even without a home."""
    source = """
        from exeunt.store.store import Store
        assert Store.existing() is None
        print(Store.open().path, end="")
    """
    words = [sys.executable, "-c", source.replace("        ", "")]

    def place(**env):
        own = running.environment(tmp_path, **env)
        return subprocess.run(words, env=own, capture_output=True, check=True).stdout

    assert f"{tmp_path}/state/exeunt/store.db".encode() == place()
    assert f"{tmp_path}/.local/state/exeunt/store.db".encode() == place(
        XDG_STATE_HOME=None
    )
    assert f"{tmp_path}/exeunt-{os.geteuid()}/store.db".encode() == place(
        XDG_STATE_HOME=None, HOME=None, TMPDIR=str(tmp_path)
    )


@pytest.mark.parametrize("words", [("true",), ("--json", "ls"), ("--json", "false")])
def test_a_plain_run_neither_loads_nor_makes_a_store(tmp_path, words):
    """Whoever does not ask for a memory pays for a line, and for no database."""
    probe = (
        "import sys; from exeunt.cli import main; main(['run', *sys.argv[1:]]);"
        " print(*(n for n in sys.modules if 'sqlite' in n or '.store' in n), '.',"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *words],
        env=running.environment(tmp_path),
        capture_output=True,
        check=True,
    )

    loaded = done.stderr.split(b"\n")[-2].strip()
    assert b"exeunt.store exeunt.store.lines ." == loaded
    assert [] == list(tmp_path.rglob("store*"))


def test_a_python_without_sqlite_is_told_so(tmp_path):
    """Some are built without it; a run goes on all the same."""
    source = """
        import sys
        sys.modules["_sqlite3"] = None
        from exeunt.errors import StoreError
        from exeunt.store.journal import Journal
        from exeunt.store.store import Store
        try:
            Store.open()
        except StoreError as error:
            print(error.fix)
        journal = Journal()
        print(journal.begin("f", ["true"]), journal.error)
    """

    assert (
        "use one that was built with it\n"
        "None this Python has no SQLite, so nothing can be remembered\n"
    ) == running.host(source, tmp_path=tmp_path)


# -- the journal that never raises


def test_a_journal_notes_a_run(tmp_path):
    """It does what the store does, as long as that works."""
    journal = Journal(str(tmp_path / "store.db"))
    run = journal.begin("f", ["make"], "/", attempt=3)
    journal.finish(run, "exited", exit_code=2, reading="GENERAL_ERROR")
    shown = journal.attempt(lambda store: store.runs.show(run), None)
    journal.close()

    assert (None, ()) == (journal.error, tuple(journal.notices))
    assert ("exited", 2, "GENERAL_ERROR", 3) == (
        shown.status,
        shown.exit_code,
        shown.reading,
        shown.attempt,
    )


def test_a_journal_without_a_store_goes_on(tmp_path):
    """Nothing is raised; the first trouble is said, and the run is not held up."""
    (tmp_path / "store.db").mkdir()
    journal = Journal(str(tmp_path / "store.db"))
    run = journal.begin("f", ["make"])
    journal.finish(run, "exited", exit_code=0)
    journal.finish(7, "exited", exit_code=0)

    assert None is run
    assert "cannot be used: there is a directory" in journal.error
    assert 60.0 == journal.attempt(lambda store: store.holds.held("k"), 60.0)
    journal.close()


def test_a_journal_survives_a_caller_that_gives_it_nonsense(tmp_path):
    """A bug of ours, or of a plug-in, costs the row alone."""
    journal = Journal(str(tmp_path / "store.db"))

    assert None is journal.begin("f", [1, 2])
    assert journal.error
    journal.close()
