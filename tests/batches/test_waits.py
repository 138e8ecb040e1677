"""A job that is to wait → waits in the file, and its place is free for others."""

import pytest

import exeunt
from calling import App, done, failed, moved, vouch
from exeunt.batches.job import Job
from exeunt.batches.limits import Limits
from exeunt.batches.pull import Puller
from exeunt.batches.queue import Queue
from exeunt.batches.turns import End
from exeunt.errors import InputError
from exeunt.store.clock import Clock
from exeunt.store.store import Store

DAY = 86_400.0


class Skipping(Clock):
    """A clock that can be set on, and a wall's that can be set to anything."""

    skipped, wall, started = 0.0, 0.0, ""

    def now(self):
        """The wall's time."""
        return super().now() + self.skipped + self.wall

    def since_boot(self):
        """The time since the machine's start."""
        return super().since_boot() + self.skipped

    def boot(self):
        """The machine's start, or another one."""
        return self.started or super().boot()


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """Each test has batches of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def clock():
    """A clock for one test."""
    return Skipping()


def run(queue, clock, **limits):
    """Run a batch; once only pauses are left, their time has passed."""
    told = []
    for one in Puller(queue, Limits(**limits)).run():
        told.append(one)
        if not one.final and queue.counts().todo == 0:
            clock.skipped += 400
    return told


def told(found):
    """What was told, in its order."""
    return [(one.job.id, one.state, one.attempts) for one in found]


def test_a_rate_limit_holds_its_host_and_no_place(tmp_path, clock):
    """Others of the host wait, too; one place is enough for all others meanwhile."""
    slow = failed(11, "RATE_LIMITED", retry_after=30)
    app = App(tmp_path / "app", slow, done([1]))
    jobs = [
        Job((*app.words, "https://one.example/a"), id="limited"),
        Job((*app.words, "https://one.example/b"), id="same host"),
        Job((*app.words, "https://two.example/b"), id="other host"),
        Job(("true",), id="other"),
        Job(("true",), id="asks there", hold=f"{app.path}@one.example"),
    ]
    queue = Queue.create("held", jobs, clock=clock)
    found = []
    for one in Puller(queue, Limits(jobs=1)).run():
        found.append(one)
        if one.job.id == "other":
            (hold,) = queue.holds.list()
            clock.skipped += 40  # now it is over

    assert [
        ("limited", "waiting", 1),
        ("other host", "done", 1),
        ("other", "done", 1),
        ("limited", "done", 2),
        ("same host", "done", 1),
        ("asks there", "done", 1),
    ] == told(found)
    assert f"{app.path}@one.example" == hold.key
    assert "Too many calls" in found[0].why


def test_what_may_be_repeated_is_so_often_and_no_more(clock):
    """Three attempts in all where doing it twice is doing it once; else one."""
    jobs = [
        Job(("false",), id="safe", effects="idempotent"),
        Job(("false",), id="unknown"),
    ]
    found = run(Queue.create("often", jobs, clock=clock), clock, jobs=1)

    assert [
        ("safe", "waiting", 1),
        ("unknown", "failed", 1),
        ("safe", "waiting", 2),
        ("safe", "failed", 3),
    ] == told(found)
    assert "This call has had all its attempts." == found[-1].why


def test_many_of_one_command_are_no_loop(clock):
    """The breaker of loops counts calls of one command, but not a batch's jobs."""
    found = run(Queue.create("loop", [Job(("false",))] * 12, clock=clock), clock)

    assert ["failed"] * 12 == [one.state for one in found]
    assert {"false"} == {one.record.command for one in found}


def test_what_needs_a_person_is_held_and_goes_on_when_one_says_so(tmp_path, clock):
    """Credentials that are missing are nobody's to guess; the batch ends without it."""
    app = App(tmp_path / "app", failed(8, "TOKEN_EXPIRED"), done([1]))
    queue = Queue.create("person", [Job(tuple(app.words), id="login")], clock=clock)
    (one,) = run(queue, clock)
    queue.resolve("login", "again")
    (other,) = run(queue, clock)

    assert ("held", "done") == (one.state, other.state)
    assert 2 == app.count


def test_a_batch_that_is_not_to_wait_ends_with_what_waits(clock):
    """Nothing is lost by that: another one goes on with it."""
    job = Job(("false",), effects="none")
    queue = Queue.create("hurry", [job], clock=clock)
    (one,) = Puller(queue, Limits(wait=False)).run()

    assert "waiting" == one.state
    assert 1 == queue.counts().waiting
    with pytest.raises(InputError, match="the job 1 is waiting"):
        queue.resolve("1", "done")


def test_few_of_one_key_run_side_by_side(tmp_path):
    """`per_key` bounds those that one hold would stop, and them alone."""
    line = f"mkdir {tmp_path}/turn || exit 1; sleep 0.05; rmdir {tmp_path}/turn"
    jobs = [Job(("sh", "-c", line), hold="turn", id=str(n)) for n in range(4)]
    found = exeunt.batch([*jobs, *[["true"]] * 4], jobs=4, per_key=1)

    assert ["done"] * 8 == [one.state for one in found]


def test_pages_are_asked_for_in_the_same_place_and_each_is_in_the_file(tmp_path, clock):
    """An attempt that follows at once is claimed anew before it starts."""
    first = done([1], truncated=True, cursor="p2")
    app = App(tmp_path / "app", first, done([2]))
    queue = Queue.create("pages", [Job((*app.words, "list"), id="all")], clock=clock)

    assert [("all", "doing", 1), ("all", "done", 2)] == told(run(queue, clock))
    assert [["list"], ["list", "--cursor", "p2"]] == app.calls


def test_a_redirect_is_followed_where_the_manifest_vouches_for_it(tmp_path, clock):
    """Else the job has moved, and where to is told; the row has it before it is run."""
    app = App(tmp_path / "app", moved("app new", permanent=True), done([1]))
    words = (*app.words, "old")
    (one,) = run(Queue.create("moved", [Job(words)], clock=clock), clock)
    with Store.open() as store:
        vouch(store, app, new="old")
    found = run(Queue.create("vouched", [Job(words)], clock=clock), clock)

    assert "moved" == one.state
    assert ("app", "new") == one.decision.command
    assert "done" == found[-1].state


def test_no_clock_that_jumps_makes_a_pause_longer(clock):
    """The wall's may jump by a day; another start of the machine has another clock."""
    queue = Queue.create("clock", [Job(("true",))], clock=clock)
    owner = queue.enlist(1)
    (claim,) = queue.claim(1, owner)
    queue.finish(End(claim, "waiting", pause=60.0), owner)

    left = []
    for wall, started in ((0, ""), (DAY, ""), (-DAY, ""), (-DAY, "2"), (DAY, "3")):
        clock.wall, clock.started = wall, started
        queue.leave(queue.enlist(1))
        left.append(queue.next_due())
    queue.leave(owner)

    assert [True] * 4 == [55 <= one <= 60.1 for one in left[:4]]
    assert 0 == left[4]  # which began a day later, as far as anybody can tell
