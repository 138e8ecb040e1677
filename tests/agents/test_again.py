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
for _ in range(3):
    subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)
"""


@pytest.mark.parametrize("door", ["light", "keep"])
def test_the_third_time_of_an_agent_that_names_no_session(door, tmp_path):
    """Its process is its session; behind the keeping door that is no keeper's."""
    (tmp_path / "light.bash").write_text(start_file("light", "bash"))
    (tmp_path / "keep.bash").write_text(keep_file("bash"))
    codex = tmp_path / "codex"
    codex.symlink_to(Path(sys.executable).resolve())
    done = subprocess.run(
        [codex, "-I", "-S", "-c", AGENT, "bash", "-c", "cat /nope"],
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
    told = [line for line in done.stderr.splitlines() if line.startswith("exeunt: ")]

    assert ["exeunt: cat 1: the third time"] == [
        line.partition(" with")[0] for line in told
    ]
