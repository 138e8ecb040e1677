"""exeunt ps → what runs now, whoever started it."""

import os
import subprocess
import sys
import time

import pytest

from command_line import MODULE, at_terminal, data, environment, run, too_wide
from exeunt.process import under_way

WRITES = "echo $$ > $0.tmp; mv $0.tmp $0; sleep 1000"
LIBRARY = "import exeunt, sys; exeunt.run(sys.argv[1:])"


@pytest.fixture
def state(tmp_path):
    """The environment of a state directory that is not there yet."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def begin(state, tmp_path):
    """A function that starts a command which writes its number, and has it ended."""
    started = []

    def begin(name, *words, more=()):
        started.append(
            subprocess.Popen(
                [*words, "sh", "-c", WRITES, name, *more],
                stdin=subprocess.DEVNULL,
                env=environment(**state),
                cwd=tmp_path,
            )
        )
        return number(tmp_path / name)

    yield begin
    for one in started:
        one.terminate()
        one.wait()


def number(path):
    """Wait for the number that a command writes."""
    for _ in range(1200):
        if path.exists():
            return int(path.read_text())
        time.sleep(0.05)
    raise AssertionError


def rows(state):
    """Return what runs, by its number; other tests may run something, too."""
    return {row["pid"]: row for row in data("ps", **state)["running"]}


def test_what_runs_is_seen_whoever_started_it(state, begin, tmp_path):
    """A run, a program's, a batch's and a session: until they have ended."""
    by_run = begin("a", *MODULE, "run", "--name", "nightly")
    by_program = begin("b", sys.executable, "-c", LIBRARY)
    words = ("batch", "--quiet", "--name", "n", "--shell", "echo $$ > c; {} 1000")
    batch = subprocess.Popen(
        [*MODULE, *words, ":::", "sleep"], env=environment(**state), cwd=tmp_path
    )
    by_batch = number(tmp_path / "c")
    session = ("session", "start", "--session", "asks", "sh", "-c", "read answer")
    asks = data(*session, **state)["pid"]
    data("session", "wait", "asks", **state)
    try:
        seen = rows(state)
        told = at_terminal("ps", **state)
    finally:
        data("session", "stop", "asks", **state)
        batch.terminate()
        os.kill(by_batch, 15)
        batch.wait()

    kinds = {pid: seen[pid]["kind"] for pid in (by_run, by_program, by_batch, asks)}
    assert list(kinds.values()) == ["run", "library", "job", "session"]
    assert seen[by_run]["name"] == "nightly"
    assert seen[by_run]["argv"][:2] == ["sh", "-c"]
    assert seen[by_batch]["name"] == "n"
    assert seen[batch.pid]["kind"] == "batch"
    assert seen[asks]["state"] == "waits for an answer"
    assert str(by_run) in told.stdout
    assert not too_wide(told.stdout)
    assert not {by_batch, asks, batch.pid} & rows(state).keys()


def test_nothing_runs(state):
    """That is no failure; what others run is not shown."""
    done = run("ps", "--output", "text", **state)

    assert done.code == 0
    assert "nothing runs\n" == done.stdout or done.stdout.startswith("pid")


def test_what_another_user_runs_is_not_shown(begin, monkeypatch):
    """A process is told by the user whose it is, not by who may look at it."""
    pid = begin("a", *MODULE, "run")

    assert pid in {one.pid for one in under_way.runs()}
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000)
    assert under_way.runs() == []


def test_secrets_in_words_are_hidden(state, begin):
    """As everywhere."""
    pid = begin("a", *MODULE, "run", more=("--token", "hunter2hunter2"))

    assert "--token" in rows(state)[pid]["argv"]
    assert "hunter2" not in str(rows(state)[pid])
