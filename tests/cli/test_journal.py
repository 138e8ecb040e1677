"""exeunt journal → what is remembered, for people and for programs."""

import json
import os
import sqlite3
import time

import pytest

from command_line import at_terminal, data, envelope, run, too_wide
from exeunt.store.programs import ProgramFile
from exeunt.store.store import Store


@pytest.fixture
def state(tmp_path):
    """The environment of a store that is not there yet."""
    return {"XDG_STATE_HOME": str(tmp_path)}


@pytest.fixture
def store(tmp_path):
    """A store with a few things in it."""
    with Store.open(str(tmp_path / "exeunt" / "store.db")) as store:
        done = store.runs.begin("a", ["/usr/bin/git", "push"], "/src", attempt=2)
        store.runs.finish(
            done,
            status="timed_out",
            exit_code=124,
            reading="TIMEOUT",
            action="inspect_state",
            rule="E41",
            duration_ms=2500,
            log="/logs/1",
        )
        done = store.runs.begin("b", ["grep", "x" * 200, "a\x1b[31mb\nc"], "/")
        store.runs.finish(done, status="exited", exit_code=1, action="proceed")
        app = ProgramFile("/bin/app", 1, 2, 3, 4, 5)
        store.redirects.remember(app, ["users"], ["/bin/app", "people"])
        store.holds.hold("api.example", time.time() + 3600, "RATE_LIMITED")
        yield store


@pytest.mark.parametrize("what", ["list", "redirects", "holds"])
def test_nothing_remembered_is_a_success(tmp_path, state, what):
    """Nobody is told off for asking, and no store is made by looking."""
    name = "runs" if what == "list" else what

    assert {name: []} == data("journal", what, **state)
    told = at_terminal("journal", what, **state)
    assert (0, "") == (told.code, told.stderr)
    assert 1 == len(told.stdout.splitlines())
    assert [] == os.listdir(tmp_path)  # noqa: PTH208 - names


@pytest.mark.usefixtures("store")
def test_the_runs_are_listed_the_newest_first(state):
    """Each with how it ended and what was to be done."""
    second, first = data("journal", **state)["runs"]

    assert [
        "id", "name", "argv", "cwd", "host", "verdict", "why", "exit_code", "status",
        "seconds", "attempts", "log", "started", "reading", "action", "rule", "kind",
        "tool", "attempt", "call", "fingerprint", "pid", "signal", "stderr_log",
        "left_log", "began", "duration_ms", "detail", "tables",
    ] == list(first)  # fmt: skip
    assert (1, "git", ["/usr/bin/git", "push"], "/src", 2) == (
        first["id"],
        first["tool"],
        first["argv"],
        first["cwd"],
        first["attempt"],
    )
    assert ("timed_out", 124, "TIMEOUT", "inspect_state", "E41", 2500, "/logs/1") == (
        *(first[key] for key in ("status", "exit_code", "reading", "action", "rule")),
        first["duration_ms"],
        first["log"],
    )
    assert ("exited", 1) == (second["status"], second["exit_code"])


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ("--tool git", [1]),
        ("--status exited", [2]),
        ("--action inspect_state", [1]),
        ("--since 2h", [2, 1]),
        ("--since 2h --tool git --action proceed", []),
        ("--limit 1", [2]),
        ("--limit 0", []),
        ("--status unknown", []),
        ("--failed", [1]),
        ("--failed --since 2000-01-31", [1]),
        ("--failed --since 2000-01-31T22:00+02:00", [1]),
        ("--since yesterday --verdict no", [2]),
        ("--since today --verdict done", []),
        ("--exit-code 1", [2]),
        ("--exit-code 1 --failed", []),
        ("--exit-code 2", []),
        ("--name nightly", []),
        ("--host nowhere", []),
    ],
)
@pytest.mark.usefixtures("store")
def test_the_list_answers_questions(state, asked, ids):
    """Every option leaves out what it is not true of."""
    found = data("journal", "list", *asked.split(), **state)["runs"]

    assert ids == [row["id"] for row in found]


@pytest.mark.usefixtures("store")
def test_one_run_is_shown_in_full(state):
    """To a program as in the list, to a person in lines."""
    (_, listed) = data("journal", **state)["runs"]
    shown = data("journal", "show", "1", **state)
    assert {**shown, **listed} == shown
    told = run("journal", "show", "1", "--output", "text", **state).stdout

    for text in ("/usr/bin/git push", "timed_out 124", "TIMEOUT", "inspect_state (E41)",
                 "verdict  failed", "2.500 s", "/logs/1"):  # fmt: skip
        assert text in told


@pytest.mark.parametrize("what", ["list", "show 1", "redirects", "holds"])
@pytest.mark.usefixtures("store")
def test_it_fits_the_screen(state, what):
    """No line is wider than 80 columns, and nothing steers the terminal."""
    told = at_terminal("journal", *what.split(), NO_COLOR="1", **state)

    assert (0, "") == (told.code, told.stderr)
    assert [] == too_wide(told.stdout)
    assert "\x1b" not in told.stdout


def test_a_killed_exeunt_is_seen(store, state):
    """Its run has no ending, and its process is gone."""
    store.runs.begin("c", ["deploy"])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE runs SET owner = 'x - 1 1' WHERE id = 3")
    connection.close()
    found = data("journal", "show", "3", **state)

    assert ("unknown", "exeunt was killed") == (found["status"], found["detail"])
    told = run("journal", "show", "3", "--output", "text", **state).stdout
    assert "unknown: exeunt was killed" in told


@pytest.mark.usefixtures("store")
def test_pruning_forgets(state):
    """By age, by size, or by what is usual."""
    assert {"forgotten": 0} == data("journal", "prune", **state)
    assert {"forgotten": 0} == data("journal", "prune", "--age", "1d", **state)
    assert {"forgotten": 2} == data("journal", "prune", "--size", "0", **state)
    assert {"runs": []} == data("journal", **state)


@pytest.mark.usefixtures("store")
def test_redirects_and_holds_are_shown_and_let_go(state):
    """What exeunt has learned can be looked at, and unlearned."""
    (redirect,) = data("journal", "redirects", **state)["redirects"]
    (hold,) = data("journal", "holds", **state)["holds"]

    assert ("/bin/app", ["users"], ["/bin/app", "people"]) == (
        redirect["program"],
        redirect["old"],
        redirect["new"],
    )
    assert ("api.example", "RATE_LIMITED") == (hold["key"], hold["why"])
    forget = ("journal", "redirects", "--forget")
    assert {"forgotten": 1} == data(*forget, str(redirect["id"]), **state)
    assert {"forgotten": 0} == data(*forget, "all", **state)
    assert {"released": "api.example"} == data(
        "journal", "release", "api.example", **state
    )
    assert {"redirects": []} == data("journal", "redirects", **state)
    assert {"holds": []} == data("journal", "holds", **state)


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("show 99", "UNKNOWN_RUN"),
        ("show 9999999999999999999", "UNKNOWN_RUN"),
        ("redirects --forget 99", "UNKNOWN_REDIRECT"),
        ("redirects --forget 9999999999999999999", "UNKNOWN_REDIRECT"),
        ("release nobody", "UNKNOWN_HOLD"),
    ],
)
def test_what_is_not_there_is_not_found(request, state, there, words, code):
    """With a store or without one."""
    if there:
        request.getfixturevalue("store")
    ended = run("journal", *words.split(), **state)

    assert (5, code) == (ended.code, envelope(ended)["error"]["code"])


@pytest.mark.parametrize(
    "words",
    [
        "shwo 1", "show", "show 1 2", "show one", "list --since soon",
        "list --limit -1", "list --status exitde", "list --action retyr",
        "list --since 2026-13-01", "list --exit-code two", "list --verdict bad",
        "show 1 --since 2h", "prune --size big", "list extra",
        "redirects app", "redirects --forget app", "holds --forget 1",
    ],
)  # fmt: skip
def test_a_wrong_call_says_how_it_is_right(state, words):
    """Nothing is guessed."""
    ended = run("journal", *words.split(), **state)

    assert 3 == ended.code
    assert envelope(ended)["error"]["suggestion"]


def test_a_status_that_is_a_verdict_is_pointed_out(state):
    """Whoever asks for what failed asks with --verdict, or --failed."""
    ended = run("journal", "--status", "failed", **state)

    assert (3, "UNKNOWN_VALUE") == (ended.code, envelope(ended)["error"]["code"])
    assert "--verdict failed" in envelope(ended)["error"]["suggestion"]


def test_a_store_that_is_no_good_is_said(tmp_path, state):
    """What is in its place stays there, and the fix is named."""
    (tmp_path / "exeunt" / "store.db").mkdir(parents=True, mode=0o700)
    (tmp_path / "exeunt").chmod(0o700)
    ended = run("journal", **state)
    error = envelope(ended)["error"]

    assert (4, "STORE_UNUSABLE", False) == (
        ended.code,
        error["code"],
        json.loads(ended.stdout)["ok"],
    )
    assert "XDG_STATE_HOME" in error["suggestion"]


def test_a_broken_store_is_told_once(store, state, tmp_path):
    """The list is empty then, and a warning says where the old file is."""
    store.close()
    (tmp_path / "exeunt" / "store.db").write_bytes(b"no database" * 1000)
    first, second = (envelope(run("journal", **state)) for _ in range(2))

    assert "store.db.corrupt-1" in first["warnings"][0]
    assert [] == second["warnings"]
