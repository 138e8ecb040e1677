"""The command against its keeper.

No command forks here without a bound: a flood is that of a user without an entry in
passwd, who may have a few processes (RLIMIT_NPROC) and no more.
"""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import exeunt
from exeunt.cgroups import home
from exeunt.tree import is_stopped
from running import (
    EXEUNT,
    WATCHDOG,
    WAYS,
    at_limit,
    ended,
    environment,
    finish,
    host,
    must,
    program,
    python,
    sh,
    start,
    survivors,
    unshared,
    until,
    wait_for,
)
from running import Mark as Marked

SEIZE, INTERRUPT = 0x4206, 0x4207  # ptrace's
FEW = 40  # processes that the flooding user may have
FLOODER, LOUD = 61_016, 61_017  # nobody's, and so the next two
# What a command writes into the descriptors that it sees in /proc: no limit counts any
# more, it is to be left alone, and it has ended by itself.
FORGED = {
    "lift": r"printf u >/proc/$PPID/fd/3",
    "leave": r"printf l >/proc/$PPID/fd/3",
    "last word": r"printf 'E 0 0\nD 0 0 - -\n' >/proc/$PPID/fd/4",
}


@pytest.fixture
def mark():
    """What a run's tree carries; nobody of it survives the test."""
    marked = Marked()
    yield marked
    marked.gone(within=0)


@contextlib.contextmanager
def held_still(pid):
    """Trace a process, and stop it: CONT does not have it go on."""
    must(os.geteuid() == 0, "root, who alone may trace a keeper")
    libc = ctypes.CDLL(None, use_errno=True)
    pointer = ctypes.c_void_p
    for request in (SEIZE, INTERRUPT):
        assert 0 == libc.ptrace(request, pid, pointer(), pointer()), ctypes.get_errno()
    assert until(lambda: is_stopped(pid))
    yield


@pytest.mark.attack(
    tried="a command gives its keeper orders, or forges its last word, through /proc.",
    held="what ties a keeper to its caller are sockets, which nobody can open anew.",
    mend=(
        "src/exeunt/process/_holding.py",
        'if libc("socketpair", 1, STREAM, 0, ends) < 0:',
        "if True:",
    ),
)
def test_orders_are_not_forged(tmp_path, mark):
    """Neither by the command's own user nor by root."""
    ready = tmp_path / "ready"
    for line in FORGED.values():
        ready.unlink(missing_ok=True)
        words = sh(f"({line}) 2>/dev/null; : >{ready}; exec sleep 60")
        done = at_limit("command", tmp_path, words, ready, mark=mark)

        assert ("timed_out", 124) == (done["status"], done["exit_code"]), line
        assert [] == survivors("command", mark)


@pytest.mark.attack(
    tried="a command opens its keeper's descriptors, or traces it, as the same user.",
    held="a keeper is opaque: the kernel shows it to root alone.",
    mend=("src/exeunt/process/keeper.py", "        become_opaque()\n", ""),
)
def test_a_keeper_is_opaque(people):
    """Where root is asked, the kernel says yes; so this is somebody else."""
    line = "ls /proc/$PPID/fd >/dev/null 2>&1 && echo open || echo shut"
    done = people.exeunt("alice", "run", "--no-journal", "--shell", line)

    assert ("shut\n", 0) == (done.stdout, done.returncode), done


@pytest.mark.attack(
    tried="the keeper is held so that it does not go on when told to.",
    held="who waits for the keeper gives it up, kills it and ends the tree.",
    mend=(
        "src/exeunt/process/_watch.py",
        "return stands or owed >= SLOW",
        "return False",
    ),
)
def test_a_keeper_that_is_stopped_for_ever_has_a_successor(tmp_path, mark):
    """At the deadline and on TERM, by the command and from Python."""
    for way in ("deadline", "TERM"):
        ready = tmp_path / way
        words = sh(f"echo $PPID >{ready}.new; mv {ready}.new {ready}; exec sleep 600")
        limit = ["--timeout", "3"] if way == "deadline" else []
        process = start(tmp_path, "--json", *limit, "--", *words, mark=mark)
        wait_for(ready)
        with held_still(int(ready.read_text())):
            if way == "TERM":
                process.terminate()
            done = finish(process)

        expected = ("timed_out", 124) if limit else ("cancelled", 143)
        found = done.record
        assert expected == (found["status"], found["exit_code"])
        assert bool(limit) == found["timed_out"]
        assert [] == mark.gone()


@pytest.mark.attack(
    tried="the keeper of a run that Python code has started is held in the same way.",
    held="the host gives it up, and its zygote ends the tree.",
    mend=(
        "src/exeunt/process/_watch.py",
        "return stands or owed >= SLOW",
        "return False",
    ),
)
def test_a_hosts_keeper_that_is_stopped_for_ever_has_a_successor(mark):
    """The host is no parent of the tree."""
    asked = exeunt.request(["sleep", "600"], timeout=2, log=False, env=mark.env)
    with exeunt.start(asked) as running:
        assert until(lambda: running.step(0.01) or running.report.pid)
        with held_still(running.report.keeper):
            done = running.wait()

    assert ("timed_out", True) == (done.status, done.timed_out)
    assert [] == mark.gone()


@pytest.mark.attack(
    tried="a command stops its keeper and the process that starts a host's keepers.",
    held="it is told to go on before each run, and when a keeper is given up.",
    mend=(
        "src/exeunt/process/_zygote.py",
        "            signal(self.pid, CONT)",
        "            pass",
    ),
)
def test_a_stopped_zygote_goes_on(tmp_path, mark):
    """The first run has its limit, and there is a second."""
    line = "kill -STOP $(cut -d' ' -f4 /proc/$PPID/stat) $PPID; exec sleep 600"
    source = """
        import sys, exeunt
        first = exeunt.run(shell=sys.argv[1], timeout=1, log=False)
        second = exeunt.run(["true"], timeout=60, log=False)
        print(first.status, second.status)
    """
    said = host(source, line, tmp_path=tmp_path, mark=mark)

    assert "timed_out exited\n" == said
    assert [] == mark.gone()


@pytest.mark.attack(
    tried="a command stops its keeper, and whoever called is killed.",
    held="who forked the keeper has it go on as the caller ends: the tree is ended.",
    mend=(
        "src/exeunt/process/_forker.py",
        "        for pid in self.keepers:\n",
        "        for pid in ():\n",
    ),
)
def test_a_stopped_keeper_ends_with_its_host(tmp_path, mark):
    """It is stopped until nobody has it go on."""
    ready = tmp_path / "ready"
    words = python(f"""
import os, time
def is_stopped():
    os.kill(os.getppid(), 19)
    time.sleep(0.02)
    return open(f"/proc/{{os.getppid()}}/stat").read().rpartition(")")[2][1] == "T"
while not all(is_stopped() for _ in range(5)):
    pass
open({str(ready)!r}, "w").close()
time.sleep(600)
""")
    source = f"import exeunt; exeunt.run({words!r}, log=False)"
    process = program(source, tmp_path=tmp_path, mark=mark)
    wait_for(ready)
    process.kill()
    process.communicate(timeout=WATCHDOG)

    assert [] == mark.gone()


@pytest.mark.attack(
    tried="a command lowers a limit of its keeper, which may keep another after it.",
    held="a keeper that is not as it was when it was forked keeps nobody else.",
    mend=(
        "src/exeunt/process/_again.py",
        "len(held()) == self.held > 0 and traits() == self.born != []",
        "True",
    ),
)
def test_a_changed_keeper_keeps_nobody_else():
    """The next commands have the limits of their caller."""
    source = """
import os, resource
resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (77, 77))
"""
    count = ["sh", "-c", "ulimit -n"]
    usual = subprocess.check_output(count, text=True)
    for _ in range(3):
        done = exeunt.run([sys.executable, "-I", "-c", source], log=False)
        assert 0 == done.exit_code, done.stderr
        assert {usual} == {exeunt.run(count, log=False).stdout for _ in range(4)}


@pytest.mark.attack(
    tried="a command escapes its group where there is no /proc to find it.",
    held="the kernel is asked of each number whether it is a child of the keeper.",
    mend=(
        "src/exeunt/tree.py",
        "return dict.fromkeys(kin(), root) if root == os.getpid() else {}",
        "return {}",
    ),
)
@pytest.mark.needs("unshare")
def test_nothing_escapes_without_proc(tmp_path, mark):
    """It forks twice, in sessions of its own; timed_out is true."""
    hide = 'umount -l /proc 2>/dev/null || mount -t tmpfs none /proc; exec "$@"'
    line = "setsid sh -c 'setsid sleep 600 & setsid sleep 600 & exec sleep 600' & wait"
    words = ("run", "--json", "--timeout", "1", "--kill-after", "0.1", "--", *sh(line))
    done = subprocess.run(
        [*unshared("-m"), "/bin/sh", "-c", hide, "sh", EXEUNT, *words],
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )

    assert 124 == done.returncode, done
    assert b'"timed_out": true' in done.stdout
    assert [] == mark.survivors()


@pytest.mark.attack(
    tried="a command takes all descriptors from its keeper, so that it sees nobody.",
    held="children are found without a descriptor, too.",
    mend=(
        "src/exeunt/tree.py",
        "        if error.errno in SHORT:\n            raise\n",
        "",
    ),
)
@pytest.mark.parametrize("way", WAYS)
def test_a_keeper_without_descriptors_keeps_its_limits(way, tmp_path, mark):
    """What escaped the group is ended as well."""
    ready = tmp_path / "ready"
    words = python(f"""
import os, resource
resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (4, 4))
if not os.fork():
    os.setsid()
    os.execvp("sleep", ["sleep", "600"])
open({str(ready)!r}, "w").close()
os.wait()
""")
    done = at_limit(way, tmp_path, words, ready, mark=mark, kill_after=0.1)

    assert ("timed_out", 0) == (done["status"], done["cleanup"]["left"])
    assert [] == survivors(way, mark)


@pytest.mark.attack(
    tried="a command kills its keeper.",
    held="its processes fall to who started the keeper, and are ended.",
    mend=(
        "src/exeunt/process/flow.py",
        "if self.report.is_orphaned:",
        "if False:",
    ),
)
def test_a_killed_keeper_frees_nobody(tmp_path, mark):
    """The run ends at once, as our failure."""
    done = ended(
        "command",
        tmp_path,
        sh("setsid sleep 600 & kill -9 $PPID; sleep 600"),
        mark=mark,
    )

    assert ("internal_error", 125) == (done["status"], done["exit_code"])
    assert [] == survivors("command", mark)


@pytest.mark.attack(
    tried="a command has a program of another user's rights run on, past its limit.",
    held="where a control group costs nothing, the tree has one and ends with it.",
    mend=(
        "src/exeunt/cgroups.py",
        'write(f"{group}/cgroup.kill", 1)',
        "pass",
    ),
)
def test_who_may_not_be_signalled_is_ended(people, mark):
    """Alice has a group of her own, and a program that becomes root."""
    must(home(), "a control group (v2) that may be divided, as root has one")
    group = Path(home()) / f"delegated-{mark.value}"
    become = people.place / "become"
    shutil.copy(shutil.which("setpriv"), become)
    become.chmod(0o4755)
    line = f"{become} --reuid=0 sleep 600"
    try:
        group.mkdir()
        for path in (group, group / "cgroup.procs"):
            os.chown(path, people.users["alice"], -1)
        done = people.exeunt(
            "alice", "run", "--json", "--no-journal", "--timeout", "2", "--kill-after",
            "0.1", "--", *sh(f"{line} & {line} & wait"), env=mark.env,
            through=["sh", "-c", f'echo $$ >{group}/cgroup.procs; exec "$@"', "sh"],
        )  # fmt: skip
        left = mark.survivors()
    finally:
        mark.gone(within=0)
        assert until(lambda: not (group / "cgroup.procs").read_text())
        for inner in group.glob("exeunt-*"):
            inner.rmdir()
        group.rmdir()

    record = json.loads(done.stdout)
    assert "timed_out" == record["status"], record["cleanup"]
    assert (0, "cgroup") == (record["cleanup"]["left"], record["cleanup"]["proof"])
    assert [] == left


FLOOD = f"""
import os, time
count = 0
try:
    while count < {2 * FEW}:  # a second bound, if the first were none
        if not os.fork():
            os.setsid()
            time.sleep(600)
            os._exit(0)
        count += 1
except OSError:
    print(count, flush=True)
while True:
    try:
        os.fork() or os._exit(0)
        os.waitpid(-1, os.WNOHANG)
    except OSError:
        time.sleep(0.001)
"""


BOUND = f"""
import os, resource, sys
resource.setrlimit(resource.RLIMIT_NPROC, ({FEW}, {FEW}))
os.execvp(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.attack(
    tried="a command forks until its user can have no more processes.",
    held="a keeper needs no new process to end those that there are.",
    mend=(
        "src/exeunt/tree.py",
        "SET_SUBREAPER, 1, 0, 0, 0",
        "SET_SUBREAPER, 0, 0, 0, 0",
    ),
)
def test_a_flood_of_processes_ends_at_the_limit(people):
    """The flood met its bound, was told so, and is gone."""
    bound = python(BOUND)
    limits = ["--json", "--no-journal", "--timeout", "4", "--kill-after", "0.1"]
    people.adopt("flooder", FLOODER)
    done = people.run("flooder", *bound, EXEUNT, "run", *limits, "--", *python(FLOOD))
    gone = until(lambda: not processes_of(FLOODER))
    for pid in processes_of(FLOODER):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    assert 124 == done.returncode, done
    assert '"timed_out": true' in done.stdout
    said = json.loads(done.stdout)["stdout"]
    assert 0 < int(said) < FEW
    assert gone


def processes_of(user):
    """The processes of a user."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if place.stat().st_uid == user:
                found.append(int(place.name))
    return found


# It signals all processes of its user but itself, then escapes its group and session.
SIGNALS_ALL = """
import os, sys, time
with open(f"/proc/{os.getppid()}/stat") as file:  # of its keeper: who has started that
    print(file.read().rpartition(") ")[2].split()[1], flush=True)
for number in sys.argv[1:]:
    os.kill(-1, int(number))
if not os.fork():
    os.setsid()
time.sleep(600)
"""


def nobody_runs(user):
    """Tell whether no process of a user is left; end those that are."""
    gone = until(lambda: not processes_of(user))
    for pid in processes_of(user):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return gone


@pytest.mark.attack(
    tried="a command sends a signal to all processes of its user, to end exeunt.",
    held="what would end exeunt ends the run, and is recorded; a feigned fault waits.",
    mend=(
        "src/exeunt/cli/run/_end.py",
        "SIGNALS = tuple(_signal.valid_signals() - OTHERS)",
        "SIGNALS = (2, 15, 1, 3)",
    ),
)
@pytest.mark.parametrize("options", [(), ("--pty",)], ids=["pipes", "terminal"])
def test_who_signals_everybody_frees_nobody(options, people):
    """There is a record, and the whole tree is gone."""
    user = LOUD + bool(options)
    people.adopt("loud", user)
    limits = ["--json", "--no-journal", "--timeout", "2", "--kill-after", "0.1"]
    found = {}
    for number in (14, 24, 64, 31, 11):  # ALRM XCPU RTMAX SYS SEGV
        words = [*limits, *options, "--", *python(SIGNALS_ALL), str(number)]
        done = people.exeunt("loud", "run", *words)
        assert nobody_runs(user), (number, done)
        found[number] = json.loads(done.stdout)["status"]

    ends = dict.fromkeys((14, 24, 64, 31), "cancelled")
    assert found == ends | {11: "timed_out"}


@pytest.mark.attack(
    tried="a command sends signals to all processes of its user, to end its keeper.",
    held="a keeper, and who starts a host's keepers, ignore all that can be ignored.",
    mend=(
        "src/exeunt/process/_holding.py",
        "how = _signal.SIG_DFL if number in DEFAULT else _signal.SIG_IGN",
        "how = _signal.SIG_DFL",
    ),
)
def test_a_keeper_is_deaf(people):
    """A host that takes no signals itself has its limits kept, by the same zygote."""
    user = LOUD + 2
    people.adopt("loud", user)
    spared = {9, 17, 18, 19, 32, 33}  # KILL CHLD CONT STOP; two would end the host
    numbers = {*range(1, 65)} - spared
    source = """
        import signal, sys, exeunt
        for number in signal.valid_signals() - {9, 17, 19}:
            signal.signal(number, signal.SIG_IGN)
        kept = []
        for _ in range(2):
            done = exeunt.run(sys.argv[1:], timeout=2, kill_after=0.1, log=False)
            kept.append((done.status, done.cleanup.left, done.stdout))
        print([end[:2] for end in kept], len(set(kept)))
    """
    words = [*python(SIGNALS_ALL), *map(str, numbers)]
    done = people.run("loud", sys.executable, "-c", textwrap.dedent(source), *words)

    assert nobody_runs(user), done
    assert "[('timed_out', 0), ('timed_out', 0)] 1\n" == done.stdout, done
