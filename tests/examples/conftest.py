"""The program in examples/ → real calls of it, and a server for it to talk to."""

import json
import os
import pty
import subprocess
import sys
from itertools import count
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

IN_DIALECT = """
import exeunt
from notes.after import {front}_app as front
from notes.after.promises import EVERY
app = getattr(front, "app", None) or front.parser
exeunt.adopt(app, name="notes", defaults=EVERY, dialect="{dialect}")()
"""


class Ended(NamedTuple):
    """How one call ended; at a terminal, `stdout` is the whole screen."""

    code: int
    stdout: str
    stderr: str = ""

    @property
    def envelope(self):
        """What a program reads."""
        return json.loads(self.stdout)


@pytest.fixture(autouse=True)
def path_to_examples(monkeypatch):
    """Let `notes` be imported, here and in the processes."""
    beside = os.environ.get("PYTHONPATH")
    both = os.pathsep.join([str(EXAMPLES), *([beside] if beside else [])])
    monkeypatch.setenv("PYTHONPATH", both)
    monkeypatch.syspath_prepend(EXAMPLES)


@pytest.fixture
def notes(tmp_path):
    """Call a front end of notes, on a store of its own that has two notes."""
    numbers = count(1)

    def call(front, *words, edition="after", terminal=False, dialect=None):
        from notes.core import Store

        path = str(tmp_path / f"{next(numbers)}.db")
        store = Store(path)
        store.add("one", "the first")
        store.add("two")
        store.rows.close()
        program = ["-m", f"notes.{edition}.{front}_app"]
        if dialect is not None:
            program = ["-c", IN_DIALECT.format(front=front, dialect=dialect)]
        argv = [sys.executable, *program, *words]
        env = {**os.environ, "NOTES_DB": path, "TERM": "dumb", "COLUMNS": "80"}
        return at_terminal(argv, env) if terminal else in_pipe(argv, env)

    return call


def in_pipe(argv, env):
    """Run a command whose streams nobody looks at."""
    ran = subprocess.run(
        argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return Ended(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def at_terminal(argv, env):
    """Run a command at a terminal of its own."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        argv, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as (process):
        os.close(theirs)
        screen = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    return Ended(process.returncode, screen.decode().replace("\r\n", "\n"))


def read(terminal):
    """Read what is there; Linux says EIO when the last writer is gone."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.fixture
def server():
    """A server on a free port, until the test is over."""
    from notes.server import NotesServer

    with NotesServer() as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield running
        running.stopping.set()
        running.shutdown()
        thread.join()


@pytest.fixture
def lines(tmp_path):
    """Write a file of lines to import."""

    def write(*texts):
        file = tmp_path / "lines.jsonl"
        file.write_text("".join(f"{text}\n" for text in texts))
        return str(file)

    return write
