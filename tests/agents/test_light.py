"""The light door: a start file of bash, played in the form of each agent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.agents.doors import start_file

AGENTS = ("claude", "gemini", "codex")
# A parent of the name that Codex has: its shell's text is the command itself.
PARENT = """
import os, subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, check=False)
sys.exit(done.returncode)
"""


def claude(command):
    """What Claude Code 2.1 gives to bash."""
    word = command.replace("'", "'\"'\"'")
    return (
        "source /proc/nope/snapshot-bash-1.sh 2>/dev/null || true && "
        "shopt -u extglob 2>/dev/null || true && "
        f"eval '{word}' < /dev/null && pwd -P >| /dev/null"
    )


def gemini(command):
    """What Gemini CLI 0.61 gives to bash."""
    return (
        "shopt -u promptvars nullglob extglob nocaseglob dotglob; "
        "_bgpids_file=/dev/null\n"
        "(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n"
        f"{command}\n)\n__code=$?\nexit $__code"
    )


FORMS = {"claude": claude, "gemini": gemini, "codex": str}


@pytest.fixture
def door(tmp_path):
    """The start file of the light door, as it is installed."""
    path = tmp_path / "light.bash"
    path.write_text(start_file("light", "bash"))
    return path


@pytest.fixture
def play(tmp_path):
    """Run a command as an agent does, behind a door or without one."""
    codex = tmp_path / "codex"
    codex.symlink_to(Path(sys.executable).resolve())

    def run(agent, command, door=None, *options, **env):
        env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **env}
        if agent == "codex":
            env["CODEX_TOOL_CALL_ID"] = "call_0"
        if door is not None:
            env["BASH_ENV"] = str(door)
        words = ["/bin/bash", *options, "-c", FORMS[agent](command)]
        done = subprocess.run(
            [codex, "-I", "-c", PARENT, *words],
            env=env,
            capture_output=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("agent", AGENTS)
def test_a_failure_is_told_after_its_output(agent, play, door):
    """One line of ours comes after its own words; the code is its own."""
    code, stdout, stderr = play(agent, "curl -s http://127.0.0.1:1", door)

    assert (7, b"") == (code, stdout)
    assert stderr.startswith(b"exeunt: curl 7: ")
    assert 1 == stderr.count(b"\n")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_failure_behind_a_pipe_is_told(agent, play, door):
    """What the code of the line hides is named by its stage."""
    code, _, stderr = play(agent, "ls /proc/nope 2>/dev/null | cat", door)

    assert 0 == code
    assert stderr.startswith(b"exeunt: ls ended with 2")


@pytest.mark.parametrize("agent", AGENTS)
def test_a_success_is_as_without_us(agent, play, door):
    """Not one byte more, in the streams and in what a command sees of its shell."""
    command = (
        'echo "[$_] [$-] [$#] [$*] [$BASH_SUBSHELL]"; shopt; set -o; declare -F; '
        "alias; env | grep -v ^_= | sort; set -- $(jobs); echo $LINENO"
    )

    assert play(agent, command) == play(agent, command, door)


def test_a_command_with_a_redirection_of_its_own_is_told_of(door, tmp_path):
    """Claude Code lends those no stdin: its wrapper has another end."""
    text = (
        "source /proc/nope/snapshot-bash-1.sh 2>/dev/null || true && "
        "eval 'curl -s http://127.0.0.1:1 < /dev/null' && pwd -P >| /dev/null"
    )
    done = subprocess.run(
        ["/bin/bash", "-c", text],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "BASH_ENV": str(door)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )

    assert 7 == done.returncode
    assert done.stderr.splitlines()[-1].startswith(b"exeunt: ")
