"""A keeper whose tree is proven empty → the next run; whatever is in doubt ends it.

Who keeps a command is its parent. Whether a keeper gets another task shows when it has
ended, or keeps a run once more: the latest to be done is the first to be asked.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import textwrap
import threading

import pytest

import exeunt
from exeunt.lease import take
from exeunt.process.request import changed
from exeunt.tree import is_stopped
from running import (
    PYTHON,
    Mark,
    environment,
    host,
    is_running,
    must,
    program,
    unshared,
    until,
)

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
RUNS = 1_000 if SOAKED else 80  # by eight threads
STAT = ["cat", "/proc/self/stat"]
PARENT = "import os; p = os.getppid(); print(p, flush=True)\n"
# What a command is like, as it finds itself: all but its number, and its parent.
SELF = """
import json, os, resource, signal, sys
status = open("/proc/self/status").read().splitlines()
wanted = ("Umask", "SigB", "SigI", "SigP", "Shd", "Cap", "NoNew", "Cpus", "Groups")
print(json.dumps({
    "parent": os.getppid(),
    "env": dict(os.environ),
    "cwd": os.getcwd(),
    "held": sorted(os.listdir("/proc/self/fd")),
    "stdin": sys.stdin.read(),
    "limits": open("/proc/self/limits").read(),
    "status": [line for line in status if line.startswith(wanted)],
    "nice": os.getpriority(os.PRIO_PROCESS, 0),
    "policy": os.sched_getscheduler(0),
    "oom": open("/proc/self/oom_score_adj").read(),
    "group": open("/proc/self/cgroup").read(),
    "leads": [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()],
    "argv": open(f"/proc/{os.getppid()}/cmdline").read(),
}))
"""


@pytest.fixture
def mark():
    """What a run's tree carries; nobody of it survives the test."""
    marked = Mark()
    yield marked
    marked.gone(within=0)


def python(source):
    """The words that have Python do something; -S would be a line's, for `env -S`."""
    return [PYTHON, "-I", "-c", source]


def keeper_of(done):
    """Who kept a run that printed its own line of /proc."""
    assert "exited" == done.status, done.detail
    return int(done.stdout.rpartition(")")[2].split()[1])


def kept():
    """Run something plain; return who kept it."""
    return keeper_of(exeunt.run(STAT, log=False))


def waiting():
    """Return a keeper that has got another task, and is done with it, too."""
    found = []

    def twice():
        found.append(kept())
        return len(found) > 1 and found[-1] in found[:-1]

    assert until(twice)
    return found[-1]


def gets_another(keeper):
    """Tell whether a keeper gets another task before it ends."""
    while is_running(keeper):
        if kept() == keeper:
            return True
    return False


# --- it is kept for more --------------------------------------------------------------


def test_a_keeper_gets_another_task():
    """One run after another has the same keeper, however it ends."""
    first = waiting()
    assert gets_another(first)
    done = exeunt.run(python(PARENT + "os.kill(os.getpid(), 11)"), log=False)
    assert "signaled" == done.status
    assert gets_another(int(done.stdout))


def test_whose_tree_ended_by_itself_gets_another_task():
    """A daemon that forked twice came to the keeper, and had ended by then."""
    line = """
    r, w = os.pipe()
    if not os.fork():
        os.fork()
        os._exit(0)
    os.close(w)
    os.read(r, 1)
    """
    done = exeunt.run(python(PARENT + textwrap.dedent(line)), log=False)

    assert (0, 0) == (done.cleanup.killed, done.cleanup.left)
    assert gets_another(int(done.stdout))


@pytest.mark.parametrize("way", ["threads", "run_all"])
def test_runs_side_by_side_share_their_keepers(way):
    """Far fewer than there are runs; each run gets its own output."""
    words = python(PARENT + "import sys; print(sys.argv[1])")
    asked = [exeunt.request([*words, str(n)], log=False, tag=n) for n in range(40)]
    if way == "run_all":
        done = list(exeunt.run_all(asked, at_once=4))
    else:
        done = []

        def some(place):
            done.extend(exeunt.start(one).wait() for one in asked[place::4])

        threads = [threading.Thread(target=some, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    said = [one.stdout.split() for one in done]
    assert sorted(str(one.tag) for one in done) == sorted(n for _, n in said)
    assert [str(one.tag) for one in done] == [n for _, n in said]
    assert len({keeper for keeper, _ in said}) < 30


# --- nothing stays of a run -----------------------------------------------------------


def test_nothing_of_a_run_is_in_the_next(tmp_path):
    """Its variables, words, directory, input, and all else that is inherited."""
    words = python(SELF)
    found = {}

    def state(**given):
        done = exeunt.run([*words, *given.pop("more", ())], log=False, **given)
        state = json.loads(done.stdout)
        found.setdefault(state.pop("parent"), []).append(state)
        return state

    def plain_again():
        state(env={"TOKEN": "word"}, cwd=tmp_path, input="all of it", more=["a-word"])
        state()
        return any(len(states) > 3 for states in found.values())

    first = state()
    assert until(plain_again)

    for states in found.values():
        for one in states:
            other = one["cwd"] == str(tmp_path)
            assert other is ("TOKEN" in one["env"])
            assert other is bool(one["stdin"])
            assert other or one == first
    assert ["0", "1", "2", "3"] == first["held"]
    assert [True, True] == first["leads"]
    assert "a-word" not in first["argv"]


# --- whatever is in doubt -------------------------------------------------------------

# What a command may do to its keeper. TOO is where root alone may.
TAMPERED = {
    "priority": "os.setpriority(0, p, os.getpriority(0, p) + 1)",
    "limit": "import resource as r; r.prlimit(p, r.RLIMIT_CORE, (0, 0))",
    "policy": "os.sched_setscheduler(p, os.SCHED_BATCH, os.sched_param(0))",
    "processor": "os.sched_setaffinity(p, {max(os.sched_getaffinity(p))})",
    "disk": "import ctypes as c; c.CDLL(None).syscall({io}, 1, p, 2 << 13 | 7)",
    "keys": "import ctypes as c; k = c.CDLL(None).syscall; "
    "k({keys}, 1, None, 0, 0, 0); k({keys}, 18, 0, 0, 0, 0)",
    "a signal that waits": "os.kill(p, 33)",
    "stopped": "os.kill(p, 19)",
}
MACHINE = os.uname().machine
CALLS = {"io": 251, "keys": 250} if MACHINE == "x86_64" else {"io": 30, "keys": 219}


@pytest.mark.parametrize("what", TAMPERED)
def test_who_was_changed_gets_no_other_task(what):
    """The next command would find it so, or whoever did it has more in mind."""
    source = (
        TAMPERED[what].format(**CALLS) if "{io}" in TAMPERED[what] else TAMPERED[what]
    )
    source = source.replace("{keys}", str(CALLS["keys"]))
    if what == "limit":
        must(resource.getrlimit(resource.RLIMIT_CORE)[1] != 0, "a limit to lower")
    if what == "processor":
        must(len(os.sched_getaffinity(0)) > 1, "two processors")
    done = exeunt.run(python(PARENT + source), log=False)

    assert ("exited", 0) == (done.status, done.exit_code), done.stderr
    assert not gets_another(int(done.stdout))


def test_who_has_another_score_gets_no_other_task():
    """Of whom the kernel ends first where there is no memory: root may set it."""
    must(os.geteuid() == 0, "root, for the score of a process that nobody may trace")
    source = "open(f'/proc/{p}/oom_score_adj', 'w').write('77')"
    done = exeunt.run(python(PARENT + source), log=False)

    assert 0 == done.exit_code
    assert not gets_another(int(done.stdout))


RARE = {
    "something left": {"line": "os.fork() or (os.close(1), os.close(2), s(60))"},
    "a limit": {"line": "s(60)", "timeout": 0.5},
    "a terminal": {"size": (80, 24)},
    "reaped": {"line": "os.fork() or s(60)", "reap": True},
}


@pytest.mark.parametrize("what", RARE)
def test_who_kept_what_few_have_gets_no_other_task(what, mark, tmp_path):
    """A process that was left or ended, a limit that was met, a terminal."""
    given = dict(RARE[what])
    said = tmp_path / "keeper"
    line = f"import time; s = time.sleep; open({str(said)!r}, 'w').write(str(p)); "
    line += given.pop("line", "")
    exeunt.run(python(PARENT + line), log=False, env=mark.env, **given)

    assert not gets_another(int(said.read_text()))


def test_who_held_a_lease_gets_no_other_task(tmp_path):
    """It is locked for as long as its keeper lives."""
    lease = take(str(tmp_path))
    asked = changed(exeunt.request(STAT, log=False), lease=lease.path)
    with exeunt.start(asked) as running:
        keeper = keeper_of(running.wait())
    lease.drop()

    assert not gets_another(keeper)


def test_who_was_let_go_gets_no_other_task(mark):
    """The caller left the block: the tree is ended, and the keeper with it."""
    request = exeunt.request(["sleep", "60"], log=False, env=mark.env)
    with exeunt.start(request) as running:
        assert until(lambda: running.step(0.01) or running.report.pid)

    assert not gets_another(running.report.keeper)
    assert [] == mark.gone()


# --- who waits ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_who_was_killed_or_stopped_meanwhile_costs_nothing(number):
    """The next run has another; who was stopped is given up."""
    for _ in range(3):
        keeper = waiting()
        os.kill(keeper, number)
        assert until(lambda: is_stopped(keeper) or not is_running(keeper))  # noqa: B023 - at once
        assert keeper not in {kept() for _ in range(3)}
        with contextlib.suppress(ProcessLookupError):
            os.kill(keeper, signal.SIGKILL)  # it may have been stopped too early


def test_a_fork_of_the_host_has_keepers_of_its_own(tmp_path):
    """And the host keeps its own."""
    source = """
    import os, exeunt
    def kept():
        done = exeunt.run(["cat", "/proc/self/stat"], log=False)
        return int(done.stdout.rpartition(")")[2].split()[1])
    ours = {kept() for _ in range(5)}
    read, write = os.pipe()
    if not os.fork():
        os.write(write, repr([kept() for _ in range(5)]).encode())
        os._exit(0)
    os.wait()
    theirs = {*eval(os.read(read, 999))}
    more = [kept() for _ in range(50)]
    print(not ours & theirs, not theirs & {*more}, len({*more}) < 50)
    """
    assert "True True True\n" == host(source, tmp_path=tmp_path)


def test_a_host_whose_limits_change_has_other_keepers(tmp_path):
    """They are forked anew; those before end."""
    source = """
    import os, resource, exeunt
    def kept():
        done = exeunt.run(["cat", "/proc/self/stat"], log=False)
        return int(done.stdout.rpartition(")")[2].split()[1])
    before = {kept() for _ in range(5)}
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    after = {kept() for _ in range(5)}
    while any(os.path.exists(f"/proc/{pid}") for pid in before):
        pass
    print(not before & after)
    """
    assert "True\n" == host(source, tmp_path=tmp_path)


@pytest.mark.needs("unshare")
def test_without_proc_nobody_gets_another_task(tmp_path):
    """Nobody can say whether a keeper is as it was; the runs are the same."""
    source = """
    import exeunt, subprocess
    subprocess.run(["umount", "-l", "/proc"], check=True)
    line = ["sh", "-c", "echo $PPID"]
    done = [exeunt.run(line, log=False) for _ in range(4)]
    print(len({one.stdout for one in done}), {one.exit_code for one in done})
    """
    words = [*unshared("-m"), PYTHON, "-c", textwrap.dedent(source)]
    done = subprocess.run(
        words, capture_output=True, env=environment(tmp_path), check=False
    )

    assert (b"4 {0}\n", b"") == (done.stdout, done.stderr)


@pytest.mark.timeout(600 if SOAKED else 120)
def test_threads_leave_no_process(tmp_path, mark):
    """Eight of them, one run after another; the host ends, and so do the keepers."""
    source = f"""
    import threading, exeunt
    ends = []
    def some():
        for _ in range({RUNS // 8}):
            done = exeunt.run(["true"], log=False)
            ends.append((done.status, done.exit_code, done.cleanup.proof))
    threads = [threading.Thread(target=some) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(len(ends), set(ends))
    """
    said = host(source, tmp_path=tmp_path, mark=mark)
    assert f"{RUNS // 8 * 8} {{('exited', 0, 'subreaper')}}\n" == said
    assert [] == mark.gone()


def test_a_killed_host_leaves_no_keeper(tmp_path, mark):
    """Who waits for a task ends as well."""
    source = """
    import signal, exeunt
    asked = [exeunt.request(["true"], log=False) for _ in range(9)]
    print(len([*exeunt.run_all(asked, at_once=3)]), flush=True)
    signal.pause()
    """
    process = program(source, tmp_path=tmp_path, mark=mark)
    assert b"9\n" == process.stdout.readline()
    assert len(mark.survivors()) > 2
    process.kill()
    process.communicate()

    assert [] == mark.gone()


@pytest.mark.skipif(not SOAKED, reason="waits for seconds; make soak")
def test_who_waits_for_long_ends():
    """A host that runs nothing has no keepers after a while."""
    keeper = waiting()
    assert until(lambda: not is_running(keeper))
