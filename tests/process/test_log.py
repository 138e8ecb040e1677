"""The exact bytes of a stream → a file and their digest, whatever the disk does."""

import fcntl
import hashlib
import json
import os
import stat
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import InputError
from exeunt.files import state_directory
from exeunt.logs import prune
from exeunt.process._log import LOOKED, Log, Logged, WriterThread, tidy

MIB = 1 << 20
PLENTY = 1 << 40
HOUR = 3600
# Someone else holds a lease: whoever opens the file waits, as for a disk that hangs.
LEASE = """
import fcntl, os, signal, sys
signal.signal(signal.SIGIO, signal.SIG_IGN)  # that somebody waits
descriptor = os.open(sys.argv[1], os.O_RDONLY)
fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
print("ready", flush=True)
sys.stdin.read()
"""
# Logs 3 MiB to a disk of 1 MiB: a tmpfs where we may mount one, else a file size limit.
FULL = """
import ctypes, json, os, resource, sys
from exeunt.process._log import Log
directory, limit = sys.argv[1], sys.argv[2] == "limit"
libc, uid, gid = ctypes.CDLL(None), os.getuid(), os.getgid()
if not limit and not libc.unshare(0x10000000 | 0x20000):  # a user's own mounts
    for name, line in (
        ("setgroups", "deny"), ("uid_map", f"0 {uid} 1"), ("gid_map", f"0 {gid} 1")
    ):
        try:
            open(f"/proc/self/{name}", "w").write(line)
        except OSError:
            pass
if limit or libc.mount(b"none", directory.encode(), b"tmpfs", 0, b"size=1m,mode=700"):
    limit = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
log = Log(None, 1 << 40, directory=directory, name="log")
for _ in range(48):
    log.write(b"x" * 65536)
logged = log.close()
kept = os.path.getsize(logged.path)
print(json.dumps([limit, logged.error, logged.written, kept, logged.size,
    logged.sha256]))
"""
# Logs 64 MiB, and says how much memory that took.
BIG = """
import time
from exeunt.process._log import Log
log = Log(None, 1 << 40, directory={directory!r}, name="log")
for _ in range(1024):
    log.write(bytes(65536))
    while log.congested:
        time.sleep(0.001)
assert log.close().written == 64 << 20
status = open("/proc/self/status").read()
print(status.split("VmHWM:")[1].split()[0])
"""
# No thread can be started: its stack would not fit into the memory that is allowed.
ALONE = """
import _thread, resource, sys
from exeunt.process._log import Log
_thread.stack_size(1 << 31)
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
log = Log(None, 1 << 40, directory={directory!r}, name="log")
for _ in range(10):
    log.write(b"x" * 65536)
logged = log.close()
print(logged.error, logged.written, logged.sha256)
"""
SMALL = """
import sys
from exeunt.process._log import Log
log = Log(None, 1 << 40, directory={directory!r}, name="log")
log.write(b"hello")
log.close()
print(*sys.modules)
"""


def sha256(data):
    """The digest, by someone else's code."""
    return hashlib.sha256(data).hexdigest()


def actor(code, *arguments):
    """What a Python program of its own prints."""
    return subprocess.check_output([sys.executable, "-c", code, *arguments], text=True)


def logged(data, log, chunk=65536):
    """Write data to a log in chunks, resting when asked to, and close it."""
    for at in range(0, len(data), chunk):
        log.write(data[at : at + chunk])
        while log.congested:
            os.sched_yield()
    return log.close(patience=20)


@contextmanager
def hanging(path):
    """A file on a disk that hangs until the block ends."""
    path.write_bytes(b"old")
    with subprocess.Popen(
        [sys.executable, "-c", LEASE, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert b"ready\n" == holder.stdout.readline()
        yield holder


def settle(log):
    """Wait until the thread of a log that was given up has come to its end."""
    assert log.writing.ended.acquire(timeout=120)


def foreign(path):
    """Give a file or directory to somebody else; whoever may not gets another's."""
    try:
        os.chown(path, 12345, 12345)
    except OSError:
        others = ("/etc/passwd", "/proc/version") if path.is_file() else ("/", "/proc")
        return next(other for other in others if not is_ours(other))
    return path


def is_ours(path):
    """Whether a file or directory belongs to us."""
    return os.lstat(path).st_uid == os.geteuid()


def mode(path):
    """The permissions of a file."""
    return stat.S_IMODE(os.lstat(path).st_mode)


def aged(directory, name, size=10, age=HOUR):
    """A log of this size that was last written so many seconds ago."""
    path = directory / name
    path.write_bytes(b"x" * size)
    os.utime(path, (time.time() - age,) * 2)
    return path


def names(directory):
    """What is in a directory."""
    return sorted(path.name for path in directory.iterdir())


# --- what is written ------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 65536, 65537, 262144, 262145, 5 * MIB])
@pytest.mark.parametrize("chunk", [65536, 8 * MIB])
def test_the_file_has_the_exact_bytes(tmp_path, size, chunk):
    """Little or much, in small chunks or at once, with the digest of all."""
    data = os.urandom(size)
    place = tmp_path / "log"
    log = Log(None, PLENTY, directory=str(tmp_path), name="log")

    assert Logged(str(place), sha256(data), size, size) == logged(data, log, chunk)
    assert data == place.read_bytes()


@given(sizes=st.lists(st.integers(0, 100_000), max_size=8), cap=st.integers(0, 400_000))
def test_the_cap_cuts_the_file_and_nothing_else(tmp_path_factory, sizes, cap):
    """Whatever the chunks, the digest and the size are of everything."""
    directory = tmp_path_factory.mktemp("cap")
    chunks = [bytes([65 + place]) * size for place, size in enumerate(sizes)]
    data = b"".join(chunks)
    log = Log(str(directory / "log"), cap)
    for chunk in chunks:
        log.write(chunk)
    result = log.close(patience=20)

    assert data[:cap] == (directory / "log").read_bytes()
    assert (sha256(data), len(data)) == (result.sha256, result.size)
    assert (min(cap, len(data)), len(data) > cap) == (result.written, result.capped)
    assert None is result.error


@pytest.mark.parametrize("size", [0, 5, 300_000])
def test_without_a_place_there_is_a_digest(size):
    """Nothing is capped, for nothing is written."""
    data = b"x" * size

    assert Logged(None, sha256(data), size) == logged(data, Log(None, 3))


def test_without_output_there_is_no_file(tmp_path):
    """Not even its directory."""
    log = Log(None, PLENTY, directory=str(tmp_path / "logs"), name="log")

    assert Logged(None, sha256(b""), 0) == log.close()
    assert [] == names(tmp_path)


def test_a_file_that_the_user_named_is_there_without_output(tmp_path):
    """What an earlier run wrote is gone."""
    path = tmp_path / "mine.txt"
    path.write_text("of an earlier run")

    assert str(path) == Log(str(path), PLENTY).close().path
    assert b"" == path.read_bytes()


def test_a_relative_path_is_made_absolute(tmp_path, monkeypatch):
    """Whoever gets the record may be elsewhere."""
    monkeypatch.chdir(tmp_path)
    log = Log("mine.txt", PLENTY)
    monkeypatch.chdir("/")

    assert str(tmp_path / "mine.txt") == logged(b"hello", log).path


def test_a_flush_begins_the_file_before_the_end(tmp_path):
    """Somebody may want to read along."""
    log = Log(None, PLENTY, directory=str(tmp_path), name="log")
    log.write(b"first ")
    log.flush()
    while log.writing.waiting:
        os.sched_yield()

    assert b"first " == (tmp_path / "log").read_bytes()
    assert sha256(b"first second") == logged(b"second", log).sha256
    assert b"first second" == (tmp_path / "log").read_bytes()


def test_memory_stays_small_whatever_comes(tmp_path):
    """64 MiB pass through less than 40, an interpreter and libcrypto included."""
    assert int(actor(BIG.format(directory=str(tmp_path)))) < 40_000


def test_without_threads_the_work_is_done_all_the_same(tmp_path):
    """A user may be allowed no more of them."""
    said = actor(ALONE.format(directory=str(tmp_path)))

    assert ["None", "655360", sha256(b"x" * 655360)] == said.split()
    assert 655360 == (tmp_path / "log").stat().st_size


def test_a_small_log_loads_nothing_heavy(tmp_path):
    """Most commands say little; neither threads nor libcrypto are worth it."""
    heavy = {"hashlib", "_hashlib", "threading", "queue", "signal", "pathlib", "re"}
    code = SMALL.format(directory=str(tmp_path))
    loaded = subprocess.check_output([sys.executable, "-I", "-c", code], text=True)

    assert set() == heavy & set(loaded.split())


# --- where it is written --------------------------------------------------------------


def test_only_we_can_read_a_log(tmp_path):
    """Its directories neither, whatever the umask allows."""
    before = os.umask(0)
    try:
        log = Log(None, PLENTY, directory=str(tmp_path / "a/b"), name="log")
        result = logged(b"hello", log)
    finally:
        os.umask(before)

    assert [0o700, 0o700, 0o600] == [
        mode(tmp_path / "a"),
        mode(tmp_path / "a/b"),
        mode(result.path),
    ]


def test_two_logs_of_one_name_do_not_mix(tmp_path):
    """One gets the file, the others an error; all have their digest."""
    logs = [Log(None, PLENTY, directory=str(tmp_path), name="log") for _ in range(8)]
    texts = [bytes([65 + number]) * 100_000 for number in range(8)]
    for log, text in zip(logs, texts, strict=True):
        log.write(text)
    results = [log.close(patience=20) for log in logs]
    (winner,) = [place for place, result in enumerate(results) if result.path]

    assert texts[winner] == (tmp_path / "log").read_bytes()
    assert {(None, "EEXIST"), (str(tmp_path / "log"), None)} == {
        (result.path, result.error) for result in results
    }
    assert list(map(sha256, texts)) == [result.sha256 for result in results]


def test_a_link_in_the_place_of_a_log_is_not_followed(tmp_path):
    """Somebody else may have put it there."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "log").symlink_to(victim)
    result = logged(b"hello", Log(None, PLENTY, directory=str(tmp_path), name="log"))

    assert (None, "EEXIST", 0) == (result.path, result.error, result.written)
    assert "precious" == victim.read_text()


@pytest.mark.parametrize("slash", ["", "/"])
def test_a_directory_that_is_a_link_is_refused(tmp_path, slash):
    """Even with a slash at its end, which makes the system follow it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    log = Log(None, PLENTY, directory=f"{tmp_path}/link{slash}", name="log")

    assert Logged(None, sha256(b"hello"), 5, 0, "refused") == logged(b"hello", log)
    assert [] == names(tmp_path / "real")


def test_a_directory_of_someone_else_is_refused(tmp_path):
    """They could exchange the log for another."""
    (tmp_path / "theirs").mkdir()
    directory = foreign(tmp_path / "theirs")
    result = logged(b"hello", Log(None, PLENTY, directory=str(directory), name="log"))

    assert (None, "refused") == (result.path, result.error)


def test_a_file_in_the_place_of_the_directory_is_an_error(tmp_path):
    """The run goes on without a log."""
    (tmp_path / "logs").write_text("a file")
    place = str(tmp_path / "logs")

    assert "refused" == logged(b"x", Log(None, 9, directory=place, name="a")).error
    place += "/below"
    assert "ENOTDIR" == logged(b"x", Log(None, 9, directory=place, name="a")).error


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "/x", "a/b", "a\0b"])
def test_a_name_leads_nowhere_else(tmp_path, name):
    """That would be the author's mistake, and is told at once."""
    with pytest.raises(InputError, match="without its directory"):
        Log(None, PLENTY, directory=str(tmp_path), name=name)


def test_a_named_file_that_is_not_a_plain_one_of_ours_is_refused(tmp_path):
    """Neither a link, nor a directory, a device, a FIFO or somebody else's file."""
    (tmp_path / "real").write_text("precious")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "directory").mkdir()
    os.mkfifo(tmp_path / "fifo")  # whoever opens it waits for a reader
    (tmp_path / "theirs").write_text("precious")
    theirs = foreign(tmp_path / "theirs")
    places = [*map(tmp_path.joinpath, ("link", "directory", "fifo")), theirs]

    assert ["refused"] * 5 == [
        logged(b"hello", Log(str(place), PLENTY)).error
        for place in [*places, os.devnull]
    ]
    assert "precious" == (tmp_path / "real").read_text()
    assert "precious" == (tmp_path / "theirs").read_text()


@pytest.mark.parametrize(
    ("path", "error"), [("missing/x", "ENOENT"), ("", "EISDIR"), ("a\0b", "EINVAL")]
)
def test_a_named_file_that_cannot_be_is_an_error(tmp_path, monkeypatch, path, error):
    """Directories that the user did not make are not made for them."""
    monkeypatch.chdir(tmp_path)

    assert Logged(None, sha256(b"x"), 1, 0, error) == logged(b"x", Log(path, PLENTY))
    assert [] == names(tmp_path)


def test_a_log_is_closed_once(tmp_path):
    """Whoever closes it again is told the same, and waits for nothing."""
    log = Log(str(tmp_path / "log"), PLENTY)
    log.write(b"hi")
    first = log.close()

    assert (None, 2) == (first.error, first.written)
    assert first == log.close()


# --- what the disk does ---------------------------------------------------------------


@pytest.mark.parametrize("how", ["mount", "limit"])
def test_a_full_disk_costs_the_log_and_not_the_digest(tmp_path, how):
    """What fitted stays; where no disk can be mounted, a limit of size stops us."""
    limited, error, written, kept, size, digest = json.loads(
        actor(FULL, str(tmp_path), how)
    )

    assert ("EFBIG" if limited else "ENOSPC") == error
    assert MIB == written == kept
    assert (3 * MIB, sha256(b"x" * 3 * MIB)) == (size, digest)


def test_a_directory_that_vanishes_is_an_error(tmp_path):
    """The bytes went to a file that nobody can find any more."""
    directory = tmp_path / "logs"
    log = Log(None, PLENTY, directory=str(directory), name="log")
    log.write(b"x" * 100_000)
    while log.writing.waiting:
        os.sched_yield()
    (directory / "log").unlink()
    directory.rmdir()
    log.write(b"y" * 100_000)
    result = log.close(patience=20)

    assert (None, "ENOENT") == (result.path, result.error)
    assert sha256(b"x" * 100_000 + b"y" * 100_000) == result.sha256


@pytest.mark.parametrize("size", [5, 5 * MIB])
def test_a_disk_that_hangs_is_given_up_at_the_end(tmp_path, size):
    """What comes is hashed; when the disk is back, nothing is written behind us."""
    path = tmp_path / "log"
    log = Log(str(path), PLENTY)
    with hanging(path):
        log.write(b"x" * size)
        congested = log.congested
        result = log.close(patience=0.01)

    settle(log)
    assert Logged(None, sha256(b"x" * size), size, 0, "slow") == result
    assert (size > 4 * MIB) == congested
    assert b"old" == path.read_bytes()


def test_a_disk_that_only_takes_its_time_gets_all(tmp_path):
    """Reading rests until it is back."""
    path = tmp_path / "log"
    log = Log(str(path), PLENTY)
    with hanging(path) as holder:
        log.write(b"x" * 5 * MIB)
        assert log.congested
        holder.stdin.close()
        result = log.close(patience=20)

    assert (5 * MIB, None, str(path)) == (result.written, result.error, result.path)
    assert b"x" * 5 * MIB == path.read_bytes()


def test_a_disk_that_stands_still_does_not_hold_up_the_run(tmp_path):
    """The log is given up, and reading goes on."""
    path = tmp_path / "log"
    log = Log(str(path), PLENTY)
    log.stall = 0
    with hanging(path):
        log.write(b"x" * 5 * MIB)
        while log.hashing.waiting:
            os.sched_yield()
        looks = [log.congested, log.congested]
        log.write(b"y")
        result = log.close(patience=0)

    settle(log)
    assert [True, False] == looks
    assert ("slow", 5 * MIB + 1) == (result.error, result.size)
    assert sha256(b"x" * 5 * MIB + b"y") == result.sha256


def test_a_caller_that_never_rests_does_not_fill_the_memory(tmp_path):
    """Beyond a bound nothing waits for the disk any more."""
    path = tmp_path / "log"
    log = Log(str(path), PLENTY)
    with hanging(path):
        for _ in range(40):
            log.write(bytes(MIB))
        waiting = log.writing.waiting
        result = log.close(patience=0)

    settle(log)
    assert waiting < 20 * MIB
    assert ("slow", sha256(bytes(40 * MIB))) == (result.error, result.sha256)


def test_a_pump_tells_standing_still_from_being_slow(tmp_path):
    """Nobody reads the FIFO, then somebody does."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    pump = WriterThread(fifo.write_bytes)
    pump.put(b"hello")

    assert not pump.end(0.01)
    assert b"hello" == fifo.read_bytes()
    assert pump.end(20)


# --- what is removed ------------------------------------------------------------------


def test_logs_are_pruned_by_age(tmp_path):
    """One that is younger stays."""
    aged(tmp_path, "old", age=3 * HOUR)
    aged(tmp_path, "young", age=HOUR)
    prune(str(tmp_path), PLENTY, 2 * HOUR)

    assert ["young"] == names(tmp_path)


def test_logs_are_pruned_by_size_the_oldest_first(tmp_path):
    """As many stay as fit."""
    for number in range(5):
        aged(tmp_path, f"{number}", size=100, age=(9 - number) * HOUR)
    prune(str(tmp_path), 250, PLENTY)

    assert ["3", "4"] == names(tmp_path)


def test_a_fresh_log_is_not_pruned(tmp_path):
    """It may be one that is being made."""
    aged(tmp_path, "fresh", age=5)
    prune(str(tmp_path), 0, 0)

    assert ["fresh"] == names(tmp_path)


def test_a_log_that_is_being_written_is_not_pruned(tmp_path):
    """A command may be silent for hours."""
    log = Log(None, PLENTY, directory=str(tmp_path), name="silent")
    log.write(b"hello")
    log.flush()
    while log.writing.waiting:
        os.sched_yield()
    os.utime(tmp_path / "silent", (0, 0))
    prune(str(tmp_path), 0, 0)
    during = names(tmp_path)
    log.close()
    prune(str(tmp_path), 0, 0)

    assert (["silent"], []) == (during, names(tmp_path))


def test_what_is_no_log_is_not_pruned(tmp_path):
    """Links, what they lead to, directories, and what is somebody else's."""
    logs, elsewhere = tmp_path / "logs", tmp_path / "elsewhere"
    logs.mkdir()
    elsewhere.mkdir()
    victim = aged(elsewhere, "victim")
    (logs / "link").symlink_to(victim)
    os.utime(logs / "link", (0, 0), follow_symlinks=False)
    (logs / "directory").mkdir()
    os.mkfifo(logs / "fifo")
    os.utime(logs / "fifo", (0, 0))
    foreign(aged(logs, "theirs"))
    theirs = [] if is_ours(logs / "theirs") else ["theirs"]
    prune(str(logs), 0, 0)

    assert ["directory", "fifo", "link", *theirs] == names(logs)
    assert victim.exists()


def test_a_directory_that_is_not_ours_is_not_pruned(tmp_path):
    """Neither a link to one of ours; one that is not there is no error."""
    real, theirs = tmp_path / "real", tmp_path / "theirs"
    real.mkdir()
    theirs.mkdir()
    aged(real, "log")
    aged(theirs, "log")
    (tmp_path / "link").symlink_to("real")
    prune(f"{tmp_path}/link/", 0, 0)
    prune(str(foreign(theirs)), 0, 0)
    prune(str(tmp_path / "missing"), 0, 0)

    assert (["log"], ["log"]) == (names(real), names(theirs))


@pytest.mark.parametrize("theirs", [False, True], ids=["ours", "another's"])
def test_a_pipe_in_the_place_of_the_stamp_keeps_nobody(tmp_path, monkeypatch, theirs):
    """Opened as a file it would be waited for; nothing is made in another's place."""
    place = tmp_path / "exeunt"
    place.mkdir()
    os.mkfifo(place / "pruned")
    os.utime(place / "pruned", (0, 0))
    aged(place, "log")
    if theirs:
        foreign(place)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    tidy()

    assert ["log", "pruned"] == names(place)


def test_logs_are_looked_at_once_an_hour(tmp_path, monkeypatch):
    """The second time in the hour nothing is removed."""
    logs = tmp_path / "exeunt" / "logs"
    logs.mkdir(parents=True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for left in ([], ["second"]):
        aged(logs, "second" if left else "first", age=40 * 24 * HOUR)
        LOOKED.clear()  # as another process, or a minute later
        tidy()
        assert left == names(logs)


def test_a_lock_of_anybody_protects_a_log(tmp_path):
    """What cannot be removed does not keep others from being removed."""
    first = aged(tmp_path, "first", age=2 * HOUR)
    aged(tmp_path, "second")
    with first.open() as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        prune(str(tmp_path), 0, 0)

    assert ["first"] == names(tmp_path)


# --- where logs are kept --------------------------------------------------------------


def test_the_state_directory_follows_the_xdg_rules(tmp_path, monkeypatch):
    """An absolute XDG_STATE_HOME counts, a relative one does not; nothing is made."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere/")
    assert "/somewhere/exeunt" == state_directory()

    monkeypatch.setenv("XDG_STATE_HOME", "somewhere")
    assert f"{tmp_path}/.local/state/exeunt" == state_directory()
    assert [] == names(tmp_path)


@pytest.mark.parametrize("home", [None, "", "relative", "/nonexistent", "/dev/null"])
def test_without_a_home_the_state_is_temporary(tmp_path, monkeypatch, home):
    """Each user has a directory of their own there."""
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    if home is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", home)

    assert f"{tmp_path}/exeunt-{os.geteuid()}" == state_directory()
    monkeypatch.setenv("TMPDIR", "relative")
    assert f"/tmp/exeunt-{os.geteuid()}" == state_directory()  # noqa: S108 - compared
