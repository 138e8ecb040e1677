"""The keeping door: a kept shell ends as it would have; what breaks costs nothing."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import exeunt
from command_line import data
from exeunt.agents.doors import start_file
from exeunt.agents.doors.keeping import keep_file
from running import SOON, WATCHDOG, Mark, until

ROOT = Path(exeunt.__file__).parent.parent
SHELLS = ("bash", "zsh")
# A parent of the name that Codex has: its shell's text is the command itself.
PARENT = """
import subprocess, sys
done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)
sys.exit(done.returncode if done.returncode >= 0 else 128 - done.returncode)
"""
LOST = "the keeper of this command was killed"


class Door:
    """Start files in a folder of their own, and an agent that starts shells."""

    def __init__(self, place, **options):
        place.mkdir(exist_ok=True)
        self.files = {}
        for shell in SHELLS:
            path = place / f"keep.{shell}"
            self.files[shell] = path / ".zshenv" if shell == "zsh" else path
            self.files[shell].parent.mkdir(exist_ok=True)
            self.files[shell].write_text(keep_file(shell, **options))
            beside = Path(str(self.files[shell]).replace("keep.", "light."))
            beside.parent.mkdir(exist_ok=True)
            journal = options.get("journal", False)
            beside.write_text(start_file("light", shell, journal=journal))
        self.home = place / "home"
        self.home.mkdir(exist_ok=True)
        self.agent = place / "codex"
        if not self.agent.is_symlink():
            self.agent.symlink_to(Path(sys.executable).resolve())

    def env(self, shell, **more):
        """The environment of an agent's shell."""
        place = {
            "bash": ("BASH_ENV", str(self.files["bash"])),
            "zsh": ("ZDOTDIR", str(self.files["zsh"].parent)),
        }[shell]
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CODEX_TOOL_CALL_ID": "call_0",
            **dict([place]),
            **more,
        }

    def words(self, shell, text, *options):
        """The words by which the agent starts its shell."""
        parent = [str(self.agent), "-I", "-S", "-c", PARENT]
        return [*parent, shell, *options, "-c", text]

    def run(self, shell, text, *options, **env):
        """How a call of the agent ends: its code and its two streams."""
        done = subprocess.run(
            self.words(shell, text, *options),
            env=self.env(shell, **env),
            capture_output=True,
            timeout=WATCHDOG,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def door(tmp_path):
    """The keeping door, as it is installed."""
    return Door(tmp_path / "doors")


def once(path):
    """The text of a command that leaves a line each time that it is run."""
    return f"echo ran >> {path}; echo out; exit 7"


def untold(said):
    """What was written without the line that the light door adds."""
    lines = said.splitlines(keepends=True)
    return b"".join(
        lines[:-1] if lines and lines[-1].startswith(b"exeunt: ") else lines
    )


def is_kept(door, shell, **env):
    """Whether a call is kept: its shell is then a child of the agent's no more."""
    code, stdout, _ = door.run(
        shell, "echo $PPID; tr '\\0' ' ' </proc/$PPID/cmdline", **env
    )
    return code == 0 and "exeunt.agents.door" in stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_a_call_of_an_agent_is_kept(shell, door):
    """Its shell has a keeper above it, that is called so; off means off."""
    code, name, told = door.run(shell, "cat /proc/$PPID/comm; ls /nope 2>&1 | cat")

    assert is_kept(door, shell)
    assert (0, "exeunt:") == (code, name[:7])
    assert told.startswith("exeunt: ls ended with 2 behind cat")
    assert not is_kept(door, shell, EXEUNT_OFF="1")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "end",
    ["exit 0", "exit 3", "exit 124", "exit 125", "exit 255", "kill -9 $$", "kill $$"],
)
def test_a_call_ends_as_it_would_have(end, shell, door):
    """Any number is the command's own, and a signal is that signal."""
    bare = door.run(shell, end, EXEUNT_OFF="1")

    assert bare[:2] == door.run(shell, end)[:2]


def test_what_no_agent_has_written_is_left_alone(door):
    """A hook, a server and a login file are run by the shell that was started."""
    text = "tr '\\0' ' ' </proc/$PPID/cmdline"
    env = door.env("bash")
    del env["CODEX_TOOL_CALL_ID"]
    hook = subprocess.run(
        door.words("bash", text),
        env=env,
        stdout=subprocess.PIPE,
        timeout=WATCHDOG,
        check=False,
    )
    login = subprocess.run(
        door.words("bash", text, "-l"),
        env=env,
        stdout=subprocess.PIPE,
        timeout=WATCHDOG,
        check=False,
    )
    ours, theirs = socket.socketpair()
    with ours, theirs:
        server = subprocess.Popen(
            ["bash", "-c", 'read -r line; echo "got $line $PPID"'],
            env=env,
            stdin=theirs,
            stdout=theirs,
        )
        theirs.close()
        ours.sendall(b"hello\n")
        server.wait(WATCHDOG)
        answer = ours.recv(100)

    assert "exeunt" not in hook.stdout.decode()
    assert "exeunt.agents.door" not in login.stdout.decode()
    assert f"got hello {os.getpid()}\n".encode() == answer


# --- nothing that breaks costs the command --------------------------------------------


PYTHONS = {
    "no interpreter": "/no/python",
    "an interpreter that fails": "/bin/false",
    "an interpreter that does nothing": "/bin/true",
}
VARIABLES = {
    "a home of Python's that is none": {"PYTHONHOME": "/nope"},
    "a site that raises": {"PYTHONPATH": "site", "PYTHONSTARTUP": "/nope"},
    "nothing to write to": dict.fromkeys(("HOME", "XDG_STATE_HOME", "TMPDIR"), "/proc"),
}
ROOTS = ("exeunt is gone", "another exeunt")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("how", [*PYTHONS, *VARIABLES, *ROOTS])
def test_whatever_is_broken_the_command_runs_once(how, shell, tmp_path):
    """With its own words, streams and number."""
    python, ran = PYTHONS.get(how, sys.executable), tmp_path / "ran"
    door = Door(tmp_path / "doors", python=python)
    site, other = tmp_path / "site", tmp_path / "other" / "exeunt"
    for folder in (site, other):
        folder.mkdir(parents=True)
    (site / "sitecustomize.py").write_text("raise SystemExit(9)")
    (other / "__init__.py").write_text("x = (" if how == "another exeunt" else "")
    if how in ROOTS:
        for path in door.files.values():
            text = path.read_text()
            path.write_text(text.replace(str(ROOT), str(other.parent)))
    env = {
        name: str(site) if value == "site" else value
        for name, value in VARIABLES.get(how, {}).items()
    }
    code, stdout, _ = door.run(shell, once(ran), **env)

    assert (7, "out\n", "ran\n") == (code, stdout, ran.read_text())


# An interpreter that is killed when it has come to its Nth call.
KILLED = """#!{python} -IS
import os, sys
place = sys.argv.index("-c")
code, sys.argv[:] = sys.argv[place + 1], ["-c", *sys.argv[place + 2:]]
left, owner = {calls}, os.getpid()
def count(frame, event, arg):
    global left
    if os.getpid() == owner:
        left -= 1
        if left == 0:
            os.kill(owner, 9)
sys.setprofile(count)
exec(code)
"""


@pytest.mark.parametrize(
    ("shell", "options", "pace"),
    [("bash", (), 350), ("bash", ("-l",), 700), ("zsh", (), 350)],
    ids=["bash", "login", "zsh"],
)
def test_killed_at_any_step_the_command_runs_once(shell, options, pace, tmp_path):
    """Before it has begun the shell goes on; afterwards it says that it was ended."""
    python = tmp_path / "python"
    door = Door(tmp_path / "doors", python=str(python))
    texts, told, real = [], 0, Path(sys.executable).resolve()
    for calls in range(1, 12_000, pace):
        python.write_text(KILLED.format(python=real, calls=calls))
        python.chmod(0o755)
        ran = tmp_path / f"ran{calls}"
        code, stdout, stderr = door.run(shell, once(ran), *options)
        lost = LOST in stderr
        told += lost
        times = ran.read_text().count("ran") if ran.exists() else 0
        texts.append((calls, lost, code, times))

        assert times <= 1
        assert (125 if lost else 7) == code, texts
        assert lost or (1, "out\n") == (times, stdout)
    assert told < len(texts)


def test_exeunt_may_be_removed_while_a_command_runs(tmp_path):
    """The command ends as itself when nothing of exeunt is on the disk any more."""
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "exeunt", copy / "exeunt")
    door = Door(tmp_path / "doors")
    for path in door.files.values():
        path.write_text(path.read_text().replace(str(ROOT), str(copy)))
    text = f"grep -q agents.door /proc/$PPID/cmdline || exit 9; rm -r {copy}; exit 5"

    assert (5, "") == door.run("bash", text)[:2]
    assert not copy.exists()


# --- whose death ends what ------------------------------------------------------------


def children_of(pid):
    """The pids below a process."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    below = [int(word) for word in path.read_text().split()] if path.exists() else []
    return below + [far for near in below for far in children_of(near)]


def started(door, shell, mark, tmp_path):
    """An agent whose command has said that it runs, and has started others."""
    ready = tmp_path / "ready"
    text = (
        "sleep 300 & (setsid sleep 300 &) ; trap '' HUP; "
        f"echo $$ > {ready}.new; mv {ready}.new {ready}; wait"
    )
    agent = subprocess.Popen(
        door.words(shell, text),
        env={**door.env(shell), **mark.env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + SOON
    while not ready.exists() and time.monotonic() < until:
        time.sleep(0.01)
    return agent, int(ready.read_text())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=str)
@pytest.mark.parametrize("whose", ["agent", "shell"])
def test_the_death_of_who_wanted_it_ends_the_tree(whose, number, door, tmp_path):
    """The agent's or its shell's, whatever the command has started by then."""
    mark = Mark()
    agent, kept = started(door, "bash", mark, tmp_path)
    shell = children_of(agent.pid)[0]
    os.kill(agent.pid if whose == "agent" else shell, number)
    agent.wait(WATCHDOG)
    left = mark.gone()

    assert shell != kept
    assert [] == left


def test_what_is_left_with_an_ampersand_goes_on(door, tmp_path):
    """A server runs on when its call has ended, as it would have."""
    mark, pid = Mark(), tmp_path / "pid"
    text = f"sleep 300 >/dev/null 2>&1 & echo $! > {pid}; exit 4"
    code, _, _ = door.run("bash", text, **mark.env)
    server = int(pid.read_text())
    alive = mark.carries(server)
    os.kill(server, signal.SIGKILL)

    assert (4, True) == (code, alive)


@pytest.mark.parametrize("off", ["", "1"], ids=["kept", "bare"])
def test_what_is_left_is_in_the_group_that_the_agent_ends(off, door, tmp_path):
    """Who ends the group of its shell when a call is over ends a server, too."""
    mark, pid = Mark(), tmp_path / "pid"
    agent = subprocess.Popen(
        door.words("bash", f"sleep 300 >/dev/null 2>&1 & echo $! > {pid}; exit 4"),
        env={**door.env("bash", EXEUNT_OFF=off), **mark.env},
        start_new_session=True,
    )
    code = agent.wait(WATCHDOG)
    alive = mark.carries(int(pid.read_text()))
    os.killpg(agent.pid, signal.SIGKILL)

    assert (4, True) == (code, alive)
    assert [] == mark.gone()


def test_a_limit_ends_the_whole_tree(tmp_path):
    """Where one was asked for at the installation, a call that hangs comes back."""
    mark = Mark()
    door = Door(tmp_path / "doors", limits={"timeout": 0.5})
    text = "echo a; sleep 300 & sleep 300"
    code, stdout, stderr = door.run("bash", text, **mark.env)

    assert (124, "a\n") == (code, stdout)
    assert "ended by us after 0.5 s" in stderr
    assert [] == mark.gone()


@pytest.mark.parametrize(
    ("variable", "ended"),
    [
        ({"EXEUNT_KEEP_TIMEOUT": "400ms"}, "its time was up"),
        ({"EXEUNT_KEEP_TIMEOUT": "0", "EXEUNT_KEEP_IDLE": "0.4"}, "silent too long"),
        ({"EXEUNT_KEEP_TIMEOUT": "soon"}, "its time was up"),  # what was installed
        ({"EXEUNT_KEEP_TIMEOUT": "0", "EXEUNT_KEEP_IDLE": "5m"}, ""),
    ],
    ids=lambda given: "".join(given.values()) if isinstance(given, dict) else "",
)
def test_a_variable_of_the_agent_sets_a_limit(variable, ended, tmp_path):
    """It wins over what was installed; 0 is none, and what is no limit says nothing."""
    door = Door(tmp_path / "doors", limits={"timeout": 1})
    text = "sleep 300" if ended else "sleep 1.5; exit 3"
    code, _, stderr = door.run("bash", text, **variable)

    assert (124 if ended else 3) == code
    assert ended in stderr


@pytest.mark.parametrize("journal", [False, True])
def test_what_no_log_keeps_is_shown(journal, tmp_path):
    """Where the person wants none, or there is no place for one."""
    door = Door(tmp_path / "doors", journal=journal)
    state = tmp_path / "state"
    state.touch()  # no folder can be made there
    code, stdout, _ = door.run("bash", "seq 1 60000", XDG_STATE_HOME=str(state))

    assert 0 == code
    assert "".join(f"{i}\n" for i in range(1, 60_001)) == stdout


def test_who_follows_a_command_hears_what_it_says_after_a_pause(tmp_path):
    """A server that has said too much is not silent from then on."""
    door = Door(tmp_path / "doors", journal=True, limits={"max_output": 2000})
    os.mkfifo(tmp_path / "waits")
    agent = subprocess.Popen(
        door.words("bash", "seq 1 9000; echo heard; read -r _ <waits; echo on"),
        env=door.env("bash", XDG_STATE_HOME=str(tmp_path / "state")),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
    )
    seen = b""
    while not seen.endswith(b"heard\n"):
        seen += os.read(agent.stdout.fileno(), 1 << 16)
    (tmp_path / "waits").write_text("go\n")
    rest = agent.communicate(timeout=WATCHDOG)[0]

    assert 3000 > len(seen)
    assert b"bytes left out here" in seen
    assert b"on\n" == rest


# --- what it may be given -------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "text",
    [
        "cat <<X\n$0 'here'\nX\n",
        "exec sh -c 'echo execd; exit 5'",
        "trap 'echo bye' EXIT; exit 4",
        "printf 'exit 6\\n' > f; . ./f",
        "set -eu; false; echo never",
        "set -eu; echo ${nope?gone}",
        ": " + "x" * 131_069,
        "printf '%s' '\udcff\udcfe' | od -c",
        "for i in 1 2 3 4 5 6 7 8; do echo o$i; echo e$i >&2; done",
    ],
    ids=lambda text: text[:20].encode("utf-8", "replace").decode(),
)
def test_any_text_is_taken_as_it_is(text, shell, door, tmp_path):
    """Here-documents, exec, traps of its own, the longest there is, no UTF-8."""
    bare, kept = (
        subprocess.run(
            door.words(shell, text),
            env=door.env(shell, **off),
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=WATCHDOG,
            check=False,
        )
        for off in ({"EXEUNT_OFF": "1"}, {})
    )

    assert (bare.returncode, bare.stdout) == (kept.returncode, untold(kept.stdout))


def test_a_shell_that_is_not_bash_is_as_it_was(door):
    """What reads no start file of ours is not reached."""
    done = subprocess.run(
        ["dash", "-c", "echo hi; cat /proc/$PPID/comm; exit 3"],
        env=door.env("bash"),
        capture_output=True,
        timeout=WATCHDOG,
        check=False,
    )
    ours = Path(f"/proc/{os.getpid()}/comm").read_text()

    assert (3, f"hi\n{ours}".encode(), b"") == (
        done.returncode,
        done.stdout,
        done.stderr,
    )


def test_the_start_files_are_what_is_installed(door):
    """Nothing is left of the marks of a template."""
    texts = [path.read_text() for path in door.files.values()]

    assert [] == [text for text in texts if "@" in text]


def test_long_output_is_told_by_its_head_and_tail(tmp_path):
    """All of it is in a log, where the person has agreed to one."""
    state = tmp_path / "state"
    text = "seq 1 400000; echo last >&2; exit 3"
    size = len("".join(f"{i}\n" for i in range(1, 400_001)))
    door = Door(tmp_path / "doors", journal=True)
    code, stdout, stderr = door.run("bash", text, XDG_STATE_HOME=str(state))
    before, line, after = stdout.partition("exeunt: ")
    told, _, after = after.partition("\n")
    place = Path(told.rpartition("all of it: ")[2])

    assert 3 == code
    assert stderr.startswith("last\n")
    assert before.startswith("1\n2\n")
    assert after.endswith("\n400000\n")
    assert line
    assert size == len(before.removesuffix("\n") + after) + int(told.split()[0])
    assert size == place.stat().st_size
    assert state in place.parents


@pytest.mark.parametrize("shell", SHELLS)
def test_each_command_is_one_row_of_the_journal(shell, tmp_path):
    """What the light door knows of it, and what the front knows: a log, a signal."""
    door, state = Door(tmp_path / "doors", journal=True), tmp_path / "state"
    for text in (":", "seq 9; exit 3", "kill -9 $$"):
        door.run(shell, text, XDG_STATE_HOME=str(state))
    expected = [
        (":", 0, None, False, None),
        ("seq 9; exit 3", 3, "GENERAL_ERROR", True, None),
        ("kill -9 $$", 137, "SIGKILL", False, "SIGKILL"),
    ]

    def rows():
        found = data("journal", XDG_STATE_HOME=str(state), HOME=str(tmp_path))["runs"]
        assert {("codex", "agent")} == {(one["name"], one["kind"]) for one in found}
        return [
            (one["argv"][-1], one["exit_code"], one["why"], bool(one["log"]), signal)
            for one in sorted(found, key=lambda one: one["id"])
            for signal in [one["signal"]]
        ]

    # Who has told of an end writes it down while the agent goes on.
    assert until(lambda: rows() == expected), rows()


@pytest.mark.parametrize("number", [9, 11])
def test_a_shell_that_was_killed_is_told_of(number, door):
    """No trap of its own could: the keeper says it, in one line."""
    code, _, stderr = door.run("bash", f"kill -{number} $$")

    assert 128 + number == code
    assert stderr.startswith("exeunt: ")
    assert 1 == stderr.count("\n")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_of_any_agent_is_kept_where_that_is_all_it_reads(shell, tmp_path):
    """An agent that no table has, to whose shell alone the file is named."""
    door = Door(tmp_path / "doors", any_text=True)
    env = door.env(shell)
    del env["CODEX_TOOL_CALL_ID"]
    done = subprocess.run(
        [shell, "-c", "tr '\\0' ' ' </proc/$PPID/cmdline; exit 3"],
        env=env,
        stdout=subprocess.PIPE,
        timeout=WATCHDOG,
        check=False,
    )

    assert 3 == done.returncode
    assert b"exeunt.agents.door" in done.stdout
