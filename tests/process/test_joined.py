"""Two descriptors that are one file → the command has one for both, and keeps order."""

import os
import subprocess

import pytest

from exeunt.process.joined import are_joined
from running import EXEUNT, WATCHDOG

INTERLEAVED = "for i in 1 2 3 4 5 6 7 8; do echo out $i; echo err $i >&2; done; exit 3"
WORDS = ["sh", "-c", INTERLEAVED]


def both_in(target, words):
    """What stands in one open file that is stdout and stderr, and the number."""
    with target.open("wb") as file:
        done = subprocess.run(
            words, stdout=file, stderr=file, timeout=WATCHDOG, check=False
        )
    return done.returncode, target.read_bytes()


@pytest.mark.parametrize("attempt", range(5))
def test_a_pipe_for_both_has_them_in_their_order(attempt):
    """As with `2>&1 |`: line by line what the command wrote."""
    del attempt
    bare, ours = (
        subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=WATCHDOG,
            check=False,
        )
        for words in (WORDS, [EXEUNT, "run", *WORDS])
    )

    assert (3, bare.stdout) == (ours.returncode, ours.stdout)


@pytest.mark.parametrize("attempt", range(5))
def test_a_file_for_both_has_them_in_their_order(attempt, tmp_path):
    """As with `> file 2>&1`."""
    del attempt
    bare = both_in(tmp_path / "bare", WORDS)

    assert bare == both_in(tmp_path / "ours", [EXEUNT, "run", *WORDS])


def test_a_terminal_for_both_has_them_in_their_order():
    """A person sees them as without exeunt."""
    script = f"{EXEUNT} run --quiet sh -c '{INTERLEAVED}'"
    done = subprocess.run(
        ["script", "-qec", script, "/dev/null"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=WATCHDOG,
        check=False,
    )
    expected = "".join(f"out {i}\nerr {i}\n" for i in range(1, 9))

    assert expected == done.stdout.decode().replace("\r\n", "\n")


def test_two_places_stay_two(tmp_path):
    """What was parted is parted, and a log of the caller's has its two files."""
    log = str(tmp_path / "log")
    done = subprocess.run(
        [EXEUNT, "run", *WORDS], capture_output=True, timeout=WATCHDOG, check=False
    )
    subprocess.run(
        [EXEUNT, "run", "--log", log, *WORDS],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=WATCHDOG,
        check=False,
    )

    assert 8 == done.stdout.count(b"out") == done.stderr.count(b"err")
    assert b"err" not in done.stdout
    assert 8 == (tmp_path / "log.err").read_bytes().count(b"err")


def test_what_is_one_and_what_is_not(tmp_path):
    """One open file, one pipe, one end of a file; not two places in one file."""
    read, write = os.pipe()
    path = tmp_path / "file"
    flags = os.O_WRONLY | os.O_CREAT
    opened = [os.open(path, flags), os.open(path, flags)]
    at_end = [os.open(path, flags | os.O_APPEND) for _ in range(2)]
    again = os.open(f"/proc/self/fd/{write}", os.O_WRONLY)
    reader = os.open(path, os.O_RDONLY)
    try:
        assert are_joined(write, os.dup(write))
        assert are_joined(write, again)
        assert are_joined(opened[0], os.dup(opened[0]))
        assert are_joined(*at_end)
        assert not are_joined(*opened)
        assert not are_joined(opened[0], at_end[0])
        assert not are_joined(read, write)
        assert not are_joined(reader, opened[0])
        assert not are_joined(write, 10_000)
    finally:
        for number in (read, write, again, reader, *opened, *at_end):
            os.close(number)
