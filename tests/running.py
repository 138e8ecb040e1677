"""A command → how `exeunt run` and `exeunt.run` say it ended, and who survived it.

Each run carries a mark in its environment, which its whole tree inherits: survivors
are found by it, whatever they call themselves, and killed after they were counted.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import sysconfig
import textwrap
import time
import uuid
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

import exeunt
from exeunt.cli.schema import schema

EXEUNT = str(Path(sysconfig.get_path("scripts")) / "exeunt")
RECORD = jsonschema.Draft7Validator(schema("run-record"))
# A test that passes waits for neither of these, so both think of a busy machine.
WATCHDOG = 120  # seconds: a command that takes so long has hung
SOON = 40  # seconds: far from the minute that most commands would take by themselves
PYTHON = sys.executable
# Whoever runs the tests in the background has them ignore INT, and so would we.
HEEDING = ("env", "--default-signal=HUP,INT,QUIT,TERM")
KID = str(Path(__file__).parent / "process" / "actors" / "kid.py")


class Ran(NamedTuple):
    """How a call of `exeunt run` ended."""

    code: int
    stdout: bytes
    stderr: bytes

    @property
    def record(self):
        """The one document on stdout, checked against the schema."""
        document = json.loads(self.stdout)
        RECORD.validate(document)
        return document


class Mark:
    """A word that a run's whole tree has in its environment."""

    def __init__(self):
        self.value = uuid.uuid4().hex

    @property
    def env(self):
        """The variable that carries it."""
        return {"EXEUNT_TEST_MARK": self.value}

    def carries(self, pid):
        """Tell whether a process carries it and is no zombie."""
        wanted = f"EXEUNT_TEST_MARK={self.value}".encode()
        try:
            return wanted in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False  # it has just ended

    def survivors(self):
        """The pids of all that carry it and are no zombies."""
        names = os.listdir("/proc")  # noqa: PTH208 - names are wanted
        return [int(n) for n in names if n.isdigit() and self.carries(n)]

    def gone(self, within=SOON):
        """Wait until nobody carries it; return who still does when time is up."""
        until = time.monotonic() + within
        while (left := self.survivors()) and time.monotonic() < until:
            time.sleep(0.01)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                self.kill(pid)
        return left

    def kill(self, pid):
        """Kill who carries it, and never who has got its number since."""
        held = os.pidfd_open(pid)
        try:
            if self.carries(pid):
                signal.pidfd_send_signal(held, signal.SIGKILL)
        finally:
            os.close(held)


def environment(tmp_path, mark=None, **changes):
    """An environment with a state directory of its own."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.environ.get("PYTHONPATH"),  # another tree than is installed
        **(mark.env if mark else {}),
        **changes,
    }
    return {name: value for name, value in env.items() if value is not None}


def run(
    tmp_path,
    *words,
    verb="run",
    mark=None,
    stdin=subprocess.DEVNULL,
    cwd=None,
    **env,
):
    """Call `exeunt run`, or drive, with its output in pipes."""
    data = stdin if isinstance(stdin, bytes) else None
    done = subprocess.run(
        [EXEUNT, verb, *words],
        **({"input": data} if data is not None else {"stdin": stdin}),
        capture_output=True,
        env=environment(tmp_path, mark, **env),
        cwd=cwd,
        timeout=WATCHDOG,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def record(tmp_path, *words, verb="run", **options):
    """Call `exeunt run --json` and return its record; the two numbers must agree."""
    done = run(tmp_path, "--json", *words, verb=verb, **options)
    assert done.code == done.record["exit_code"], done
    assert done.stderr == b"", done.stderr
    return done.record


def start(tmp_path, *words, mark=None, through=HEEDING, **options):
    """Start `exeunt run` and return the process; `through` may change its signals."""
    return subprocess.Popen(
        [*through, EXEUNT, "run", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, mark),
        **options,
    )


def finish(process):
    """Wait for a started call."""
    stdout, stderr = process.communicate(timeout=WATCHDOG)
    return Ran(process.returncode, stdout, stderr)


def wait_for(path, within=SOON):
    """Wait until a command has made a file: it is ready."""
    until = time.monotonic() + within
    while not Path(path).exists():
        assert time.monotonic() < until, f"{path} never came"
        time.sleep(0.005)


WAYS = ("command", "library")
PROVEN = {"cgroup", "subreaper"}  # where there may be a group, and where not


def ended(way, tmp_path, words, *, mark=None, **options):
    """Run by `exeunt run --json` or by exeunt.run(); return the record of either."""
    if way == "library":
        options = {"log": False, "env": mark.env if mark else None, **options}
        document = exeunt.run(words, **options).as_dict()
        RECORD.validate(document)
        return document
    given = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        given += [flag] if value is True else [flag, str(value)]
    return record(tmp_path, *given, "--", *words, mark=mark)


def survivors(way, mark):
    """Who is there after a run; a command's own keeper takes a moment to end."""
    return mark.gone(within=0 if way == "library" else SOON)


def at_limit(way, tmp_path, words, ready, **options):
    """Run with a limit; a busy machine gets a longer one, until `ready` is in time."""
    for limit in (0.4, 3, 20):
        done = ended(way, tmp_path, words, timeout=limit, **options)
        if Path(ready).exists():
            return done
    raise AssertionError(f"{ready} never came")


def python(source):
    """The words that have Python do something."""
    return [PYTHON, "-I", "-S", "-c", source]


def sh(line):
    """The words that have a shell do something."""
    return ["/bin/sh", "-c", line]


def kid(way, ready, *args):
    """The words that start an actor of tests/process/actors."""
    return [PYTHON, "-I", "-S", KID, way, str(ready), *map(str, args)]


def program(source, *args, tmp_path, mark=None, **options):
    """Start a Python program: a host of exeunt.run()."""
    return subprocess.Popen(
        [*HEEDING, PYTHON, "-c", textwrap.dedent(source), *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, mark),
        **{"stdin": subprocess.DEVNULL, **options},
    )


def host(source, *args, tmp_path, mark=None, **options):
    """Run a host of exeunt.run() to its end; return what it printed."""
    done = finish(program(source, *args, tmp_path=tmp_path, mark=mark, **options))
    assert (0, b"") == (done.code, done.stderr), done.stderr.decode()
    return done.stdout.decode()


def is_running(pid):
    """Tell whether a process is there and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return False
    return state not in {b"Z", b"X"}


def until(condition, within=SOON):
    """Wait until something is true; return whether it became so."""
    end = time.monotonic() + within
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


@contextlib.contextmanager
def busy(loops):
    """Have so many processes use all the time that they get."""
    words = ["/bin/sh", "-c", "while :; do :; done"]
    with contextlib.ExitStack() as stack:
        for _ in range(loops):
            process = stack.enter_context(subprocess.Popen(words))
            stack.callback(process.kill)
        yield


def must(possible, what):
    """Fail where a test's means are missing, unless the caller said that they are."""
    if possible:
        return
    if os.environ.get("EXEUNT_WITHOUT_TOOLS") == "1":
        pytest.skip(f"without {what}, as EXEUNT_WITHOUT_TOOLS=1 says")
    pytest.fail(f"needs {what}; EXEUNT_WITHOUT_TOOLS=1 skips this test", pytrace=False)


def unshared(*flags):
    """The words that give a command namespaces of its own, as root or as anybody."""
    words = ["unshare", *(["-Ur"] if os.geteuid() else []), *flags]
    probe = subprocess.run([*words, "true"], capture_output=True, check=False)
    must(probe.returncode == 0, f"a kernel that allows {' '.join(words)}")
    return words
