"""Many runs in one thread, readers that are slow or gone → nothing lost or blocked."""

import asyncio
import os
import select
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import exeunt
from exeunt import InputError
from exeunt.process.flow import Running
from exeunt.process.run import ZYGOTE
from running import PYTHON, Mark, host, sh, start, until, wait_for


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def asked(line, **options):
    """A request for a shell line, without a log."""
    return exeunt.request(sh(line), log=False, **options)


# --- many in one thread ---------------------------------------------------------------


def test_each_is_given_as_it_ends(tmp_path):
    """The order is that of the endings, not of the requests."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    requests = [asked(f"cat {gate}; exit 1"), asked(f"echo > {gate}; exit 2")]
    ended = list(exeunt.run_all(requests))

    assert {1, 2} == {done.exit_code for done in ended}
    slow = [asked(f"read x < {gate}; exit 3"), asked("exit 4")]
    found = []
    for done in exeunt.run_all(slow):
        found.append(done.exit_code)
        if done.exit_code == 4:
            gate.write_text("go\n")
    assert [4, 3] == found


def test_there_is_no_thread_for_each(tmp_path):
    """E13: a hundred runs side by side are one thread and few descriptors."""
    source = """
        import os, exeunt
        requests = [
            exeunt.request(shell=f"echo {n}; sleep 0.3; exit {n}", log=False)
            for n in range(100)
        ]
        before = len(os.listdir("/proc/self/fd"))
        found, threads = set(), set()
        for done in exeunt.run_all(requests):
            found.add((done.exit_code, done.stdout))
            threads.add(len(os.listdir("/proc/self/task")))
        after = len(os.listdir("/proc/self/fd"))
        expected = {(n, f"{n}\\n") for n in range(100)}
        print(found == expected, threads, after - before <= 1)
    """

    assert "True {1} True\n" == host(source, tmp_path=tmp_path)


def test_at_once_is_a_bound(tmp_path):
    """With at_once=1 no run begins before the one before it has ended."""
    lock = tmp_path / "lock"
    line = f"mkdir {lock} || exit 9; rmdir {lock}"
    requests = [asked(line) for _ in range(10)]

    assert [0] * 10 == [done.exit_code for done in exeunt.run_all(requests, at_once=1)]


def test_each_has_its_own_limits():
    """A deadline, silence, a flood and a missing command do not disturb each other."""
    requests = [
        asked("sleep 60", timeout=0.2),
        asked("echo a; sleep 60", idle=0.2),
        asked("yes | head -c 3000000", max_output=1000),
        exeunt.request(["no-such-command"], log=False),
        exeunt.request(["cat"], stdin="/no/such/file", log=False),
        asked("exit 7"),
    ]
    found = sorted(done.status for done in exeunt.run_all(requests))

    assert [
        "exited",
        "exited",
        "idle",
        "internal_error",
        "not_found",
        "timed_out",
    ] == found


def test_who_stops_asking_ends_the_rest(mark):
    """A generator that is closed takes all that still run with it."""
    requests = [asked("sleep 60", env=mark.env), asked("exit 0")]
    runs = exeunt.run_all(requests)
    assert "exited" == next(runs).status
    runs.close()

    assert [] == mark.gone()


@pytest.mark.parametrize("at_once", [-1, True, 1.5])
def test_a_bound_that_is_none_is_refused(at_once):
    """Before anything starts."""
    with pytest.raises(InputError, match="at_once"):
        list(exeunt.run_all([asked("exit 0")], at_once=at_once))


def test_only_requests_can_be_started():
    """Words are made a request first, and the error says how."""
    with pytest.raises(InputError, match=r"exeunt\.request"):
        exeunt.start(["ls"])


def test_no_requests_are_no_runs():
    """Nothing to do is done at once."""
    assert [] == list(exeunt.run_all([]))


def test_threads_run_side_by_side():
    """E13: each thread has its own run, its own output and its own number."""
    with ThreadPoolExecutor(16) as pool:
        found = list(
            pool.map(
                lambda n: exeunt.run(sh(f"echo {n}; exit {n}"), log=False), range(64)
            )
        )

    assert [(n, f"{n}\n") for n in range(64)] == [
        (d.exit_code, d.stdout) for d in found
    ]


# --- in a coroutine -------------------------------------------------------------------


def test_coroutines_run_side_by_side():
    """run_async(): many at once, in the loop's own thread."""

    async def both():
        return await asyncio.gather(
            *(
                exeunt.run_async(sh(f"echo {n}; exit {n}"), log=False)
                for n in range(20)
            ),
            exeunt.run_async(["no-such-command"], log=False),
            exeunt.run_async(["cat"], stdin="/no/such", log=False),
            exeunt.run_async(["sleep", "60"], timeout=0.1, log=False),
        )

    *found, missing, unread, late = asyncio.run(both())
    assert [(n, f"{n}\n") for n in range(20)] == [
        (d.exit_code, d.stdout) for d in found
    ]
    assert ["not_found", "internal_error", "timed_out"] == [
        done.status for done in (missing, unread, late)
    ]


def test_a_cancelled_task_takes_its_tree_along(tmp_path, mark):
    """Nothing of the command is left, and the task is cancelled as any other."""
    ready = tmp_path / "ready"

    async def cancelled():
        line = f"setsid sleep 60 & : > {ready}; sleep 60"
        task = asyncio.create_task(
            exeunt.run_async(sh(line), env=mark.env, log=False),
        )
        while not ready.exists():  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.005)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert [] == mark.gone()


@pytest.mark.parametrize("rounds", range(6))
def test_a_cancellation_is_not_lost_to_a_word_of_the_command(rounds, tmp_path):
    """One that comes in the moment in which the command says something still counts."""
    ready = tmp_path / "ready"

    async def cancelled():
        loop = asyncio.get_running_loop()
        words = sh(f"sleep 0.1; echo said; : >{ready}; sleep 60")
        task = asyncio.create_task(exeunt.run_async(words, log=False))

        def later(rounds):
            if rounds:
                loop.call_soon(later, rounds - 1)
            else:
                task.cancel()

        await asyncio.sleep(0.01)
        wait_for(ready)  # while the loop stands still
        later(rounds)
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


# --- slow readers ---------------------------------------------------------------------


class Passing:
    """A run whose output goes to a pipe that we read when we like."""

    def __init__(self, request):
        self.ours, self.theirs = os.pipe()
        shown = {"stdout": self.theirs}
        self.flow = Running(request, shown=shown, recorded="never")
        self.flow.start(ZYGOTE.launch)

    def rest(self):
        """Read to the end of the run."""
        os.close(self.theirs)
        data = b""
        poll = select.poll()
        poll.register(self.ours, select.POLLIN)
        while True:
            finished = self.flow.finished or self.flow.step(0.01)
            while poll.poll(0):
                piece = os.read(self.ours, 65_536)
                data += piece
                if not piece:
                    break
            if finished:
                os.close(self.flow.streams.captures["stdout"].outlet.descriptor)
                while piece := os.read(self.ours, 65_536):
                    data += piece
                os.close(self.ours)
                return data


def test_a_reader_that_sleeps_costs_no_time():
    """While only a reader is waited for, nothing is due: we sleep as well."""
    passing = Passing(asked("yes | head -c 300000"))
    flow = passing.flow
    assert until(
        lambda: flow.step(0.01) or (flow.stage == "delivering" and flow.streams.slow)
    )

    assert flow.due() is None
    assert not flow.finished
    assert b"y\n" * 150_000 == passing.rest()


def test_what_waits_for_a_reader_is_bounded():
    """Backpressure: a flood is not read faster than it is taken, nor is any lost."""
    passing = Passing(asked("yes | head -c 5000000"))
    flow = passing.flow
    assert until(lambda: flow.step(0.01) or flow.streams.paused)
    for _ in range(30):
        flow.step(0.01)
    (capture,) = flow.streams.paused

    assert len(capture.outlet.pending) < 600_000
    assert flow.report.status is None
    assert b"y\n" * 2_500_000 == passing.rest()


def test_a_command_that_we_hold_up_is_not_idle():
    """Silence that is our own reader's does not count as the command's."""
    passing = Passing(asked("yes | head -c 5000000", idle=0.2))
    flow = passing.flow
    assert until(lambda: flow.step(0.01) or flow.streams.paused)
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        flow.step(0.05)

    assert flow.report.asked is None
    assert 5_000_000 == len(passing.rest())
    assert 0 == flow.report.status


@pytest.mark.parametrize("held", ["", "sleep 60 &"], ids=["ended", "held"])
def test_what_was_held_back_arrives(held, tmp_path, mark):
    """The beginning of a secret at the very end is hidden, behind a full pipe too."""
    ready = tmp_path / "ready"
    line = f"{held} yes | head -c 65536; printf hunt; : > {ready}"
    words = ["--secret-env", "T=hunter2!", *sh(line)]
    process = start(tmp_path, *words, mark=mark, pipesize=65_536)
    wait_for(ready)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)  # it is waiting for us
    stdout, _ = process.communicate()

    assert b"y\n" * 32_768 + b"***" == stdout


def test_a_reader_that_left_while_we_waited_ends_the_command():
    """Who closes the pipe with data in it is noticed, and the command told."""
    passing = Passing(asked("exec yes"))
    flow = passing.flow
    assert until(lambda: flow.step(0.01) or flow.streams.paused)
    os.close(passing.theirs)
    os.close(passing.ours)
    flow.finish()

    assert 13 == flow.report.status  # SIGPIPE
    assert flow.streams.captures["stdout"].outlet.gone


# --- nothing is left behind -----------------------------------------------------------


def test_nothing_stays_open_of_a_run_that_was_let_go(tmp_path):
    """Neither descriptors nor the threads that write logs."""
    source = """
        import os, time, exeunt
        exeunt.run(["true"])
        def count():
            return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
        before = count()
        for _ in range(5):
            request = exeunt.request(["yes"], input=b"x")
            with exeunt.start(request) as running:
                while running.streams.captures["stdout"].total < 1_000_000:
                    running.step(1)
            next(exeunt.run_all([request, exeunt.request(["true"])]))
        until = time.monotonic() + 10
        while count() != before and time.monotonic() < until:
            time.sleep(0.01)
        print(count() == before)
    """

    assert "True\n" == host(source, tmp_path=tmp_path)


def test_a_late_cancel_goes_nowhere():
    """After the end our descriptors' numbers are somebody else's."""
    with exeunt.start(asked("exit 0")) as running:
        running.wait()
        ours, theirs = os.pipe()
        others = [os.dup(theirs) for _ in range(32)]
        running.cancel()
        running.cancel(15)
    found = select.select([ours], [], [], 0)[0]
    for end in (ours, theirs, *others):
        os.close(end)

    assert [] == found


def test_a_run_does_not_wait_for_what_it_left(tmp_path, mark):
    """A flood that a left process writes for ever is let go after the drain."""
    ready = tmp_path / "ready"
    done = exeunt.run(
        sh(f"yes & until [ -e {ready} ]; do : > {ready}; done; exit 3"),
        env=mark.env,
        max_output=100,
        log=False,
    )

    assert ("exited", 3) == (done.status, done.exit_code)
    assert done.stdout.startswith("y\n")


def test_an_exception_in_the_wait_ends_the_tree(tmp_path, mark):
    """KeyboardInterrupt, or whatever ends the wait, takes the tree along."""
    source = """
        import os, signal, sys, exeunt
        line = f"setsid sleep 60 & kill -INT {os.getpid()}; sleep 60"
        try:
            exeunt.run(shell=line, log=False)
        except KeyboardInterrupt:
            print("interrupted")
    """

    assert "interrupted\n" == host(source, tmp_path=tmp_path, mark=mark)
    assert [] == mark.gone()


def test_output_at_the_last_moment_is_kept(tmp_path):
    """What a killed command had written is in the record."""
    ready = tmp_path / "ready"
    source = (
        "import os, signal, sys\n"
        "def last(*_): os.write(1, b'LAST\\n'); os._exit(0)\n"
        "signal.signal(signal.SIGTERM, last)\n"
        "os.write(1, b'FIRST\\n'); open(sys.argv[1], 'w').close()\n"
        "while True: signal.pause()\n"
    )
    words = [PYTHON, "-I", "-S", "-c", source, str(ready)]
    with exeunt.start(exeunt.request(words, log=False)) as running:
        wait_for(ready)
        running.cancel()
        done = running.wait()

    assert ("FIRST\nLAST\n", "cancelled") == (done.stdout, done.status)


def test_more_runs_than_descriptors_take_turns(tmp_path):
    """run_all() starts no more at once than the process has descriptors for."""
    source = """
    import resource, exeunt
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
    requests = [exeunt.request(["true"], log=False) for _ in range(40)]
    print(sorted({(done.status, done.detail) for done in exeunt.run_all(requests)}))
    """

    assert "[('exited', None)]\n" == host(source, tmp_path=tmp_path)
