"""What a call finds in its cell, and what it looks like from outside."""

import sys
from pathlib import Path

import pytest

from auditing import ended, finding, rules, script
from exeunt.audit._cells import Cells, in_network
from exeunt.audit._place import Place
from exeunt.audit.check import check
from exeunt.audit.finding import NAMESPACES, Verdict
from exeunt.audit.fixtures import Fixture, Fixtures, read_fixtures
from exeunt.errors import InputError
from exeunt.process.run import request, start
from running import must

PAGE = 'echo "usage: tool COMMAND"'
SERVER = """
import socket
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    listener.accept()[0].sendall(b"hello")
"""
CLIENT = """
import socket, sys
if "--help" in sys.argv:
    raise SystemExit(print("usage: client PORT"))
try:
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5) as served:
        raise SystemExit(7 if served.recv(9) == b"hello" else 8)
except OSError:
    raise SystemExit(9)
"""


@pytest.fixture(scope="module")
def cells():
    """Cells as this machine and user may have them."""
    with Cells([sys.prefix]) as found:
        kept = found.protection
        must(kept.kind == NAMESPACES, f"namespaces of its own ({kept.why})")
        yield found


def done(cells, *words, network="", **options):
    """Run a command in a cell of its own; return its record, and its room."""
    room = Place(cells).room()
    asked = request(
        list(words), cwd=room.cwd, env=room.env({"PATH": "/usr/bin:/bin"}),
        clear_env=True, quiet_env=False, reap=True, log=False, journal=False,
        **options,
    )  # fmt: skip
    asked.cell = in_network(room.cell, network)
    with start(asked) as running:
        return running.wait(), room


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("exit 0", "exited", 0),
        ("exit 42", "exited", 42),
        ("kill -TERM $$", "signaled", 143),
        ("kill -SEGV $$", "signaled", 139),
        ("kill -KILL $$", "signaled", 137),
    ],
)
def test_a_command_ends_as_it_would_outside(cells, line, status, code):
    """What stands between it and its keeper changes nothing."""
    found, _ = done(cells, "sh", "-c", line)

    assert (status, code) == (found.status, found.exit_code)


@pytest.mark.parametrize(
    ("words", "status"),
    [(["./nowhere"], "not_found"), (["/etc/passwd"], "not_executable")],
)
def test_what_is_no_program_is_told_as_outside(cells, words, status):
    """It is looked for in the cell."""
    found, _ = done(cells, *words)

    assert status == found.status


def test_a_deadline_counts_the_command_alone(cells):
    """Nobody of ours is counted among those that were killed."""
    found, _ = done(cells, "sleep", "60", timeout=0.5)

    assert ("timed_out", 1) == (found.status, found.cleanup.killed)
    assert 0 == found.cleanup.left


def test_what_is_left_behind_is_counted(cells):
    """One process, and not the one that reaps it."""
    found, _ = done(cells, "sh", "-c", "sleep 60 >/dev/null 2>&1 &")

    assert (1, 0) == (found.cleanup.killed, found.cleanup.left)


def test_a_terminal_is_its_own(cells):
    """It has the size that was asked for, and its name leads to it."""
    found, _ = done(cells, "sh", "-c", "stty size <$(tty)", size=(80, 24))

    assert "24 80" == found.stdout.strip()


def test_each_call_has_another_pid(cells):
    """Or a page that names it would be the same each time."""
    pids = {done(cells, "sh", "-c", "echo $$")[0].stdout for _ in range(6)}

    assert 1 < len(pids)


def test_a_check_inside_a_check_is_one(cells, tmp_path):
    """Its cell lies in the other, and has rooms of its own."""
    path = Path(sys.executable).parent / "exeunt"
    words = script(tmp_path / "tool", PAGE)
    line = [str(path), "check", "--json", "--only", "help", "--", *words]
    found, _ = done(cells, *line)

    assert '"kind": "namespaces"' in found.stdout
    assert '"verified": 1' in found.stdout


@pytest.mark.parametrize(("network", "code"), [("loopback", 7), ("", 9)])
def test_a_fixture_meets_its_helper_where_it_asks_for_that(tmp_path, network, code):
    """Without a word for it there is no network, not even that."""
    for name, text in (("server", SERVER), ("client", CLIENT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    call = Fixture(
        ["{beside}"],
        code=code,
        network=network,
        beside=(sys.executable, "-u", str(tmp_path / "server")),
    )
    words = [sys.executable, str(tmp_path / "client")]

    report = ended(check(words, only=["reached"], fixtures=Fixtures([call])))

    assert {"reached"} == rules(report, Verdict.VERIFIED)


def test_another_network_is_a_mistake(tmp_path):
    """Nobody gets the machine's by a word."""
    path = tmp_path / "exeunt-check.toml"
    path.write_text('network = "host"', encoding="utf-8")

    with pytest.raises(InputError, match="network is loopback"):
        read_fixtures(str(path))


def test_a_file_that_is_left_in_a_temporary_folder_is_seen(tmp_path):
    """Whether the folder was given, or is known to all."""
    for place in ('"$TMPDIR"', "/tmp", "/dev/shm"):  # noqa: S108 - what programs use
        words = script(tmp_path / "tool", f"{PAGE}\n: >{place}/left")
        report = ended(check(words, only=["help-writes-nothing"]))

        assert "left" in finding(report, "help-writes-nothing").got
