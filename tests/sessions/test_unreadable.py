"""A session whose state says nothing → a row of its own; the others are unharmed."""

import json
import os
import shutil

import pytest

from sessions_at import ask, fail

DAMAGES = {
    "empty": b"{}",
    "another version": b'{"session": "bad", "state": 7}',
    "wrong kinds": b'{"session": "bad", "status": 7, "ended_at": "never", "args": 1}',
    "a list": b"[]",
    "no JSON": b"\x00\xff",
    "nested too deeply": b'{"a":' * 100_000,
    "nothing": b"",
}


def place(tmp_path, name):
    """Where a session is."""
    (found,) = tmp_path.rglob(f"sessions/{name}")
    return found


@pytest.fixture
def sessions(tmp_path):
    """Where two sessions are that have ended: one that is good, and one to damage."""
    for name in ("good", "bad"):
        ask(tmp_path, "start", "--session", name, "true")
        ask(tmp_path, "wait", name, "--end")
    return place(tmp_path, "bad")


def listed(tmp_path):
    """Which sessions there are, and how they are."""
    return {one["session"]: one["status"] for one in ask(tmp_path, "list")["sessions"]}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_state_that_says_nothing_breaks_no_other_row(damage, tmp_path, sessions):
    """What cannot be read at all has left nothing; the rest is a row."""
    (sessions / "state").write_bytes(damage)
    found = listed(tmp_path)

    assert "exited" == found.pop("good")
    assert found in ({}, {"bad": "unreadable"})
    assert fail(tmp_path, "send", "bad", "x")[0] in {4, 5}


@pytest.mark.parametrize("name", ["session", "started_at", "args", "record"])
def test_a_state_of_another_version_is_unreadable(name, tmp_path, sessions):
    """One field of another kind is enough: nobody guesses what it means."""
    state = json.loads((sessions / "state").read_bytes())
    (sessions / "state").write_text(json.dumps({**state, name: True}))

    assert {"good": "exited", "bad": "unreadable"} == listed(tmp_path)
    assert "unreadable" == ask(tmp_path, "wait", "bad")["status"]


@pytest.mark.parametrize("what", ["state", "lock"])
@pytest.mark.parametrize("kind", ["pipe", "directory", "link"])
def test_what_is_no_file_breaks_no_other_row(what, kind, tmp_path, sessions):
    """It is neither waited for nor followed."""
    (sessions / what).unlink()
    path = sessions / what
    {
        "pipe": os.mkfifo,
        "directory": os.mkdir,
        "link": lambda path: path.symlink_to("/dev/zero"),
    }[kind](path)

    assert "exited" == listed(tmp_path)["good"]


def test_a_folder_in_which_others_may_write_is_no_session(tmp_path, sessions):
    """Nobody knows who has put there what is in it."""
    sessions.chmod(0o777)

    assert {"good": "exited"} == listed(tmp_path)
    shutil.rmtree(sessions)
