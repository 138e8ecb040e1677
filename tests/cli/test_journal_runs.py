"""Runs of every kind → rows that answer "what failed last night?"."""

import json
import os
import time
from pathlib import Path

import pytest

import running
from calling import App, failed
from command_line import at_terminal, data, envelope, run, too_wide
from exeunt import __version__
from exeunt.store import lines
from exeunt.store.store import Store

HERE = str(Path.cwd())
LIBRARY = """
    import asyncio, sys, exeunt
    if sys.argv[1] == "run":
        exeunt.run(["sh", "-c", "exit 3"], name="mine")
    if sys.argv[1] == "run_async":
        asyncio.run(exeunt.run_async(["sh", "-c", "exit 3"], name="mine"))
    if sys.argv[1] == "run_all":
        list(exeunt.run_all([exeunt.Request(["sh", "-c", "exit 3"], name="mine")]))
    if sys.argv[1] == "start":
        with exeunt.start(exeunt.Request(["sh", "-c", "exit 3"], name="mine")) as one:
            one.wait()
    if sys.argv[1] == "call":
        exeunt.call(["sh", "-c", "exit 3"], name="mine")
    if sys.argv[1] == "abandoned":
        with exeunt.start(exeunt.Request(["sleep", "60"], name="mine")):
            pass
    if sys.argv[1] == "silent":
        exeunt.run(["sh", "-c", "exit 3"], journal=False)
        exeunt.call(["sh", "-c", "exit 3"], journal=False)
"""


@pytest.fixture
def state(tmp_path):
    """The environment of a journal that is not there yet."""
    return {"XDG_STATE_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}


def rows(state, *asked):
    """What the journal lists."""
    return data("journal", "list", *asked, **state)["runs"]


def left(state, **facts):
    """Leave a line as a run would."""
    os.environ["XDG_STATE_HOME"], before = (
        state["XDG_STATE_HOME"],
        os.environ.get("XDG_STATE_HOME"),
    )
    try:
        lines.append(
            {
                "v": 1,
                "uid": lines.uid(),
                "began": time.time() - 1,
                "seconds": 0.25,
                "argv": ["true"],
                "cwd": "/src",
                "host": "here",
                "kind": "run",
                "status": "exited",
                "exit_code": 0,
                **facts,
            }
        )
    finally:
        if before is None:
            del os.environ["XDG_STATE_HOME"]
        else:
            os.environ["XDG_STATE_HOME"] = before


# -- who leaves a row


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["run"], "run"),
        (["run", "--json"], "run"),
        (["run", "--pty"], "run"),
        (["run", "--once", "key"], "once"),
        (["run", "--retry"], "call"),
        (["drive"], "drive"),
    ],
    ids=" ".join,
)
def test_every_way_to_run_leaves_one_row(state, words, kind):
    """With its directory, name, host, seconds and verdict."""
    run(*words, "--name", "nightly", "sh", "-c", "exit 3", **state)
    (row,) = rows(state)

    assert (kind, "nightly", HERE, os.uname().nodename, 3, "exited", "failed") == (
        *(row["kind"], row["name"], row["cwd"], row["host"], row["exit_code"]),
        *(row["status"], row["verdict"]),
    )
    assert ["sh", "-c", "exit 3"] == row["argv"]
    assert 0 <= row["seconds"] < running.WATCHDOG
    assert 1 == len(row["attempts"])
    assert __version__ == row["tables"]


@pytest.mark.parametrize("way", ["run", "run_async", "run_all", "start", "call"])
def test_every_way_to_run_in_a_program_leaves_one_row(tmp_path, state, way):
    """`exeunt.run()` and its kin, as the command line."""
    running.host(LIBRARY, way, tmp_path=tmp_path)
    (row,) = rows(state)

    assert ("mine", 3, "call" if way == "call" else "library") == (
        *(row["name"], row["exit_code"]),
        row["kind"],
    )


def test_a_run_that_nobody_waits_for_leaves_a_row(tmp_path, state):
    """Its block is left, and it is ended with it."""
    running.host(LIBRARY, "abandoned", tmp_path=tmp_path)
    (row,) = rows(state)

    assert ("cancelled", "failed") == (row["status"], row["verdict"])


def test_a_session_leaves_a_row_when_it_has_ended(state):
    """Its supervisor writes it, after whoever started it is gone."""
    said = data("session", "start", "--name", "mine", "sh", "-c", "exit 3", **state)
    run("session", "wait", said["session"], **state)

    assert running.until(lambda: rows(state))
    (row,) = rows(state)
    assert ("session", "mine", 3) == (row["kind"], row["name"], row["exit_code"])


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--timeout", "0.1", "sleep", "60"], "timed_out", "timed_out"),
        (["no-such-command"], "not_found", "not_found"),
        (["/etc/passwd"], "not_executable", "not_executable"),
        (["--cwd", "/nowhere", "true"], "internal_error", "internal_error"),
        (["sh", "-c", "kill -9 $$"], "signaled", "SIGKILL"),
        (["--shell", "false | true"], "exited", "hidden_failure"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_run_that_failed_is_found_and_says_why(state, words, status, why):
    """Also one that was never started, and one whose number says success."""
    run("run", *words, **state)
    (row,) = rows(state, "--failed")

    assert (status, why) == (row["status"], row["why"])


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--nonsense", "true"], [], ["--no-journal", "false"],
     ["--no-journal", "--retry", "false"]],
    ids=" ".join,
)  # fmt: skip
def test_what_runs_nothing_or_was_not_to_be_noted_leaves_no_row(state, words):
    """A page, a wrong call, and whoever opts out."""
    run("run", *words, **state)

    assert [] == rows(state)


def test_a_variable_turns_the_journal_off(tmp_path, state):
    """For whatever is run below it; a program may also say so for one run."""
    off = {**state, "EXEUNT_JOURNAL": "0"}
    run("run", "false", **off)
    run("run", "--retry", "false", **off)
    running.host(LIBRARY, "silent", tmp_path=tmp_path)

    assert [] == rows(state)


def test_secrets_are_hidden_before_they_are_written(tmp_path, state):
    """Those that are named, and those that betray themselves."""
    words = ["--secret-env", "KEY=correct-horse", "--name", "correct-horse-nightly"]
    run("run", *words, "echo", "correct-horse", "--password", "battery", **state)
    files = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]

    assert files
    assert [] == [p for p in files if b"correct-horse" in p.read_bytes()]
    assert ["echo", "***", "--password", "***"] == rows(state)[0]["argv"]


def test_a_name_has_a_limit(state):
    """It is told before anything runs."""
    ended = run("run", "--name", "x" * 201, "true", **state)

    assert 125 == ended.code
    assert "a name of 201 characters" in ended.stderr


# -- attempts, and calls that are not made


def test_attempts_of_a_call_are_one_row(tmp_path, state):
    """The last one stands for it, and the others are in it."""
    app = App(tmp_path, failed(12, meta={"retry_after_seconds": 0}))
    run("run", "--retry", "--attempts", "2", *app.words, **state)
    (row,) = rows(state, "--failed")

    assert app.count == len(row["attempts"]) == 2
    assert [1, 2] == [one["attempt"] for one in row["attempts"]]
    assert row["id"] == row["attempts"][-1]["id"]
    assert 2 == len(rows(state, "--status", "exited"))


def test_a_call_that_is_refused_is_a_row_and_is_told_once(state):
    """After ten failures nothing is run, which is a failure as well."""
    for _ in range(10):
        run("run", "--retry", "--quiet", "false", **state)
    told = run("run", "--retry", "false", **state)
    first = rows(state)[0]

    assert 1 == told.stderr.count("exeunt journal reset")
    assert ("failed", "escalate", "E37") == (
        *(first["verdict"], first["action"]),
        first["rule"],
    )
    assert 11 == len(rows(state))


# -- what a row means


def test_what_the_output_says_bounds_the_verdict(state):
    """`ok: false` at exit 0 is no success here either, while the log is there."""
    said = {"ok": False, "error": {"code": "X", "message": "no"}, "meta": {}}
    words = ["sh", "-c", f"echo '{json.dumps(said)}'; true"]
    record = json.loads(run("run", "--json", *words, **state).stdout)
    (row,) = rows(state)

    assert record["reading"]["verdict"] == row["verdict"] != "done"


def test_one_run_is_shown_with_the_end_of_its_output(state):
    """Its last lines, cleaned, and what to do next."""
    script = "for n in $(seq 50); do echo line $n; done; printf '\\033[31mred\\n' >&2"
    run("run", "--json", "sh", "-c", f"{script}; exit 3", **state)
    shown = data("journal", "show", "1", **state)
    told = at_terminal("journal", "show", "1", NO_COLOR="1", **state)

    assert [f"line {n}" for n in range(31, 51)] == shown["output"]["stdout"]
    assert ["red"] == shown["output"]["stderr"]
    assert shown["meaning"]
    assert "\nline 50\n" in told.stdout.replace("\r", "")
    assert "line 30" not in told.stdout


@pytest.mark.parametrize("how", ["link", "old", "directory", "gone"])
def test_a_line_can_name_no_file_of_another_run(tmp_path, state, how):
    """A file that was not written by then, a link or no file is not shown."""
    log = tmp_path / "log"
    if how != "directory":
        log.write_text("private")
        os.utime(log, (1000, 1000) if how == "old" else None)
    if how == "link":
        log = tmp_path / "link"
        log.symlink_to(tmp_path / "log")
    if how == "directory":
        log.mkdir()
    if how == "gone":
        log.unlink()
    left(state, log=str(log), status="exited", exit_code=3)
    shown = data("journal", "show", "1", **state)

    assert [] == shown["output"]["stdout"]


def test_a_cut_line_is_no_success(state):
    """What is missing of it may be what failed."""
    left(state, argv=["sh", "-c", "true; " * 2], line=True, cut=True)

    assert "unknown" == rows(state)[0]["verdict"]


# -- trouble


def test_lines_are_listed_where_no_store_can_be(tmp_path, state):
    """They stay where they are, and a warning says why."""
    left(state, exit_code=3, argv=["sh", "-c", "exit 3"])
    (tmp_path / "state" / "exeunt" / "store.db").mkdir(mode=0o700)
    ended = [envelope(run("journal", "--failed", **state)) for _ in range(2)]

    for one in ended:
        (row,) = one["data"]["runs"]
        assert (None, 3, "failed") == (row["id"], row["exit_code"], row["verdict"])
        assert "not taken over" in one["warnings"][0]


def test_a_call_leaves_a_line_where_no_store_can_be(tmp_path, state):
    """What cannot be noted beforehand is noted afterwards."""
    (tmp_path / "state" / "exeunt" / "store.db").mkdir(parents=True, mode=0o700)
    (tmp_path / "state" / "exeunt").chmod(0o700)
    run("run", "--retry", "--quiet", "false", **state)
    (row,) = rows(state, "--failed")

    assert ("call", ["false"]) == (row["kind"], row["argv"])


def test_hostile_lines_are_told_and_change_nothing(tmp_path, state):
    """The runs around them are listed, and nothing steers the terminal."""
    left(state, argv=["evil", "\x1b]0;title\x07\x1b[2J"], name="\x1b[31m", dialect="x")
    with (tmp_path / "state" / "exeunt" / "journal").open("ab") as file:
        file.write(b"\x1b[2J{}\n" + b"y" * 100_000 + b"\n")
    told = at_terminal("journal", NO_COLOR="1", **state)

    assert "2 lines of the journal say nothing" in told.stdout
    assert "evil" in told.stdout
    assert "\x1b" not in told.stdout
    assert [] == too_wide(told.stdout)


def test_rows_of_an_older_store_are_listed(tmp_path, state):
    """What call() noted before is there, with a verdict of today."""
    with Store.open(str(tmp_path / "state" / "exeunt" / "store.db")) as store:
        done = store.runs.begin("a", ["grep", "x", "y"])
        store.runs.finish(done, status="exited", exit_code=1)

    assert "no" == rows(state)[0]["verdict"]
