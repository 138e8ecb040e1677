"""call() and its caller → credentials and payments: asked for once, never shown."""

import pytest

from calling import App, calling, done, everything, failed, ways
from exeunt import Action, Hooks, Policy

FRESH = "fresh-token-of-today"
YES, NO = True, False


class Asked:
    """A hook that gives what it is told to, and counts how often it was asked."""

    def __init__(self, *gives):
        self.gives = list(gives)
        self.times = 0

    def __call__(self, completed, decision):
        """Give the next thing, the last one for ever."""
        assert completed.reading.action is not Action.PROCEED
        assert decision.rule
        self.times += 1
        return self.gives.pop(0) if len(self.gives) > 1 else self.gives[0]


@pytest.mark.clause("R35", "E17", "E26")
def test_an_expired_token_is_refreshed_and_the_call_made_once_more(
    tmp_path, store, watch
):
    """The variables that the hook returns are the next call's."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"), done())
    refresh = Asked({"TOKEN": FRESH})
    called = calling(
        app.words, store, watch, hooks=Hooks(refresh=refresh), env={"TOKEN": "old-one"}
    )

    assert called.ok
    assert [("asked", 8), ("refreshed", 0)] == ways(called)
    assert (["old-one", FRESH], 1) == (app.tokens, refresh.times)


def test_what_a_hook_returns_is_never_shown(tmp_path, store, watch):
    """A token that the command prints is hidden, in the record and in the store."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"), done({"token": FRESH}))
    called = calling(
        app.words, store, watch, hooks=Hooks(refresh=Asked({"TOKEN": FRESH}))
    )

    assert ({"token": "***"},) == called.pages
    assert FRESH not in str(called.as_dict())
    assert FRESH.encode() not in everything(tmp_path / "state")


@pytest.mark.clause("R35", "K7")
def test_a_token_that_expires_again_is_not_refreshed_again(tmp_path, store, watch):
    """The second time other credentials are asked for, and then somebody is told."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"))
    refresh, credentials = Asked(YES), Asked(YES)
    hooks = Hooks(refresh=refresh, credentials=credentials)
    called = calling(app.words, store, watch, hooks=hooks)

    assert (1, 1, 3) == (refresh.times, credentials.times, app.count)
    assert ["asked", "refreshed", "credentials"] == [one.why for one in called.attempts]
    assert "E37" == called.decision.rule


@pytest.mark.clause("R36", "K3", "E11")
@pytest.mark.parametrize("code", ["TOKEN_MISSING", "TOKEN_INVALID", "SOMETHING"])
def test_without_credentials_nothing_is_tried_again(tmp_path, store, watch, code):
    """Nobody to ask, or nobody who has any: one run, and the caller is told."""
    app = App(tmp_path, failed(8, code))
    refresh = Asked(YES)
    bare = calling(app.words, store, watch, hooks=Hooks(refresh=refresh))
    asked = calling(app.words, store, watch, hooks=Hooks(credentials=Asked(NO)))

    assert Action.ACQUIRE_CREDENTIALS is bare.decision.action
    assert Action.ACQUIRE_CREDENTIALS is asked.decision.action
    assert (2, 0) == (app.count, refresh.times)


@pytest.mark.clause("R36", "E26")
def test_with_new_credentials_the_call_is_made_again(tmp_path, store, watch):
    """Code 8 is not the end of it."""
    app = App(tmp_path, failed(8, "TOKEN_MISSING"), done())
    hooks = Hooks(credentials=Asked({"TOKEN": FRESH}))
    called = calling(app.words, store, watch, hooks=hooks)

    assert called.ok
    assert ["", FRESH] == app.tokens


@pytest.mark.clause("K19", "E12")
def test_nobody_pays_without_permission(tmp_path, store, watch):
    """A hook alone is no permission, and is not even asked."""
    app = App(tmp_path, failed(9))
    pay = Asked(YES)
    called = calling(app.words, store, watch, hooks=Hooks(pay=pay))

    assert (0, 1) == (pay.times, app.count)
    assert (Action.ESCALATE, "K19") == (called.decision.action, called.decision.rule)


@pytest.mark.clause("K19", "E12")
def test_with_permission_it_is_paid_once(tmp_path, store, watch):
    """A command that wants to be paid again is not."""
    app = App(tmp_path, failed(9))
    pay = Asked(YES)
    policy = Policy(may_pay=True)
    called = calling(app.words, store, watch, policy=policy, hooks=Hooks(pay=pay))

    assert (1, 2) == (pay.times, app.count)
    assert (Action.ESCALATE, "K19") == (called.decision.action, called.decision.rule)


def test_permission_without_a_hook_leaves_the_payment_to_the_caller(
    tmp_path, store, watch
):
    """The loop itself cannot pay."""
    app = App(tmp_path, failed(9))
    called = calling(app.words, store, watch, policy=Policy(may_pay=True))

    assert (Action.PAY, 1) == (called.decision.action, app.count)


def test_a_hook_that_fails_ends_the_call_and_not_its_journal(tmp_path, store, watch):
    """What it raises is the caller's; the run before it is noted as it ended."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"))

    def refresh(_completed, _decision):
        message = "the vault is locked"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match="the vault is locked"):
        calling(app.words, store, watch, hooks=Hooks(refresh=refresh))
    (row,) = store.runs.list()
    assert ("exited", 8, "refresh_credentials") == (
        row.status,
        row.exit_code,
        row.action,
    )
