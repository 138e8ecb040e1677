"""call() and the store → where commands moved, and who is on hold, for everybody."""

import pytest

from calling import (
    App,
    calling,
    done,
    everything,
    failed,
    make_foreign,
    moved,
    promising,
    vouch,
    ways,
)
from exeunt import Action, Hooks, Pace, Policy
from exeunt.deciding.call_words import host as host_of
from exeunt.deciding.call_words import program
from exeunt.deciding.called_file import program_file
from exeunt.process.run import request
from exeunt.store.store import Store
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


@pytest.mark.clause("R37", "R38", "E16", "K4", "K29")
def test_a_permanent_redirect_is_followed_word_for_word(tmp_path, store, watch):
    """Its command is run as it is, without a shell, and remembered."""
    given = ["--name", "a b", "$HOME", ";"]
    new = "app users add --name 'a b' '$HOME' ';'"
    app = App(tmp_path, moved(new, permanent=True), done())
    vouch(store, app, users__add="user.create")
    called = calling([*app.words, "user", "create", *given], store, watch)

    assert called.ok
    assert ["users", "add", *given] == app.calls[1]
    assert [("asked", 13), ("redirect", 0)] == ways(called)
    assert called.warnings[0].startswith("it moved: running ")
    (kept,) = store.redirects.list()
    assert (("user", "create", *given), called.attempts[1].words) == (
        kept.old,
        kept.new,
    )


@pytest.mark.clause("R38")
def test_a_permanent_redirect_survives_a_kill_before_it_is_followed(tmp_path):
    """Stored comes before followed: the next process never calls the old form."""
    path = tmp_path / "bin" / "app"
    app = App(path.parent, moved("app users add", permanent=True), done(), name="app")
    with Store.open(str(tmp_path / "state" / "exeunt" / "store.db")) as store:
        vouch(store, app, users__add="user.create")
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
    new = moved("app b", permanent=False)
    app = App(tmp_path, new, done(), new, done())
    vouch(store, app, b="a")
    for _ in range(2):
        assert calling([*app.words, "a"], store, watch).ok

    assert [] == store.redirects.list()
    assert [["a"], ["b"], ["a"], ["b"]] == app.calls


@pytest.mark.clause("K7")
def test_redirects_in_a_circle_end(tmp_path, store, watch):
    """One redirect is followed; remembered in a circle, none is."""
    there, back = (moved(f"app {word}", permanent=True) for word in "ba")
    app = App(tmp_path, there, back, back)
    vouch(store, app, a={}, b={})
    first = calling([*app.words, "a"], store, watch)
    assert ("K7", 2) == (first.decision.rule, app.count)

    second = calling([*app.words, "b"], store, watch)
    assert "K7" == second.decision.rule
    assert [["a"], ["b"], ["b"], ["a"]] == app.calls


def test_a_remembered_redirect_is_for_the_very_same_words(tmp_path, store, watch):
    """Nobody has said what `a --force` is now."""
    app = App(tmp_path, done())
    vouch(store, app, b="a")
    store.redirects.remember(program_file(app.words[0]), ["a"], [*app.words, "b"])
    for words in (["a"], ["a", "--force"]):
        calling([*app.words, *words], store, watch)

    assert [["b"], ["a", "--force"]] == app.calls


@pytest.mark.clause("K29")
def test_without_evidence_a_redirect_is_for_the_caller(tmp_path, store, watch):
    """An envelope alone leads nowhere; the decision says what it asks for."""
    app = App(tmp_path, moved("app b --force", permanent=True))
    called = calling([*app.words, "a"], store, watch)

    assert (Action.FOLLOW_REDIRECT, "K29", ("app", "b", "--force")) == (
        called.decision.action,
        called.decision.rule,
        called.decision.command,
    )
    assert ([["a"]], []) == (app.calls, store.redirects.list())
    vouch(store, app, b="a")
    again = calling([*app.words, "a"], store, watch)
    assert f": exeunt manifest {app.path} takes" in called.warnings[0]
    assert ": the manifest does not vouch for it" in again.warnings[0]


@pytest.mark.clause("K29")
def test_what_another_program_printed_starts_nothing(tmp_path, store, watch):
    """su, xargs and their like pass an envelope on: it is no word of theirs."""
    evil = App(tmp_path, moved(f"env id > {tmp_path}/ran", permanent=True))
    plain = App(tmp_path / "b", moved("env A=1 touch ran", permanent=True))
    for app in (evil, plain):
        vouch(store, app, touch={}, id={})
        called = calling(["env", *app.words], store, watch, cwd=tmp_path)

        assert 1 == app.count == len(called.attempts)
        assert not called.ok


@pytest.mark.clause("K29")
def test_evidence_is_about_the_file_as_it_was(tmp_path, store, watch):
    """A program that was written anew has to be asked anew."""
    app = App(tmp_path, moved("app b", permanent=False), done())
    vouch(store, app, b="a")
    app.path.write_bytes(app.path.read_bytes() + b"\n")
    called = calling([*app.words, "a"], store, watch)

    assert ("K29", [["a"]]) == (called.decision.rule, app.calls)


@pytest.mark.clause("K29")
def test_a_program_that_changes_itself_vouches_for_nothing(tmp_path, store, watch):
    """The evidence is from before the run, and the run has changed the file."""
    app = App(tmp_path, moved("app b", permanent=False), done())
    app.path.write_text(app.path.read_text().replace("exit", 'echo >> "$0"\nexit'))
    vouch(store, app, b="a")
    called = calling([*app.words, "a"], store, watch)

    assert ("K29", [["a"]]) == (called.decision.rule, app.calls)


@pytest.mark.clause("K29")
def test_the_callers_manifest_is_evidence(tmp_path, store, watch):
    """manifest= is the caller's word for what the program promises."""
    app = App(tmp_path, moved("app b", permanent=False), done())
    manifest = promising(b="a")
    called = calling([*app.words, "a"], store, watch, manifest=manifest)

    assert (True, [["a"], ["b"]]) == (called.ok, app.calls)


@pytest.mark.clause("R37")
@pytest.mark.parametrize("remembered", [False, True])
def test_a_redirect_to_another_program_needs_permission(
    tmp_path, store, watch, remembered
):
    """Neither one that comes nor one that is remembered leaves the program."""
    other = App(tmp_path / "other", done(), name="other")
    app = App(tmp_path, moved(f"{other.path} now", permanent=True))
    vouch(store, app, now={}, other={})
    if remembered:
        store.redirects.remember(program_file(app.words[0]), [], [*other.words, "now"])
    called = calling(app.words, store, watch)
    assert (Action.ESCALATE, 0) == (called.decision.action, other.count)

    assert calling(app.words, store, watch, policy=Policy(may_follow="any")).ok
    assert [["now"]] == other.calls


def test_who_follows_nothing_is_not_led_by_what_is_remembered(tmp_path, store, watch):
    """may_follow="no" holds for the memory too."""
    app = App(tmp_path, done())
    vouch(store, app, b="a")
    store.redirects.remember(program_file(app.words[0]), ["a"], [*app.words, "b"])
    calling([*app.words, "a"], store, watch, policy=Policy(may_follow="no"))

    assert [["a"]] == app.calls


@pytest.mark.clause("K29")
def test_what_one_file_said_is_not_held_against_another(tmp_path, store, watch):
    """Two programs of one name, each in its directory: each is asked itself."""
    one, two = (
        App(tmp_path / place, moved("./app b", permanent=True), done())
        for place in ("one", "two")
    )
    told = []
    hooks = Hooks(progress=told.append)
    policy = Policy(may_follow="any")
    for app in (one, two, one):
        words = ["./app", "a"]
        calling(words, store, watch, cwd=app.path.parent, policy=policy, hooks=hooks)

    assert ([["a"], ["b"], ["b"]], [["a"], ["b"]]) == (one.calls, two.calls)
    number = store.redirects.list()[0].id
    assert "it moved: running ./app b" == told[0] == told[1]
    assert f"which exeunt journal redirects --forget {number} forgets" in told[2]


def test_a_redirect_is_asked_for_again_after_a_month(tmp_path, store, watch):
    """What was true then need not be so for ever."""
    new = moved("app b", permanent=True)
    app = App(tmp_path, new, done(), new, done())
    vouch(store, app, b="a")
    for _ in range(2):
        calling([*app.words, "a"], store, watch)
        watch.sleep(30 * 86_400 + 2)

    assert [["a"], ["b"], ["a"], ["b"]] == app.calls


@pytest.mark.clause("R38")
def test_a_permanent_redirect_that_cannot_be_stored_is_not_followed(
    tmp_path, watch, monkeypatch
):
    """First the disk, then the call: without a store the caller is told instead."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    make_foreign(tmp_path / "state" / "exeunt")
    app = App(tmp_path, moved("app b", permanent=True), done())
    called = calling([*app.words, "a"], None, watch, manifest=promising(b="a"))

    assert (Action.FOLLOW_REDIRECT, 1) == (called.decision.action, app.count)
    assert "not followed" in called.warnings[0]


def test_a_redirect_of_a_call_with_a_secret_is_followed_and_not_kept(
    tmp_path, store, watch
):
    """Its words would be in the store otherwise."""
    app = App(tmp_path, moved(f"{tmp_path}/app b", permanent=True), done())
    words = [*app.words, "a", "--token", "hunter2hunter2"]
    policy = Policy(may_follow="any")
    called = calling(words, store, watch, secrets=["hunter2hunter2"], policy=policy)

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
    assert [(str(app.path), pytest.approx(30))] == seen


def test_a_hold_of_somebody_else_is_waited_for(tmp_path, store, watch):
    """A program that asked for peace gets it from calls that it never refused."""
    app = App(tmp_path, done())
    store.holds.hold(str(app.path), watch.now() + 20, "asked for")
    called = calling([*app.words, "other"], store, watch)

    assert called.ok
    assert [pytest.approx(20)] == [one.waited for one in called.attempts]


def test_a_hold_beyond_the_policy_is_not_waited_for(tmp_path, store, watch):
    """The call is not made, and the decision says for how long it will not be."""
    app = App(tmp_path, done())
    store.holds.hold(str(app.path), watch.now() + 20, "asked for")
    called = calling(app.words, store, watch, policy=Policy(max_wait=10))

    assert (Action.ESCALATE, "E14") == (called.decision.action, called.decision.rule)
    assert (pytest.approx(20), 0) == (called.decision.wait_seconds, app.count)
    assert ((), "internal_error") == (called.attempts, called.completed.status)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["gh", "api"], "gh"),
        (["./gh", "api"], "gh"),
        (["sudo", "timeout", "10", "gh", "api"], "gh"),
        (["python3", "sync.py", "now"], "sync.py"),
        (["python3.11", "-c", "print()"], None),
        (["sh", "-c", "gh api"], None),
        (["python3"], None),
        (["no-such-program"], None),
    ],
)
def test_a_hold_is_for_the_program_that_is_really_asked(tmp_path, words, key):
    """Not for the wrapper or the interpreter that everybody uses."""
    for name in ("gh", "sync.py"):
        (tmp_path / name).write_text("#!/bin/sh")
        (tmp_path / name).chmod(0o755)
    asked = request(words, cwd=tmp_path, env={"PATH": str(tmp_path)})

    assert (key and str(tmp_path / key)) == program(asked)


@pytest.mark.parametrize(
    ("words", "host"),
    [
        (["curl", "-s", "https://me:secret@Api.Example:8080/x?y"], "api.example:8080"),
        (["git", "clone", "git@github.example:a/b.git"], "github.example"),
        (["curl", "--url=http://one.example", "http://two"], "one.example,two"),
        (["npm", "install", "left-pad@1.3.0"], ""),
        (["git", "commit", "--author=a@b.example", "x:y"], ""),
        (["cat", "file:///etc/hosts"], ""),
    ],
)
def test_a_hold_is_for_the_host_that_a_call_names(words, host):
    """A URL names one, and so does what ssh takes; what comes before @ is nobody's."""
    assert host == host_of(words)


def test_a_hold_of_another_file_of_that_name_is_none(tmp_path, store, watch):
    """What evil/git was told keeps nobody from calling git."""
    one, two = (App(tmp_path / place, failed(11), done()) for place in ("one", "two"))
    calling(one.words, store, watch, policy=Policy(max_wait=1))
    called = calling(two.words, store, watch, policy=Policy(max_attempts=1))
    elsewhere = calling(
        [*one.words, "https://two.example"], store, watch, policy=Policy(max_wait=1)
    )

    assert (2, 1) == (one.count, two.count)
    assert ["exited"] == [one.status for one in called.attempts]
    assert elsewhere.ok
