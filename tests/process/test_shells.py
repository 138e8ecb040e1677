"""A line and the name of a shell → that shell runs the line, found as a person's is."""

import os

import exeunt
from exeunt.process import shells
from running import run


def ended(line, **options):
    """How a line ended that a shell was given."""
    return exeunt.run(shell=line, log=False, **options)


def shell_at(directory, name="myshell"):
    """Put a shell that says its own path and then runs the line into a directory."""
    directory.mkdir(exist_ok=True)
    path = directory / name
    path.write_text('#!/bin/sh\necho "$0"\nexec /bin/sh "$@"\n')
    path.chmod(0o755)
    return path


def test_a_line_is_given_to_bash():
    """Where there is bash, what agents write works: pipefail, [[ and arrays."""
    done = ended("set -o pipefail; x=(a b); [[ ${x[1]} == b ]]")

    assert ("/bin/bash", 0) == (done.command, done.exit_code)


def test_the_standard_shell_is_not_searched_for():
    """A PATH can put no other bash in the place of the system's."""
    done = ended("echo hi", env={"PATH": "/nowhere"})

    assert ("/bin/bash", "hi\n") == (done.command, done.stdout)


def test_a_shell_is_named(tmp_path):
    """--shell-program: found on the command's own PATH; the record has its path."""
    path = shell_at(tmp_path / "bin")
    env = {"PATH": f"{path.parent}:{os.environ['PATH']}"}

    done = ended("echo hi", shell_program="myshell", env=env)
    told = run(
        tmp_path, "--env", f"PATH={env['PATH']}", "--shell-program", "myshell",
        "--shell", "echo hi",
    )  # fmt: skip

    assert (str(path), ("-c", "echo hi")) == (done.command, done.args)
    assert f"{path}\nhi\n" == done.stdout == told.stdout.decode()


def test_a_shell_is_named_by_its_path(tmp_path):
    """What has a slash is not searched for."""
    path = shell_at(tmp_path)

    assert str(path) == ended(":", shell_program=path).command


def test_a_shell_that_is_not_there_is_said_to_be_missing(tmp_path):
    """It ends as a missing command does, and nothing else gets the line."""
    told = run(tmp_path, "--shell-program", "noshell", "--shell", "echo hi")

    assert (127, b"", b"exeunt: 'noshell' is not found on PATH\n") == told


def test_a_line_that_begins_with_a_dash_is_no_option():
    """A line that looks like an option of the shell is still a line."""
    assert 127 == ended("-e").exit_code
    assert 127 == ended("-e", shell_program="sh").exit_code


def test_a_shell_without_a_line_is_a_mistake(tmp_path):
    """--shell-program alone would be given a command that it never sees."""
    told = run(tmp_path, "--shell-program", "bash", "true")

    assert 125 == told.code
    assert b"--shell-program says nothing without --shell" in told.stderr


def test_bash_is_looked_for_before_sh_is_taken(tmp_path, monkeypatch):
    """Where bash is elsewhere, it is found on PATH; without one, the line is sh's."""
    monkeypatch.setattr(shells, "STANDARD", "/nowhere/bash")
    bash = shell_at(tmp_path, "bash")

    assert str(bash) == shells.standard(f"relative:{tmp_path}")
    assert "/bin/sh" == shells.standard("/nowhere")
