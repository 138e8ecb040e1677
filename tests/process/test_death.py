"""The death of the runner, of a keeper, of the zygote, of a host → nothing survives."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

import exeunt
from running import (
    EXEUNT,
    HEEDING,
    PYTHON,
    SOON,
    WATCHDOG,
    WAYS,
    Mark,
    Ran,
    ended,
    environment,
    finish,
    host,
    is_running,
    kid,
    must,
    program,
    record,
    run,
    sh,
    start,
    survivors,
    unshared,
    until,
    wait_for,
)

# glibc's posix_spawn() ignores the two signals that it keeps for itself, 32 and 33.
GLIBCS_OWN = 0b11 << 31
TREE = "sleep 60 & setsid sleep 60 & echo said; : >{ready}; wait"


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def tree(tmp_path):
    """The words of a command with a tree, and the file it makes when that is there."""
    ready = tmp_path / "ready"
    return sh(TREE.format(ready=ready)), ready


def keeper_of(pid):
    """The parent of a command that says its pid."""
    stat = Path(f"/proc/{pid}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


# --- signals to `exeunt run` ----------------------------------------------------------


@pytest.mark.clause("S6")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, 3])
@pytest.mark.parametrize("form", ["--json", "--merge"])
def test_a_signal_to_the_runner_ends_the_tree(number, form, tmp_path, mark):
    """The record is whole, and we end as who never caught it."""
    words, ready = tree(tmp_path)
    process = start(tmp_path, form, "--", *words, mark=mark)
    wait_for(ready)
    process.send_signal(number)
    done = finish(process)

    assert -number == done.code
    if form == "--json":
        found = done.record
        assert b"" == done.stderr
        assert ("cancelled", 128 + number) == (found["status"], found["exit_code"])
        assert ("runner", "said\n") == (found["source"], found["stdout"])
        assert (3, 0) == (found["cleanup"]["killed"], found["cleanup"]["left"])
    else:
        assert b"said\n" == done.stdout
        assert signal.Signals(number).name in done.stderr.decode()
        assert 1 == done.stderr.count(b"\n")
    assert [] == survivors("command", mark)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_second_signal_ends_the_patience(number, tmp_path, mark):
    """A minute's grace is over at once; there is still one record."""
    ready = tmp_path / "ready"
    words = ["--json", "--kill-after", "60", "--", *kid("ignore", ready)]
    process = start(tmp_path, *words, mark=mark)
    wait_for(ready)
    begun = time.monotonic()
    process.send_signal(number)
    time.sleep(0.2)  # for the first to be taken: two at once are one
    assert process.poll() is None
    process.send_signal(number)
    done = finish(process)

    assert (-number, "cancelled", "SIGKILL") == (
        done.code,
        done.record["status"],
        done.record["signal"],
    )
    assert time.monotonic() - begun < SOON
    assert [] == survivors("command", mark)


@pytest.mark.parametrize("actor", ["daemon_closed_run", "ignore", "ignoring_daemon"])
@pytest.mark.parametrize("form", ["--json", "--merge"])
def test_a_killed_runner_takes_the_tree_with_it(actor, form, tmp_path, mark):
    """A lifeline breaks, whatever the tree thinks of signals."""
    ready = tmp_path / "ready"
    process = start(tmp_path, form, "--", *kid(actor, ready), mark=mark)
    wait_for(ready)
    process.kill()
    process.communicate(timeout=WATCHDOG)

    assert [] == mark.gone()


def test_a_killed_runner_within_a_runner(tmp_path, mark):
    """The inner one is killed; the outer one's record says so, and all is gone."""
    ready = tmp_path / "ready"
    inner = f"echo $PPID >{ready}; setsid sleep 60 & sleep 60"
    words = ["--json", "--reap", "--", EXEUNT, "run", "--", "/bin/sh", "-c", inner]
    process = start(tmp_path, *words, mark=mark)
    wait_for(ready)
    assert until(ready.read_text)
    os.kill(keeper_of(int(ready.read_text())), signal.SIGKILL)  # the keeper's parent
    found = finish(process).record

    assert ("signaled", "SIGKILL") == (found["status"], found["signal"])
    assert [] == mark.gone()


def test_a_signal_at_any_moment_of_the_start(tmp_path, mark):
    """Nothing is half started, whenever it comes."""
    for moment in range(16):
        words = ["--json", "--no-log", "--", "sleep", "60"]
        process = start(tmp_path, *words, mark=mark)
        time.sleep(moment * 0.007)
        process.send_signal(signal.SIGTERM)
        done = finish(process)
        assert -signal.SIGTERM == done.code, (moment, done)
        assert b"" == done.stderr
        if done.stdout:
            assert "cancelled" == done.record["status"]
        assert [] == mark.gone(), moment


def test_a_signal_before_the_pipes_is_not_lost(tmp_path, mark):
    """It comes after we have taken it over, and before there is a keeper to tell."""
    source = """
    import os, signal, sys
    pipe = os.pipe
    def told():
        os.pipe = pipe
        os.kill(os.getpid(), signal.SIGTERM)
        return pipe()
    os.pipe = told
    from exeunt.cli import launch
    sys.argv = ["exeunt", "run", "--json", "sleep", "60"]
    launch()
    """
    done = finish(program(source, tmp_path=tmp_path, mark=mark))

    assert (-signal.SIGTERM, "cancelled") == (done.code, done.record["status"])
    assert [] == survivors("command", mark)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_the_caller_ignores_is_ignored(number, tmp_path, mark):
    """nohup and a shell's & mean it, for the command as well."""
    ready = tmp_path / "ready"
    line = f"grep SigIgn /proc/self/status; : >{ready}; sleep 0.3; exit 4"
    words = ["--json", "--", *sh(line)]
    through = ("env", f"--ignore-signal={number.name[3:]}")
    process = start(tmp_path, *words, mark=mark, through=through)
    wait_for(ready)
    process.send_signal(number)
    done = finish(process)

    assert (4, "exited") == (done.code, done.record["status"])
    ignored = int(done.record["stdout"].split()[1], 16)
    assert 1 << number - 1 == ignored & ~GLIBCS_OWN


def test_children_that_the_caller_ignores_are_still_ours(tmp_path):
    """SIGCHLD ignored, SIGTERM blocked: the status is true all the same."""
    hostile = ("env", "--ignore-signal=CHLD", "--block-signal=CHLD,TERM")
    words = ["--json", "--", *sh("sh -c 'exit 3'; exit $(($? + 4))")]
    process = start(tmp_path, *words, through=hostile)
    found = finish(process).record

    assert ("exited", 7) == (found["status"], found["exit_code"])


@pytest.mark.needs("unshare")
@pytest.mark.parametrize("number", [None, signal.SIGTERM, signal.SIGINT])
def test_the_runner_as_process_1(number, tmp_path, mark):
    """Its handlers are explicit, orphans are reaped, numbers are passed on."""
    ready = tmp_path / "ready"
    after = "sleep 60" if number else "exit 9"
    line = f"setsid sh -c 'sleep 0.01' & : >{ready}; {after}"
    words = ["run", "--json", "--", *sh(line)]
    process = subprocess.Popen(
        [*HEEDING, *unshared("-pf", "--mount-proc", "--kill-child"), EXEUNT, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, mark),
    )
    wait_for(ready)
    if number is not None:
        (first,) = children_of(process.pid)
        os.kill(first, number)
    done = finish(process)

    expected = (9, "exited") if not number else (128 + number, "cancelled")
    assert expected == (done.code, done.record["status"])
    assert [] == mark.gone()


def children_of(pid):
    """The pids of a process's children."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text().split()]


# --- closed descriptors ---------------------------------------------------------------


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_the_caller_has_closed_what_we_do_not_need(closed, tmp_path):
    """Stdin or stderr: the command has all three, and its number comes through."""
    line = f'"$0" run --json -- /bin/sh -c "ls -l /proc/self/fd; exit 3" {closed}'
    done = subprocess.run(
        [*sh(line), EXEUNT],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    found = Ran(done.returncode, done.stdout, done.stderr).record

    assert (3, "exited") == (done.returncode, found["status"])


@pytest.mark.parametrize("closed", [">&-", "<&- >&-", "<&- >&- 2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("form", ["--json", "--merge"])
def test_the_caller_has_closed_what_we_write_to(closed, form, tmp_path, mark):
    """What was said is lost, which is a failure; the command has run."""
    ready = tmp_path / "ready"
    line = f'"$0" run {form} -- /bin/sh -c "echo x; : >{ready}" {closed}'
    done = subprocess.run(
        [*sh(line), EXEUNT],
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )
    assert (125, b"") == (done.returncode, done.stdout)
    assert ready.exists()
    assert [] == survivors("command", mark)


def test_the_caller_has_closed_stdout_of_a_silent_command(tmp_path):
    """Nothing was to be written, so nothing is lost."""
    line = '"$0" run -- /bin/sh -c "exit 3" >&- 2>&- <&-'
    done = subprocess.run(
        [*sh(line), EXEUNT],
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    assert 3 == done.returncode


# --- a keeper, a zygote ---------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_killed_keeper_takes_nobody_along(way, tmp_path, mark):
    """Whoever gets its orphans ends them, and says what happened."""
    done = ended(
        way, tmp_path, sh("setsid sleep 60 & kill -9 $PPID; sleep 60"), mark=mark
    )

    assert ("internal_error", 125) == (done["status"], done["exit_code"])
    assert "the process that kept the command was killed" == done["detail"]
    assert done["cleanup"]["proof"] in {"cgroup", "best_effort"}
    assert [] == mark.gone()


def test_a_killed_keeper_passes_through_as_our_failure(tmp_path, mark):
    """125, and a line that says why."""
    done = run(
        tmp_path, "--", *sh("setsid sleep 60 & kill -9 $PPID; sleep 60"), mark=mark
    )

    assert (125, b"") == (done.code, done.stdout)
    assert b"the process that kept the command was killed" in done.stderr
    assert [] == mark.gone()


def test_a_killed_keeper_does_not_end_what_others_left(tmp_path, mark):
    """What an earlier run left on purpose is not an orphan of the killed one."""
    server = Mark()
    left = exeunt.run(sh("sleep 60 &"), env=server.env, log=False)
    words = sh("setsid sleep 60 & kill -9 $PPID; sleep 60")
    ended("library", tmp_path, words, mark=mark)

    assert [] == mark.gone()
    assert list(left.cleanup.pids) == server.survivors()
    assert list(left.cleanup.pids) == server.gone(within=0)


def test_a_keeper_takes_no_signals(tmp_path):
    """They are for the runner, or for the command."""
    line = "for n in HUP INT QUIT PIPE TERM; do kill -$n $PPID; done; exit 3"
    assert 3 == record(tmp_path, "--", *sh(line))["exit_code"]


def test_a_killed_zygote_harms_no_run(tmp_path, mark):
    """Those under way end as they would have; the next starts another."""
    source = """
    import os, pathlib, signal, sys, exeunt
    ready = pathlib.Path(sys.argv[1])
    line = f"echo $PPID >{ready}.new; mv {ready}.new {ready}; read x; exit 5"
    here, there = os.pipe()
    with exeunt.start(exeunt.request(shell=line, stdin=here, log=False)) as running:
        while not ready.exists():
            pass
        keeper = int(ready.read_text())
        stat = open(f"/proc/{keeper}/stat").read().rpartition(")")[2].split()
        os.kill(int(stat[1]), signal.SIGKILL)
        while os.path.exists(f"/proc/{stat[1]}"):
            pass
        os.write(there, b"go\\n")
        print(running.wait().exit_code)
    print(exeunt.run(["sh", "-c", "exit 6"], log=False).exit_code)
    """
    assert "5\n6\n" == host(source, tmp_path / "r", tmp_path=tmp_path, mark=mark)
    assert [] == mark.gone()


def test_a_zygote_that_cannot_fork_says_so(tmp_path, mark):
    """No process left for it; the run fails, the zygote does not."""
    place = Path("/sys/fs/cgroup/pids") / f"exeunt-{mark.value}"
    with contextlib.suppress(OSError):
        place.mkdir()
    must((place / "pids.max").exists(), "a cgroup v1 for pids, which takes root")
    source = """
    import os, sys, exeunt
    place = sys.argv[1]
    keeper = exeunt.run(["sh", "-c", "cat /proc/$PPID/stat"], log=False).stdout
    zygote = keeper.rpartition(")")[2].split()[1]
    waits = int(keeper.split()[0])
    try:
        os.kill(waits, 9)  # or it would be given the next run
    except ProcessLookupError:
        pass
    while os.path.exists(f"/proc/{waits}"):
        pass
    open(f"{place}/pids.max", "w").write("1")
    open(f"{place}/tasks", "w").write(zygote)
    done = exeunt.run(["true"], log=False)
    print(done.status, done.exit_code, done.detail)
    open(f"{place}/../tasks", "w").write(zygote)
    print(exeunt.run(["sh", "-c", "exit 6"], log=False).exit_code)
    """
    try:
        text = host(source, place, tmp_path=tmp_path, mark=mark)
        assert until(lambda: not (place / "tasks").read_text())
    finally:
        place.rmdir()
    why = "no process could be started: Resource temporarily unavailable"
    assert f"internal_error 125 {why}\n6\n" == text


# --- hostile hosts --------------------------------------------------------------------


def test_a_host_that_ignores_its_children(tmp_path):
    """SIGCHLD ignored would cost any other runner the status."""
    source = """
    import signal, exeunt
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print([exeunt.run(["sh", "-c", "exit 7"], log=False).exit_code for _ in range(3)])
    print(signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN)
    """
    assert "[7, 7, 7]\nTrue\n" == host(source, tmp_path=tmp_path)


def test_a_host_that_reaps_whatever_it_finds(tmp_path):
    """A thread that waits for anybody takes no status, and sees none of ours."""
    source = """
    import os, threading, exeunt
    exeunt.run(["true"], log=False)
    seen, over = [], False
    def reap():
        while not over:
            try:
                seen.append(os.waitpid(-1, 0))
            except ChildProcessError:
                pass
    thread = threading.Thread(target=reap)
    thread.start()
    for n in range(9):
        print(exeunt.run(["sh", "-c", f"exit {n}"], log=False).exit_code, end=" ")
    over = True
    thread.join()
    print(seen)
    """
    assert "0 1 2 3 4 5 6 7 8 []\n" == host(source, tmp_path=tmp_path)


def test_the_first_run_of_a_host_that_reaps_whatever_it_finds(tmp_path):
    """Even if it reaps what starts the zygote, the status is true."""
    source = """
    import os, threading, exeunt
    over = False
    def reap():
        while not over:
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                pass
    thread = threading.Thread(target=reap)
    thread.start()
    print(exeunt.run(["sh", "-c", "exit 7"], log=False).exit_code)
    over = True
    thread.join()
    """
    assert "7\n" == host(source, tmp_path=tmp_path)


def test_a_host_has_no_children(tmp_path):
    """A host of a gigabyte is not forked, and never finds a child of its own."""
    source = """
    import os, exeunt
    memory = bytearray(1 << 30)
    memory[:: 4096] = bytes(1 << 18)  # all of it is there
    def forked(*_):
        raise AssertionError
    os.register_at_fork(before=forked)
    with exeunt.start(exeunt.request(["sleep", "60"], log=False)) as running:
        mine = open(f"/proc/self/task/{os.getpid()}/children").read()
        print(repr(mine))
        try:
            os.wait()
        except ChildProcessError:
            print("none")
    """
    assert "''\nnone\n" == host(source, tmp_path=tmp_path)


def test_a_host_is_left_as_it_was(tmp_path):
    """No handler, mask, disposition, subreaper, descriptor or thread is ours."""
    source = """
    import os, signal, exeunt
    def me():
        lines = open("/proc/self/status").read().splitlines()
        wanted = ("SigBlk", "SigIgn", "Threads", "Umask")
        state = [line for line in lines if line.startswith(wanted)]
        state += [signal.getsignal(n) for n in signal.valid_signals()]
        state += [signal.set_wakeup_fd(-1), os.getcwd()]
        return [*state, len(os.listdir("/proc/self/fd"))]
    exeunt.run(["true"], log=False)
    before = me()
    exeunt.run(["sh", "-c", "yes | head -c 1000000; exit 3"], log=False)
    exeunt.run(["sleep", "60"], timeout=0.1, log=False)
    exeunt.run(["/nonexistent"], log=False)
    with exeunt.start(exeunt.request(["sleep", "60"], log=False)):
        pass
    while "Threads:\t1" not in me():
        pass  # the one that hashed is just ending
    print([pair for pair in zip(before, me()) if pair[0] != pair[1]])
    """
    assert "[]\n" == host(source, tmp_path=tmp_path)


def test_threads_run_side_by_side(tmp_path):
    """Each gets its own; the first ones find no zygote and start one, not eight."""
    source = """
    import threading, exeunt
    found = {}
    def one(number):
        done = exeunt.run(["sh", "-c", f"echo {number}; exit {number}"], log=False)
        found[number] = (done.exit_code, done.stdout)
    threads = [threading.Thread(target=one, args=(n,)) for n in range(32)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(found == {n: (n, f"{n}\\n") for n in range(32)})
    """
    assert "True\n" == host(source, tmp_path=tmp_path)


def test_a_thread_may_end_before_its_command(tmp_path):
    """No death signal is tied to the thread that started it."""
    source = """
    import threading, exeunt
    runs = []
    def begin():
        request = exeunt.request(["sh", "-c", "sleep 0.3; exit 5"], log=False)
        runs.append(exeunt.start(request))
    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    print(runs[0].wait().exit_code)
    """
    assert "5\n" == host(source, tmp_path=tmp_path)


def test_a_fork_of_the_host_has_runs_of_its_own(tmp_path, mark):
    """It can run commands, and it cannot end those of its parent."""
    source = """
    import os, sys, exeunt
    exeunt.run(["true"], log=False)
    with exeunt.start(exeunt.request(["sh", "-c", "read x; exit 5"], log=False,
                                     stdin=(pipe := os.pipe())[0])) as running:
        child = os.fork()
        if not child:
            code = exeunt.run(["sh", "-c", "exit 6"], log=False).exit_code
            running.__exit__()
            os._exit(code)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        os.write(pipe[1], b"go\\n")
        print(running.wait().exit_code)
    print(exeunt.run(["sh", "-c", "exit 7"], log=False).exit_code)
    """
    assert "6\n5\n7\n" == host(source, tmp_path=tmp_path, mark=mark)
    assert [] == mark.gone()


def test_a_fork_while_another_thread_is_starting_a_run(tmp_path):
    """The lock that it holds is not the fork's."""
    source = """
    import os, threading, warnings, exeunt
    from exeunt.process.run import ZYGOTE
    warnings.simplefilter("ignore")  # who has threads is told not to fork
    held = threading.Event()
    over = threading.Event()
    def hold():
        with ZYGOTE.lock:
            held.set()
            over.wait()
    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if not child:
        os._exit(exeunt.run(["sh", "-c", "exit 6"], log=False).exit_code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    over.set()
    """
    assert "6\n" == host(source, tmp_path=tmp_path)


def test_a_fork_that_lives_on_does_not_keep_the_tree_alive(tmp_path, mark):
    """The host is killed; a fork of it has copies of all pipes, but is not the host."""
    words, ready = tree(tmp_path)
    source = f"""
    import os, signal, exeunt
    exeunt.run(["true"], log=False)
    request = exeunt.request({words!r}, log=False, env={mark.env!r})
    with exeunt.start(request) as running:
        if not os.fork():
            os.closerange(0, 3)
            signal.alarm({WATCHDOG})
            signal.pause()
            os._exit(0)
        print("forked", flush=True)
        running.wait()
    """
    forks = Mark()
    process = program(source, tmp_path=tmp_path, mark=forks)
    wait_for(ready)
    assert b"forked\n" == process.stdout.readline()
    process.kill()
    process.communicate(timeout=WATCHDOG)

    assert [] == mark.gone()
    # The zygote of the host carries this mark, too, until it has ended.
    assert until(lambda: 1 == len(forks.survivors()))
    forks.gone(within=0)


def test_a_cancelled_run_ends_though_a_fork_holds_its_pipe(tmp_path, mark):
    """Leaving the block is an order, not only the end of a pipe."""
    words, ready = tree(tmp_path)
    source = f"""
    import os, pathlib, signal, exeunt
    request = exeunt.request({words!r}, log=False, env={mark.env!r})
    with exeunt.start(request):
        while not pathlib.Path({str(ready)!r}).exists():
            pass
        child = os.fork()
        if not child:
            os.closerange(0, 3)
            signal.alarm({WATCHDOG})
            signal.pause()
    print(child, flush=True)
    signal.pause()
    """
    hosts = Mark()
    process = program(source, tmp_path=tmp_path, mark=hosts)
    assert process.stdout.readline()
    assert [] == mark.gone()
    process.kill()
    process.communicate(timeout=WATCHDOG)
    hosts.gone(within=0)


def test_a_host_that_closes_every_descriptor(tmp_path):
    """As a daemon does: we neither write to nor close what has the number now."""
    source = """
    import os, socket, exeunt
    exeunt.run(["true"], log=False)
    os.closerange(3, 100)
    pairs = [socket.socketpair() for _ in range(20)]
    print(exeunt.run(["sh", "-c", "exit 7"], log=False).exit_code)
    for one, other in pairs:
        one.send(b"x")
        assert other.recv(9) == b"x"
        other.send(b"y")
        assert one.recv(9) == b"y"
    """
    assert "7\n" == host(source, tmp_path=tmp_path)


@pytest.mark.parametrize("closed", [(0,), (0, 1), (0, 1, 2)])
def test_a_host_without_standard_streams(closed, tmp_path):
    """A daemon's: our pipes get their numbers, and nothing is mixed up."""
    source = f"""
    import os, sys, exeunt
    out = os.dup(1)
    for number in {closed}:
        os.close(number)
    done = exeunt.run(["sh", "-c", "echo out; echo err >&2; cat; exit 7"], log=False)
    os.write(out, repr((done.exit_code, done.stdout, done.stderr)).encode())
    os._exit(0)
    """
    assert "(7, 'out\\n', 'err\\n')" == host(source, tmp_path=tmp_path)


CHANGES = {
    "umask": "os.umask(0o027)",
    "limit": "resource.setrlimit(resource.RLIMIT_NOFILE, (77, 77))",
    "directory": "os.chdir('/usr')",
    "privileges": "ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)",
    "processors": "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})",
    "priority": "os.nice(1)",
    "scheduling": "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_command_inherits_what_the_host_has_now(change, tmp_path):
    """Not what it had when the first run was started."""
    source = f"""
    import ctypes, os, resource, subprocess, exeunt
    words = ["sh", "-c",
        "umask; ulimit -n; pwd; nice; cut -d' ' -f41 /proc/self/stat; "
        "grep -e NoNewPrivs -e Cpus_allowed: /proc/self/status"]
    before = exeunt.run(words, log=False).stdout
    {CHANGES[change]}
    after = exeunt.run(words, log=False).stdout
    print(before != after, after == subprocess.check_output(words).decode())
    """
    assert "True True\n" == host(source, tmp_path=tmp_path)


def test_a_host_that_gives_up_its_rights(tmp_path):
    """Its commands have lost them, too, or do not run at all."""
    must(os.geteuid() == 0, "root, to give something up")
    source = """
    import os, exeunt
    first = exeunt.run(["id", "-u"], log=False).stdout
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
    done = exeunt.run(["id", "-u"], log=False)
    print(repr(first), done.stdout == "65534\\n" or done.status == "internal_error")
    """
    assert "'0\\n' True\n" == host(source, tmp_path=tmp_path)


@pytest.mark.parametrize("utf8", ["0", "1"])
def test_a_host_with_an_encoding_of_its_own(utf8, tmp_path):
    """The command gets the bytes that the host means by its texts."""
    source = """
    import os, exeunt
    word = os.fsdecode(b"a\\xff\\xc3\\xa9")
    line = ["sh", "-c", 'printf %s%s "$1" "$V" | od -An -tx1', "sh", word]
    print(exeunt.run(line, env={"V": word}, log=False).stdout)
    """
    process = subprocess.run(
        [
            PYTHON,
            "-X",
            f"utf8={utf8}",
            "-c",
            "\n".join(map(str.strip, source.split("\n"))),
        ],
        capture_output=True,
        env={**environment(tmp_path), "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"},
        timeout=WATCHDOG,
        check=True,
    )
    assert b"61 ff c3 a9 61 ff c3 a9" == process.stdout.strip()


# --- cancelled ------------------------------------------------------------------------


def test_a_killed_host_takes_every_tree_with_it(tmp_path, mark):
    """All the runs that it has under way, in any thread or none."""
    ready = tmp_path / "ready"
    line = f"setsid sleep 60 & : >{ready}.$N; sleep 60"
    source = f"""
    import threading, exeunt
    requests = [exeunt.request(shell={line!r}, log=False, env={{"N": str(n)}})
                for n in range(4)]
    threading.Thread(target=lambda: list(exeunt.run_all(requests[:2]))).start()
    threading.Thread(target=lambda: exeunt.start(requests[2]).wait()).start()
    exeunt.start(requests[3]).wait()
    """
    process = program(source, tmp_path=tmp_path, mark=mark)
    for number in range(4):
        wait_for(f"{ready}.{number}")
    process.kill()
    process.communicate(timeout=WATCHDOG)

    assert [] == mark.gone()


def test_an_interrupt_takes_the_tree_with_it(tmp_path, mark):
    """KeyboardInterrupt in run(): the host goes on, the command does not."""
    words, ready = tree(tmp_path)
    source = f"""
    import sys, exeunt
    try:
        exeunt.run({words!r}, log=False, env={mark.env!r})
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.stdin.read()
    """
    here, there = os.pipe()
    process = program(source, tmp_path=tmp_path, stdin=here)
    os.close(here)
    wait_for(ready)
    process.send_signal(signal.SIGINT)
    left = mark.gone()  # while the host goes on
    os.close(there)

    assert (0, b"interrupted\n", b"") == finish(process)
    assert [] == left


def test_an_exception_at_any_moment_takes_the_tree_with_it(tmp_path, mark):
    """Within the start, after it, or between the two."""
    source = f"""
    import signal, sys, exeunt
    class Alarm(Exception):
        pass
    def alarm(*_):
        raise Alarm
    exeunt.run(["true"], log=False)
    signal.signal(signal.SIGALRM, alarm)
    for moment in range(200):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.00002 * (moment + 1))
            exeunt.run(["sleep", "60"], log=False, env={mark.env!r})
        except Alarm:
            pass
    print("over", flush=True)
    sys.stdin.read()
    """
    hosts = Mark()
    here, there = os.pipe()
    process = program(source, tmp_path=tmp_path, mark=hosts, stdin=here)
    os.close(here)
    said = process.stdout.readline()
    left = mark.gone()
    os.close(there)

    assert (0, b"", b"") == finish(process)
    assert (b"over\n", []) == (said, left)


@pytest.mark.parametrize("function", ["shown_words", "facts", "hidden_in", "written"])
def test_an_exception_thrown_into_the_journal_is_still_the_callers(
    function, tmp_path, mark
):
    """What goes wrong by itself costs a line; what a handler throws is not ours."""
    source = f"""
    import sys, exeunt
    class Alarm(Exception):
        pass
    def throw(frame, event, _):
        if event == "call" and frame.f_code.co_name == {function!r}:
            raise Alarm
    line = "sleep 60" if {function!r} == "shown_words" else "true; true"
    exeunt.run(["true"], log=False)
    sys.setprofile(throw)
    try:
        exeunt.run(
            shell="true;" + line, shell_program="sh", log=False, env={mark.env!r}
        )
    except Alarm:
        print("thrown")
    """
    done = finish(program(source, tmp_path=tmp_path))

    assert (0, b"thrown\n", b"") == done
    assert [] == mark.gone()


@pytest.mark.parametrize("wait", ["task.cancel()", "raise RuntimeError"])
def test_a_cancelled_coroutine_takes_the_tree_with_it(wait, tmp_path, mark):
    """By its task, or because a sibling in its group failed."""
    words, ready = tree(tmp_path)
    source = f"""
    import asyncio, pathlib, exeunt
    async def other(task):
        while not pathlib.Path({str(ready)!r}).exists():
            await asyncio.sleep(0.01)
        {wait}
    async def main():
        async with asyncio.TaskGroup() as group:
            run = exeunt.run_async({words!r}, log=False, env={mark.env!r})
            task = group.create_task(run)
            group.create_task(other(task))
    try:
        asyncio.run(main())
    except* RuntimeError:
        pass
    print("over")
    """
    done = finish(program(source, tmp_path=tmp_path))

    assert (0, b"over\n", b"") == done
    assert [] == mark.gone()


def test_a_dropped_generator_takes_its_trees_with_it(mark):
    """Who stops reading run_all() ends what it had started."""
    quick = exeunt.request(["true"], log=False)
    slow = exeunt.request(["sleep", "60"], log=False, env=mark.env)
    runs = exeunt.run_all([quick, slow, slow])
    assert next(runs).ok
    runs.close()

    assert [] == mark.gone()


def test_a_cancelled_run_says_so(tmp_path, mark):
    """cancel() and then wait(): TERM, and its ending is ours."""
    words, ready = tree(tmp_path)
    with exeunt.start(exeunt.request(words, log=False, env=mark.env)) as running:
        wait_for(ready)
        running.cancel()
        done = running.wait()

    assert ("cancelled", 143, "SIGTERM") == (done.status, done.exit_code, done.signal)
    assert [] == survivors("library", mark)


def test_a_run_that_nobody_holds_is_ended(tmp_path, mark):
    """The last reference is gone: so is the tree."""
    words, ready = tree(tmp_path)
    running = exeunt.start(exeunt.request(words, log=False, env=mark.env))
    wait_for(ready)
    assert is_running(running.report.pid) or running.report.pid == 0
    del running

    assert [] == mark.gone()
