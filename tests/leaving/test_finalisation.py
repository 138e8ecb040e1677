"""A program that ends → everything that Python does at its end, adopted or not."""

import os
import signal

import pytest

from adopted import FRAMEWORKS, envelope, finish, program, run, said, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about POSIX processes")

MODES = ("text", "json")
# What only Python's own end writes: a buffer, a __del__, a hook.
BEFORE = """
import atexit, threading, zipfile
FILE = open(os.environ["FILE"], "w")
ARCHIVE = zipfile.ZipFile(os.environ["FILE"] + ".zip", "w")
ARCHIVE.writestr("page", "whole")
atexit.register(lambda: FILE.write("hook "))
def daemon(work):
    threading.Thread(target=work, daemon=True).start()
"""
WAITING = "daemon(threading.Event().wait)"


def left_by(tmp_path, monkeypatch, body, *, framework="argparse", **options):
    """Run a program with an open file; return how it ended and what is in the file."""
    file = tmp_path / "file"
    monkeypatch.setenv("FILE", str(file))
    before = BEFORE + options.pop("before", "")
    body = f"FILE.write('handler '); {body}"
    ended = run(body, framework, before=before, **options)
    return ended, file.read_text()


def is_whole(tmp_path):
    """Tell whether the archive got its directory, which its __del__ writes."""
    return (tmp_path / "file.zip").read_bytes().count(b"page") == 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_daemon_thread_leaves_no_file_empty(tmp_path, monkeypatch, framework, mode):
    """Nobody waits for it, and Python's own end is not left out for it."""
    options = {"framework": framework, "mode": mode}
    ended, text = left_by(tmp_path, monkeypatch, WAITING, **options)

    assert (0, "handler hook ", True) == (ended.code, text, is_whole(tmp_path))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_no_file_empty(tmp_path, monkeypatch, number, mode):
    """The process dies by it when everything else is done."""
    body = f"os.kill(os.getpid(), {int(number)}); time.sleep(60)"
    ended, text = left_by(tmp_path, monkeypatch, body, mode=mode)

    assert (-number, "handler hook ") == (ended.code, text)
    assert is_whole(tmp_path)


def test_a_time_limit_that_a_thread_outlives_leaves_no_file_empty(
    tmp_path, monkeypatch
):
    """Python would wait for the thread; what files hold is written without that."""
    body = "threading.Thread(target=time.sleep, args=(60,)).start()"
    options = {"promises": "timeout=0.3"}
    ended, text = left_by(tmp_path, monkeypatch, body, **options)

    assert ((10, "TIMEOUT"), "handler hook ") == (said(ended), text)


def test_a_file_that_a_thread_has_locked_keeps_nobody(tmp_path, monkeypatch):
    """A thread writes into a pipe that nobody reads, and holds its buffer for good."""
    before = """
READ, WRITE = os.pipe()
PIPE = open(WRITE, "wb")
def stuck():
    PIPE.write(bytes(1 << 20))
def fill():
    threading.Thread(target=stuck).start()
    os.read(READ, 1)
"""
    options = {"before": before, "promises": "timeout=0.3"}
    ended, text = left_by(tmp_path, monkeypatch, "fill()", **options)

    assert ((10, "TIMEOUT"), "handler hook ") == (said(ended), text)


@pytest.mark.parametrize("mode", MODES)
def test_a_fork_that_comes_back_ends_as_python_ends(tmp_path, monkeypatch, mode):
    """Its exit hooks run, and what its files hold is written, as ever."""
    body = """
    if os.fork():
        os.wait()
        os._exit(0)
    FILE.write("child ")
    """
    file = tmp_path / "file"
    monkeypatch.setenv("FILE", str(file))
    source = program(body, before=BEFORE)
    finish(start(source, mode=mode))

    assert "child hook " == file.read_text()


def test_in_text_mode_a_fork_that_comes_back_speaks_for_itself():
    """As it did: both of them fail, and both of them say so."""
    body = """
    if os.fork():
        os.wait()
    sys.exit("it failed")
    """

    assert ["it failed"] * 2 == run(body, mode="text").stderr.splitlines()


def test_a_fork_in_a_call_of_a_test_does_not_come_back():
    """Only its parent goes on; what called the program is in the child as well."""
    entry = """
    print("ended", main.run(["do", "--output=json"])[0], file=sys.stderr)
    sys.exit()
    """
    body = "os.fork() and os.wait()"

    assert "ended 0\n" == run(body, entry=entry).stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_exit_hook_that_forks_is_not_killed_twice(number):
    """The signal is for the process that it came to; its child exits."""
    body = f"""
    import atexit
    def hook():
        child = os.fork()
        if child:
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=sys.stderr)
    atexit.register(hook)
    os.kill(os.getpid(), {int(number)})
    time.sleep(60)
    """
    ended = run(body)

    assert (-number, f"{128 + number}\n") == (ended.code, ended.stderr)


def test_a_daemon_that_prints_to_the_end_breaks_nothing():
    """Python's end finds no lock that the thread holds: it would abort."""
    body = """
    import threading
    def chatter():
        while True:
            print("x" * 100)
    for _ in range(4):
        threading.Thread(target=chatter, daemon=True).start()
    return {"n": 1}
    """
    for _ in range(5):
        ended = run(body)

        assert (0, {"n": 1}) == said(ended)
        assert envelope(ended)["ok"]
