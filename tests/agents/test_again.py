"""The same end, again → told at the third time, whoever stands above the shell."""

import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.agents.doors import start_file
from exeunt.agents.doors.keeping import keep_file

# An agent of the name that Codex has, and of no session: it asks the same three times.
AGENT = """
import subprocess, sys
for _ in range(int(sys.argv.pop(1))):
    subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)
"""


@pytest.mark.parametrize("door", ["light", "keep"])
def test_the_third_time_of_an_agent_that_names_no_session(door, tmp_path):
    """Its process is its session; behind the keeping door that is no keeper's."""
    assert ["exeunt: cat 1: the third time"] == told(door, 3, tmp_path)


def test_each_time_is_called_as_people_do(tmp_path):
    """It is the 12th time, and the 21st."""
    *_, twelfth, _, _, _, _, _, _, _, _, last = told("light", 21, tmp_path)

    assert "exeunt: cat 1: the 12th time" == twelfth
    assert "exeunt: cat 1: the 21st time" == last


def told(door, times, tmp_path):
    """What an agent is told that runs one failing command so many times."""
    (tmp_path / "light.bash").write_text(start_file("light", "bash"))
    (tmp_path / "keep.bash").write_text(keep_file("bash"))
    codex = tmp_path / "codex"
    codex.symlink_to(Path(sys.executable).resolve())
    done = subprocess.run(
        [codex, "-I", "-S", "-c", AGENT, str(times), "bash", "-c", "cat /nope"],
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(tmp_path),
            "CODEX_TOOL_CALL_ID": "call_0",
            "BASH_ENV": str(tmp_path / f"{door}.bash"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("exeunt: ")]
    return [line.partition(" with")[0] for line in lines]
