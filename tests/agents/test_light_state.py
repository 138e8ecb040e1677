"""The light door leaves a command its shell: state, files, codes, whatever breaks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.agents.doors import start_file

CODEX = """
import os, subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, check=False)
sys.exit(done.returncode)
"""
LONGEST = 131_071  # bytes of a word, as the kernel has it


class Stage:
    """A folder with a start file, and a parent of Codex' name."""

    def __init__(self, place):
        self.place = place
        self.codex = place / "codex"
        self.codex.symlink_to(Path(sys.executable).resolve())
        self.door = place / "light.bash"
        self.install()

    def install(self, **given):
        """Write the start file."""
        self.door.write_text(start_file("light", "bash", **given))

    def play(self, command, *, door=True, options=(), **env):
        """Give a command to bash as Codex does: its code, stdout and stderr."""
        known = {"PATH": os.environ["PATH"], "HOME": str(self.place)}
        known |= {"CODEX_TOOL_CALL_ID": "call_0", "LC_ALL": "C.UTF-8"}
        known["XDG_STATE_HOME"] = str(self.place)
        if door:
            known["BASH_ENV"] = str(self.door)
        words = [self.codex, "-I", "-c", CODEX, "/bin/bash", *options, "-c", command]
        env = known | {name: value for name, value in env.items() if value is not None}
        done = subprocess.run(words, env=env, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
def stage(tmp_path):
    """A start file, and a shell that reads it."""
    return Stage(tmp_path)


def own(stderr):
    """What a command says itself, and the lines that are ours."""
    lines = stderr.splitlines(keepends=True)
    ours = [line for line in lines if line.startswith(b"exeunt: ")]
    return b"".join(line for line in lines if line not in ours), ours


STATE = (
    'echo "[$_] [$-] [$#] [$*] [$?] [$BASH_SUBSHELL] [$LINENO] [${FUNCNAME[*]}]"; '
    "shopt; set -o; declare -F; alias; umask; pwd; ulimit -a; jobs; hash; "
    "env | grep -v ^_= | sort; ls /proc/self/fd"
)
COMMANDS = {
    "state": STATE,
    "errexit": "set -e; true; false; echo not",
    "nounset": "set -u; echo $nothing",
    "nounset, fine": "set -u; true",
    "xtrace": "set -x; true",
    "xtrace, fails": "set -x; false; true",
    "posix": "set -o posix; true",
    "noglob and IFS": "set -f; IFS=01; true; exit 0",
    "pipefail": "set -o pipefail; yes | head -1",
    "here-document": "cat <<END\n$((1 + 1))\nEND",
    "exec": "exec echo gone",
    "exec, fails": "exec 3</proc/nope; echo on",
    "own trap": "trap 'echo bye' EXIT; exit 4",
    "own error trap": "trap 'echo bad' ERR; false; true",
    "sourced exit": "echo exit 6 > x; . ./x",
    "function": "f() { return 9; }; f",
    "subshell": "(exit 5)",
    "killed": "kill -TERM $$",
    "stderr closed": "exec 2>&-; false",
    "stdout closed": "exec >&-; exit 3",
    "syntax": "if then",
    "unfinished": "echo 'a | b",
    "stdin": "cat; wc -c < /dev/null",
    "background": "sleep 0 & wait; echo $?",
    "statuses": 'false | true; echo "${PIPESTATUS[*]}"',
    "last word": 'false a b; echo "$_"',
    "empty": " ",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_what_it_was(stage, name):
    """Codes and bytes are its own, but for a line of ours at the end."""
    env = {"PWD": str(stage.place)}
    bare = stage.play(f"cd {stage.place}; {COMMANDS[name]}", door=False, **env)
    code, stdout, stderr = stage.play(f"cd {stage.place}; {COMMANDS[name]}", **env)
    said, ours = own(stderr)

    assert bare == (code, stdout, said)
    assert 1 >= len(ours)


def test_a_command_of_the_longest_length_is_run(stage):
    """Where one more byte would be refused by the kernel."""
    command = f"true {'x' * (LONGEST - 13)}; exit 3"

    assert LONGEST == len(command)
    assert stage.play(command, door=False) == stage.play(command)


def test_bytes_that_are_no_text_reach_the_command(stage):
    """What is not UTF-8 is passed on, and told of."""
    command = os.fsdecode(b"printf '\xff\xfe'; ls /proc/nope/\xff 2>/dev/null | cat")
    code, stdout, stderr = stage.play(command)

    assert (0, b"\xff\xfe") == (code, stdout)
    assert stderr.startswith(b"exeunt: ls ended with 2 ")


@pytest.mark.parametrize(
    "options", [["-e"], ["-u"], ["-l"], ["-eu", "-o", "pipefail"], ["-p"]]
)
def test_options_of_the_shell_stay(stage, options):
    """Flags are what they were; one with privileges reads no start file."""
    bare = stage.play("echo $-; true | true", door=False, options=options)

    assert bare == stage.play("echo $-; true | true", options=options)


def test_nothing_of_ours_is_in_the_environment(stage):
    """A nested shell costs nothing, and `env` shows nothing."""
    _, stdout, _ = stage.play("env; bash -c 'trap -p; declare -F'")
    here = os.getcwd()  # noqa: PTH109 - as the shell says it

    assert b"BASH_ENV" not in stdout
    for place in (str(stage.place), here):
        stdout = stdout.replace(os.fsencode(place), b"")
    assert b"exeunt" not in stdout


def test_the_person_s_own_start_file_is_read_and_put_back(stage):
    """As bash would have: its value is expanded, and stays in the environment."""
    (stage.place / "mine").write_text("echo mine; MINE=1\n")
    stage.install(own="$HOME/mine")
    _, bare, _ = stage.play(
        'echo "$MINE"; env | grep -v ^_=', door=False, BASH_ENV="$HOME/mine"
    )
    _, stdout, _ = stage.play('echo "$MINE"; env | grep -v ^_=')

    assert b"BASH_ENV=$HOME/mine\n" in bare
    assert sorted(bare.splitlines()) == sorted(stdout.splitlines())


def test_a_trap_of_the_person_s_own_start_file_stays(stage):
    """Theirs comes first: nothing is told then."""
    (stage.place / "mine").write_text("trap 'echo mine' EXIT\n")
    stage.install(own=str(stage.place / "mine"))

    assert (7, b"mine\n", b"") == stage.play("exit 7")


def test_codex_hands_the_start_file_on_to_the_shell_that_it_turns_into(stage):
    """What restores its snapshot passes the variable on, and ends by exec."""
    text = (
        '__CODEX_SNAPSHOT_OVERRIDE_SET_0="${BASH_ENV+x}"\n'
        '__CODEX_SNAPSHOT_OVERRIDE_0="${BASH_ENV-}"\n'
        'export BASH_ENV="${__CODEX_SNAPSHOT_OVERRIDE_0}"\n\n'
        "exec '/bin/bash' -c 'echo ${BASH_ENV-none}; curl -s http://127.0.0.1:1'"
    )
    code, stdout, stderr = stage.play(text)

    assert (7, b"none\n") == (code, stdout)
    assert stderr.startswith(b"exeunt: curl 7: ")


def test_a_shell_of_anybody_else_is_not_told_of(stage, tmp_path):
    """Codex' variable is there, but pyenv, direnv or a script has started it."""
    env = {"PATH": os.environ["PATH"], "BASH_ENV": str(stage.door), "HOME": "/"}
    env["CODEX_TOOL_CALL_ID"] = "call_0"
    script = tmp_path / "script.sh"
    script.write_text("#!/bin/bash\ncurl -s http://127.0.0.1:1\n")
    for words in (
        ["/bin/bash", "-c", "curl -s http://127.0.0.1:1"],
        ["/bin/bash", script],
        ["/bin/sh", "-c", "curl -s http://127.0.0.1:1"],
        ["/bin/bash", "-ic", "curl -s http://127.0.0.1:1"],
    ):
        done = subprocess.run(words, env=env, capture_output=True, check=False)

        assert 7 == done.returncode
        assert b"exeunt" not in done.stderr


def test_off_is_off(stage):
    """One variable turns it off, without an edit."""
    bare = stage.play("trap -p; false", door=False, EXEUNT_OFF="1")

    assert bare == stage.play("trap -p; false", EXEUNT_OFF="1")


def test_the_third_time_is_said_to_be_one(stage):
    """The same end in the same session and folder, though its words say all."""
    told = [stage.play("ls /proc/nope 2>&1", CODEX_THREAD_ID="a")[2] for _ in range(3)]
    other = stage.play("ls /proc/nope 2>&1", CODEX_THREAD_ID="b")[2]

    assert [b"", b""] == told[:2]
    assert told[2].startswith(b"exeunt: ls 2: the third time with the same end")
    assert b"" == other


def test_ends_are_journaled_where_the_person_has_agreed(stage):
    """A row each, with its secrets masked; without the mark there is none."""
    line = "curl -s --proxy-pass hunter22 http://127.0.0.1:1"
    stage.play(line)
    journal = stage.place / "exeunt" / "journal"
    before = journal.exists()
    stage.install(journal=True)
    _, _, stderr = stage.play(line)
    written = journal.read_text()

    assert not before
    assert '"kind": "agent"' in written
    assert '"exit_code": 7' in written
    assert "hunter22" not in written + stderr.decode()


def broken_interpreter(stage):
    """A venv whose interpreter is gone."""
    stage.install(python=str(stage.place / "nope"))


def failing_interpreter(stage):
    """An interpreter that says something, and fails."""
    fake = stage.place / "python"
    fake.write_text("#!/bin/sh\necho what; echo bad >&2; exit 3\n")
    fake.chmod(0o755)
    stage.install(python=str(fake))


def killed_interpreter(stage):
    """An interpreter that somebody kills."""
    fake = stage.place / "python"
    fake.write_text("#!/bin/sh\nkill -9 $$\n")
    fake.chmod(0o755)
    stage.install(python=str(fake))


def hanging_interpreter(stage):
    """An interpreter that never says anything."""
    fake = stage.place / "python"
    fake.write_text("#!/bin/sh\nexec sleep 30 >/dev/null 2>&1\n")
    fake.chmod(0o755)
    stage.install(python=str(fake))


def gone(stage):
    """A package that was removed, its start file left behind."""
    text = stage.door.read_text()
    stage.door.write_text(text.replace("/doors/light/", "/doors/gone/"))


BROKEN = (
    broken_interpreter,
    failing_interpreter,
    killed_interpreter,
    hanging_interpreter,
    gone,
)


@pytest.mark.parametrize("breaks", BROKEN)
def test_whatever_is_broken_the_command_runs_once(stage, breaks):
    """Nothing is told; the code and the bytes are the command's own."""
    breaks(stage)
    command = "echo once >> $HOME/ran; ls /proc/nope; curl -s http://127.0.0.1:1"
    bare = stage.play(command, door=False)
    (stage.place / "ran").unlink()

    assert bare == stage.play(command)
    assert "once\n" == (stage.place / "ran").read_text()


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHOME": "/proc/nope"},
        {"PYTHONPATH": "/proc/nope:/dev/null"},
        {
            "PYTHONSTARTUP": "/proc/nope",
            "PYTHONWARNINGS": "error",
            "PYTHONVERBOSE": "1",
        },
        {"XDG_STATE_HOME": "/proc/nope"},
        {"TMPDIR": "/proc", "HOME": "/proc", "XDG_STATE_HOME": ""},
        {"LC_ALL": "C"},
    ],
    ids=str,
)
def test_an_environment_breaks_nothing(stage, env):
    """Nothing of the caller's Python is heard, and no file has to be written."""
    stage.install(journal=True)
    code, _, stderr = stage.play("curl -s http://127.0.0.1:1", **env)

    assert 7 == code
    assert stderr.startswith(b"exeunt: curl 7: ")
    assert 1 == stderr.count(b"\n")


def test_a_raising_sitecustomize_is_not_run(stage):
    """No `site`: nobody's code runs but ours."""
    (stage.place / "sitecustomize.py").write_text("raise SystemExit(9)\n")
    _, _, stderr = stage.play("curl -s http://127.0.0.1:1", PYTHONPATH=str(stage.place))

    assert stderr.startswith(b"exeunt: curl 7: ")


def test_stdin_is_not_read(stage):
    """What stands in stdin is for whoever comes next."""
    words = [stage.codex, "-I", "-c", CODEX.replace("stdin=subprocess.DEVNULL, ", "")]
    text = "read line; echo $line; curl -s http://127.0.0.1:1"
    env = {"PATH": os.environ["PATH"], "BASH_ENV": str(stage.door), "HOME": "/"}
    env["CODEX_TOOL_CALL_ID"] = "call_0"
    with open(stage.place / "in", "w+") as file:  # noqa: PTH123 - its descriptor
        file.write("one\ntwo\n")
        file.flush()
        file.seek(0)
        words = [*words, "/bin/bash", "-c", text]
        done = subprocess.run(
            words, env=env, stdin=file, capture_output=True, check=False
        )
        rest = os.read(file.fileno(), 100)

    assert (7, b"one\n", b"two\n") == (done.returncode, done.stdout, rest)
