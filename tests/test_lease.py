"""A lease → whether who holds it lives, whatever clocks, locks and lines say."""

import fcntl
import os
import signal
import time

import pytest

import running
from exeunt import lease
from exeunt.lease import NOTHING, STAMP, Seen, boot, hold, look, take
from exeunt.process.flow import Running
from exeunt.process.keeper import fork_keeper
from exeunt.process.request import Request, changed

ALIVE = Seen(lives=True, words=())
HOUR = 3600.0


@pytest.fixture
def held(tmp_path):
    """A lease that this process holds."""
    tmp_path.chmod(0o700)
    one = take(str(tmp_path))
    yield one
    one.drop()


def written(start, passed, wall):
    """The stamp of some moment, as seconds from now."""
    moments = (time.monotonic() + passed, time.time() + wall)
    words = [start, *(str(int(moment * 1000)) for moment in moments)]
    return " ".join(words).ljust(STAMP - 1).encode() + b"\n"


def test_a_lease_lives_as_long_as_one_of_its_holders(tmp_path):
    """The caller, and the keeper that holds it as well; then it is gone at once."""
    first = take(str(tmp_path))
    second = hold(first.path)
    os.close(first.descriptor)

    assert ALIVE == look(first.path)
    second.write("E 0 0", durable=True)
    os.close(second.descriptor)
    assert Seen(lives=False, words=("E 0 0",)) == look(first.path)


@pytest.mark.parametrize(
    ("start", "passed", "wall", "lives"),
    [
        pytest.param("this", -59, -59, True, id="late"),
        pytest.param("this", -61, -61, False, id="held up"),
        pytest.param("this", -1, -40 * 24 * HOUR, True, id="the wall's clock jumped"),
        pytest.param("this", -61, 0, False, id="and back"),
        pytest.param("this", 1, 0, False, id="not yet"),
        pytest.param("other", HOUR, -59, True, id="another start"),
        pytest.param("other", -1, -61, False, id="another start, held up"),
        pytest.param("other", -1, 61, False, id="another start, from the future"),
    ],
)
def test_a_stamp_is_of_the_last_minute_or_no_proof(held, start, passed, wall, lives):
    """Within one start of the machine its own clock counts, else the wall's."""
    start = boot() if start == "this" else "another-start"
    os.pwrite(held.descriptor, written(start, passed, wall), 0)

    assert lives == look(held.path).lives


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"\0" * STAMP,
        b"9" * STAMP,
        b"boot " + b"9" * 60,
        b"\xff" * 4096,
        f"{boot()} nan nan".encode(),
        f"{boot()} 1 2 3".encode(),
    ],
    ids=repr,
)
def test_a_hostile_line_is_no_proof_of_life(held, line):
    """Nothing is believed of it, and nothing breaks."""
    os.truncate(held.path, 0)
    os.pwrite(held.descriptor, line, 0)

    assert not look(held.path).lives


def test_what_is_no_lease_tells_nothing(tmp_path):
    """A link, a FIFO, a directory, nothing at all."""
    real = take(str(tmp_path))
    (tmp_path / "link").symlink_to(real.path)
    os.mkfifo(tmp_path / "fifo")

    names = ["link", "fifo", "", "none", "a\0b"]
    assert [NOTHING] * 5 == [look(f"{tmp_path}/{name}") for name in names]
    real.drop()


def test_who_only_looks_is_not_taken_for_a_holder(tmp_path):
    """Many look at once at one that nobody holds."""
    path = tmp_path / "lease"
    path.write_bytes(written(boot(), 0, 0))
    children = []
    for _ in range(8):
        child = os.fork()
        if not child:
            os._exit(any(look(str(path)).lives for _ in range(50)))
        children.append(child)

    assert [0] * 8 == [os.waitpid(child, 0)[1] for child in children]


def test_a_disk_without_locks_gives_no_lease(tmp_path, monkeypatch):
    """Who holds none would be taken for gone."""

    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", none)
    with pytest.raises(OSError, match="not supported"):
        take(str(tmp_path))


# -- the keeper

# A host that runs a command by a keeper whose times are short.
HOST = """
    import os, sys
    from exeunt import lease
    from exeunt.lease import take
    from exeunt.process.flow import Running
    from exeunt.process.keeper import fork_keeper
    from exeunt.process.request import Request, changed

    lease.RENEWED, lease.AGAIN, lease.LOST = 0.01, 0.01, float(sys.argv[2])
    held = take(sys.argv[1])
    line = "echo $PPID > keeper; touch begun; sleep 60"
    request = changed(Request(["sh", "-c", line]), lease=held.path)
    done = Running(request).start(fork_keeper).wait()
    print(done.status, done.exit_code, done.cleanup.left, done.detail)
"""


def kept(tmp_path, lost):
    """A host whose command has begun, its mark, and the keeper."""
    mark = running.Mark()
    host = running.program(
        HOST, tmp_path / "once", lost, tmp_path=tmp_path, mark=mark, cwd=tmp_path
    )
    running.wait_for(tmp_path / "begun")
    return host, mark, int((tmp_path / "keeper").read_text())


def test_a_keeper_renews_its_lease(tmp_path):
    """Again and again, while the command runs."""
    host, mark, _ = kept(tmp_path, 45)
    (path,) = (tmp_path / "once").iterdir()
    before = path.read_bytes()[:STAMP]

    assert running.until(lambda: path.read_bytes()[:STAMP] != before)
    assert look(str(path)).lives
    host.kill()
    host.communicate()
    assert [] == mark.gone()
    assert running.until(lambda: not look(str(path)).lives)
    *_, ended, last = look(str(path)).words
    assert ("E 15 0", "cancelled -") == (ended, last.split(" ", 3)[3])


LOST = "others took it for gone: its lease could not be renewed, so it was ended"


def test_a_keeper_that_cannot_renew_ends_its_tree(tmp_path):
    """A lease that nobody can look at any more is none."""
    host, mark, _ = kept(tmp_path, 0.2)
    (path,) = (tmp_path / "once").iterdir()
    path.unlink()
    done = running.finish(host)

    assert [] == mark.gone()
    assert f"cancelled 143 0 {LOST}\n".encode() == done.stdout


def test_a_keeper_that_was_held_up_too_long_ends_its_tree(tmp_path):
    """Others may have taken the command for gone meanwhile, so it does not go on."""
    host, mark, keeper = kept(tmp_path, 0.2)
    (path,) = (tmp_path / "once").iterdir()
    os.kill(keeper, signal.SIGSTOP)
    stopped = path.read_bytes()[:STAMP]
    until = int(stopped.split()[1]) / 1000 + 0.3

    assert running.until(lambda: time.monotonic() > until)
    assert stopped == path.read_bytes()[:STAMP]
    os.kill(keeper, signal.SIGCONT)
    done = running.finish(host)
    assert [] == mark.gone()
    assert f"cancelled 143 0 {LOST}\n".encode() == done.stdout


def test_without_its_lease_a_command_is_not_started(tmp_path):
    """Nobody could know that it runs."""
    words = ["touch", str(tmp_path / "begun")]
    asked = changed(Request(words, log=False), lease=str(tmp_path / "none"))
    done = Running(asked).start(fork_keeper).wait()

    assert ("internal_error", 125) == (done.status, done.exit_code)
    assert "cannot be held: No such file" in done.detail
    assert not (tmp_path / "begun").exists()


def test_the_numbers_leave_time_between_them():
    """A tree is ended before others count it as gone: with its grace and its end."""
    assert lease.RENEWED + lease.AGAIN < lease.LOST
    assert lease.LOST + 0.5 + 3.0 < lease.GONE
