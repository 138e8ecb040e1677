"""call() and what commands answer → every page; a kept answer if it is still good."""

import pytest

from calling import App, calling, done, failed, unchanged, ways
from exeunt import Action, Policy
from exeunt.deciding.call_words import fingerprint, with_cursor, without_etag
from exeunt.process.run import request

# -- pages


@pytest.mark.clause("R30", "R22")
def test_pages_are_collected_until_there_is_no_cursor(tmp_path, store, watch):
    """Each page is asked for by the cursor of the one before, which it replaces."""
    app = App(
        tmp_path,
        done([1], truncated=True, cursor="p2"),
        done([2], truncated=True, cursor="-p3"),
        done([3]),
    )
    called = calling([*app.words, "list", "--", "-x"], store, watch)

    assert called.ok
    assert ([1], [2], [3]) == called.pages
    assert [
        ["list", "--", "-x"],
        ["list", "--cursor", "p2", "--", "-x"],
        ["list", "--cursor=-p3", "--", "-x"],
    ] == app.calls


def test_a_page_has_attempts_of_its_own(tmp_path, store, watch):
    """An outage at the second page is waited out, and the first page is kept."""
    app = App(
        tmp_path,
        done([1], truncated=True, cursor="p2"),
        failed(12),
        failed(12),
        done([2]),
    )
    called = calling(app.words, store, watch)

    assert ([1], [2]) == called.pages
    assert ["asked", "page", "retry", "retry"] == [one.why for one in called.attempts]


@pytest.mark.clause("K20", "R30")
def test_cursors_in_a_circle_end(tmp_path, store, watch):
    """A cursor that was there before leads nowhere new."""
    pages = [done([n], truncated=True, cursor=c) for n, c in enumerate("aba")]
    app = App(tmp_path, *pages)
    called = calling(app.words, store, watch)

    assert (Action.NARROW_QUERY, "K20") == (
        called.decision.action,
        called.decision.rule,
    )
    assert (3, False) == (app.count, called.ok)


@pytest.mark.clause("K20", "R30")
def test_pages_have_a_cap(tmp_path, store, watch):
    """Two pages are two runs, and what is not all of it is not ok."""
    pages = [done([n], truncated=True, cursor=f"p{n}") for n in range(5)]
    app = App(tmp_path, *pages)
    called = calling(app.words, store, watch, policy=Policy(max_pages=2))

    assert (([0], [1]), 2, False) == (called.pages, app.count, called.ok)


# -- answers


@pytest.mark.clause("R31")
def test_what_has_not_changed_is_answered_from_memory(tmp_path, store, watch):
    """The answer of the etag that was sent is the answer."""
    app = App(tmp_path, done({"n": 1}, etag="v1"), unchanged())
    calling([*app.words, "get"], store, watch)
    called = calling([*app.words, "get", "--etag", "v1"], store, watch)

    assert (Action.USE_CACHED, True) == (called.decision.action, called.ok)
    assert (({"n": 1},), 2) == (called.pages, app.count)


@pytest.mark.clause("R31")
@pytest.mark.parametrize("kept", [None, "v0"])
def test_what_is_not_kept_is_asked_for_afresh_once(tmp_path, store, watch, kept):
    """Without an answer of that very etag the call is made without it."""
    app = App(tmp_path, unchanged(), done({"n": 2}, etag="v2"))
    if kept is not None:
        name = fingerprint(request([*app.words, "get"], log=False))
        store.responses.put(name, kept, b'{"data": {"n": 0}}')
    called = calling([*app.words, "get", "--etag=v1"], store, watch)

    assert ({"n": 2},) == called.pages
    assert [["get", "--etag=v1"], ["get"]] == app.calls
    assert [("asked", 0), ("without_etag", 0)] == ways(called)


@pytest.mark.clause("R31")
def test_a_command_that_insists_on_nothing_new_is_not_asked_for_ever(
    tmp_path, store, watch
):
    """Where there is no etag to leave out, there is no other call to make."""
    app = App(tmp_path, unchanged())
    called = calling([*app.words, "--etag", "v1"], store, watch)

    assert (2, False) == (app.count, called.ok)


# -- words


def test_an_option_is_no_option_after_two_dashes():
    """What follows -- belongs to whoever reads it."""
    assert (("a", "--", "--etag", "x"), None) == without_etag(
        ["a", "--", "--etag", "x"]
    )
    assert ("a", "--cursor", "n", "--", "--cursor", "x") == with_cursor(
        ["a", "--cursor", "m", "--", "--cursor", "x"], "n"
    )
