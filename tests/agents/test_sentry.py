"""Behind the keeping door, at a terminal: the shell stays, and who asks is told."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exeunt.agents.doors import start_file
from exeunt.agents.doors.keeping import keep_file
from running import WATCHDOG, Mark

# An agent gives its shell a terminal, types an answer to what it is told, shows all.
AGENT = """
import json, os, pty, sys
answer, *words = sys.argv[1:]
pid, terminal = pty.fork()
if not pid:
    os.execvp(words[0], words)
shown = b""
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    if b"exeunt: " in shown + data and b"exeunt: " not in shown:
        os.write(terminal, answer.encode())
    shown += data
status = os.waitpid(pid, 0)[1]
print(json.dumps([os.waitstatus_to_exitcode(status), shown.decode()]))
"""
# A person's terminal controls the agent, and its shell is in the background of it.
BESIDE = """
import json, os, pty, subprocess, sys
if not (pid := pty.fork()[0]):
    done = subprocess.run(
        sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True, process_group=0
    )
    with open("told", "w") as file:
        json.dump([done.returncode, done.stderr.decode()], file)
    os._exit(0)
os.waitpid(pid, 0)
print(open("told").read())
"""
ASKS = 'read -r -p "Name? " name; echo "got $name"; [ -t 0 ] && [ -t 2 ]; exit 3'
HIDDEN = "import getpass; print(len(getpass.getpass()))"


@pytest.fixture
def door(tmp_path):
    """The environment of an agent's shell behind the keeping door, and its words."""
    (tmp_path / "keep.bash").write_text(keep_file("bash"))
    (tmp_path / "light.bash").write_text(start_file("light", "bash"))
    agent = tmp_path / "codex"
    agent.symlink_to(Path(sys.executable).resolve())
    env = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "CODEX_TOOL_CALL_ID": "call_0",
        "BASH_ENV": str(tmp_path / "keep.bash"),
    }

    def run(program, *words, **more):
        done = subprocess.run(
            [agent, "-I", "-S", "-c", program, *words],
            env={**env, **more},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            timeout=WATCHDOG,
            check=True,
        )
        return json.loads(done.stdout)

    run.env, run.agent = env, agent
    return run


def test_a_question_at_the_terminal_is_told_and_answered(door):
    """In one line; the command is at the terminal, and ends as it would have."""
    code, shown = door(AGENT, "bob\n", "bash", "-c", ASKS)
    told = "exeunt: bash waits for a line; answer with write_stdin\r\n"

    assert (3, f"Name? \r\n{told}bob\r\ngot bob\r\n") == (code, shown)


def test_a_secret_that_is_asked_for_is_told(door):
    """What is typed then is not shown."""
    code, shown = door(AGENT, "hidden\n", "bash", "-c", f"python3 -c '{HIDDEN}'; :")

    assert 0 == code
    assert "exeunt: python3 waits for a secret" in shown
    assert "hidden" not in shown
    assert shown.endswith("6\r\n")


def test_a_success_at_a_terminal_is_as_it_was(door):
    """Not one byte more, and nobody stays."""
    mark = Mark()
    text = "stty -a | head -1; tty; ps -o pid=,ppid=,pgid=,sid=,tpgid= -p $$ | wc -l"
    kept = door(AGENT, "", "bash", "-c", text, **mark.env)
    bare = door(AGENT, "", "bash", "-c", text, EXEUNT_OFF="1")

    assert bare[0] == kept[0] == 0
    assert bare[1].split("\n")[::2] == kept[1].split("\n")[::2]
    assert [] == mark.gone()


def test_the_death_of_the_agent_ends_what_is_at_its_terminal(door, tmp_path):
    """What would hear no hangup, too."""
    mark, ready = Mark(), tmp_path / "ready"
    text = f"trap '' HUP; sleep 300 & touch {ready}; wait; wait"
    agent = subprocess.Popen(
        [door.agent, "-I", "-S", "-c", AGENT, "", "bash", "-c", text],
        env={**door.env, **mark.env},
        stdout=subprocess.DEVNULL,
    )
    until = time.monotonic() + WATCHDOG
    while not ready.exists() and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(agent.pid, signal.SIGKILL)
    agent.wait(WATCHDOG)

    assert [] == mark.gone()


@pytest.mark.parametrize(
    "text", [f"python3 -c '{HIDDEN}'; :", "read -r x </dev/tty; echo never"]
)
def test_who_asks_at_the_terminal_of_somebody_else_comes_back(text, door):
    """The agent's shell has no terminal; the program has opened that of a person."""
    code, told = door(BESIDE, "bash", "-c", text)
    name = text.split()[0].replace("read", "bash")

    assert -signal.SIGTERM == code
    assert (
        f"exeunt: {name} asked at a terminal that is not yours, and was ended" in told
    )
    assert 1 == told.count("\n")
