"""Words → how exeunt itself ends: in a pipe, or before a person at a terminal.

Real processes, in an environment that holds nothing of the developer's.
"""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import sysconfig
import termios
from pathlib import Path
from typing import NamedTuple

import jsonschema

from exeunt.cli.schema import schema

MODULE = (sys.executable, "-m", "exeunt")
LAUNCHER = (Path(sysconfig.get_path("scripts")) / "exeunt",)
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))
COLUMNS = 80


class Result(NamedTuple):
    """How a call ended and what it printed."""

    code: int
    stdout: str
    stderr: str


def environment(**changes):
    """A developer's variables may not change what is tested; None unsets one."""
    env = {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        "HOME": "/nonexistent",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm",
        "PYTHONPATH": os.environ.get("PYTHONPATH"),  # another tree than is installed
        **changes,
    }
    return {name: value for name, value in env.items() if value is not None}


def run(*words, program=MODULE, stdin="", cwd=None, **env):
    """Call exeunt with its output in pipes."""
    done = subprocess.run(
        [*program, *words],
        input=stdin.encode(),
        capture_output=True,
        env=environment(**env),
        cwd=cwd,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def shell(line, cwd=None, **env):
    """Run a shell line that has exeunt on its PATH."""
    return run("-c", line, program=("sh",), cwd=cwd, **env)


def at_terminal(*words, program=MODULE, **env):
    """Call exeunt with a terminal of its own on each stream."""
    masters, ends = zip(*(open_terminal() for _ in range(2)), strict=True)
    process = subprocess.Popen(
        [*program, *words],
        stdin=subprocess.DEVNULL,
        stdout=ends[0],
        stderr=ends[1],
        env=environment(**env),
    )
    for end in ends:
        os.close(end)
    stdout, stderr = drain(masters)
    return Result(process.wait(), stdout, stderr)


def open_terminal():
    """Open a terminal of 80 columns."""
    master, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    return master, end


def drain(masters):
    """Read terminals until nobody writes to them any more."""
    texts = dict.fromkeys(masters, b"")
    waiting = set(masters)
    while waiting:
        for master in select.select(waiting, (), ())[0]:
            try:
                chunk = os.read(master, 65536)
            except OSError:  # Linux says EIO when the last writer is gone
                chunk = b""
            texts[master] += chunk
            if not chunk:
                waiting.discard(master)
                os.close(master)
    return [text.decode().replace("\r\n", "\n") for text in texts.values()]


def envelope(result):
    """The one envelope that a call printed, checked against our own schema."""
    assert "" == result.stderr
    assert result.stdout.isascii()
    assert 1 == result.stdout.count("\n") == len(result.stdout.splitlines())
    document = json.loads(result.stdout)
    ENVELOPE.validate(document)
    assert document["ok"] is (result.code == 0)
    return document


def data(*words, **env):
    """The data of a call that succeeds."""
    result = run(*words, **env)
    assert 0 == result.code
    return envelope(result)["data"]


def too_wide(text):
    """The lines of a text that an 80-column terminal would break."""
    return [line for line in text.splitlines() if len(line) > COLUMNS]
