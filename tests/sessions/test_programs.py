"""Real programs that ask, page, edit and log in → answered through sessions."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from running import PYTHON, record, until
from sessions_at import ask

TERMINAL = {"TERM": "xterm-256color"}


def python(source):
    """The words of a small program."""
    return [PYTHON, "-c", source]


@pytest.fixture
def server(tmp_path):
    """The words that reach an ssh server of our own, on loopback."""
    key = tmp_path / "host_key"
    make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
    subprocess.check_call(make)
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # where it lives as root
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    where = ["-o", "ListenAddress=127.0.0.1", "-p", str(port), "-f", "/dev/null"]
    words = [shutil.which("sshd"), "-D", "-e", "-h", str(key), *where]
    daemon = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    assert until(lambda: answers(port))
    yield [
        "ssh",
        *("-o", f"UserKnownHostsFile={tmp_path}/known"),
        *("-o", "StrictHostKeyChecking=ask"),
        *("-p", str(port)),
        "127.0.0.1",
        "true",
    ]
    daemon.terminate()
    daemon.wait()


def answers(port):
    """Tell whether somebody listens there."""
    with socket.socket() as probe:
        return not probe.connect_ex(("127.0.0.1", port))


@pytest.mark.needs("ssh", "sshd", "ssh-keygen")
def test_ssh_asks_whether_a_host_is_known(server, tmp_path):
    """Its question is kept; what is answered is what happens."""
    found = record(tmp_path, "--pty", "--timeout", "60", *server)
    refused = ask(tmp_path, "send", found["session"], "no")

    assert ("waiting_for_input", "line", "certain") == (
        found["status"],
        found["waiting"]["kind"],
        found["waiting"]["confidence"],
    )
    assert "continue connecting (yes/no" in found["waiting"]["prompt"]
    assert ("exited", 255) == (refused["status"], refused["exit_code"])
    assert "Host key verification failed." in refused["text"]


@pytest.mark.needs("ssh", "sshd", "ssh-keygen")
def test_ssh_goes_on_when_the_host_is_accepted(server, tmp_path):
    """Yes is taken, and the host is known from then on."""
    name = record(tmp_path, "--pty", "--timeout", "60", *server)["session"]
    reply = ask(tmp_path, "send", name, "yes")

    assert "Permanently added" in reply["text"]
    assert " ssh-ed25519 " in (tmp_path / "known").read_text()


@pytest.mark.needs("ssh-keygen")
def test_ssh_keygen_asks_twice_for_a_passphrase(tmp_path):
    """Both are secrets, and the key opens with what was typed."""
    key, secret = tmp_path / "key", "correct horse"
    words = ["ssh-keygen", "-t", "ed25519", "-f", str(key)]
    found = record(tmp_path, "--pty", "--timeout", "60", *words)
    name = found["session"]
    ask(tmp_path, "send", name, "--secret", secret)
    ended = ask(tmp_path, "send", name, "--secret", secret)
    opened = subprocess.run(
        ["ssh-keygen", "-y", "-P", secret, "-f", str(key)],
        capture_output=True,
        check=False,
    )

    assert "secret" == found["waiting"]["kind"]
    assert ("exited", 0) == (ended["status"], ended["exit_code"])
    assert 0 == opened.returncode
    assert secret not in ask(tmp_path, "read", name)["text"]


@pytest.mark.needs("git", "less")
def test_a_pager_is_read_and_left(tmp_path):
    """What it shows is on the screen; q ends it."""
    repository = tmp_path / "repository"
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=b"]
    subprocess.check_call(["git", "init", "-q", str(repository)])
    for number in range(30):
        message = f"commit {number}"
        subprocess.check_call([*git, "commit", "-qm", message, "--allow-empty"])
    words = ["--env", "GIT_PAGER=less", "--env", "LESS=", "--cwd", str(repository)]
    found = record(tmp_path, "--pty", *words, "git", "log", "--oneline", **TERMINAL)
    name = found["session"]
    shown = ask(tmp_path, "screen", name)["screen"]
    ask(tmp_path, "keys", name, "space")
    further = ask(tmp_path, "screen", name)["screen"]
    ended = ask(tmp_path, "keys", name, "q")

    assert "waiting_for_input" == found["status"]
    assert "commit 29" in shown
    assert "commit 0" not in shown
    assert "commit 0" in further
    assert ("exited", 0) == (ended["status"], ended["exit_code"])


@pytest.mark.needs("vim")
def test_an_editor_is_seen_and_steered(tmp_path):
    """Its screen as text; keys write a file and leave."""
    file = tmp_path / "note.txt"
    file.write_text("first line\n")
    words = ["vim", "-u", "NONE", "-i", "NONE", "-n", str(file)]
    ask(tmp_path, "start", "--session", "vim", *words, **TERMINAL)
    asked = ask(tmp_path, "wait", "vim")
    before = ask(tmp_path, "screen", "vim")["screen"]
    ask(tmp_path, "keys", "vim", "o", "h", "i", "escape")
    after = ask(tmp_path, "screen", "vim")["screen"]
    ended = ask(tmp_path, "keys", "vim", ":", "w", "q", "enter")

    assert "fullscreen" == asked["waiting"]["kind"]
    assert before.startswith("first line\n~")
    assert after.startswith("first line\nhi\n~")
    assert ("exited", 0) == (ended["status"], ended["exit_code"])
    assert "first line\nhi\n" == file.read_text()


@pytest.mark.needs("git")
def test_a_commit_without_a_message_fails_at_once(tmp_path):
    """No editor is opened where nobody could use it."""
    subprocess.check_call(["git", "init", "-q", str(tmp_path / "r")])
    words = ["--cwd", str(tmp_path / "r"), "git", "-c", "user.name=a"]
    words += ["-c", "user.email=b", "commit", "--allow-empty"]
    found = record(tmp_path, "--pty", *words)

    assert ("exited", 1) == (found["status"], found["exit_code"])


BARS = {
    "pip": r"\r\x1b[K   \x1b[38;5;197m━━━━{n:>3}%\x1b[0m",
    "npm": r"\x1b[1G\x1b[0K[{n:>3}%] reify",
    "cargo": r"    Building [====>     ] {n}/100\x1b[K\r",
    "docker": r"\x1b[1A\x1b[2K\rlayer: {n}%\n",
    "tqdm": r"\r{n:>3}%|█████     | {n}/100",
}


@pytest.mark.parametrize("tool", BARS)
def test_a_progress_bar_is_one_line(tool, tmp_path):
    """Its last state stands, the log has every frame."""
    frame = BARS[tool]
    source = (
        f"for n in range(101): print(f'{frame}', end='', flush=True)\nprint('\\nok')"
    )
    found = record(tmp_path, "--pty", *python("print('start\\n')\n" + source))
    lines = [line for line in found["stdout"].splitlines() if line.strip()]

    assert ("start", "ok") == (lines[0], lines[-1])
    assert 3 == len(lines), found["stdout"]
    assert "100" in lines[1]


def test_lines_that_left_the_screen_are_kept(tmp_path):
    """Nothing scrolls away, and what was cleared is still in the log."""
    source = (
        "for n in range(300): print(n)\nprint('\\x1b[2J\\x1b[Hafter', flush=True)\n"
    )
    found = record(tmp_path, "--pty", *python(source))
    with open(found["log"], "rb") as log:  # noqa: PTH123 - a path in a record
        logged = log.read()

    assert "".join(f"{n}\n" for n in range(300)).encode() in logged
    assert [str(n) for n in range(270)] == found["stdout"].split("\n")[:270]
    assert "after" in found["stdout"]


def test_a_terminal_left_in_raw_mode_is_nobody_elses(tmp_path):
    """Each run has a terminal of its own."""
    record(tmp_path, "--pty", "sh", "-c", "stty raw -echo; kill -9 $$")
    found = record(tmp_path, "--pty", "stty", "-a")

    assert " icanon" in found["stdout"]
    assert " echo " in found["stdout"]


def test_a_background_reader_does_not_stop_the_run(tmp_path):
    """Who reads in the background is stopped; the command goes on."""
    line = "set -m; cat </dev/tty & sleep 0.2; echo done; kill -9 $!"
    found = record(tmp_path, "--pty", "--timeout", "60", "bash", "-c", line)

    assert ("exited", True) == (found["status"], "done" in found["stdout"])
