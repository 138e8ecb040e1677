"""A job that asks a question → held with its prompt, until a session answers it."""

import threading

import pytest

from exeunt import Session
from exeunt.batches.job import Job
from exeunt.batches.limits import Limits
from exeunt.batches.pull import Puller
from exeunt.batches.queue import Queue
from exeunt.errors import InputError

ASKS = 'read -p "Which one? " answer; echo "took $answer"'


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches and sessions of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def asking(**fields):
    """A job that reads a line at its terminal."""
    return Job(("bash", "-c", ASKS), id="asks", pty=True, **fields)


def test_a_question_is_answered_while_others_have_its_place():
    """It is held with its prompt; its answer ends it, and the batch with it."""
    queue = Queue.create("asks", [asking(), Job(("true",), id="other")])
    found = []
    for one in Puller(queue, Limits(jobs=1)).run():
        found.append((one.job.id, one.state))
        if one.state == "held":
            row = queue.find("asks")
            with pytest.raises(InputError, match="waits for an answer"):
                queue.resolve("asks", "done")
            told = threading.Thread(target=Session(row.session).send, args=("b",))
            told.start()
    told.join()

    assert "it asks: Which one?" == row.why.strip()
    assert {("asks", "held"), ("other", "done"), ("asks", "done")} == {*found}
    assert ("asks", "held") == found[0]
    assert b"took b" in queue.find("asks").record


def test_who_leaves_ends_what_waits_for_an_answer():
    """Nobody sees how it ends: by its contract it is in doubt, or to do again."""
    for effects, state in (("unknown", "doubt"), ("none", "todo")):
        queue = Queue.create(f"leaves-{effects}", [asking(effects=effects)])
        puller = Puller(queue, Limits())
        for one in puller.run():
            if one.state == "held":
                puller.end()

        assert state == queue.find("asks").state


def test_a_question_that_is_not_to_be_kept_is_held_without_a_session():
    """With `keep=0` the command is ended, and a person says what is next."""
    queue = Queue.create("brief", [asking()])
    (one,) = Puller(queue, Limits(keep=0)).run()

    assert "held" == one.state
    assert queue.find("asks").session is None
    queue.resolve("asks", "failed")
