"""A program that is checked, and means harm."""

import contextlib
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

PAGE = 'print("usage: tool [OPTIONS]")'
BOTH = pytest.mark.parametrize("who", ["root", "alice"])
# Have system calls of these numbers refused, and become another program.
REFUSING = """
import ctypes, os, sys
numbers, words = [int(n) for n in sys.argv[1].split(",")], sys.argv[2:]
steps = [(0x20, 0, 0, 0)]  # the number of the call
for number in numbers:
    steps += [(0x15, 0, 1, number), (6, 0, 0, 0x50000 | 1)]  # is it? EPERM
steps += [(6, 0, 0, 0x7FFF0000)]
class Step(ctypes.Structure):
    _fields_ = [("c", ctypes.c_ushort), ("t", ctypes.c_ubyte), ("f", ctypes.c_ubyte),
                ("k", ctypes.c_uint)]
class Steps(ctypes.Structure):
    _fields_ = [("n", ctypes.c_ushort), ("s", ctypes.POINTER(Step))]
array = (Step * len(steps))(*[Step(*s) for s in steps])
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(22, 2, ctypes.byref(Steps(len(steps), array)), 0, 0) == 0
os.execvp(words[0], words)
"""
UNSHARE = {"x86_64": 272, "aarch64": 97}[os.uname().machine]
LANDLOCK = 444


@pytest.fixture
def tool(people):
    """Write a program in Python that may be read by all; return its words."""

    def write(text):
        path = people.place / "tool.py"
        path.write_text(f"import os, socket, sys\n{text}\n{PAGE}\n", encoding="utf-8")
        return [sys.executable, "-S", str(path)]

    return write


def checked(people, who, words, *, only="help", before=(), **options):
    """Check a program as somebody; return the report."""
    exeunt = str(Path(sys.executable).parent / "exeunt")
    line = [*before, exeunt, "check", "--json", "--only", only, "--level", "3"]
    done = people.run(who, *line, "--", *words, **options)
    envelope = json.loads(done.stdout)
    return envelope["data"] or envelope["meta"]["check"]


def evidence(report):
    """What the call for the page wrote."""
    found = [f["evidence"] for f in report["findings"] if f["evidence"]]
    assert found, json.dumps(report)[:3000]
    return found[0]["stdout"] + found[0]["stderr"]


class Server:
    """A server of the machine's, and whether anybody has come."""

    def __init__(self, family, address):
        self.came = False
        self.socket = socket.socket(family)
        self.socket.bind(address)
        self.socket.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """Accept whoever comes."""
        try:
            while True:
                self.socket.accept()[0].close()
                self.came = True
        except OSError:
            pass  # closed

    def asks(self, family, address):
        """Tell whether it can be reached from here, and forget that it was."""
        with socket.socket(family) as client:
            client.connect(address)
        for _ in range(500):
            if self.came:
                break
            time.sleep(0.01)
        reached, self.came = self.came, False
        return reached


CONNECT = """
try:
    socket.socket({family}).connect({address!r})
    print("reached")
except OSError as error:
    print(error)
"""


@BOTH
@pytest.mark.attack(
    tried="`--help` fetches something from a server, here one of the machine's own.",
    held="Each call has a network of its own, with nobody in it.",
    mend=(
        "src/exeunt/cell/enter.py",
        "APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWNET | kernel.NEWIPC",
        "APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC",
    ),
)
def test_a_checked_program_reaches_no_server(people, tool, who):
    """A package would have been downloaded, and its code be run."""
    server = Server(socket.AF_INET, ("127.0.0.1", 0))
    address = server.socket.getsockname()
    words = tool(CONNECT.format(family="socket.AF_INET", address=address))

    assert server.asks(socket.AF_INET, address)
    report = checked(people, who, words)
    server.socket.close()

    assert "namespaces" == report["protection"]["kind"]
    assert "reached" not in evidence(report)
    assert not server.came


@BOTH
@pytest.mark.attack(
    tried="It talks to a daemon at an abstract socket.",
    held="Abstract sockets belong to a network, and it has its own.",
    mend=(
        "src/exeunt/cell/enter.py",
        "APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWNET | kernel.NEWIPC",
        "APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC",
    ),
)
def test_a_checked_program_reaches_no_abstract_socket(people, tool, who):
    """So D-Bus and X11 were asked, who need no path."""
    address = f"\0exeunt-{os.getpid()}-{who}"
    server = Server(socket.AF_UNIX, address)
    words = tool(CONNECT.format(family="socket.AF_UNIX", address=address))

    assert server.asks(socket.AF_UNIX, address)
    report = checked(people, who, words)
    server.socket.close()

    assert "namespaces" == report["protection"]["kind"]
    assert not server.came


@pytest.mark.attack(
    tried="It talks to a daemon at a socket that has a path, where nothing is hidden.",
    held="Each socket that has a path is covered when the check begins.",
    mend=(
        "src/exeunt/cell/hold.py",
        'kernel.bind("/run/nothing", f"{shown}{path.removeprefix(place)}")',
        "pass",
    ),
)
def test_a_checked_program_reaches_no_socket_with_a_path(people, tool):
    """A network of its own does not stop a path, nor does a read-only mount."""
    folder = Path(tempfile.mkdtemp(prefix="exeunt-attack-", dir="/var/lib"))
    folder.chmod(0o755)
    address = str(folder / "docker.sock")
    try:
        server = Server(socket.AF_UNIX, address)
        Path(address).chmod(0o666)
        words = tool(CONNECT.format(family="socket.AF_UNIX", address=address))
        assert server.asks(socket.AF_UNIX, address)
        report = checked(people, "alice", words)
        server.socket.close()
    finally:
        shutil.rmtree(folder)

    assert "namespaces" == report["protection"]["kind"]
    assert not server.came


@BOTH
@pytest.mark.attack(
    tried="It writes into the caller's home and into a folder for all, changes modes, "
    "and removes a file there.",
    held="What is written goes elsewhere, is reported by its path, and thrown away.",
    mend=(
        "src/exeunt/cell/enter.py",
        "kernel.overlay(place, target, upper, flags=flags, more=more)",
        "kernel.bind(place, target, whole=True)",
    ),
)
def test_a_checked_program_writes_nowhere(people, tool, who):
    """A name that is known finds the home, whatever HOME says."""
    home, kept = people.home(who), people.place / "kept"
    kept.write_text("kept", encoding="utf-8")
    kept.chmod(0o666)
    leak = home / ".leak"
    words = tool(
        "def attempt(act):\n"
        "    try: act()\n"
        "    except OSError as error: print(error, file=sys.stderr)\n"
        f"attempt(lambda: open({str(leak)!r}, 'w').write('x'))\n"
        f"attempt(lambda: open({str(people.place / 'left')!r}, 'w').write('x'))\n"
        f"attempt(lambda: open({str(kept)!r}, 'w').write('gone'))\n"
        f"attempt(lambda: os.chmod({str(home)!r}, 0o755))"
    )

    report = checked(people, who, words, only="help-writes-nothing")
    found = report["findings"][0]

    assert "namespaces" == report["protection"]["kind"]
    assert (False, False) == (leak.exists(), (people.place / "left").exists())
    assert ("kept", 0o700) == (kept.read_text(), home.stat().st_mode & 0o777)
    assert "violated" == found["verdict"]
    assert str(leak) in found["got"] or str(kept) in found["got"]


@pytest.mark.attack(
    tried="It writes beside itself, and where it is found by PATH, while something is "
    "mounted below the temporary files, so that those cannot be led elsewhere.",
    held="What a program needs is shown to it read-only, and led elsewhere where it "
    "could be written to.",
    mend=(
        "src/exeunt/cell/enter.py",
        'kernel.forbid(f"{BASE}{new}", kernel.RDONLY, whole=True)',
        "pass",
    ),
)
def test_a_mount_below_the_temporary_files_opens_nothing(people, tool, tmp_path):
    """As a user; the program's own place lies there, and its home."""
    mounted = tmp_path / "mounted"
    mounted.mkdir()
    tools = Path(tempfile.mkdtemp())
    os.chown(tools, 61001, 61001)
    places = [people.home("alice") / ".leak", people.place / "left", tools / "tool"]
    words = tool(
        f"for path in {[*map(str, places)]} + [sys.argv[0] + '.new']:\n"
        "    try: open(path, 'w').write('x')\n"
        "    except OSError as error: print(error, file=sys.stderr)"
    )
    mount = ["unshare", "--mount", "--", "sh", "-c"]
    through = [*mount, f'mount -t tmpfs none {mounted} && exec "$@"', "sh"]
    path = f"{os.environ['PATH']}:{tools}"

    report = checked(people, "alice", words, through=through, env={"PATH": path})
    places += people.place.rglob("*.new")
    found = [path for path in places if path.exists()]
    shutil.rmtree(tools)

    assert "namespaces" == report["protection"]["kind"]
    assert [] == found


@pytest.mark.attack(
    tried="It writes into a folder of the user's that nothing leads elsewhere.",
    held="All but homes and temporary folders is read-only then, and who complains of "
    "that has tried to write.",
    mend=(
        "src/exeunt/cell/hold.py",
        "kernel.forbid(BASE, kernel.RDONLY | kernel.NODEV, whole=True)",
        "kernel.forbid(BASE, kernel.NODEV, whole=True)",
    ),
)
def test_a_checked_program_of_a_user_writes_nowhere_else(people, tool):
    """No overlay is possible below folders of others."""
    folder = Path(tempfile.mkdtemp(prefix="exeunt-attack-", dir="/var/lib"))
    os.chown(folder, 61001, 61001)
    try:
        words = tool(f"open({str(folder / 'left')!r}, 'w').write('x')")
        report = checked(people, "alice", words, only="help-writes-nothing")
        left = list(folder.iterdir())
    finally:
        shutil.rmtree(folder)

    assert [] == left
    assert "it has tried to write" in report["findings"][0]["got"]


@pytest.mark.attack(
    tried="With an empty environment it takes its home from the list of users.",
    held="That has another home for the user, too, in a copy that the cell sees.",
    mend=("src/exeunt/cell/hold.py", "fields[5] = home", "fields[5] = fields[5]"),
)
def test_a_checked_program_has_no_home_but_its_own(people, tool):
    """Whoever has no HOME asks for it there."""
    words = tool(
        "import pwd\nhome = pwd.getpwuid(os.getuid()).pw_dir\n"
        "open(f'{home}/.leak', 'w').write('x')"
    )

    report = checked(people, "root", words, only="help-writes-nothing")

    assert "it has touched home/.leak" in report["findings"][0]["got"]


@BOTH
@pytest.mark.attack(
    tried="It kills its parent, and everybody.",
    held="It sees no process but its own, and the first of them obeys none of it.",
    mend=(
        "src/exeunt/cell/enter.py",
        "APART = kernel.NEWNS | kernel.NEWPID | kernel.NEWNET | kernel.NEWIPC",
        "APART = kernel.NEWNS | kernel.NEWNET | kernel.NEWIPC",
    ),
)
def test_a_checked_program_kills_nobody(people, tool, who):
    """Another process of the same user goes on, and the check ends as it should."""
    other = people.start(who, "sleep", "600")
    words = tool(
        f"import signal\nsignal.signal(15, signal.SIG_IGN)\n"
        f"for pid in (os.getppid(), {other.pid}):\n"
        "    try: os.kill(pid, 9)\n"
        "    except OSError: pass\n"
    )

    report = checked(people, who, words)
    alive = other.poll() is None
    other.kill()
    other.wait()

    assert "namespaces" == report["protection"]["kind"]
    assert alive
    assert "verified" == report["findings"][0]["verdict"]


@BOTH
@pytest.mark.attack(
    tried="It fills the disk.",
    held="All that is written in one check has 512 MiB of memory.",
    mend=("src/exeunt/cell/hold.py", 'SIZE = "size=512m', 'SIZE = "size=600m'),
)
def test_a_checked_program_fills_no_disk(people, tool, who):
    """Wherever it may write, there is little room."""
    words = tool(
        "for place in (os.environ['HOME'], os.environ['TMPDIR'], '/tmp', '/dev/shm'):\n"
        "    seen = os.statvfs(place)\n"
        "    print('size', seen.f_blocks * seen.f_frsize >> 20)"
    )

    said = evidence(checked(people, who, words))

    assert ["512"] * 4 == [w for w in said.split() if w.isdigit()]


@pytest.mark.attack(
    tried="As root it mounts, makes a device, and sets what the kernel does.",
    held="The capabilities for that are not there.",
    mend=(
        "src/exeunt/cell/enter.py",
        "KEPT = frozenset({0,",
        "KEPT = frozenset({21, 27, 0,",
    ),
)
def test_a_checked_program_of_root_is_not_mighty(people, tool):
    """With them it would reach the disk below every mount."""
    words = tool(
        "import ctypes, stat\n"
        "libc = ctypes.CDLL(None)\n"
        "print('mount', libc.mount(b'none', b'/mnt', b'tmpfs', 0, 0))\n"
        "print('umount', libc.umount2(b'/proc', 2))\n"
        "try: os.mknod('/tmp/disk', 0o600 | stat.S_IFBLK, os.makedev(254, 0))\n"
        "except OSError as error: print('mknod', -1)\n"
    )

    said = evidence(checked(people, "root", words))

    assert ["mount -1", "umount -1", "mknod -1"] == said.splitlines()[:3]


@pytest.mark.attack(
    tried="As root it sets what the kernel does, by /proc/sys.",
    held="That is read-only in a cell, as is /sys.",
    mend=(
        "src/exeunt/cell/enter.py",
        'OF_THE_MACHINE = ("sys", ',
        "OF_THE_MACHINE = (",
    ),
)
def test_a_checked_program_sets_nothing_of_the_kernel(people, tool):
    """No capability is asked for there: the owner may write."""
    words = tool(
        "path = '/proc/sys/kernel/printk_ratelimit'\n"
        "value = open(path).read()\n"
        "try: open(path, 'w').write(value); print('set')\n"
        "except OSError as error: print('held', error.errno)\n"
    )

    assert evidence(checked(people, "root", words)).startswith("held 30")


@BOTH
@pytest.mark.attack(
    tried="It looks into who started it, and traces it.",
    held="The first process of a cell gives no memory and no descriptor away.",
    mend=(
        "src/exeunt/cell/enter.py",
        "kernel.control(kernel.SET_DUMPABLE, 0)",
        "kernel.control(kernel.SET_DUMPABLE, 1)",
    ),
)
def test_a_checked_program_traces_nobody(people, tool, who):
    """Whoever could, might answer for the command."""
    words = tool(
        "import ctypes\n"
        "print('trace', ctypes.CDLL(None).ptrace(16, 1, 0, 0))\n"
        "try: print('sees', os.listdir('/proc/1/fd'))\n"
        "except OSError as error: print('closed')\n"
    )

    said = evidence(checked(people, who, words)).splitlines()[:2]

    assert "trace -1" == said[0]
    assert who == "root" or said[1] == "closed"


@BOTH
@pytest.mark.attack(
    tried="Every process of exeunt's outside of the cell is killed meanwhile.",
    held="The cell's first process ends when its keeper is gone, and all ends with it.",
    mend=(
        "src/exeunt/cell/enter.py",
        "poll.register(lifeline, select.POLLIN)",
        "pass",
    ),
)
def test_nothing_stays_of_a_check_that_was_killed(people, tool, who):
    """No process stays, and no mount: those are of namespaces that nobody is in."""
    token = f"exeunt-attack-{os.getpid()}-{who}"
    words = tool("import time\nos.environ.clear()\ntime.sleep(600)")
    exeunt = str(Path(sys.executable).parent / "exeunt")
    front = people.start(
        who, exeunt, "check", "--json", "--only", "help", "--", *words,
        env={"EXEUNT_TOKEN": token},
    )  # fmt: skip
    mounts = Path("/proc/self/mountinfo").read_text()
    try:
        inits = until(lambda: [p for p in ours(token) if is_init(p)])
        until(lambda: children(inits[0]))
        below = children(inits[0])
        for pid in ours(token):
            if not is_init(pid):
                end(pid)
        left = until(lambda: not any(map(is_there, [*inits, *below])))
    finally:
        for pid in ours(token):
            end(pid)
        front.kill()
        front.wait()

    assert left
    assert mounts == Path("/proc/self/mountinfo").read_text()


def end(pid):
    """Kill a process that may have ended by now."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def until(found, seconds=20):
    """Wait for something to be so; return what it was last."""
    end = time.monotonic() + seconds
    while not (value := found()) and time.monotonic() < end:
        time.sleep(0.02)
    return value


def ours(token):
    """List the processes that have a token in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if token.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def is_init(pid):
    """Tell whether a process is the first of a namespace."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    numbers = next(li for li in status.splitlines() if li.startswith("NSpid:")).split()
    return numbers[-1] == "1" and len(numbers) > 2


def children(pid):
    """List the children of a process."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def is_there(pid):
    """Tell whether a process has not ended."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def refusing(*numbers):
    """Words before a command that is refused some system calls."""
    return [sys.executable, "-c", REFUSING, ",".join(map(str, numbers))]


@BOTH
@pytest.mark.attack(
    tried="It writes into the caller's home where namespaces are refused.",
    held="Landlock lets it write to its own folders alone, and the report says so.",
    mend=(
        "src/exeunt/cell/enter.py",
        'restrict(cell["writable"], network=cell["network"] == "loopback")',
        "pass",
    ),
)
def test_without_namespaces_a_checked_program_writes_nowhere_else(people, tool, who):
    """As in a container that allows no unshare()."""
    leak = people.home(who) / ".leak"
    words = tool(
        f"try: open({str(leak)!r}, 'w').write('x')\n"
        "except OSError as error: print('refused', error.errno)\n"
        "open(os.environ['HOME'] + '/own', 'w').write('x')"
    )

    report = checked(people, who, words, before=refusing(UNSHARE))

    assert "landlock" == report["protection"]["kind"]
    assert "unshare" in report["protection"]["why"]
    assert "refused 13" in evidence(report)
    assert not leak.exists()


@pytest.mark.attack(
    tried="It acts on the next word it gets, where nothing can hold it.",
    held="No word is made up then, and it is not called without one.",
    mend=(
        "src/exeunt/audit/probes/plan.py",
        "if not (guarded or fixtures.harmless):",
        "if False:",
    ),
)
def test_without_any_protection_no_word_is_made_up(people):
    """As on a kernel that has neither namespaces nor Landlock for us."""
    path, log = people.place / "tool", people.place / "acted"
    path.write_text(
        f'#!/bin/sh\necho "$#$*" >> {log}\n'
        'case "$1" in --help) echo "usage: tool COMMAND" ;; *) exit 2 ;; esac\n',
        encoding="utf-8",
    )

    report = checked(
        people, "alice", ["/bin/sh", str(path)], only="usage-code,bare,help",
        before=refusing(UNSHARE, LANDLOCK),
    )  # fmt: skip
    calls = log.read_text(encoding="utf-8").split("\n")

    assert "none" == report["protection"]["kind"]
    assert {"1--help"} <= set(calls)
    assert not [c for c in calls if c == "0" or (c[1:2].isalpha())]
