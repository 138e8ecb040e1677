"""call() → each clause obeyed: what is repeated, when, how often, and what never is."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calling import App, Watch, calling, done, failed, ways
from exeunt import Action, Hooks, InputError, Pace, Policy, Verdict, call
from exeunt.deciding.call import carry_out
from exeunt.deciding.hooks import JITTER, MOST_JITTER
from exeunt.process.run import request, run
from exeunt.store.store import Store


def test_a_success_is_one_run(tmp_path, store, watch):
    """What is done is not done again, and its data is the one page."""
    app = App(tmp_path, done({"n": 1}))
    called = calling(app.words, store, watch)

    assert called.ok
    assert (Action.PROCEED, "E3") == (called.decision.action, called.decision.rule)
    assert (({"n": 1},), 1, []) == (called.pages, app.count, watch.pauses)


def test_a_plain_command_needs_no_envelope(store, watch):
    """What says no JSON is read by its number; an answer of no is no failure."""
    called = calling(["grep", "-q", "needle", "/dev/null"], store, watch)

    assert (Verdict.NO, False) == (called.verdict, called.ok)
    assert ((), None, [("asked", 1)]) == (called.pages, called.answer, ways(called))


# -- how often, and after how long


@pytest.mark.clause("E37", "K7", "R34")
def test_a_call_has_three_attempts_in_all(tmp_path, store, watch):
    """What never succeeds is given up after the third time, and somebody is told."""
    app = App(tmp_path, failed(12))
    called = calling(app.words, store, watch)

    assert 3 == app.count
    assert [("asked", 12), ("retry", 12), ("retry", 12)] == ways(called)
    assert (Action.ESCALATE, "E37") == (called.decision.action, called.decision.rule)


@pytest.mark.clause("E39", "K8")
def test_pauses_after_an_outage_double_up_to_five_minutes(tmp_path, store, watch):
    """1, 2, 4 … 256, 300, 300 seconds, each really waited."""
    app = App(tmp_path, failed(12))
    policy = Policy(max_attempts=12, max_failures=99)
    called = calling(app.words, store, watch, policy=policy)

    assert [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] == watch.pauses
    assert [0, *watch.pauses] == [one.waited for one in called.attempts]


@pytest.mark.clause("E14", "E38")
@pytest.mark.parametrize(("hint", "pause"), [({"retry_after": 30}, 30), ({}, 60)])
def test_a_rate_limit_is_waited_out(tmp_path, store, watch, hint, pause):
    """As long as the other side asks for, and a minute if it does not say."""
    app = App(tmp_path, failed(11, **hint), done())
    called = calling(app.words, store, watch)

    assert called.ok
    assert ([pause], 2) == (watch.pauses, app.count)


@given(st.floats(0, 1e6), st.floats(0, 1, exclude_max=True))
def test_a_pause_is_only_ever_lengthened(seconds, chance):
    """Jitter adds a tenth at most, and never more than a second."""
    stretched = Pace(chance=lambda: chance).stretched(seconds)
    most = min(seconds * JITTER, MOST_JITTER)

    assert seconds <= stretched <= seconds + most


def test_a_pause_is_told_to_whoever_wants_to_know(tmp_path, store, watch):
    """Progress says how long, why, and which attempt follows."""
    app = App(tmp_path, failed(12), done())
    told = []
    calling(app.words, store, watch, hooks=Hooks(progress=told.append))

    (line,) = told
    assert line.startswith("attempt 2 of 3 in 1 s: A service is down")


@pytest.mark.clause("E14")
def test_a_pause_beyond_the_policy_is_not_slept(tmp_path, store, watch):
    """The caller gets the decision instead, with the pause in it."""
    app = App(tmp_path, failed(11, retry_after=90))
    called = calling(app.words, store, watch, policy=Policy(max_wait=60))

    assert (Action.ESCALATE, 90) == (
        called.decision.action,
        called.decision.wait_seconds,
    )
    assert (1, []) == (app.count, watch.pauses)


# -- what is never repeated


@pytest.mark.clause("E40", "E41", "K1")
@pytest.mark.parametrize("number", [1, 10])
def test_what_may_have_been_done_is_not_repeated(tmp_path, store, watch, number):
    """A general error or a timeout is looked into, even if the envelope says yes."""
    app = App(tmp_path, failed(number), done())
    called = calling(app.words, store, watch)

    assert (Action.INSPECT_STATE, 1) == (called.decision.action, app.count)


@pytest.mark.clause("E41")
def test_a_caller_may_say_that_twice_is_once(tmp_path, store, watch):
    """What is idempotent is repeated after a timeout."""
    app = App(tmp_path, failed(10), done())
    called = calling(app.words, store, watch, policy=Policy(idempotent=True))

    assert called.ok
    assert [("asked", 10), ("retry", 0)] == ways(called)


@pytest.mark.clause("E41", "S13")
def test_a_comment_is_posted_once_though_its_time_ran_out(tmp_path, store, watch):
    """The work was done before the limit; nobody does it a second time."""
    posted = tmp_path / "posted"
    words = ["sh", "-c", f"echo hello >> {posted}; exec sleep 60"]
    limit = 0.5
    while not posted.exists():  # a busy machine gets a longer limit
        called = calling(words, store, watch, timeout=limit)
        limit *= 2

    assert "timed_out" == called.completed.status
    assert Action.INSPECT_STATE is called.decision.action
    assert ("hello\n", []) == (posted.read_text(), watch.pauses)


@pytest.mark.clause("S13")
def test_an_idempotent_command_gets_longer_the_next_time(store, watch):
    """The same limit would end it again, so it is doubled."""
    words = ["sleep", "60"]
    policy = Policy(idempotent=True, max_attempts=2)
    called = calling(words, store, watch, policy=policy, timeout=0.1)

    assert [("asked", 124), ("longer", 124)] == ways(called)
    assert (0.2, "E37") == (called.completed.limit, called.decision.rule)


def test_what_could_not_be_ended_is_not_started_beside_itself(watch):
    """Its time ran out, and it is still there: twice would be at once."""
    stuck = run(["true"], log=False).replace(status="unkillable", exit_code=124)
    policy = Policy(idempotent=True, retry_on="timeout,124")
    called = carry_out(
        request(["true"], timeout=1),
        policy,
        Hooks(),
        store=False,
        pace=watch.pace(),
        perform=lambda *_: stuck,
    )

    assert (Action.INSPECT_STATE, 1) == (called.decision.action, len(called.attempts))


@pytest.mark.clause("K2", "E6", "E7")
@pytest.mark.parametrize("number", [3, 4, 5, 6, 7])
def test_what_needs_a_change_is_left_to_the_caller(tmp_path, store, watch, number):
    """The same call would end the same way, so it is made once."""
    app = App(tmp_path, failed(number, retryable=number < 5))
    called = calling(app.words, store, watch)

    assert (False, 1) == (called.ok, app.count)


def test_a_question_is_left_to_the_caller(store, watch):
    """A command that waits for an answer is not asked again for the same nothing."""
    called = calling(["sh", "-c", "read answer"], store, watch, size=(80, 24))

    assert "waiting_for_input" == called.completed.status
    assert (Action.ANSWER_PROMPT, 1) == (called.decision.action, len(called.attempts))


@pytest.mark.clause("E37", "E41")
@given(st.lists(st.integers(0, 13), min_size=1, max_size=4))
@settings(max_examples=25)
def test_whatever_comes_nothing_that_may_be_done_is_done_again(codes):
    """At most three runs; none after a success, or after what may have left traces."""
    answers = [failed(code) if code else done() for code in codes]
    with tempfile.TemporaryDirectory() as place:
        app = App(Path(place), *answers)
        called = calling(app.words, False, Watch())  # noqa: FBT003 - without a store

        ended = [one.exit_code for one in called.attempts]
        assert app.count == len(ended) <= 3
        assert not {0, 1, 2, 3, 7, 10, 13} & set(ended[:-1])


# -- what each run reads


def test_each_attempt_reads_its_input_from_the_beginning(tmp_path, store, watch):
    """A file that was read to its end by the first run is there for the second."""
    (tmp_path / "in").write_text("hello")
    line = f"cat >> {tmp_path}/seen; exit 75"
    how = {"dialect": "sysexits", "policy": Policy(idempotent=True)}
    with (tmp_path / "in").open() as file:
        calling(None, store, watch, shell=line, stdin=file.fileno(), **how)

    assert "hello" * 3 == (tmp_path / "seen").read_text()


def test_a_pipe_is_refused(store, watch):
    """What can be read once is no input for what may be run twice."""
    ours, theirs = os.pipe()
    try:
        with pytest.raises(InputError, match="read once"):
            calling(["cat"], store, watch, stdin=ours)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_hook_that_cannot_be_called_is_refused():
    """Misuse is told before anything runs."""
    with pytest.raises(InputError, match="refresh"):
        Hooks(refresh="gcloud auth login")


# -- what is passed up


@pytest.mark.clause("R40", "R41")
def test_warnings_are_passed_up_and_a_deprecation_is_planned_for(
    tmp_path, store, watch
):
    """The success stands; what the command warned of is the caller's to read."""
    app = App(tmp_path, done(warnings=["`list` is Deprecated"]))
    called = calling(app.words, store, watch)

    assert called.ok
    assert (
        "`list` is Deprecated",
        "the call is deprecated: plan to change it",
    ) == called.warnings


def test_a_call_without_a_store_leaves_nothing_behind(tmp_path, watch, monkeypatch):
    """store=False neither opens nor makes one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    app = App(tmp_path, failed(12), done())
    called = calling(app.words, False, watch)  # noqa: FBT003 - what is tested

    assert called.ok
    assert not (tmp_path / "state").exists()


def test_the_record_of_a_call_is_that_of_its_last_run(tmp_path, store, watch):
    """as_dict() has the run's keys, what is next, and what was tried."""
    app = App(tmp_path, failed(12), done({"n": 2}))
    called = calling(app.words, store, watch)
    said = called.as_dict()
    last = called.completed.as_dict()
    last["untrusted"].append("pages")  # which the command has said, too

    assert last.items() <= said.items()
    assert [12, 0] == [one["exit_code"] for one in said["attempts"]]
    assert ("proceed", [{"n": 2}]) == (said["next"]["action"], said["pages"])


def test_the_default_store_is_the_users_own(tmp_path, watch, monkeypatch):
    """Without a store of its own a call uses the one in the state directory."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    call(["true"], pace=watch.pace(), log=False)

    with Store.open() as store:
        (row,) = store.runs.list()
    assert (("true",), "exited", "proceed", 1) == (
        row.argv,
        row.status,
        row.action,
        row.attempt,
    )
