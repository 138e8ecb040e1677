"""Many commands → each is claimed, run, judged and ended once, whoever is killed."""

import asyncio
import json
import os
import sqlite3
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import exeunt
from exeunt.batches.job import Job
from exeunt.batches.queue import Queue, names
from exeunt.batches.turns import End
from exeunt.errors import InputError, StoreError, UnknownName


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "exeunt" / "batches"


def states(found):
    """How many ended in which state."""
    return Counter(one.state for one in found)


def told(found):
    """A difference in a line."""
    return f"{found.new} new, {found.gone} gone, {found.same} the same"


def touches(tmp_path, number, **fields):
    """A job that appends one byte to a file of its own: what it did can be counted."""
    line = f"printf x >> {tmp_path}/effect-{number}"
    return Job(shell=line, id=str(number), number=number, **fields)


def effects(tmp_path):
    """How often each job was done."""
    return [len(one.read_bytes()) for one in sorted(tmp_path.glob("effect-*"))]


def test_a_batch_runs_each_command_and_tells_what_became_of_it():
    """Successes, failures and what is no program are told, each with its job."""
    commands = [["true"], ["sh", "-c", "echo out; exit 3"], ["no-such-program"]]
    found = {one.job.words[0]: one for one in exeunt.batch(commands, jobs=2)}

    assert {"true": "done", "sh": "failed", "no-such-program": "failed"} == {
        word: one.state for word, one in found.items()
    }
    assert ("out\n", 3) == (found["sh"].record.stdout, found["sh"].record.exit_code)
    assert found["true"].ok
    assert not found["no-such-program"].ok
    assert [] == names()  # nobody named it, and all is told


def test_a_coroutine_has_the_same():
    """batch_async() yields the same from a task."""

    async def main():
        return [one async for one in exeunt.batch_async([["true"], ["false"]])]

    assert {"done": 1, "failed": 1} == states(asyncio.run(main()))


def test_a_batch_with_a_name_goes_on_with_what_is_left(tmp_path):
    """Whoever stops taking results ends what runs; what had not begun is done later."""
    jobs = [touches(tmp_path, number) for number in range(1, 7)]
    first = exeunt.batch(jobs, name="six", jobs=1)
    assert "done" == next(first).state
    first.close()
    before = Queue.open("six").counts()
    rest = [*exeunt.batch(name="six", jobs=2)]

    assert before.done >= 1
    assert {"done": before.todo} == states(rest)
    assert [1] * (6 - before.doubt) == [n for n in effects(tmp_path) if n]
    assert before.doubt == Queue.open("six").counts().doubt


def test_another_input_is_compared_with_the_batch(tmp_path):
    """What is new is added, what is gone is not begun, and the same is the same."""
    queue = Queue.create("input", [touches(tmp_path, 1), touches(tmp_path, 2)])
    found = queue.add([touches(tmp_path, 2), touches(tmp_path, 3)])
    again = queue.add([touches(tmp_path, 1), touches(tmp_path, 2)])

    assert (1, 1, 1) == (found.new, found.gone, found.same)
    assert (("3",), ("1",)) == (found.new_jobs, found.gone_jobs)
    assert (0, 1, 2) == (again.new, again.gone, again.same)
    assert (2, 1) == (queue.counts().todo, queue.counts().cancelled)


def test_the_second_of_the_same_command_is_another_job():
    """Three times the same are three jobs; four times in the next input is one new."""
    same = Job(("true",))
    queue = Queue.create("same", [same] * 3)

    assert "1 new, 0 gone, 3 the same" == told(queue.add([same] * 4))
    assert "0 new, 2 gone, 2 the same" == told(queue.add([same] * 2))


def test_two_jobs_of_one_id_are_refused_and_nothing_is_left():
    """The error names both places in the input; the name is free as before."""
    jobs = [Job(("true",), id="x", number=n) for n in (3, 17)]

    with pytest.raises(InputError, match="'x' stands twice in the input: in 3 and 17"):
        Queue.create("twice", jobs)
    assert [] == names()


def test_an_input_that_breaks_off_leaves_nothing():
    """What the caller's own code raises is raised, and no batch is made."""

    def broken():
        yield Job(("true",))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Queue.create("broken", broken())
    assert [] == names()


def test_a_name_is_taken_once_and_must_be_one():
    """A batch of that name, no batch of that name, and what is no name."""
    Queue.create("here", [Job(("true",))])

    with pytest.raises(InputError, match="--resume here goes on with it"):
        Queue.create("here", [])
    with pytest.raises(UnknownName, match="there is no batch named elsewhere"):
        Queue.open("elsewhere")
    with pytest.raises(InputError, match="is no name for a batch"):
        Queue.create("../x", [])


def test_a_claim_is_one_owners_and_its_end_is_written_once():
    """Compare and set: by owner and attempt, and only while it is claimed."""
    queue = Queue.create("once", [Job(("true",))])
    one, other = queue.enlist(1), queue.enlist(1)
    (claim,) = queue.claim(5, one)

    assert () == queue.claim(5, other)
    stolen = claim.replace(owner=other.number)
    assert not queue.finish(End(stolen, "done"), other)
    assert queue.finish(End(claim, "done"), one)
    assert not queue.finish(End(claim, "failed"), one)
    assert 1 == queue.counts().done
    queue.leave(one)
    queue.leave(other)


def test_what_began_without_an_end_is_in_doubt_unless_it_may_be_repeated(tmp_path):
    """The contract decides: effects none or idempotent are done again, all else not."""
    jobs = [
        touches(tmp_path, 1),
        touches(tmp_path, 2, effects="idempotent"),
        touches(tmp_path, 3),
        touches(tmp_path, 4, effects="none"),
    ]
    queue = Queue.create("lost", jobs)
    gone = queue.enlist(4)
    for place, claim in enumerate(queue.claim(3, gone)):
        if claim.number != 3:  # which was claimed, and never began
            gone.note(place, claim.number, claim.attempt)
    os.close(gone.lease.descriptor)  # as the kernel does for whoever is killed
    found = [*exeunt.batch(name="lost", jobs=1)]

    assert ["2", "3", "4"] == sorted(one.job.id for one in found)
    assert 1 == Queue.open("lost").counts().doubt
    assert "nobody saw how it ended" in Queue.open("lost").find("1").why


def test_what_a_person_says_of_a_doubt_is_written(tmp_path):
    """done, failed, or again; what is done is asked no more."""
    queue = Queue.create("asked", [touches(tmp_path, number) for number in (1, 2)])
    gone = queue.enlist(2)
    for place, claim in enumerate(queue.claim(2, gone)):
        gone.note(place, claim.number, claim.attempt)
    os.close(gone.lease.descriptor)
    queue.recover(idempotent=False, attempts=3)
    queue.resolve("1", "done")
    queue.resolve("2", "again")

    assert (1, 1, 0) == (queue.counts().done, queue.counts().todo, queue.counts().doubt)
    with pytest.raises(InputError, match="is done"):
        queue.resolve("1", "failed")
    with pytest.raises(InputError, match="no job of the batch asked is called 9"):
        queue.resolve("9", "done")


def test_a_file_that_is_no_batch_is_refused(state):
    """A newer schema, another program's file, and one that is damaged."""
    Queue.create("newer", [Job(("true",))]).close()
    with sqlite3.connect(state / "newer.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with sqlite3.connect(state / "other.db") as connection:
        connection.execute("CREATE TABLE a (x)")
    connection.close()
    (state / "broken.db").write_bytes(b"x" * 8192)

    with pytest.raises(StoreError, match="newer exeunt"):
        Queue.open("newer")
    with pytest.raises(StoreError, match="another program's database"):
        Queue.open("other")
    with pytest.raises(StoreError, match="is damaged"):
        Queue.open("broken")


def test_what_failed_is_in_the_journal_and_what_is_done_is_not(state):
    """A million successes would push all else out of it; a failure is asked for."""
    failing = ["sh", "-c", "echo no; exit 3"]
    found = [*exeunt.batch([["true"], failing], name="night")]
    lines = (state.parent / "journal").read_text().splitlines()
    (line,) = [json.loads(line) for line in lines if line]

    assert 2 == len(found)
    assert ("batch", "night", 3) == (line["kind"], line["name"], line["exit_code"])
    assert failing == line["argv"]


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_executor_places_pullers_and_the_results_come_here(kind):
    """What they ran is told as if it had been run here, and each was run once."""
    commands = [["sh", "-c", f"echo {n}; exit {n % 2}"] for n in range(6)]
    with kind(2) as place:
        found = [*exeunt.batch(commands, place=place, pullers=2, jobs=1)]
    told = {one.number: (one.state, one.record.stdout) for one in found}

    assert {n + 1: (["done", "failed"][n % 2], f"{n}\n") for n in range(6)} == told
    assert {"proceed", "inspect_state"} == {one.decision.action.value for one in found}
    assert all(one.ok is (one.state == "done") for one in found)


def test_a_batch_that_is_left_ends_the_pullers_that_were_placed():
    """What they had not begun stays to do."""
    with ThreadPoolExecutor(1) as place:
        found = exeunt.batch(
            [["true"], ["sleep", "300"]], place=place, jobs=1, name="left"
        )
        assert "done" == next(found).state
        found.close()

    assert 1 == Queue.open("left").counts().done
    assert "stop" == Queue.open("left").wish
