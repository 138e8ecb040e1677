"""A process that becomes one program after another → each is judged for itself.

A program that is found by its name may be a script that tries this and that, and then
becomes another (`exec`): pyenv, direnv, asdf and npm are made so. What it tried is its
own business; what the other one starts is not.
"""

import subprocess
import sys

import pytest

from exeunt.process import _witness
from telling import TELLS, ended

FAILS, STARTS = "ls no-such-file 2>/dev/null", "import os, subprocess as s, sys\n"
PROGRAM = f"{sys.executable} -IS"
FILES = {
    # shims
    "asks": f'set -e\nx=$(grep x /dev/null || true)\nexec {PROGRAM} "$@"',
    "tries": f'x=$({FAILS})\n{FAILS}\nexec {PROGRAM} "$@"',
    "twice": f'{FAILS}\nexec env tries "$@"',
    "given": f'eval "$({FAILS}; echo export A=1)"\nexec "$@"',
    "waits": f'{PROGRAM} "$@"\nexit $?',
    "npm": f"case $(uname) in CYGWIN*) x=1;; esac\n"
    f'if [ -x ./node ]; then exec ./node "$@"; else exec {PROGRAM} "$@"; fi',
    # programs that are no shims
    "lets": f"#!{PROGRAM}\n{STARTS}s.run(['ls', 'no-such-file'])",
    "crashes": f"#!{PROGRAM}\n{STARTS}s.run(['sh', '-c', 'kill -SEGV $$'])",
    "self": f"#!{PROGRAM}\n{STARTS}s.run(['ls', 'no-such-file'])\n"
    "os.execvp(sys.argv[1], sys.argv[1:])",
    # what they are given
    "bad.py": f"{STARTS}s.run(['ls', 'no-such-file'])",
    "odd.py": f"{STARTS}s.run(['false'])",
    "line.py": f"{STARTS}os.system('ls no-such-file; true')",
    "good.py": f"{STARTS}s.run(['ls', '/'])",
    "run.sh": f"{FAILS}\nexec tries good.py",
}


@pytest.fixture(autouse=True)
def shims(tmp_path, monkeypatch):
    """A directory with shims, on PATH, which every test begins in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text if text[:2] == "#!" else f"#!/bin/sh\n{text}")
        (tmp_path / name).chmod(0o755)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("asks good.py; tries good.py && npm good.py | cat", {"done"}),
        ("timeout 60 twice good.py && given asks good.py", {"done"}),
        ("tries bad.py | cat", {"unknown"}),
        ("nice -n 0 twice odd.py; echo", {"unknown"}),
        ("timeout 60 asks line.py && echo", {"failed", "unknown"}),
        ("npm bad.py; echo", {"unknown"}),
        ("waits bad.py; echo", {"unknown"}),
        ("given lets; echo", {"unknown"}),
        ("crashes; echo", {"unknown"}),
        ("self asks good.py; echo", {"done"}),
        ("env ./run.sh", {"failed", "unknown"}),
        ("given ./run.sh", {"failed", "unknown"}),
        (f"given sh -c '{FAILS}; exec true'; echo", {"failed", "unknown"}),
        (f"{sys.executable} -IS self asks good.py; echo", {"unknown"}),
    ],
)
def test_a_process_that_becomes_another_program_is_judged_as_that(line, expected):
    """What a shim tried is its own business; a file and a line have their text."""
    done = ended(line)

    assert 0 == done.exit_code
    assert done.verdict.value in expected or not TELLS


def test_words_that_are_read_late_are_of_no_earlier_program():
    """A process that has become a third by then was a second that nobody saw."""
    witness = _witness.watch()
    if witness is None:
        assert not TELLS
        return
    chain = ["sh", "-c", "exec sh -c 'exec cat'"]
    with subprocess.Popen(chain, stdin=-1, stdout=-1) as started:
        witness.follow(started.pid)
        started.stdin.write(b"here\n")
        started.stdin.flush()
        started.stdout.readline()
        witness.take()
        witness.take()
        witness.socket.close()
        started.stdin.close()

    seen = [(one.words, one.same) for one in witness.exits]
    assert [([], True), ([b"cat"], True)] == seen
