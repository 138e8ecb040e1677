"""call() and the store → where commands moved, and who is on hold, for everybody."""

import pytest

from calling import App, calling, done, everything, failed, make_foreign, moved, ways
from exeunt import Action, Pace, Policy
from exeunt.deciding.call_words import program
from exeunt.process.run import request
from running import host
from running import program as started

KILLED_BEFORE_IT_FOLLOWS = """
    import os, signal, sys
    import exeunt

    def watch(frame, event, arg):
        code = frame.f_code
        if event == "call" and code.co_name == "turn_to":
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(watch)
    exeunt.call([sys.argv[1], "user", "create"], log=False)
"""


# -- redirects


@pytest.mark.clause("R37", "R38", "E16", "K4")
def test_a_permanent_redirect_is_followed_word_for_word(tmp_path, store, watch):
    """Its command is run as it is, without a shell, and remembered."""
    new = "app users add --name 'a b' '$HOME' ';'"
    app = App(tmp_path, moved(f"{tmp_path}/{new}", permanent=True), done())
    words = [*app.words, "user", "create"]
    called = calling(words, store, watch)

    assert called.ok
    assert ["users", "add", "--name", "a b", "$HOME", ";"] == app.calls[1]
    assert [("asked", 13), ("redirect", 0)] == ways(called)
    (kept,) = store.redirects.list()
    assert (("user", "create"), called.attempts[1].words) == (kept.old, kept.new)


@pytest.mark.clause("R38")
def test_a_permanent_redirect_survives_a_kill_before_it_is_followed(tmp_path):
    """Stored comes before followed: the next process never calls the old form."""
    path = tmp_path / "bin" / "app"
    app = App(
        path.parent, moved(f"{path} users add", permanent=True), done(), name="app"
    )
    killed = started(KILLED_BEFORE_IT_FOLLOWS, path, tmp_path=tmp_path)
    killed.communicate()
    assert (-9, [["user", "create"]]) == (killed.returncode, app.calls)

    said = host(
        """
        import sys, exeunt
        called = exeunt.call([sys.argv[1], "user", "create"], log=False)
        print(called.ok, *(one.why for one in called.attempts))
        """,
        path,
        tmp_path=tmp_path,
    )
    assert "True remembered" == said.strip()
    assert [["user", "create"], ["users", "add"]] == app.calls


@pytest.mark.clause("R39")
def test_a_redirect_for_one_call_is_not_stored(tmp_path, store, watch):
    """It is followed, and the next call is made in the old form."""
    new = moved(f"{tmp_path}/app b", permanent=False)
    app = App(tmp_path, new, done(), new, done())
    for _ in range(2):
        assert calling([*app.words, "a"], store, watch).ok

    assert [] == store.redirects.list()
    assert [["a"], ["b"], ["a"], ["b"]] == app.calls


@pytest.mark.clause("K7")
def test_redirects_in_a_circle_end(tmp_path, store, watch):
    """One redirect is followed; remembered in a circle, none is."""
    there = moved(f"{tmp_path}/app b", permanent=True)
    back = moved(f"{tmp_path}/app a", permanent=True)
    app = App(tmp_path, there, back, back)
    first = calling([*app.words, "a"], store, watch)
    assert ("K7", 2) == (first.decision.rule, app.count)

    second = calling([*app.words, "b"], store, watch)
    assert "K7" == second.decision.rule
    assert [["a"], ["b"], ["b"], ["a"]] == app.calls


def test_a_remembered_redirect_is_for_the_very_same_words(tmp_path, store, watch):
    """Nobody has said what `a --force` is now."""
    app = App(tmp_path, done())
    store.redirects.remember(app.words[0], ["a"], [*app.words, "b"], permanent=True)
    for words in (["a"], ["a", "--force"]):
        calling([*app.words, *words], store, watch)

    assert [["b"], ["a", "--force"]] == app.calls


@pytest.mark.clause("R37")
@pytest.mark.parametrize("remembered", [False, True])
def test_a_redirect_to_another_program_needs_permission(
    tmp_path, store, watch, remembered
):
    """Neither one that comes nor one that is remembered leaves the program."""
    other = App(tmp_path / "other", done(), name="other")
    app = App(tmp_path, moved(f"{other.path} now", permanent=True))
    if remembered:
        store.redirects.remember(
            app.words[0], [], [*other.words, "now"], permanent=True
        )
    called = calling(app.words, store, watch)
    assert (Action.ESCALATE, 0) == (called.decision.action, other.count)

    assert calling(app.words, store, watch, policy=Policy(may_follow="any")).ok
    assert [["now"]] == other.calls


def test_who_follows_nothing_is_not_led_by_what_is_remembered(tmp_path, store, watch):
    """may_follow="no" holds for the memory too."""
    app = App(tmp_path, done())
    store.redirects.remember(app.words[0], ["a"], [*app.words, "b"], permanent=True)
    calling([*app.words, "a"], store, watch, policy=Policy(may_follow="no"))

    assert [["a"]] == app.calls


@pytest.mark.clause("R38")
def test_a_permanent_redirect_that_cannot_be_stored_is_not_followed(
    tmp_path, watch, monkeypatch
):
    """First the disk, then the call: without a store the caller is told instead."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    make_foreign(tmp_path / "state" / "exeunt")
    app = App(tmp_path, moved(f"{tmp_path}/app b", permanent=True), done())
    called = calling([*app.words, "a"], None, watch)

    assert (Action.FOLLOW_REDIRECT, 1) == (called.decision.action, app.count)
    assert "not followed" in called.warnings[0]


def test_a_redirect_of_a_call_with_a_secret_is_followed_and_not_kept(
    tmp_path, store, watch
):
    """Its words would be in the store otherwise."""
    app = App(tmp_path, moved(f"{tmp_path}/app b", permanent=True), done())
    words = [*app.words, "a", "--token", "hunter2hunter2"]
    called = calling(words, store, watch, secrets=["hunter2hunter2"])

    assert (True, []) == (called.ok, store.redirects.list())
    assert b"hunter2hunter2" not in everything(tmp_path / "state")


# -- holds


def test_a_rate_limit_is_on_hold_before_anybody_waits(tmp_path, store, watch):
    """While the first one waits, everybody else can see until when."""
    app = App(tmp_path, failed(11, retry_after=30), done())
    seen = []

    def sleep(seconds):
        seen.extend((hold.key, hold.until - watch.now()) for hold in store.holds.list())
        watch.sleep(seconds)

    calling(app.words, store, watch, pace=Pace(sleep, lambda: 0))
    assert [("app", pytest.approx(30))] == seen


def test_a_hold_of_somebody_else_is_waited_for(tmp_path, store, watch):
    """A program that asked for peace gets it from calls that it never refused."""
    app = App(tmp_path, done())
    store.holds.hold("app", watch.now() + 20, "asked for")
    called = calling([*app.words, "other"], store, watch)

    assert called.ok
    assert [pytest.approx(20)] == [one.waited for one in called.attempts]


def test_a_hold_beyond_the_policy_is_not_waited_for(tmp_path, store, watch):
    """The call is not made, and the decision says for how long it will not be."""
    app = App(tmp_path, done())
    store.holds.hold("app", watch.now() + 20, "asked for")
    called = calling(app.words, store, watch, policy=Policy(max_wait=10))

    assert (Action.ESCALATE, "E14") == (called.decision.action, called.decision.rule)
    assert (pytest.approx(20), 0) == (called.decision.wait_seconds, app.count)
    assert ((), "internal_error") == (called.attempts, called.completed.status)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["gh", "api"], "gh"),
        (["/usr/bin/gh", "api"], "gh"),
        (["sudo", "timeout", "10", "gh", "api"], "gh"),
        (["python3", "tools/sync.py", "now"], "sync.py"),
        (["python3.11", "-c", "print()"], None),
        (["sh", "-c", "gh api"], None),
        (["python3"], None),
    ],
)
def test_a_hold_is_for_the_program_that_is_really_asked(words, key):
    """Not for the wrapper or the interpreter that everybody uses."""
    assert key == program(request(words))
