"""A command that behaves badly in exactly one way: `kid.py WAY READY [ARG...]`.

READY is a file that it makes when all its processes are as they are meant to be.
"""

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

WAY, READY, *ARGS = sys.argv[1:]
SET_CHILD_SUBREAPER = 36  # prctl's number
TRACEME = 0  # ptrace's number


def ready(text=""):
    """Say that everything is in place, all at once."""
    draft = Path(f"{READY}.{os.getpid()}")
    draft.write_text(text)
    draft.rename(READY)


def forked(body):
    """Do something in a child that never returns."""
    pid = os.fork()
    if not pid:
        body()
        os._exit(0)
    return pid


def pause():
    """Stay for ever."""
    while True:
        signal.pause()


def daemon(*, closes, parent_exits):
    """Fork twice, in a new session, with or without the pipes."""

    def first():
        os.setsid()
        forked(second)

    def second():
        if closes:
            os.closerange(0, 3)
        ready(str(os.getpid()))
        pause()

    os.waitpid(forked(first), 0)
    if not parent_exits:
        pause()
    while not Path(READY).exists():
        time.sleep(0.001)


def daemon_hold_exit():
    """Leave a daemon that holds the pipes."""
    daemon(closes=False, parent_exits=True)


def daemon_hold_run():
    """Run on beside a daemon that holds the pipes."""
    daemon(closes=False, parent_exits=False)


def daemon_closed_exit():
    """Leave a daemon that closed its descriptors."""
    daemon(closes=True, parent_exits=True)


def daemon_closed_run():
    """Run on beside a daemon that closed its descriptors."""
    daemon(closes=True, parent_exits=False)


def subreaper():
    """Adopt the orphans ourselves, and have one."""
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    daemon(closes=True, parent_exits=False)


def ignore():
    """Let no signal but KILL end us."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    os.write(1, b"ignoring\n")
    ready()
    pause()


def ignoring_daemon():
    """Have a grandchild in a session of its own that ignores TERM."""

    def grandchild():
        os.setsid()
        ignore()

    forked(lambda: forked(grandchild))
    pause()


def stop():
    """Stop ourselves; when continued, say so and exit with 5."""
    signal.signal(signal.SIGTERM, lambda *_: None)
    ready(str(os.getpid()))
    os.kill(os.getpid(), signal.SIGSTOP)
    os.write(1, b"continued\n")
    os._exit(5)


def stopped_grandchild():
    """Have a grandchild, in a session of its own, that is stopped."""

    def grandchild():
        os.setsid()
        signal.signal(signal.SIGTERM, told)
        ready()
        os.kill(os.getpid(), signal.SIGSTOP)
        pause()

    def told(*_):
        Path(ARGS[0]).write_text("TERM")
        os._exit(0)

    forked(grandchild)
    pause()


def traced_grandchild():
    """Have a grandchild that is stopped by a tracer: us, and we never let it go on."""

    def grandchild():
        ctypes.CDLL(None).ptrace(TRACEME, 0, 0, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
        pause()

    pid = forked(grandchild)
    os.waitpid(pid, os.WUNTRACED)
    ready()
    pause()


def hop():
    """Be ARGS[0] chains of processes that fork and end, each in a new session.

    Each hop adds a byte to the file ARGS[1]; they end when that is gone. The first
    begins when the last is there: else they leave no time for it on a busy machine.
    """
    begins, gate = os.pipe()
    beat = os.open(ARGS[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)

    def chain():
        os.close(gate)
        os.read(begins, 1)
        while os.fstat(beat).st_nlink:
            os.setsid()
            os.write(beat, b".")
            if os.fork():
                os._exit(0)

    for _ in range(int(ARGS[0])):
        forked(chain)
    ready()
    os.close(gate)
    pause()


def fan():
    """Be ARGS[0] sessions of ARGS[1] processes each."""

    def session():
        os.setsid()
        for _ in range(int(ARGS[1]) - 1):
            forked(pause)
        os.write(there, b".")
        pause()

    here, there = os.pipe()
    for _ in range(int(ARGS[0])):
        forked(session)
    for _ in range(int(ARGS[0])):
        os.read(here, 1)
    ready()
    pause()


def double_forks():
    """Be ARGS[0] daemons."""
    here, there = os.pipe()

    def first():
        os.setsid()
        forked(second)

    def second():
        os.write(there, b".")
        pause()

    for _ in range(int(ARGS[0])):
        os.waitpid(forked(first), 0)
        os.read(here, 1)
    ready()
    pause()


def close_and_run():
    """Close 0, 1 and 2, and run on: the end of the output is not the end."""
    os.write(1, b"said\n")
    os.closerange(0, 3)
    ready()
    pause()


def count_terms():
    """Have two children in our group count the TERMs that they get; KILL ends us."""

    def counting():
        signal.signal(signal.SIGTERM, count)
        os.write(there, b".")
        pause()

    def count(*_):
        os.write(counts, b"T")

    counts = os.open(ARGS[0], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    here, there = os.pipe()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for _ in range(2):
        forked(counting)
        os.read(here, 1)
    ready()
    pause()


globals()[WAY]()
