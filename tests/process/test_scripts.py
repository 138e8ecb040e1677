"""A script, or a program that starts others → what of it failed and nobody told.

A shell that is given a file hides what its line would hide under `-c`; what another
program lets fail is doubted, unless its table speaks for its 0.
"""

import os

import pytest

import exeunt
from exeunt.model.stage import hidden_in
from telling import TELLS, ended

MIGRATE = "#!/bin/bash\nls no-such-file\necho done\n"
FILES = {
    "migrate.sh": MIGRATE,
    "by-env.sh": MIGRATE.replace("/bin/bash", "/usr/bin/env bash"),
    "good.sh": "#!/bin/sh\nset -eu\nif grep -q x /dev/null; then ls /; fi\nls /\n",
    "outer.sh": "bash migrate.sh\nls /\n",
    "large.sh": f"#{'x' * 70_000}\nls no-such-file\nls /\n",
    "replaced.sh": "ls no-such-file\nls /\n",
}


@pytest.fixture(autouse=True)
def scripts(tmp_path, monkeypatch):
    """A directory with scripts, which every test begins in."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)


def verdict(call):
    """The verdict of a line, or of words."""
    done = ended(call) if isinstance(call, str) else exeunt.run(call, log=False)
    assert 0 == done.exit_code
    return done.verdict.value


@pytest.mark.parametrize(
    "call",
    [
        ["bash", "migrate.sh"],
        ["./migrate.sh"],
        ["./by-env.sh"],
        ["timeout", "60", "bash", "-x", "migrate.sh"],
        "bash migrate.sh",
        "./migrate.sh; ls /",
        "bash outer.sh",
        "bash migrate.sh | cat",
        "sh -c 'bash migrate.sh'",
        "source ./migrate.sh",
    ],
    ids=str,
)
def test_a_script_hides_what_its_line_would_hide(call):
    """`bash FILE` reads as `bash -c` does with the text of the file."""
    assert verdict(call) == "failed" or not TELLS


@pytest.mark.parametrize(
    "call",
    [
        "bash large.sh",
        "cat migrate.sh | sh",
        "echo 'ls no-such-file; true' | sh",
        "sh < migrate.sh",
        "cp /dev/null empty; bash replaced.sh 3<replaced.sh; bash -s < replaced.sh",
        "env -S \"sh -c 'ls no-such-file; true'\"",
        ["env", "-S", "sh -c 'ls no-such-file; true'"],
    ],
)
def test_a_failure_in_a_shell_whose_line_nobody_read_is_doubted(call):
    """What was not read may have hidden it: no success, whoever made the text."""
    assert verdict(call) in {"failed", "unknown"} or not TELLS


@pytest.mark.parametrize(
    "call",
    [
        "bash good.sh",
        ["./good.sh"],
        "source ./good.sh; ls /",
        "ls good.sh",
        "sh < /dev/null",
    ],
    ids=str,
)
def test_a_script_without_a_hidden_failure_is_done(call):
    """What a script asks, and what succeeds in it, is no failure."""
    assert "done" == verdict(call)


def test_a_script_that_nobody_saw_is_a_guess():
    """Without the kernel's word nothing is known of a script, but its own code."""
    found = exeunt.read(exeunt.Exited(0), argv=["bash", "migrate.sh"])

    assert "guess" == found.certainty.value


def test_only_a_small_regular_file_is_read(tmp_path):
    """A FIFO is not opened, so that no writer of it goes on for nobody."""
    os.mkfifo(tmp_path / "fifo.sh")
    done = ended("test -p fifo.sh && ls ./fifo.sh")

    assert (0, "none") == (done.exit_code, hidden_in(done.stages))


STARTS = "import os, subprocess as s\n"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("s.run(['ls', 'no-such-file'])", {"unknown"}),
        ("os.system('ls no-such-file; true')", {"failed", "unknown"}),
        ("s.run(['sh', '-c', 'ls no-such-file | cat'])", {"failed", "unknown"}),
        ("s.run(['ls', '/'])", {"done"}),
        ("s.run(['ls', 'no-such-file'])\nraise SystemExit(1)", {"failed"}),
    ],
)
def test_what_a_program_lets_fail_is_doubted(tmp_path, program, expected):
    """A child that its own table calls failed, and a parent that says 0."""
    (tmp_path / "build.py").write_text(STARTS + program)
    done = ended("python3 build.py")

    assert done.verdict.value in expected or not TELLS


def test_a_table_that_speaks_for_a_program_vouches_for_its_children(tmp_path):
    """What a test lets fail is the business of the tests."""
    (tmp_path / "test_a.py").write_text(
        f"{STARTS}def test_a(): assert s.run(['ls', 'no-such-file']).returncode\n"
    )

    assert "done" == verdict("python3 -m pytest -q -p no:cacheprovider test_a.py")
