"""call() when it is enough → a breaker, a journal of it all, and being told to stop."""

import pytest

from calling import App, calling, done, failed, make_foreign, moved, vouch
from exeunt import Action, Policy
from exeunt.deciding.call_words import fingerprint
from exeunt.process.run import request
from exeunt.store.store import Store
from running import PYTHON
from running import program as started

# -- the breaker


@pytest.mark.clause("E37", "R34")
def test_a_call_that_keeps_failing_is_not_made_any_more(tmp_path, store, watch):
    """After ten failures in ten minutes the next caller is told, and nothing runs."""
    app = App(tmp_path, failed(5, retryable=False))
    for _ in range(10):
        calling(app.words, store, watch)
    called = calling(app.words, store, watch)

    assert (Action.ESCALATE, "E37", 10) == (
        called.decision.action,
        called.decision.rule,
        app.count,
    )
    assert "exeunt journal reset" in called.completed.detail

    watch.sleep(601)
    calling(app.words, store, watch)
    assert 11 == app.count


@pytest.mark.clause("E37", "K28")
def test_what_may_have_failed_counts_as_a_failure(tmp_path, store, watch):
    """An exit code of 0 beside an error wipes no failure out."""
    app = App(tmp_path, *[failed(5, retryable=False)] * 9, (0, failed(1)[1]))
    for _ in range(11):
        called = calling(app.words, store, watch)

    assert ("E37", 10) == (called.decision.rule, app.count)


@pytest.mark.clause("E37")
def test_a_caller_may_ask_for_more_attempts_than_the_breaker(tmp_path, store, watch):
    """Ten failures in ten minutes are too many, unless somebody asks for twelve."""
    app = App(tmp_path, failed(1))
    policy = Policy(idempotent=True, max_attempts=12)
    called = calling(app.words, store, watch, policy=policy)

    assert (12, "E37") == (len(called.attempts), called.decision.rule)
    assert [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] == watch.pauses


def test_a_success_wipes_the_failures_out(tmp_path, store, watch):
    """Nine failures, a success, and nine more are no reason to stop."""
    nine = [failed(5, retryable=False)] * 9
    app = App(tmp_path, *nine, done(), *nine, done())
    for _ in range(20):
        called = calling(app.words, store, watch)

    assert (True, 20) == (called.ok, app.count)


def test_another_call_is_not_to_blame():
    """Other words, another directory, another variable: another call."""
    base = request(["app", "a"])
    calls = [
        base,
        request(["app", "b"]),
        request(["app a"]),
        request(["app", "a"], cwd="/"),
        request(["app", "a"], env={"TOKEN": "one-secret"}),
        request(["app", "a"], env={"TOKEN": "other-secret"}),
        request(["app", "a"], input="x"),
    ]

    names = [fingerprint(one) for one in calls]
    assert len(calls) == len(set(names))
    assert fingerprint(request(["app", "a"], timeout=3)) == names[0]


def test_a_redirect_is_no_failure(tmp_path, store, watch):
    """A call that moves each time is made each time."""
    app = App(tmp_path, *[moved("app b", permanent=False), done()] * 12)
    vouch(store, app, b="a")
    for _ in range(12):
        assert calling([*app.words, "a"], store, watch).ok


# -- the journal


def test_a_run_is_in_the_journal_before_it_starts(store, watch):
    """The command itself can see its row, and that it has not ended."""
    look = (
        "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("
        "'select count(*) from runs where status is null').fetchone()[0])"
    )
    called = calling([PYTHON, "-c", look, store.path], store, watch)

    assert "1\n" == called.completed.stdout
    (row,) = store.runs.list()
    assert ("exited", 0, "SUCCESS", "proceed", "E3") == (
        row.status,
        row.exit_code,
        row.reading,
        row.action,
        row.rule,
    )


def test_each_attempt_has_its_row(tmp_path, store, watch):
    """The journal tells the attempts of a call apart, under one fingerprint."""
    app = App(tmp_path, failed(12), done())
    calling(app.words, store, watch)

    rows = store.runs.list()[::-1]
    assert [(1, "retry"), (2, "proceed")] == [(row.attempt, row.action) for row in rows]
    assert 1 == len({row.fingerprint for row in rows})


def test_a_store_that_cannot_be_used_changes_nothing(tmp_path, watch, monkeypatch):
    """The call goes on as without one, and says that nothing is remembered."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    make_foreign(tmp_path / "state" / "exeunt")
    app = App(tmp_path, failed(11), done({"n": 1}))
    called = calling(app.words, None, watch)

    assert (True, ({"n": 1},), [60]) == (called.ok, called.pages, watch.pauses)
    assert called.warnings[-1].startswith("nothing is remembered: ")


# -- being told to stop


WAITS = """
    import signal, sys, time
    import exeunt

    def sleep(seconds):
        print("waits", flush=True)
        time.sleep(60)

    try:
        exeunt.call(sys.argv[1:], log=False, pace=exeunt.Pace(sleep))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_an_interrupt_ends_a_wait_at_once(tmp_path):
    """KeyboardInterrupt is the caller's, and nothing is repeated."""
    app = App(tmp_path, failed(12))
    with started(WAITS, *app.words, tmp_path=tmp_path) as process:
        assert b"waits\n" == process.stdout.readline()
        process.send_signal(2)
        assert b"interrupted\n" == process.stdout.read()

    assert (0, 1) == (process.returncode, app.count)


def test_an_interrupt_ends_a_run_with_its_tree(tmp_path):
    """The command is gone when the exception arrives, and its row says cancelled."""
    line = "echo $$ > pid.new; mv pid.new pid; sleep 60"
    words = ["sh", "-c", f"cd {tmp_path}; {line}"]
    with started(WAITS, *words, tmp_path=tmp_path) as process:
        from running import is_running, until, wait_for

        wait_for(tmp_path / "pid")
        process.send_signal(2)
        assert b"interrupted\n" == process.stdout.read()
        pid = int((tmp_path / "pid").read_text())
        assert until(lambda: not is_running(pid))
    with Store.open(str(tmp_path / "state" / "exeunt" / "store.db")) as store:
        (row,) = store.runs.list()
    assert "cancelled" == row.status
